package label

import (
	"math"
	"math/rand/v2"
)

// Question is a page about which a person is asked whether it is on topic.
type Question struct {
	Page    int
	HeldOut float64 // as in Answer
}

const (
	// HeldEvery is the number of answers of which one measures the classifier and teaches it nothing.
	HeldEvery = 5
	// RenewAfter is the number of answers after which the classifier is learned again.
	RenewAfter = 10
)

// Next chooses the next question: the page whose answer would teach the most, or a page to measure the classifier. asked is the number of
// answers so far; the same answers lead to the same question. ok is false if every page was asked about.
func (p *Pool) Next(asked int) (q Question, ok bool) {
	return p.NextBy(asked, func(page int) float64 { return p.Uncertainty(page) * p.Reach(page) })
}

// NextBy chooses the next question as Next does, but the function worth says how much the answer about a page would teach.
func (p *Pool) NextBy(asked int, worth func(page int) float64) (q Question, ok bool) {
	left := p.Left()
	if len(left) == 0 {
		return q, false
	}
	if asked%HeldEvery == HeldEvery-1 {
		return p.draw(left, rand.New(rand.NewPCG(uint64(asked), uint64(len(p.pages))))), true
	}
	return Question{Page: largest(left, worth)}, true
}

// draw draws a page to judge the classifier with.
func (p *Pool) draw(left []int, random *rand.Rand) Question {
	odds := p.Odds(left)
	at := random.Float64() * float64(len(left))
	for i, o := range odds {
		if at -= o; at < 0 {
			return Question{left[i], o}
		}
	}
	last := len(left) - 1
	return Question{left[last], odds[last]}
}

// largest returns the first of the pages that are worth the most.
func largest(pages []int, worth func(page int) float64) (page int) {
	page, best := pages[0], math.Inf(-1)
	for _, i := range pages {
		if w := worth(i); w > best {
			page, best = i, w
		}
	}
	return page
}
