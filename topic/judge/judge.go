// Package judge owns the judgement of pages whose topic is known by a few seeds and keywords. It judges the pages of a
// crawl together: how well each has the keywords and the words of the seeds, compared with the others. What that says of
// a page was learned once, on topics of labelled webs (Model), and carries over, since no feature is a word. A classifier
// of words then learns from these probabilities. With that of the seeds it improves the order, and judges single pages until the
// next judgement.
package judge

import (
	"math"
	"slices"
	"sync"

	"gannet/internal/logistic"
	"gannet/topic"
)

// Judge finds out which pages of a crawl are relevant for one topic, by comparing all pages. It is safe for concurrent use.
type Judge struct {
	model      *Model
	keywords   []string
	background *topic.Background

	mu      sync.Mutex // guards seeds and ranking
	seeds   [][]topic.Term
	ranking *topic.Classifier // learned from these seeds; nil if none was learned yet
}

// New returns the judge for a topic with these keywords.
func New(model *Model, keywords []string, background *topic.Background) *Judge {
	return &Judge{model: model, keywords: keywords, background: background}
}

// rankFromSeeds learns from the seeds unless they are those of the last call, as they are once a crawl has fetched all of its seeds.
func (j *Judge) rankFromSeeds(seeds [][]topic.Term) (*topic.Classifier, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ranking != nil && slices.EqualFunc(j.seeds, seeds, slices.Equal[[]topic.Term]) {
		return j.ranking, nil
	}
	vectors := make([]topic.Vector, len(seeds))
	for i, terms := range seeds {
		vectors[i] = topic.Vector{Terms: terms}
	}
	ranking, err := topic.RankFromSeeds(j.keywords, vectors, j.background)
	if err != nil {
		return nil, err
	}
	j.seeds, j.ranking = seeds, ranking
	return ranking, nil
}

// Judgement has the verdicts on all pages of a crawl.
type Judgement struct {
	// Probabilities has the probability of each page that it is on topic.
	Probabilities []float64
	// Classifier judges other pages of the crawl, one by one; nil if there were too few pages to learn one.
	Classifier *topic.Classifier
}

// Features computes the features of pages, for Judge and for training. The error is topic.ErrNoSeeds if the topic has no keywords and no
// page is a seed.
func (j *Judge) Features(pages []Page) ([][NumFeatures]float64, error) {
	_, rows, err := j.measure(pages)
	return rows, err
}

func (j *Judge) measure(pages []Page) (*Measured, [][NumFeatures]float64, error) {
	var seeds [][]topic.Term
	for i := range pages {
		if pages[i].Seed {
			seeds = append(seeds, pages[i].Bag.Terms)
		}
	}
	ranking, err := j.rankFromSeeds(seeds)
	if err != nil {
		return nil, nil, err
	}
	m := &Measured{pages: newCollection(pages, newKeywords(j.keywords), j.background.IDF()), background: j.background}
	m.fromSeeds = fromSeeds{ranking, margins(pages, ranking), seedShare * severalSeeds(len(seeds))}
	return m, m.pages.features(m.fromSeeds.margins), nil
}

// Judge judges all pages of a crawl together.
func (j *Judge) Judge(pages []Page) (*Judgement, error) {
	m, err := j.Measure(pages)
	if err != nil {
		return nil, err
	}
	return m.Judge(), nil
}

// Measured has the pages of a crawl with their features, from which the pages can be judged.
type Measured struct {
	pages      *collection
	bags       []topic.Bag
	odds       []float64 // the model's log-odds
	background *topic.Background
	fromSeeds  fromSeeds
}

// fromSeeds is a classifier that was learned from the seeds only. Unlike the model and a classifier of the crawl's words, it does not drift with the
// crawl. Its margins have no scale of their own.
type fromSeeds struct {
	classifier *topic.Classifier
	margins    []float64
	share      float64 // of its say in verdicts
}

// seedShare is the share of fromSeeds if there are several seeds. It was chosen by the area of crawls for training topics.
const seedShare = 0.25

