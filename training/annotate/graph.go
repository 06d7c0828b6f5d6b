package annotate

import (
	"errors"
	"fmt"
	"slices"

	"gannet/crawler"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/training"
)

// reach is the largest number of links between a page and a relevant page to which it leads (de Groc & Tannier, section
// 3.3).
const reach = 3

// graph is the link graph of the pages that a crawl kept, with a grade for each page. Pages are numbered in the order in
// which they were stored. It takes 4 bytes a link and some 200 a page.
type graph struct {
	pages    map[uint64]int32 // page numbers by the fingerprint of every URL that leads there
	relevant []bool
	edges    []int32 // the targets of all links, page after page
	ends     []int   // where each page's links end in edges
	grades   []uint8
}

// readGraph reads the graph of a crawl and grades its pages.
func readGraph(c *Crawl) (*graph, error) {
	g := &graph{}
	heads, err := g.number(c)
	if err != nil {
		return nil, err
	}
	if err := g.link(c); err != nil {
		return nil, err
	}
	more, err := g.redirects(c, heads)
	if err != nil {
		return nil, err
	}
	if more {
		err = g.link(c)
	}
	g.grade()
	return g, err
}

// head is a page's URL and the page on which its link was found.
type head struct{ url, via string }

// number numbers the pages.
func (g *graph) number(c *Crawl) (heads []head, err error) {
	known, err := c.DB.Numbers()
	if err != nil {
		return nil, err
	}
	numbers := make(map[uint64]int32, len(known))
	err = c.DB.EachWithoutBody(func(p *store.Page) error {
		numbers[p.Seq] = int32(len(heads))
		heads = append(heads, head{p.URL, p.Via})
		g.relevant = append(g.relevant, c.relevant(p))
		return nil
	})
	g.pages = make(map[uint64]int32, len(known))
	for link, seq := range known {
		g.pages[link] = numbers[seq]
	}
	return heads, err
}

// link finds the links between pages.
func (g *graph) link(c *Crawl) error {
	g.edges, g.ends = g.edges[:0], g.ends[:0]
	return c.DB.EachWithoutBody(func(p *store.Page) error {
		from := int32(len(g.ends))
		for _, link := range p.Links {
			if to, ok := g.pages[link]; ok && to != from {
				g.edges = append(g.edges, to)
			}
		}
		g.ends = append(g.ends, len(g.edges))
		return nil
	})
}

// out returns the pages that a page links to.
func (g *graph) out(page int32) []int32 {
	begin := 0
	if page > 0 {
		begin = g.ends[page-1]
	}
	return g.edges[begin:g.ends[page]]
}

// redirects finds URLs that redirected to kept pages, and reports whether there are any. The store does not keep these URLs. But if a page was found
// on another page that has no link to it, it was reached by a redirect. In that case the anchor that the crawl kept shows which link was followed.
func (g *graph) redirects(c *Crawl, heads []head) (more bool, err error) {
	h := crawler.NewHistory(c.DB, nil)
	for i, page := range heads {
		via, kept := g.pages[weburl.Fingerprint(page.via)]
		if !kept || slices.Contains(g.out(via), int32(i)) {
			continue
		}
		p, _, err := c.DB.Lookup(page.url)
		if err != nil {
			return more, err
		}
		through, err := h.Through(p)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return more, fmt.Errorf("how %s was found: %w", p.URL, err)
		}
		if len(through) != 1 {
			continue
		}
		if from := weburl.Fingerprint(through[0]); !has(g.pages, from) {
			g.pages[from] = int32(i)
			more = true
		}
	}
	return more, nil
}

func has(pages map[uint64]int32, link uint64) bool {
	_, ok := pages[link]
	return ok
}

// grade grades every page.
func (g *graph) grade() {
	leads := g.leads()
	g.grades = make([]uint8, len(g.relevant))
	for i, relevant := range g.relevant {
		g.grades[i] = training.Grade(relevant, leads[i])
	}
}

// none stands for no page.
const none = -1

// leads reports for every page whether it leads to another relevant page within reach. In each round a page remembers up to two relevant pages. Two
// are enough: at least one of them is not the page itself, and pages that link to it need no more.
func (g *graph) leads() []bool {
	near := make([][2]int32, len(g.relevant))
	for i, relevant := range g.relevant {
		near[i] = [2]int32{none, none}
		if relevant {
			near[i][0] = int32(i)
		}
	}
	next := make([][2]int32, len(near))
	for range reach {
		for i := range near {
			next[i] = near[i]
			for _, to := range g.out(int32(i)) {
				remember(&next[i], near[to][0])
				remember(&next[i], near[to][1])
				if next[i][1] != none {
					break
				}
			}
		}
		near, next = next, near
	}
	leads := make([]bool, len(near))
	for i, two := range near {
		leads[i] = two[0] != none && two[0] != int32(i) || two[1] != none
	}
	return leads
}

func remember(two *[2]int32, page int32) {
	switch {
	case page == none || page == two[0] || page == two[1]:
	case two[0] == none:
		two[0] = page
	case two[1] == none:
		two[1] = page
	}
}
