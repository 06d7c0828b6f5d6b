// Package conditions owns what texts say of the conditions of a job: where the work is done, for how long, at which level and by whom. It
// also tells applications without a vacancy. A statement is a word of grammar.txt that the words of its clause support, deny or limit.
// Each statement is a vote whose weight is the log-odds that it is right, and the votes of all sources of a posting add up.
package conditions

import (
	"math"
	"slices"
)

// These are the modes of work: whether all, some or none of it may be done away from the employer's places.
const (
	// Remote is a mode of work: all of the work may be done away from the employer's places.
	Remote = "REMOTE"
	// Hybrid is a mode of work: a part of the work may be done away from the employer's places.
	Hybrid = "HYBRID"
	// OnSite is a mode of work: all of the work is done at the employer's places.
	OnSite = "ON_SITE"
)

// These are the terms of employment: for an unlimited or for a limited time.
const (
	Permanent = "PERMANENT"
	FixedTerm = "FIXED_TERM"
)

// Votes are the weights of evidence for the possible answers to one question: those of Remote, Hybrid and OnSite, or those of Permanent and
// FixedTerm. A negative weight is evidence against an answer.
type Votes [3]float64

var (
	modes = []string{Remote, Hybrid, OnSite}
	terms = []string{Permanent, FixedTerm}
)

// Bounds of a decision, in log-odds.
const (
	leastWeight = 1
	leastMargin = .3
	surest      = 3 // some 95 % right
)

// Add adds the votes of another source to these.
func (v *Votes) Add(other Votes) {
	for i := range v {
		v[i] += other[i]
	}
}

// Mode returns the mode of work for which there is the most evidence, and the probability that it is right. It returns "" if the votes are
// few or contradict each other. Because hybrid work is often called remote, votes for it count half against remote work.
func (v Votes) Mode() (mode string, confidence float64) {
	v[remotely] -= max(0, v[partly]) / 2
	return v.decide(modes)
}

// Term returns the term of employment for which there is the most evidence, and the probability that it is right. It returns "" if the
// votes are few or contradict each other.
func (v Votes) Term() (term string, confidence float64) { return v.decide(terms) }

func (v Votes) decide(names []string) (name string, confidence float64) {
	best, second := 0, 0.
	for i := range names {
		if v[i] > v[best] {
			best = i
		}
	}
	for i := range names {
		if i != best {
			second = max(second, v[i])
		}
	}
	if margin := v[best] - second; v[best] >= leastWeight && margin >= leastMargin {
		return names[best], math.Round(100/(1+math.Exp(-min(margin, surest)))) / 100
	}
	return "", 0
}

// ModeVote returns the vote of a source that says with this confidence, from 0 to 1, that a mode of work is right.
func ModeVote(mode string, confidence float64) Votes { return vote(modes, mode, confidence) }

// TermVote returns the vote of a source that says with this confidence, from 0 to 1, that a term of employment is right.
func TermVote(term string, confidence float64) Votes { return vote(terms, term, confidence) }

func vote(names []string, name string, confidence float64) (v Votes) {
	if i := slices.Index(names, name); i >= 0 && confidence > .5 {
		v[i] = min(surest, math.Log(confidence/(1-min(confidence, .99))))
	}
	return v
}

// Indices of Votes.
const (
	remotely = iota
	partly
	locally
)

const (
	forever = iota
	limited
)
