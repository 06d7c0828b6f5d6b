package ranker

import (
	"sync"

	"gannet/features"
	"gannet/internal/logistic"
	"gannet/ranker/evidence"
)

// LearnedName is the name of the strategy Learned, the default of gannet, which learns during the crawl.
const LearnedName = "learned"

// Learned is the strategy that computes priorities from link evidence (see package evidence). A priority is the log-odds of the target's
// relevance. It combines three kinds of scores: that of the model, the mean of six features that worked on every web, and single features.
// At the start only words_learned and the local features have weight as single features.
//
// The model was trained on earlier crawls. The weights of the scores are learned from every fetched page of this crawl. New weights are
// used from the next renewal on, when all queued links are scored again. The time between renewals grows.
type Learned struct {
	model Model // nil: the other two scores alone

	mu          sync.Mutex // guards the fields below
	evidence    *evidence.Collection
	weights     *bayes
	modelScale  evidence.Scale
	meanScale   evidence.Scale // of transferMean
	fetched     int
	nextRenewal int // pages fetched when all links are scored again
	revised     []Revision
	relearning  bool // see BeginRelearning
	buffers     buffers
	shared      *shared // nil if no others learn of the same crawl
}

// buffers are reused from page to page.
type buffers struct {
	targets []evidence.Target // of a page's links
	links   batch
	place   map[evidence.Target]int // of links in the batch of a page
	rows    []float64
	columns []float64 // of the rows, those that the model knows
	scores  []float64
}

// Inputs of the weights: a constant, the model's score, the mean of the transferFeatures, each feature and each local
// feature alone. All but the constant are standard scores.
const (
	constantInput = iota
	modelInput
	meanInput
	featureInputs
	localInputs = featureInputs + evidence.NumFeatures
	numInputs   = localInputs + evidence.NumLocal
)

// transferFeatures are features that worked on every web. Their mean is an input by itself.
var transferFeatures = [...]int{
	evidence.ListHarvest, evidence.PageHarvest, evidence.ContextMean, evidence.PageMean, evidence.AnchorMean, evidence.URLMargin,
}

// The prior of the weights was chosen on the training topics of two webs, each with a model from the other. The model and the mean have the same
// weight, and single features have little. It takes many pages that agree to change a weight by much.
const (
	constantPrior, constantDeviation = -1.5, 2
	scorePrior, scoreDeviation       = 1.1, 0.15
	wordsPrior                       = 0.4 // of WordsLearned, which no other crawl has influenced
	featureDeviation                 = 0.05
	localDeviation                   = 0.1
)

// localPriors are the weights of the local features at the start of a crawl.
var localPriors = [evidence.NumLocal]float64{
	evidence.ContextLearned: 0.4, evidence.AnchorLift: 0.2, evidence.ContextLift: 0.2, evidence.URLLift: 0.1,
}

// A renewal follows after firstRenewal pages. The next one follows after renewalPages and one page for renewalShare
// pages so far.
const (
	firstRenewal = 10
	renewalPages = 20
	renewalShare = 5
)

// NewLearned returns the strategy Learned with the model needs.Learned; nil means that it works without a model. The error is gbdt.ErrModel
// if the model was trained on other features.
func NewLearned(needs Needs) (*Learned, error) {
	if needs.Learned != nil {
		if err := needs.Learned.CheckFeatures(evidenceNames()); err != nil {
			return nil, err
		}
	}
	return &Learned{
		model: needs.Learned, evidence: evidence.New(needs.Classifier, NewShark(needs.Query)),
		weights: priorWeights(needs.Learned != nil), nextRenewal: firstRenewal,
	}, nil
}

// priorWeights returns the weights at the start of a crawl. If there is no model, the model's weight is added to that of the mean.
func priorWeights(model bool) *bayes {
	means, deviations := make([]float64, numInputs), make([]float64, numInputs)
	means[constantInput], deviations[constantInput] = constantPrior, constantDeviation
	means[meanInput], deviations[meanInput] = 2*scorePrior, scoreDeviation
	if model {
		means[modelInput], deviations[modelInput] = scorePrior, scoreDeviation
		means[meanInput] = scorePrior
	}
	for i := featureInputs; i < numInputs; i++ {
		deviations[i] = featureDeviation
	}
	means[featureInputs+evidence.WordsLearned] = wordsPrior
	for i, mean := range localPriors {
		means[localInputs+i], deviations[localInputs+i] = mean, localDeviation
	}
	return newBayes(means, deviations)
}

// SetMaxTargets sets how many links the strategy remembers, see Collection in package evidence. Call it before the strategy has learned
// anything.
func (l *Learned) SetMaxTargets(n int) { l.evidence.MaxTargets = n }

