package ranker

import (
	"cmp"
	"math"
	"slices"
)

// LearnedName is the strategy that gannet crawls by unless told otherwise, and that learns while it does.
const LearnedName = "learned"

// Learned orders links by a model trained on earlier crawls over what this crawl has seen of each link, and by how far
// this crawl has borne out the model and each of its features. Priorities are log-odds of the target's relevance.
//
// Three opinions are weighed: the model's, that of the mean of six features that held good on every web, and those of
// the single features, of which at first the words learned in this crawl alone count. Their weights are learned from
// every page fetched. Now and then, at moments that lie ever further apart, weights and scales are renewed and all links
// scored again.
type Learned struct {
	*Memory
	trees *Trees // nil: the six features alone

	// Guarded by Memory.mu.
	weigh    *bayes
	opinions [2]scale // of the model and of the six
	fetched  int
	next     int // pages fetched when all links are scored again
	revised  []Revision
	rows     []float64
	scores   []float64
	inputs   []float64
	ranked   []uint32
}

// Inputs of Learned.weigh: a constant, the two opinions, the standard scores.
const (
	inConstant = iota
	inModel
	inSix
	inScores
	inputs = inScores + scaled
)

// six are the features whose mean is an opinion of its own.
var six = [...]int{listHarvest, pageHarvest, contextMean, pageMean, anchorMean, urlMargin}

// The prior of the weights, chosen on the training topics of two webs, each with a model from the other: the opinions
// count the same and the single features little, and neither changes by much unless many pages say so.
const (
	constantPrior, constantDeviation = -1.5, 2
	opinionPrior, opinionDeviation   = 1.1, 0.15
	wordsPrior                       = 0.4 // of wordsLearned, which was learned in this crawl alone
	featureDeviation                 = 0.05
)

// Moments of renewal: after the first pages, and then after a number of pages and a share of all so far.
const (
	firstRenewal = 10
	renewalPages = 20
	renewalShare = 5
)

// NewLearned gives the strategy of needs.Crawl, or one without a model if that is nil.
func NewLearned(needs Needs) (*Learned, error) {
	if needs.Crawl != nil {
		if err := needs.Crawl.Matches(crawlNames()); err != nil {
			return nil, err
		}
	}
	means, deviations := make([]float64, inputs), make([]float64, inputs)
	means[inConstant], deviations[inConstant] = constantPrior, constantDeviation
	means[inSix], deviations[inSix] = 2*opinionPrior, opinionDeviation
	if needs.Crawl != nil {
		means[inModel], deviations[inModel] = opinionPrior, opinionDeviation
		means[inSix] = opinionPrior
	}
	for i := inScores; i < inputs; i++ {
		deviations[i] = featureDeviation
	}
	means[inScores+wordsLearned] = wordsPrior
	return &Learned{
		Memory: NewMemory(needs), trees: needs.Crawl, weigh: newBayes(means, deviations), next: firstRenewal,
		inputs: make([]float64, inputs),
	}, nil
}

// Name implements Strategy.
func (*Learned) Name() string { return LearnedName }

// Learn implements Learner: the weights learn from the page what they would have said of it, then the memory does.
func (a *Learned) Learn(src *Source) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t, ok := a.queued(src.Page.URL); ok {
		a.score(t)
		a.weigh.learn(a.inputs, src.Probability)
	}
	a.learn(src)
	if a.fetched++; a.fetched >= a.next {
		a.renew()
		a.next = a.fetched + renewalPages + a.fetched/renewalShare
	}
}

// Rank implements Strategy.
func (a *Learned) Rank(src *Source, scores []Score) {
	texts := a.texts(src)
	defer texts.free()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.links(src, texts.links)
	a.ranked = a.ranked[:0]
	for _, at := range a.met {
		if at != noTarget {
			a.ranked = append(a.ranked, at)
		}
	}
	a.scoreAll(a.ranked)
	followed := 0
	for i := range scores {
		scores[i] = Score{}
		if !src.Follows(i) {
			continue
		}
		if at := a.met[followed]; at != noTarget {
			scores[i].Priority = a.targets[at].priority
		}
		followed++
	}
}

// Revise implements Learner.
func (a *Learned) Revise(url string) (float32, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, ok := a.queued(url)
	if !ok {
		return 0, false
	}
	t.priority = float32(a.score(t))
	return t.priority, true
}

// Revised implements Learner.
func (a *Learned) Revised() []Revision {
	a.mu.Lock()
	defer a.mu.Unlock()
	revised := a.revised
	a.revised = nil
	return revised
}

// renew puts what was learned of weights and scales to use, and scores all links again.
func (a *Learned) renew() {
	for i := range a.scales {
		a.scales[i].refresh()
	}
	for i := range a.opinions {
		a.opinions[i].refresh()
	}
	a.weigh.refresh()
	const batch = 256
	waiting := make([]uint32, 0, batch)
	flush := func() {
		a.scoreAll(waiting)
		waiting = waiting[:0]
	}
	for i := range a.targets {
		if t := &a.targets[i]; t.fetched || t.n == 0 {
			continue
		}
		if waiting = append(waiting, uint32(i)); len(waiting) == batch {
			flush()
		}
	}
	flush()
	for i := range a.targets {
		if t := &a.targets[i]; !t.fetched && t.n > 0 {
			a.revised = append(a.revised, Revision{Fingerprint: t.fingerprint, Priority: t.priority})
		}
	}
}

