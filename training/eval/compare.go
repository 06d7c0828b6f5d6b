package eval

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/crawler"
	"gannet/crawler/inmemory"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
	"gannet/topic"
)

// draw is one topic with one draw of training pages and seeds.
type draw struct {
	web         *Web
	seeds       []int32
	learnt      []bool    // pages that trained the classifier
	relevant    []bool    // pages to be found
	count       int       // number of relevant pages
	probability []float64 // of every page, by the classifier
	query       *topic.Query
	classifier  *topic.Classifier
	distance    []int32                  // links from every page to the nearest relevant one
	watch       func(crawler.JudgedPage) // is called for each page that is fetched; may be nil
	stops       []func() StopRule        // Options.Stops
	losses      *lossCount               // of one crawl; may be nil
}

// compare runs all strategies on one draw of a topic. It calls ended after each crawl.
func (w *Web) compare(ctx context.Context, labels *Labels, o Options, name string, n int, ended func(crawls int)) (outcome, error) {
	out := outcome{topic: name, draw: n}
	d, err := w.draw(labels.pages[name], o, xxh3.HashString(name), uint64(n))
	if err != nil {
		return out, fmt.Errorf("topic %s, draw %d: %w", name, n, err)
	}
	if d.count < minRelevant {
		out.skipped = fmt.Sprintf("%d relevant pages can be reached, fewer than %d", d.count, minRelevant)
		ended(len(o.names()))
		return out, nil
	}
	for _, s := range o.Strategies {
		strategy, err := d.strategy(s, o)
		if err != nil {
			return out, err
		}
		own := d.forCrawl()
		own.losses = newLossCount(own)
		c, took, err := own.crawl(ctx, o, strategy, max(o.Budget, 5*d.count))
		if err != nil {
			return out, fmt.Errorf("topic %s, draw %d, %s: %w", name, n, s, err)
		}
		r := newResult(s, name, n, d.count, c)
		own.losses.record(&r, c)
		if o.Delay > 0 {
			r.Hours = took.Hours()
		}
		out.results = append(out.results, r)
		ended(1)
	}
	for _, p := range o.Programs {
		r, err := p.run(ctx, d, name, n, max(o.Budget, 5*d.count))
		if err != nil {
			return out, err
		}
		out.results = append(out.results, r)
		ended(1)
	}
	for _, p := range o.Partitions {
		own := d.forCrawl()
		own.losses = newLossCount(own)
		c, err := own.crawlSplit(ctx, o, p, max(o.Budget, 5*d.count))
		if err != nil {
			return out, fmt.Errorf("topic %s, draw %d, %s: %w", name, n, p.Name(), err)
		}
		r := newResult(p.Name(), name, n, d.count, c)
		own.losses.record(&r, c)
		out.results = append(out.results, r)
		ended(1)
	}
	return out, nil
}

// draw picks training pages and seeds and trains the classifier.
func (w *Web) draw(positives map[string]bool, o Options, topicHash, n uint64) (*draw, error) {
	rng := rand.New(rand.NewPCG(o.Seed^topicHash, n))
	d := &draw{
		web: w, learnt: make([]bool, len(w.pages)), relevant: make([]bool, len(w.pages)),
		probability: make([]float64, len(w.pages)), stops: o.Stops,
	}
	var examples []topic.Example
	for _, positive := range []bool{true, false} {
		var ids []int32
		for id, url := range w.urls {
			if positives[url] == positive {
				ids = append(ids, int32(id))
			}
		}
		rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		third := ids[:len(ids)/3]
		for _, id := range third {
			d.learnt[id] = true
			examples = append(examples, topic.Example{Vector: w.vectors[id], Positive: positive})
		}
		if positive {
			d.seeds = third[:min(o.Seeds, len(third))]
		}
	}
	if len(d.seeds) == 0 {
		return d, nil
	}
	return d, d.learn(o, positives, examples)
}

// learn makes the query and the classifier, judges every page with the classifier, and counts the pages that are to be found.
func (d *draw) learn(o Options, positives map[string]bool, examples []topic.Example) (err error) {
	var learnt []topic.Vector
	for _, e := range examples {
		if e.Positive {
			learnt = append(learnt, e.Vector)
		}
	}
	d.query = topic.LearnQuery(learnt, topic.NewIDF(examples), o.QueryTerms)
	d.query.Spell(d.learntPages(positives))
	if d.classifier, err = d.train(o, examples); err != nil {
		return err
	}
	for id := range d.web.vectors {
		d.probability[id] = d.classifier.Score(d.web.vectors[id])
	}
	for id, ok := range d.web.reachable(d.seeds) {
		if ok && positives[d.web.urls[id]] && !d.learnt[id] {
			d.relevant[id] = true
			d.count++
		}
	}
	d.distance = d.web.distances(d.relevant)
	return nil
}

func (d *draw) train(o Options, examples []topic.Example) (*topic.Classifier, error) {
	if o.Classifier == Labelled {
		return topic.Train(examples, topic.DefaultParams())
	}
	pages := make([]*features.Page, len(d.seeds))
	for i, id := range d.seeds {
		pages[i] = d.web.pages[id]
	}
	return topic.FromSeeds(d.query.Words(), pages, o.Background)
}

