// Package annotate makes graded lists of links from kept crawls. Training learns an order of links from these lists.
//
// A link is graded by the page it leads to, as de Groc & Tannier do (section 3.3). Grade 3: that page is relevant, and
// another relevant page is within three links of it. 2: it is relevant alone. 1: it is not relevant but leads to such a
// page. 0: neither.
// Links to pages that the crawl did not keep have no grade and are left out.
package annotate

import (
	"errors"
	"fmt"

	"gannet/store"
	"gannet/training"
)

// Crawl is a stored crawl from which training lists are made.
type Crawl struct {
	DB       *store.DB
	Topic    string
	Relevant func(url string) bool // by labels; nil: by the crawl's classifier
	Answers  map[string]bool       // what people said of pages; counts before the classifier
}

func (c *Crawl) relevant(p *store.Page) bool {
	if c.Relevant != nil {
		return c.Relevant(p.URL)
	}
	if yes, ok := c.Answers[p.URL]; ok {
		return yes
	}
	return p.Relevant
}

// Summary counts the pages, links and rows of a Crawl.
type Summary struct {
	Topic    string
	Pages    int
	Relevant int
	Links    int    // with a grade
	Rows     int    // how many of them were drawn
	Lists    int    // in which the rows are
	Grades   [4]int // rows by grade
}

// summary sums up the lists of a crawl.
func (g *graph) summary(links int, s *training.Set) Summary {
	sum := Summary{Pages: len(g.grades), Links: links, Rows: s.Rows(), Lists: len(s.Lists)}
	for _, relevant := range g.relevant {
		if relevant {
			sum.Relevant++
		}
	}
	for _, list := range s.Lists {
		sum.Topic = list.Topic
		for i := range list.Rows {
			sum.Grades[list.Rows[i].Grade]++
		}
	}
	return sum
}

// ErrNoRows says that no link of a crawl leads to a stored page, so nothing can be learned from it.
var ErrNoRows = errors.New("no link leads to a page that was kept: crawl more pages")

func errNoRows(c *Crawl) error { return fmt.Errorf("%s: %w", c.DB.File(), ErrNoRows) }
