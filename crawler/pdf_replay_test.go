package crawler

import (
	"context"
	"slices"
	"testing"

	"gannet/features"
	"gannet/ranker"
)

// TestRememberedPagesSayWhetherTheyShowJobs: a page that is not read again has no text, so what its links to PDF files were is
// remembered.
func TestRememberedPagesSayWhetherTheyShowJobs(t *testing.T) {
	c := &Crawl{jobs: new(Jobs), pdf: func(context.Context, []byte) ([]byte, error) { return nil, nil }}
	page := &features.Page{Links: []features.Link{{URL: "http://example.org/a"}, {URL: "http://example.org/b.pdf"}}}
	for _, showsJobs := range []bool{false, true} {
		p := &ReplayedPage{Source: &ranker.Source{Page: page, Followed: []bool{true, true}}, remembered: true, showsJobs: showsJobs}
		c.leaveOutPDF(p)
		if want := []bool{true, showsJobs}; !slices.Equal(p.Source.Followed, want) {
			t.Errorf("shows jobs %v: followed %v, want %v", showsJobs, p.Source.Followed, want)
		}
	}
}
