package main

import (
	"math/rand/v2"

	"gannet/topic/judge"
	"gannet/topic/label"
)

// The orders in which a person is asked.
const (
	random     = "random"
	uncertain  = "uncertain"
	reach      = "uncertain × reach"
	density    = "uncertain × density"
	positives  = "positives first" // the surest pages, while fewer than half of the answers are yes; then uncertain ones
	rounds     = 8                 // of ten answers
	manyRandom = 200               // answers, to compare with
)

// person knows the labels, and is asked about the pages of a crawl.
type person struct {
	*start
	order   string
	pool    *label.Pool
	random  *rand.Rand
	teach   map[int]bool
	held    []label.Answer // that judge the classifier
	about   []int          // the pages of held
	yes     int
	learned *judge.Judgement
}

// newPerson returns a person that was asked nothing. The seeds and the pages that measure F1 are not asked about.
func (s *start) newPerson(order string) *person {
	p := &person{start: s, order: order, random: rand.New(rand.NewPCG(uint64(s.begin.Seeds[0]), 7)), teach: make(map[int]bool)}
	p.learned = s.measured.Judge()
	p.pool = label.NewPool(s.pool, p.learned.Probabilities)
	for i := range s.pages {
		if i < seedsOfTopic || s.held[i] {
			p.pool.Ask(i)
		}
	}
	return p
}

// worth is what a question about a page is worth, by the person's order.
func (p *person) worth(page int) float64 {
	switch p.order {
	case random:
		return p.random.Float64()
	case reach:
		return p.pool.Uncertainty(page) * p.pool.Reach(page)
	case density:
		return p.pool.Uncertainty(page) * p.pool.Density(page)
	case positives:
		if 2*p.yes < p.asked() {
			return p.pool.Probability(page)
		}
	}
	return p.pool.Uncertainty(page)
}

func (p *person) asked() int { return len(p.teach) + len(p.held) }

// answer answers so many questions. Without holding out every answer teaches.
func (p *person) answer(n int, holdOut bool) {
	for range n {
		number := 0
		if holdOut {
			number = p.asked()
		}
		q, ok := p.pool.NextBy(number, p.worth)
		if !ok {
			return
		}
		p.pool.Ask(q.Page)
		yes := p.relevant(p.pages[q.Page])
		if yes {
			p.yes++
		}
		if q.HeldOut == 0 {
			p.teach[q.Page] = yes
			continue
		}
		a := label.Answer{Verdict: label.No, HeldOut: q.HeldOut}
		if yes {
			a.Verdict = label.Yes
		}
		p.held, p.about = append(p.held, a), append(p.about, q.Page)
	}
}

// learn learns from the answers so far.
func (p *person) learn() {
	p.learned = p.measured.Taught(p.teach)
	p.pool.SetProbabilities(p.learned.Probabilities)
}
