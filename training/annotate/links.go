package annotate

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"gannet/crawler"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/training"
)

// Sampling says how many links of a crawl are used, and how they are drawn.
type Sampling struct {
	Rows int // at most; a sample is drawn from more
	Seed uint64
}

// Links returns the links of a crawl as one training list, with the features of LinkSchema, in the order in which the pages that contain
// them were fetched. A target has one row for each page that links to it.
func Links(c *Crawl, needs ranker.Needs, o Sampling) (*training.Set, Summary, error) {
	g, err := readGraph(c)
	if err != nil {
		return nil, Summary{}, err
	}
	l := &links{graph: g, sampling: o, rnd: rand.New(rand.NewPCG(o.Seed, 3))}
	if needs.Query != nil {
		l.subject = needs.Query
	}
	l.vectorizers.New = func() any {
		return &features.Vectorizer{Languages: needs.Languages, Language: needs.Language}
	}
	if err := crawler.NewHistory(c.DB, nil).Each(crawler.EndOfTime, l.addPage); err != nil {
		return nil, Summary{}, err
	}
	if l.vectors(); l.seen == 0 {
		return nil, Summary{}, errNoRows(c)
	}
	set := &training.Set{
		Schema: features.LinkSchema, Names: features.Names(features.LinkFeatures()),
		Lists: []training.List{{Topic: c.Topic, Rows: l.inOrder()}},
	}
	return set, g.summary(l.seen, set), nil
}

// links draws rows from the links of a crawl, each with the same chance, in one pass (reservoir sampling).
type links struct {
	graph       *graph
	sampling    Sampling
	rnd         *rand.Rand
	subject     features.Subject
	vectorizers sync.Pool // of *features.Vectorizer

	seen    int // links with a grade
	drawn   []drawn
	waiting []*pageLinks
}

// drawn is a row and the position of its link among all links.
type drawn struct {
	place int
	row   training.Row
}

// pageLinks are drawn links of one page, and their positions in links.drawn.
type pageLinks struct {
	source *ranker.Source
	links  []int
	slots  []int
	values [][]float32
}

// batch is the number of pages whose vectors are made at the same time.
const batch = 64

// addPage draws from the links of a page.
func (l *links) addPage(t *crawler.ReplayedPage) error {
	p := &pageLinks{source: t.Source}
	for i := range t.Source.Page.Links {
		url := t.Source.Page.Links[i].URL
		page, kept := l.graph.pages[weburl.Fingerprint(url)]
		if !kept || !t.Source.Followed[i] {
			continue
		}
		slot, ok := l.slot()
		if !ok {
			continue
		}
		l.drawn[slot] = drawn{l.seen, training.Row{Grade: l.graph.grades[page], Note: url}}
		p.links, p.slots = append(p.links, i), append(p.slots, slot)
	}
	if len(p.links) > 0 {
		l.waiting = append(l.waiting, p)
	}
	if len(l.waiting) == batch {
		l.vectors()
	}
	return nil
}

// slot returns the position in drawn for the next link, if that link is drawn.
func (l *links) slot() (int, bool) {
	l.seen++
	if len(l.drawn) < l.sampling.Rows {
		l.drawn = append(l.drawn, drawn{})
		return len(l.drawn) - 1, true
	}
	slot := l.rnd.IntN(l.seen)
	return slot, slot < l.sampling.Rows
}

// vectors makes the vectors of the pages in the batch. A slot that was drawn twice keeps the later link.
func (l *links) vectors() {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range l.waiting {
		group.Go(func() error {
			v := l.vectorizers.Get().(*features.Vectorizer)
			defer l.vectorizers.Put(v)
			p.vectors(v, l.subject)
			return nil
		})
	}
	_ = group.Wait() // none fails
	for _, p := range l.waiting {
		for i, slot := range p.slots {
			l.drawn[slot].row.X = p.values[i]
		}
	}
	l.waiting = l.waiting[:0]
}

func (p *pageLinks) vectors(v *features.Vectorizer, s features.Subject) {
	src := p.source
	all := v.Links(src.Page, s, src.Probability, src.Parent, src.Grandparent)
	columns := len(all) / len(src.Page.Links)
	for _, link := range p.links {
		p.values = append(p.values, training.Single(all[link*columns:][:columns]))
	}
}

// inOrder returns the rows in the order of their links.
func (l *links) inOrder() []training.Row {
	slices.SortFunc(l.drawn, func(a, b drawn) int { return a.place - b.place })
	rows := make([]training.Row, len(l.drawn))
	for i := range rows {
		rows[i] = l.drawn[i].row
	}
	return rows
}
