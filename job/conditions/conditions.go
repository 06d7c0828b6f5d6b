// Package conditions owns what texts say of the conditions of a job: where the work is done, for how long, at which level and by whom. It
// also tells applications without a vacancy. A statement is a word of grammar.txt that the words of its clause support, deny or limit.
// Each statement is a vote whose weight is the log-odds that it is right, and the votes of all sources of a posting add up.
package conditions

import (
	"math"
	"slices"
)

// These are the modes of work.
const (
	Remote = "REMOTE"  // all of it may be done away from the employer's places
	Hybrid = "HYBRID"  // some of it
	OnSite = "ON_SITE" // none of it
)

// These are the terms of employment.
const (
	Permanent = "PERMANENT"
	FixedTerm = "FIXED_TERM"
)

// Votes are the weights that statements give the alternatives of a question: those of modes or those of terms. A negative weight speaks
// against one.
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

// Add adds the votes of another source.
func (v *Votes) Add(other Votes) {
	for i := range v {
		v[i] += other[i]
	}
}

// Mode returns the mode of work that votes decide on and the probability that it is right, "" if they are few or contradict each other. Hybrid
// work is often called remote, so what speaks for it speaks against remote work, by half.
func (v Votes) Mode() (mode string, confidence float64) {
	v[remotely] -= max(0, v[partly]) / 2
	return v.decide(modes)
}

// Term returns the term of employment in the same way.
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

// ModeVote returns the vote of a source that has decided on a mode with some confidence, TermVote that of one with a term.
func ModeVote(mode string, confidence float64) Votes { return vote(modes, mode, confidence) }

// TermVote is like ModeVote.
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