// scoreAll scores targets anew, and adds them to the scales.
func (a *Learned) scoreAll(which []uint32) {
	a.rows = slices.Grow(a.rows[:0], len(which)*crawlRow)[:len(which)*crawlRow]
	a.scores = slices.Grow(a.scores[:0], len(which))[:len(which)]
	young := a.scales[0].n < youngScale
	for i, at := range which {
		a.measure(&a.targets[at], a.row(i))
		a.count(a.row(i))
	}
	for i, at := range which {
		if young { // the means that features are shrunk to have changed
			a.measure(&a.targets[at], a.row(i))
		}
		a.standardise(a.row(i))
	}
	a.model(a.rows, len(which), a.scores)
	for i := range which {
		a.opinions[0].add(a.scores[i])
		a.opinions[1].add(sixMean(a.row(i)))
	}
	for i, at := range which {
		a.input(a.row(i), a.scores[i])
		a.targets[at].priority = float32(a.weigh.score(a.inputs))
	}
}

func (a *Learned) row(i int) []float64 { return a.rows[i*crawlRow : (i+1)*crawlRow] }

// model scores rows; without a model all are alike.
func (a *Learned) model(rows []float64, n int, scores []float64) {
	if a.trees == nil {
		clear(scores)
		return
	}
	a.trees.Score(rows, n, scores)
}

// score scores one target as things stand, and leaves its row and inputs behind.
func (a *Learned) score(t *target) float64 {
	a.rows = slices.Grow(a.rows[:0], crawlRow)[:crawlRow]
	a.vector(t, a.rows)
	var score [1]float64
	a.model(a.rows, 1, score[:])
	a.input(a.rows, score[0])
	return a.weigh.score(a.inputs)
}

// input fills in the inputs of the weights.
func (a *Learned) input(row []float64, score float64) {
	a.inputs[inConstant] = 1
	a.inputs[inModel] = a.opinions[0].of(score)
	a.inputs[inSix] = a.opinions[1].of(sixMean(row))
	copy(a.inputs[inScores:], row[scaled:2*scaled])
}

// sixMean is the mean standard score of the six features.
func sixMean(row []float64) float64 {
	sum := 0.0
	for _, f := range six {
		sum += row[scaled+f]
	}
	return sum / float64(len(six))
}

// Explain implements Strategy: a constant, the opinion of the six features, that of the model taken apart by feature,
// and what the single features add by what was learned in this crawl; of either the largest terms first.
func (a *Learned) Explain(src *Source, link int) []Reason {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, ok := a.queued(src.Page.Links[link].URL)
	if !ok {
		return nil
	}
	a.score(t)
	row := slices.Clone(a.rows[:crawlRow])
	names := crawlNames()
	var learned []Reason
	for i := range scaled {
		if w := a.weigh.used[inScores+i]; w != 0 && a.inputs[inScores+i] != 0 {
			learned = append(learned, Reason{Name: "learned here: " + names[i], Value: a.inputs[inScores+i], Weight: w, Measured: &row[i]})
		}
	}
	reasons := []Reason{
		{Name: "any link", Value: 1, Weight: a.weigh.used[inConstant]},
		{Name: "mean of six features", Value: a.inputs[inSix], Weight: a.weigh.used[inSix]},
	}
	return append(append(reasons, a.explainModel(row, names)...), largestFirst(learned)...)
}

func largestFirst(reasons []Reason) []Reason {
	slices.SortStableFunc(reasons, func(x, y Reason) int {
		return cmp.Compare(math.Abs(y.Value*y.Weight), math.Abs(x.Value*x.Weight))
	})
	return reasons
}

// explainModel takes the model's opinion apart: it is a standard score, so the mean is taken off and the rest divided.
func (a *Learned) explainModel(row []float64, names []string) []Reason {
	o := &a.opinions[0]
	weight := a.weigh.used[inModel]
	switch z := a.inputs[inModel]; {
	case a.trees == nil || z == 0:
		return nil
	case math.Abs(z) == mostDeviations:
		return []Reason{{Name: "model, further from the mean than counts", Value: z, Weight: weight}}
	}
	bias, contributions := a.trees.Contributions(row)
	reasons := []Reason{{Name: "model: any link", Value: bias - o.mean, Weight: weight / o.deviation}}
	var features []Reason
	for i := range scaled { // with its standard score
		if c := contributions[i] + contributions[scaled+i]; c != 0 {
			features = append(features, Reason{Name: "model: " + names[i], Value: c, Weight: weight / o.deviation, Measured: &row[i]})
		}
	}
	return append(reasons, largestFirst(features)...)
}
