package crawler

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// TestAReplayedPageSaysWhatItSaidInTheCrawl: the text of a posting that a page has only in its data is there when the page is read again.
func TestAReplayedPageSaysWhatItSaidInTheCrawl(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const text = "You twist hemp into ropes of forty fathoms, and splice them for the ships."
	found := testJobs(t).Prepare(&job.Posting{URL: "http://mill.test/1", Title: "Rope Maker", Description: text}, "")
	if _, err := db.Put([]*store.Page{{
		URL: "http://mill.test/1", Status: 200, Fetched: time.Unix(1e9, 0), Postings: []*postings.Found{found},
		Body: []byte(`<title>Rope Maker</title><p>Mill<script type="application/ld+json">{"@type":"JobPosting","title":"Rope Maker","description":"` + text + `"}</script>`),
	}}); err != nil {
		t.Fatal(err)
	}
	p, err := NewHistory(db, nil).Page("http://mill.test/1")
	if err != nil {
		t.Fatal(err)
	}
	if page := p.Source.Page; !strings.Contains(page.TextOf(page.Content()), "forty fathoms") {
		t.Errorf("it says %q", page.TextOf(page.Content()))
	}
}
