package eval

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gannet/crawler/dry"
	"gannet/features"
)

// chain is a web of pages 0 to 4: 0 links to 1 and 2, 2 to 3; nothing links to 4. The pages 1, 3 and 4 are relevant.
func chain() *draw {
	w := &Web{ids: make(map[string]int32)}
	for id, to := range [][]int{{1, 2}, nil, {3}, nil, nil} {
		page := &features.Page{URL: fmt.Sprintf("http://h%d.example/", id)}
		for _, n := range to {
			page.Links = append(page.Links, features.Link{URL: fmt.Sprintf("http://h%d.example/", n)})
		}
		w.urls, w.pages, w.ids[page.URL] = append(w.urls, page.URL), append(w.pages, page), int32(id)
	}
	return &draw{web: w, seeds: []int32{0}, learnt: []bool{true, false, false, false, false},
		relevant: []bool{false, true, false, true, true}, count: 3}
}

func TestLossByHand(t *testing.T) {
	l := newLossCount(chain())
	// The seed is not counted. Page 2 is fetched first, then 3, then 1.
	for _, at := range []struct {
		id     int32
		before int
	}{{0, 0}, {2, 0}, {3, 1}, {1, 2}, {1, 3}} {
		l.add(at.id, at.before)
	}
	c := curve{0, 1, 2}
	got := l.loss(c)
	// Delays: page 1 waits 2 and is known at once, page 3 waits 1 and is known after 1, page 4 takes all 15 fetches.
	const best = 15*3 - 3
	want := Loss{Discovery: 16. / best, Waiting: (18 - 16 - 3.) / best, Undiscovered: 1. / 3, Hosts: 2, AllHosts: 3}
	if got.To90 != nil || math.Abs(got.Discovery-want.Discovery) > 1e-12 || math.Abs(got.Waiting-want.Waiting) > 1e-12 ||
		got.Undiscovered != want.Undiscovered || got.Hosts != want.Hosts || got.AllHosts != want.AllHosts {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if sum := c.area(3) + got.Discovery + got.Waiting; math.Abs(sum-1) > 1e-12 {
		t.Errorf("area, discovery and waiting add up to %v", sum)
	}
	if got.Dry != nil || math.Abs(got.DryRecall-2./3) > 1e-12 {
		t.Errorf("dry after %v fetches, recall %v", got.Dry, got.DryRecall)
	}
	if n := (curve{0, 1, 2, 2, 3}).to90(3); n == nil || *n != 5 {
		t.Errorf("nine of ten of three pages are found after %v fetches, want 5", n)
	}
}

// irrelevant is the rule that ends a crawl after so many irrelevant pages.
type irrelevant struct{ left int }

func (r *irrelevant) AddPage(relevant bool) {
	if !relevant {
		r.left--
	}
}

func (r *irrelevant) Over() bool { return r.left <= 0 }

// TestWhereACrawlWouldHaveRunDry: after 50 pages that seem relevant none does.
func TestWhereACrawlWouldHaveRunDry(t *testing.T) {
	d := chain()
	d.stops = []func() StopRule{func() StopRule { return &irrelevant{10} }, func() StopRule { return &irrelevant{1000} }}
	l := newLossCount(d)
	l.count = 100
	var c curve
	for n := range 500 {
		c = append(c, int32(min(n+1, 40)))
		l.judge(n < 50, len(c))
	}
	window := dry.LeastWindow
	var ended Result
	l.record(&ended, c)
	got := ended.Loss
	if want := []Stop{{Fetched: 60, Recall: .4}, {Fetched: 500, Recall: .4}}; !slices.Equal(ended.Stops, want) {
		t.Errorf("the other rules end the crawl at %v, want %v", ended.Stops, want)
	}
	if got.Dry == nil || *got.Dry < window || *got.Dry > 50+window || got.DryRecall != .4 {
		t.Errorf("dry after %v fetches, recall %v", got.Dry, got.DryRecall)
	}
	r := Report{Results: []Result{{Topic: "t", Strategy: "s", Relevant: 100, Loss: got}}}
	if m := r.meanLoss("s"); m.Dry != 1 || m.ToDry != float64(*got.Dry)/100 || m.DryRecall != .4 {
		t.Errorf("%+v", m)
	}
}
