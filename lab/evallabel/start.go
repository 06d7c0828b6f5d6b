package main

import (
	"context"
	"math/rand/v2"

	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/lab/fewseeds"
	"gannet/ranker"
	"gannet/topic"
	"gannet/topic/judge"
	"gannet/topic/label"
	"gannet/training/eval"
)

const (
	seedsOfTopic = 3
	pagesOfCrawl = 1000 // at which the person is shown
	leastFound   = 20   // pages of the topic in the crawl
	heldPages    = 3    // one of so many pages is never shown, and measures F1
)

// start is a crawl from seeds, at whose first pages a person looks.
type start struct {
	*web
	topic    string
	begin    eval.Start
	course   []int  // the pages in the order of their fetches, also of those after the first ones
	pages    []int  // the first ones
	held     []bool // of these, the ones that are never shown
	measured *judge.Measured
	pool     []label.Page
	random   *rand.Rand
}

// newStart draws seeds and crawls. It returns nil if the crawl finds too little.
func (w *web) newStart(ctx context.Context, name string, seed, draw uint64) (*start, error) {
	s := &start{web: w, topic: name, random: rand.New(rand.NewPCG(seed^xxh3.HashString(w.name+name), draw))}
	members := w.members(name)
	s.random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	if err := s.learn(members[:seedsOfTopic]); err != nil {
		return nil, err
	}
	pages := max(pagesOfCrawl, 5*len(members)+label.RenewAfter*rounds+seedsOfTopic)
	var err error
	if s.course, err = w.crawl(ctx, eval.Judged, s.begin, pages); err != nil {
		return nil, err
	}
	s.pages = s.course[:min(pagesOfCrawl, len(s.course))]
	found := 0
	for _, id := range s.pages {
		if s.relevant(id) {
			found++
		}
	}
	if found < leastFound {
		return nil, nil
	}
	return s, s.measure()
}

// crawl crawls from a start by the strategy learned.
func (w *web) crawl(ctx context.Context, classifier string, begin eval.Start, pages int) ([]int, error) {
	o := w.options
	o.Classifier = classifier
	return w.Course(ctx, o, ranker.LearnedName, begin, pages)
}

// relevant reports whether a page has the topic's label.
func (s *start) relevant(id int) bool { return s.labels.Has(s.topic, s.URLs()[id]) }

// learn makes the classifier with which a crawl from seeds begins.
func (s *start) learn(seeds []int) (err error) {
	var pages []*features.Page
	for _, id := range seeds {
		pages = append(pages, s.Page(id))
	}
	s.begin = eval.Start{Seeds: seeds, Words: fewseeds.Keywords(s.name, s.topic), IDF: s.background.IDF()}
	s.begin.Classifier, err = topic.FromSeeds(s.begin.Words, pages, s.background)
	return err
}

// measure readies the first pages for the person and for the judge.
func (s *start) measure() (err error) {
	kept := make(map[uint64]bool)
	for _, id := range s.pages {
		kept[weburl.Fingerprint(s.URLs()[id])] = true
	}
	list := make([]judge.Page, len(s.pages))
	s.pool, s.held = make([]label.Page, len(s.pages)), make([]bool, len(s.pages))
	for i, id := range s.pages {
		list[i] = judge.NewPage(s.Page(id), i < seedsOfTopic)
		s.pool[i] = label.Page{Fingerprint: s.Page(id).Fingerprint, Bag: list[i].Bag}
		for _, link := range list[i].Links {
			if !kept[link] {
				s.pool[i].Links++
			}
		}
		s.held[i] = i >= seedsOfTopic && s.random.IntN(heldPages) == 0
	}
	s.measured, err = judge.New(s.model, s.begin.Words, s.background).Measure(list)
	return err
}
