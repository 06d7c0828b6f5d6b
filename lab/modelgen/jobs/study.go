package jobs

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"gannet/features"
	"gannet/job"
	"gannet/job/kind"
	"gannet/topic"
)

// Parts is the number of parts of the cross-validation. A page is judged by models that were trained on the other parts.
const Parts = 12

// Study has pages whose kinds are known, each judged by models that were not trained on its source.
type Study struct {
	Pages    []Page
	Jobs     []float64     // probability of the topic
	Measures []kind.Vector // with that probability

	fold     []int
	parts    []*kind.Classifier // one for each part, learned from the others
	examples []topic.Example
	mains    []topic.Example // the pages' main texts by themselves
	titles   [][][]uint32    // of each page, titles of postings
	others   [][][]uint32    // and other short texts
}

// params are the parameters of the topic's classifier. They were chosen with each source left out in turn. With cost 10 more articles are taken for
// postings. With weight 1 more pages of unusual sources are missed, and with weight 4 there are more false alarms. F1 is best with weight 2.
var params = topic.Params{Cost: 100, PositiveWeight: 2}

// NewStudy reads the pages, and judges each by models that were not trained on its source.
func NewStudy(pages []Page) (*Study, error) {
	n := len(pages)
	s := &Study{
		Pages: pages, Jobs: make([]float64, n), Measures: make([]kind.Vector, n), fold: divide(pages),
		examples: make([]topic.Example, n), mains: make([]topic.Example, n), titles: make([][][]uint32, n), others: make([][][]uint32, n),
	}
	if err := s.each(func(i int, p *features.Page) { s.count(i, p) }); err != nil {
		return nil, err
	}
	titles, topics := make([]*kind.Titles, Parts), make([]*topic.Classifier, Parts)
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for f := range Parts {
		g.Go(func() error {
			titles[f] = s.learnTitles(func(i int) bool { return s.fold[i] != f })
			c, err := s.Topic(func(i int) bool { return s.fold[i] != f })
			if err != nil {
				return err
			}
			topics[f] = c
			for i := range pages {
				if s.fold[i] == f {
					s.Jobs[i] = c.Score(s.examples[i].Vector)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return s, s.each(func(i int, p *features.Page) {
		s.Measures[i] = kind.Measure(p, kind.Topic{Jobs: s.Jobs[i], Known: topics[s.fold[i]].Known(p)}, titles[s.fold[i]])
	})
}

// each reads all pages in parallel. use must only write to its own page's fields.
func (s *Study) each(use func(i int, p *features.Page)) error {
	var g errgroup.Group
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		g.Go(func() error {
			reader := features.NewReader()
			for i := w; i < len(s.Pages); i += workers {
				p, err := reader.Read(s.Pages[i].URL, s.Pages[i].Body)
				if err != nil {
					return fmt.Errorf("%s: %w", s.Pages[i].Source, err)
				}
				use(i, p)
			}
			return nil
		})
	}
	return g.Wait()
}

// shortTexts is the number of a page's anchors that are examples of texts other than titles of postings.
const shortTexts = 12

// count collects a page's examples for the topic and the titles.
func (s *Study) count(i int, p *features.Page) {
	s.examples[i] = topic.Example{Vector: topic.Vectorize(p), Positive: s.Pages[i].Kind != job.Other}
	bare := *p
	bare.Title, bare.Meta, bare.Headings, bare.Links, bare.Body = features.Span{}, features.Span{}, nil, nil, p.Main
	s.mains[i] = topic.Example{Vector: topic.Vectorize(&bare), Positive: s.examples[i].Positive}
	for _, t := range s.Pages[i].Titles {
		s.titles[i] = append(s.titles[i], features.Words(t))
	}
	if s.Pages[i].Kind != job.Other || s.Pages[i].Vague {
		return
	}
	add := func(span features.Span) {
		var hashes []uint32
		for _, w := range p.Words[max(span.Start, 0):max(span.End, 0)] {
			hashes = append(hashes, w.Hash)
		}
		if len(hashes) > 0 {
			s.others[i] = append(s.others[i], hashes)
		}
	}
	add(p.Title)
	for _, h := range p.Headings[:min(len(p.Headings), 4)] {
		add(h)
	}
	for k := range min(shortTexts, len(p.Links)) {
		add(p.Links[k*len(p.Links)/shortTexts%len(p.Links)].Anchor)
	}
}

// divide assigns each source to a part, the largest source first. A source goes to the part that has the fewest pages of the source's kind and, if
// possible, no postings in its language. So most models know the languages that they judge.
func divide(pages []Page) []int {
	size := map[string][2]int{} // of negatives, of positives
	language := map[string]string{}
	for _, p := range pages {
		n := size[p.Source]
		n[side(p)]++
		size[p.Source] = n
		language[p.Source] = p.Language
	}
	sources := sortedKeys(size)
	slices.SortStableFunc(sources, func(a, b string) int {
		return cmp.Compare(size[b][0]+size[b][1], size[a][0]+size[a][1])
	})
	var held [Parts][2]int
	var spoken [Parts]map[string]bool
	part := map[string]int{}
	for _, source := range sources {
		n := size[source]
		main := 0
		if n[1] > n[0] {
			main = 1
		}
		least := 0
		for f := range Parts {
			if cost(held[f], main, spoken[f][language[source]]) < cost(held[least], main, spoken[least][language[source]]) {
				least = f
			}
		}
		part[source] = least
		held[least][0] += n[0]
		held[least][1] += n[1]
		if spoken[least] == nil {
			spoken[least] = map[string]bool{}
		}
		spoken[least][language[source]] = main == 1 && language[source] != "en"
	}
	fold := make([]int, len(pages))
	for i, p := range pages {
		fold[i] = part[p.Source]
	}
	return fold
}

func cost(held [2]int, main int, spoken bool) int {
	if spoken {
		return held[main] + 1e6
	}
	return held[main]
}

func side(p Page) int {
	if p.Kind == job.Other {
		return 0
	}
	return 1
}

// leastMain is the number of different words that a main text must exceed to be an example by itself.
const leastMain = 20

// Topic trains the topic classifier on some of the pages, and on their main texts alone as further examples. Without these, half of the
// evidence would be text around the main text, which pages of other sites may not have.
func (s *Study) Topic(use func(i int) bool) (*topic.Classifier, error) {
	var examples []topic.Example
	for i, e := range s.examples {
		if !use(i) || s.Pages[i].Vague {
			continue
		}
		examples = append(examples, e)
		if len(s.mains[i].Vector.Terms) > leastMain {
			examples = append(examples, s.mains[i])
		}
	}
	return topic.Train(examples, params)
}

// learnTitles learns to recognise titles of postings from some of the pages.
func (s *Study) learnTitles(use func(i int) bool) *kind.Titles {
	var titles, others [][]uint32
	for i := range s.Pages {
		if use(i) {
			titles = append(titles, s.titles[i]...)
			others = append(others, s.others[i]...)
		}
	}
	return kind.LearnTitles(titles, others)
}