// Measure computes the features of all pages of a crawl. The result can judge the pages several times, each time with more answers of
// people.
func (j *Judge) Measure(pages []Page) (*Measured, error) {
	m, rows, err := j.measure(pages)
	if err != nil {
		return nil, err
	}
	m.bags, m.odds = make([]topic.Bag, len(rows)), make([]float64, len(rows))
	seeds := m.pages.seeds()
	for i := range rows {
		m.odds[i] = lenient(j.model.LogOdds(&rows[i]), seeds)
		m.bags[i] = pages[i].Bag
	}
	return m, nil
}

// SetProbabilities sets the topic probabilities of all pages, for a topic that has its own classifier, so that the judge's model is not
// used.
func (m *Measured) SetProbabilities(list []float64) {
	const sure = 0.998
	m.fromSeeds.share = 0
	for i, p := range list {
		m.odds[i] = logOdds(min(sure, max(1-sure, p)))
	}
}

// Judge judges the pages of the crawl without answers of people.
func (m *Measured) Judge() *Judgement {
	p := make([]float64, len(m.odds))
	for i, odds := range m.odds {
		p[i] = logistic.Probability(odds)
	}
	return m.combine(p, topic.Distil(m.bags, p, m.pages.wordWeight))
}

// lenient raises log-odds up to those of a sure page, if there are several seeds. Then less probable pages are relevant, too.
func lenient(odds float64, seeds int) float64 {
	const lenience, sure = 0.5, 0.75 // chosen by mean F1 over both webs and all kinds of pools, with P above 0.5
	return odds + severalSeeds(seeds)*lenience*min(1, max(0, (sure-odds)/(sure+lenience)))
}

// severalSeeds rises from 0 for one seed to 1 for several.
func severalSeeds(seeds int) float64 {
	const several = 3
	return min(1, max(0, float64(seeds-1))/(several-1))
}

// wordWeight returns the weight of a word for the classifier, which is 0 if the word is rare in the crawl or very common.
func (c *collection) wordWeight(word uint32) float64 {
	const leastPages, leastIDF = 3, 0.5
	if n, ok := c.numbers[word]; ok && c.df[n] >= leastPages && c.local[n] > leastIDF {
		return c.local[n]
	}
	return 0
}

// combine orders the pages by the model, the classifier of the crawl's words and the classifier of the seeds together. The best page then gets the
// highest of the model's probabilities, and so on, so that as many pages are relevant as the model says.
func (m *Measured) combine(p []float64, d *topic.Distilled) *Judgement {
	out := &Judgement{Probabilities: p}
	if d == nil {
		return out
	}
	words := scaled{d.Margins, spread(m.odds) / max(1e-9, spread(d.Margins))}
	seeds := scaled{m.fromSeeds.margins, spread(m.odds) / max(1e-9, spread(m.fromSeeds.margins))}
	share, all := m.fromSeeds.share, make([]float64, len(p))
	for i := range all {
		all[i] = (1-share)/2*(m.odds[i]+words.of(i)) + share*seeds.of(i)
	}
	byAll, byModel := ranking(all), ranking(p)
	out.Probabilities = make([]float64, len(p))
	for rank, page := range byAll {
		out.Probabilities[page] = p[byModel[rank]]
	}
	out.Classifier = d.Classifier.Rescaled(cut(words.margins, p), words.scale)
	if share > 0 {
		out.Classifier = out.Classifier.Mixed(m.fromSeeds.classifier.Rescaled(cut(seeds.margins, p), seeds.scale), share)
	}
	return out
}

// scaled is margins with a factor that gives them the spread of the model's log-odds.
type scaled struct {
	margins []float64
	scale   float64
}

func (s scaled) of(page int) float64 { return s.scale * s.margins[page] }

// cut returns the margin above which there are as many pages as have a probability of at least a half.
func cut(margins, p []float64) float64 {
	n := 0
	for _, x := range p {
		if x >= 0.5 {
			n++
		}
	}
	order := ranking(margins)
	n = max(1, n)
	last := margins[order[len(order)-n]]
	if n == len(order) {
		return last
	}
	return (last + margins[order[len(order)-n-1]]) / 2
}

// spread is the standard deviation of values.
func spread(values []float64) float64 {
	mean, square := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / float64(len(values))
	}
	return math.Sqrt(square)
}
