package eval

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/zeebo/xxh3"
	"golang.org/x/sync/errgroup"

	"gannet/features"
	"gannet/ranker"
	"gannet/ranker/evidence"
	"gannet/training"
)

// Collected has training lists from crawls of a frozen web. Links has one list for each crawl, with features of each link and its page.
// Crawl has one list for each moment of a crawl: the queued links, with the features that the crawl knew then.
type Collected struct {
	Links, Crawl training.Set
}

// collectRows is the number of links of a crawl in Collected.Links.
const collectRows = 3000

// Links are listed after collectFirst pages, and then each time after collectFirst more and a share of all pages.
const (
	collectFirst  = 15
	collectShare  = 12
	collectRandom = 100 // links drawn from all that wait
	collectBest   = 100 // the first ones in the order
)

// explore is the share of pages from which one link, drawn at random, is fetched before all others. So the lists also have links that the order would
// never choose.
const explore = 0.1

// Collect makes training lists: it crawls for every topic and draw of seeds by the strategy learned, with the model in o.Needs if there is
// one. The labels say which pages are relevant or, if o.Own is set, the draw's classifier. Relevant pages have grade 3 or 2, and pages that
// lead to one within three links have grade 1. Pages on which the classifier was trained are left out. Topics are named web/topic.
func Collect(ctx context.Context, w *Web, labels *Labels, o Options) (*Collected, error) {
	o, err := o.complete(labels)
	if err != nil {
		return nil, err
	}
	type job struct {
		topic string
		draw  int
	}
	var jobs []job
	for _, t := range o.Topics {
		for n := range o.Draws {
			jobs = append(jobs, job{t, n})
		}
	}
	collectors := make([]*collector, len(jobs))
	ended := o.progress(len(jobs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, j := range jobs {
		group.Go(func() (err error) {
			collectors[i], err = w.collect(ctx, labels.pages[j.topic], o, j.topic, j.draw)
			ended(1)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	all := &Collected{
		Links: training.Set{Schema: features.LinkSchema, Names: features.Names(features.LinkFeatures())},
		Crawl: training.Set{Schema: evidence.Schema, Names: features.Names(evidence.Features())},
	}
	for _, c := range collectors {
		if c != nil {
			all.Links.Lists = append(all.Links.Lists, c.links)
			all.Crawl.Lists = append(all.Crawl.Lists, c.moments...)
		}
	}
	return all, nil
}

// collect makes one crawl. It returns nil if a topic has too few pages.
func (w *Web) collect(ctx context.Context, positives map[string]bool, o Options, name string, n int) (*collector, error) {
	d, err := w.draw(positives, o, xxh3.HashString(name), uint64(n))
	if err != nil {
		return nil, fmt.Errorf("topic %s, draw %d: %w", name, n, err)
	}
	if d.count < minRelevant {
		return nil, nil
	}
	budget := max(o.Budget, 5*d.count)
	if o.Own {
		d.relevantByClassifier()
	}
	strategy, err := d.strategy(ranker.LearnedName, o)
	if err != nil {
		return nil, err
	}
	topic := o.Name + "/" + name
	c := &collector{
		Learned: strategy.(*ranker.Learned), draw: d, random: rand.New(rand.NewPCG(o.Seed^xxh3.HashString(topic), uint64(n))),
		known: make(map[int32]bool), drawn: make(map[string]bool), next: collectFirst, topic: topic, links: training.List{Topic: topic},
		vectors: features.Vectorizer{Languages: o.Needs.Languages, Language: "en"}, leads: w.distances(d.relevant),
	}
	if _, _, err := d.crawl(ctx, o, c, budget); err != nil {
		return nil, fmt.Errorf("topic %s, draw %d: %w", name, n, err)
	}
	return c, nil
}

// relevantFrom is the probability from which a crawl counts a page as relevant.
const relevantFrom = 0.5

// relevantByClassifier lets the classifier decide which pages are relevant.
func (d *draw) relevantByClassifier() {
	for id, p := range d.probability {
		d.relevant[id] = !d.learnt[id] && p >= relevantFrom
	}
}

// collector is the strategy learned that also draws links for the lists.
type collector struct {
	*ranker.Learned
	draw   *draw
	random *rand.Rand
	topic  string
	leads  []int32 // distance to the nearest relevant page, 0 for one

	known   map[int32]bool  // pages linked to: true while they wait
	drawn   map[string]bool // links to be fetched next, whatever their priority
	waiting []int32
	fetched int
	next    int
	moments []training.List

	vectors features.Vectorizer
	links   training.List
	seen    int
}

// Learn implements ranker.Learner.
func (c *collector) Learn(src *ranker.Source) {
	c.Learned.Learn(src)
	c.known[c.draw.web.ids[src.Page.URL]] = false
	if c.fetched++; c.fetched >= c.next {
		c.next = c.fetched + collectFirst + c.fetched/collectShare
		c.listWaiting()
	}
}

// Rank implements ranker.Strategy.
func (c *collector) Rank(src *ranker.Source, scores []ranker.Score) {
	c.Learned.Rank(src, scores)
	rows := c.vectors.Links(src.Page, c.draw.query, src.Probability, src.Parent, src.Grandparent)
	width := len(rows) / max(len(scores), 1)
	for i := range scores {
		id, ok := c.draw.web.ids[src.Page.Links[i].URL]
		if !ok || !src.Follows(i) {
			continue
		}
		if _, seen := c.known[id]; !seen {
			c.known[id] = true
			c.waiting = append(c.waiting, id)
		}
		if !c.draw.learnt[id] {
			c.drawLink(id, rows[i*width:(i+1)*width])
		}
	}
	if len(scores) > 0 && c.random.Float64() < explore {
		i := c.random.IntN(len(scores))
		scores[i].Priority = 1e6
		c.drawn[src.Page.Links[i].URL] = true
	}
}

// Revise implements ranker.Learner.
func (c *collector) Revise(url string) (float32, bool) {
	if c.drawn[url] {
		return 0, false
	}
	return c.Learned.Revise(url)
}

// drawLink draws links with their features, each with the same chance.
func (c *collector) drawLink(id int32, row []float64) {
	c.seen++
	at := len(c.links.Rows)
	if at == collectRows {
		if at = c.random.IntN(c.seen); at >= collectRows {
			return
		}
	} else {
		c.links.Rows = append(c.links.Rows, training.Row{})
	}
	c.links.Rows[at] = c.row(id, row)
}

func (c *collector) row(id int32, row []float64) training.Row {
	return training.Row{Grade: c.grade(id), X: training.Single(row), Note: c.draw.web.urls[id]}
}

// grade grades a page by the links of the whole web, which are known even if they were not fetched.
func (c *collector) grade(id int32) uint8 {
	leads := false
	page := c.draw.web.pages[id]
	for i := range page.Links {
		if to, ok := c.draw.web.ids[page.Links[i].URL]; ok && to != id && c.leads[to] < 3 {
			leads = true
			break
		}
	}
	return training.Grade(c.draw.relevant[id], leads)
}

// listWaiting makes a list of waiting links: the best ones, and some drawn from the others.
func (c *collector) listWaiting() {
	c.waiting = slices.DeleteFunc(c.waiting, func(id int32) bool { return !c.known[id] })
	type waiting struct {
		id       int32
		priority float32
	}
	var order []waiting
	for _, id := range c.waiting {
		if priority, ok := c.Learned.Revise(c.draw.web.urls[id]); ok && !c.draw.learnt[id] {
			order = append(order, waiting{id, priority})
		}
	}
	slices.SortStableFunc(order, func(a, b waiting) int { return cmp.Compare(b.priority, a.priority) })
	best := min(collectBest, len(order))
	rest := order[best:]
	c.random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	list := training.List{Topic: c.topic}
	row := make([]float64, len(evidence.Features()))
	relevant := 0
	for _, w := range order[:min(best+collectRandom, len(order))] {
		if c.Vector(c.draw.web.urls[w.id], row) {
			list.Rows = append(list.Rows, c.row(w.id, row))
			if c.draw.relevant[w.id] {
				relevant++
			}
		}
	}
	if relevant > 0 && relevant < len(list.Rows) {
		c.moments = append(c.moments, list)
	}
}