// learntPages returns those pages of the topic that trained the classifier.
func (d *draw) learntPages(positives map[string]bool) []*features.Page {
	var pages []*features.Page
	for id, learnt := range d.learnt {
		if learnt && positives[d.web.urls[id]] {
			pages = append(pages, d.web.pages[id])
		}
	}
	return pages
}

func (d *draw) strategy(name string, o Options) (ranker.Strategy, error) {
	switch name {
	case OracleName:
		return oracle{d}, nil
	case PeekName:
		return peek{d}, nil
	case QMinName, ScoreFirstName, SimilarityName:
		return d.newPublished(name), nil
	}
	return ranker.New(name, d.needs(o))
}

func (d *draw) needs(o Options) ranker.Needs {
	needs := o.Needs
	needs.Query, needs.Classifier, needs.Seed = d.query, d.classifier, o.Seed
	return needs
}

// seedURLs returns the URLs of the seeds.
func (d *draw) seedURLs() []string {
	urls := make([]string, len(d.seeds))
	for i, id := range d.seeds {
		urls[i] = d.web.urls[id]
	}
	return urls
}

// crawl runs one strategy until budget fetches have been counted. It fetches one page at a time, so that the result is always the same. If there is a
// delay, a fetch takes the time that o.Workers workers need for it on average.
func (d *draw) crawl(ctx context.Context, o Options, s ranker.Strategy, budget int) (c curve, took time.Duration, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	fetch := time.Duration(0)
	if o.Delay > 0 {
		fetch = crawler.FetchTime / time.Duration(o.Workers)
	}
	clock := crawler.NewVirtual(time.Unix(0, 0), crawler.FixedLatency(fetch))
	begin := clock.Now()
	rules := frontier.DefaultOptions()
	rules.Delay, rules.MaxDelay = o.Delay, max(rules.MaxDelay, o.Delay)
	web, renewal := fetcher{d.web}, d.newRenewal(o, s)
	limits := crawler.DefaultLimits()
	limits.Workers, limits.Patience = 1, o.Patience
	parts := crawler.Parts{
		Fetcher: web, Read: web.read, Strategy: s, Clock: clock, Scope: crawler.ScopeFunc(web.has),
		Judge: func(p *features.Page) float64 { return d.probability[d.web.ids[p.URL]] },
		Watch: func(v crawler.JudgedPage) {
			if d.watch != nil {
				d.watch(v)
			}
			if renewal != nil {
				renewal.add(v)
			}
			if c = d.addPage(c, d.web.ids[v.URL], budget); len(c) == budget {
				took = clock.Now().Sub(begin)
				cancel()
			}
		},
	}
	if renewal != nil {
		parts.Renewal = renewal
	}
	if _, err = inmemory.Run(ctx, d.seedURLs(), parts, rules, limits); err != nil {
		return nil, 0, err
	}
	if len(c) < budget {
		return c, clock.Now().Sub(begin), ctx.Err()
	}
	return c, took, nil
}

// addPage appends a page to the course of a crawl, if the page counts.
func (d *draw) addPage(c curve, id int32, budget int) curve {
	if len(c) == budget {
		return c
	}
	if d.losses != nil {
		d.losses.add(id, len(c))
	}
	if !d.learnt[id] {
		c = append(c, c.at(len(c)))
		if d.relevant[id] {
			c[len(c)-1]++
		}
	}
	if d.losses != nil {
		d.losses.judge(d.probability[id] >= relevantFrom, len(c))
	}
	return c
}

// peek judges a link by the text of its target, before the target is fetched.
type peek struct{ *draw }

func (peek) Name() string { return PeekName }

func (p peek) Rank(src *ranker.Source, scores []ranker.Score) {
	for i := range scores {
		scores[i] = ranker.Score{Priority: p.priority(src, i)}
	}
}

func (p peek) Explain(src *ranker.Source, link int) []ranker.Reason {
	return []ranker.Reason{{Name: "topic probability of the target", Value: float64(p.priority(src, link)), Weight: 1}}
}

func (p peek) priority(src *ranker.Source, link int) float32 {
	if id, ok := p.web.ids[src.Page.Links[link].URL]; ok {
		return float32(p.probability[id])
	}
	return 0
}

// oracle knows the labels and all links of the web. It follows the link that is nearest, in number of links, to a relevant page.
type oracle struct{ *draw }

func (oracle) Name() string { return OracleName }

func (o oracle) Rank(src *ranker.Source, scores []ranker.Score) {
	for i := range scores {
		scores[i] = ranker.Score{Priority: o.priority(src, i)}
	}
}

func (o oracle) Explain(src *ranker.Source, link int) []ranker.Reason {
	return []ranker.Reason{{Name: "links to a relevant page", Value: -float64(o.priority(src, link)), Weight: -1}}
}

func (o oracle) priority(src *ranker.Source, link int) float32 {
	if id, ok := o.web.ids[src.Page.Links[link].URL]; ok {
		return -float32(o.distance[id])
	}
	return -far
}
