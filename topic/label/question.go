package label

import "math/rand/v2"

// Question is a page that a person is asked about.
type Question struct {
	Page    int
	HeldOut float64 // as in Answer
}

// Of ten answers two judge the classifier and teach nothing.
const (
	heldEvery = 5
	// RenewAfter is after how many answers the classifier is learned again.
	RenewAfter = 10
)

// Next returns the next question, false if every page was asked about. asked is how many questions were answered so far: the same
// answers give the same question.
func (p *Pool) Next(asked int) (q Question, ok bool) {
	left := p.Left()
	if len(left) == 0 {
		return q, false
	}
	if asked%heldEvery == heldEvery-1 {
		return p.draw(left, rand.New(rand.NewPCG(uint64(asked), uint64(len(p.pages))))), true
	}
	return Question{Page: p.choose(left)}, true
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

// choose returns the page whose answer would teach the most.
func (p *Pool) choose(left []int) (page int) {
	page, best := left[0], -1.0
	for _, i := range left {
		if worth := p.Uncertainty(i) * p.Reach(i); worth > best {
			page, best = i, worth
		}
	}
	return page
}