func evidenceNames() []string { return features.Names(evidence.Features()) }

// Name implements Strategy: it returns the name of the strategy.
func (*Learned) Name() string { return LearnedName }

// Expected implements Expecter: it converts a priority to the probability of relevance.
func (*Learned) Expected(priority float32) float64 { return logistic.Probability(float64(priority)) }

// Learn implements Learner: it first improves the weights by how well they predicted the relevance of this page, and then adds the page to
// the evidence.
func (l *Learned) Learn(src *Source) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t, ok := l.evidence.Find(src.Page.URL); ok {
		in := l.inputsOf(t)
		if l.relearning {
			l.evidence.SetPriority(t, float32(l.weights.score(in.inputs[:])))
		}
		l.weights.learn(in.inputs[:], src.Probability)
	}
	l.scoreBeforeForgetting(1)
	l.evidence.AddFetched(src)
	l.fetched++
	l.shared.step()
	l.renewIfDue()
}

// renewIfDue renews if enough pages were fetched, counting those of all owners of the crawl.
func (l *Learned) renewIfDue() {
	if all := l.fetched + l.shared.fetchedElsewhere(); all >= l.nextRenewal {
		l.renew()
		l.nextRenewal = all + renewalPages + all/renewalShare
	}
}

// Prepare implements Preparer: it judges in advance how well the texts of a page's links fit the topic.
func (l *Learned) Prepare(src *Source) { l.evidence.Prepare(src) }

// Rank implements Strategy: it gives each link of a page its priority.
func (l *Learned) Rank(src *Source, scores []Score) {
	texts := l.evidence.ReadTexts(src)
	defer texts.Free()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shared.step()
	l.scoreBeforeForgetting(len(src.Page.Links))
	targets := l.evidence.AddLinks(l.buffers.targets[:0], src, texts)
	l.buffers.targets = targets
	links := l.linksToScore(targets)
	if l.relearning {
		clear(scores)
		l.samplePage(links)
		return
	}
	l.rescore(links)
	for i := range scores {
		scores[i] = Score{}
		if !src.Follows(i) {
			continue
		}
		if targets[0] != evidence.Forgotten {
			scores[i].Priority = l.evidence.Priority(targets[0])
		}
		targets = targets[1:]
	}
}

// linksToScore returns those of a page's links that are scored now. A link to which many pages lead changes little with each of them. So it is scored
// again when their number has grown by an eighth, and then counts in the scales for all pages in between. A link that the page has twice is scored
// once.
func (l *Learned) linksToScore(targets []evidence.Target) *batch {
	b, place := &l.buffers.links, l.buffers.place
	if place == nil {
		place = make(map[evidence.Target]int)
		l.buffers.place = place
	}
	b.clear()
	clear(place)
	for _, t := range targets {
		if t == evidence.Forgotten {
			continue
		}
		if i, twice := place[t]; twice {
			if i >= 0 {
				b.counts[i]++
			}
			continue
		}
		place[t] = -1
		if pages := pagesSinceScored(l.evidence.Sources(t)); pages > 0 {
			place[t] = len(b.targets)
			b.add(t, float64(pages))
		}
	}
	return b
}

// pagesSinceScored returns how many pages lead to a link in addition to those when it was last scored. It returns 0 if the link is not to be scored
// now.
func pagesSinceScored(sources int) int {
	const all, share = 8, 8
	if sources <= all {
		return 1
	}
	for scored := all; ; {
		next := scored + scored/share
		switch {
		case next == sources:
			return next - scored
		case next > sources:
			return 0
		}
		scored = next
	}
}

// Revise implements Learner: it returns the current priority of a queued link.
func (l *Learned) Revise(url string) (float32, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.evidence.Find(url)
	if !ok {
		return 0, false
	}
	in := l.inputsOf(t)
	return float32(l.weights.score(in.inputs[:])), true
}

// Revised implements Learner: it returns the links whose priority has changed since the last call.
func (l *Learned) Revised() []Revision {
	l.mu.Lock()
	defer l.mu.Unlock()
	revised := l.revised
	l.revised = nil
	return revised
}

// Vector writes the current features of a queued link, on which models are trained, to row, which must have evidence.ModelLength values. It
// returns false if the link is not queued.
func (l *Learned) Vector(url string, row []float64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.evidence.Find(url)
	if ok {
		var all [evidence.RowLength]float64
		l.evidence.Vector(t, all[:])
		copy(row[:evidence.ModelLength], all[:])
	}
	return ok
}
