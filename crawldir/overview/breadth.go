package overview

import (
	"gannet/internal/weburl"
	"gannet/store"
)

// Breadth compares the order of the crawl with breadth first over the same pages. Breadth first would not have found all of them
// so soon, since the order chose them; so what it harvests here is more than it would have.
type Breadth struct {
	Pages int     `json:"pages"`          // the first pages of the crawl, over which it is replayed
	Ours  int     `json:"relevant"`       // relevant pages in the first half of them, by the order of the crawl
	Half  int     `json:"relevant_bound"` // and by breadth first, at most
	Curve []Point `json:"curve,omitempty"`
}

const (
	leastReplay  = 500    // pages; of fewer nothing is concluded
	replayGrowth = 4      // times as many pages as before have another replay made
	mostReplay   = 16_384 // pages; more would take memory that a crawl needs
	replayParts  = 2000   // pages that one overview reads
	replayShown  = 100    // points of the curve
)

// replay reads the first pages of a crawl and their links, part by part, and visits them breadth first. It is made again when
// the crawl has four times as many pages, so that pages are read a few times at most.
type replay struct {
	done   *Breadth
	goal   int // pages that the replay under way has; 0: none is
	read   int // pages so far, in this pass
	after  uint64
	linked bool // the links are being read
	at     map[uint64]uint32
	nodes  []replayNode
}

// replayNode is a page.
type replayNode struct {
	relevant bool
	via      uint64 // fingerprint of the page on which its link was found; 0: a seed
	links    []uint32
}

// step goes on with the replay of a crawl that has so many pages.
func (r *replay) step(s Store, pages int) error {
	if r.goal == 0 && !r.begin(pages) {
		return nil
	}
	limit := min(replayParts, r.goal-r.read)
	got := 0
	err := s.Select(store.Selection{After: r.after, Limit: limit, Links: r.linked}, func(p *store.Page) error {
		got, r.after = got+1, p.Seq
		r.take(p)
		return nil
	})
	if err != nil {
		return err
	}
	if r.read += got; r.read < r.goal && got == limit {
		return nil
	}
	if !r.linked {
		r.linked, r.read, r.after = true, 0, 0
		return nil
	}
	r.done = r.breadthFirst()
	r.goal, r.at, r.nodes = 0, nil, nil
	return nil
}

// begin reports whether the crawl has enough pages for another replay.
func (r *replay) begin(pages int) bool {
	last := 0
	if r.done != nil {
		last = r.done.Pages
	}
	if goal := min(pages, mostReplay); goal >= max(leastReplay, replayGrowth*last) || goal == mostReplay && last < mostReplay {
		*r = replay{done: r.done, goal: goal, at: make(map[uint64]uint32, goal)}
		return true
	}
	return false
}

// take takes a page, or its links once all pages are known.
func (r *replay) take(p *store.Page) {
	self := weburl.Fingerprint(p.URL)
	if !r.linked {
		n := replayNode{relevant: p.Relevant}
		if p.Via != "" {
			n.via = weburl.Fingerprint(p.Via)
		}
		r.at[self] = uint32(len(r.nodes))
		r.nodes = append(r.nodes, n)
		return
	}
	from, known := r.at[self]
	if !known {
		return
	}
	for _, link := range p.Links {
		if to, kept := r.at[link]; kept && to != from {
			r.nodes[from].links = append(r.nodes[from].links, to)
		}
	}
}

// breadthFirst visits the pages. If none waits, the next one of the crawl is visited, as a seed.
func (r *replay) breadthFirst() *Breadth {
	for i := range r.nodes { // a page found by a redirect or a sitemap is no link of its source page
		if from, kept := r.at[r.nodes[i].via]; kept && r.nodes[i].via != 0 {
			r.nodes[from].links = append(r.nodes[from].links, uint32(i))
		}
	}
	order := make([]uint32, 0, len(r.nodes))
	queued := make([]bool, len(r.nodes))
	push := func(n uint32) {
		if !queued[n] {
			queued[n] = true
			order = append(order, n)
		}
	}
	for i := range r.nodes {
		if r.nodes[i].via == 0 {
			push(uint32(i))
		}
	}
	for next, visited := 0, 0; visited < len(r.nodes); visited++ {
		for ; len(order) == visited; next++ {
			push(uint32(next))
		}
		for _, to := range r.nodes[order[visited]].links {
			push(to)
		}
	}
	return r.measure(order)
}

// measure counts the relevant pages of breadth first and of the crawl's own order.
func (r *replay) measure(order []uint32) *Breadth {
	b := &Breadth{Pages: len(order)}
	found, step := 0, max(1, len(order)/replayShown)
	for i, n := range order {
		if r.nodes[n].relevant {
			found++
		}
		if i < len(order)/2 {
			b.Half = found
			if r.nodes[i].relevant {
				b.Ours++
			}
		}
		if (i+1)%step == 0 {
			b.Curve = append(b.Curve, Point{Pages: i + 1, Relevant: found})
		}
	}
	return b
}
