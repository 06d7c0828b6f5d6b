package overview

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// TestBreadthFirstIsReplayed replays a crawl that followed one chain of relevant pages before it looked at the siblings of each. The
// replay is made part by part, and holds as long as the crawl has not grown much.
func TestBreadthFirstIsReplayed(t *testing.T) {
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const chain = 3000
	pages := chainOfPages(chain)
	if _, err := db.Put(pages); err != nil {
		t.Fatal(err)
	}
	var r replay
	steps := 0
	for ; r.done == nil; steps++ {
		if err := r.step(db, len(pages)); err != nil {
			t.Fatal(err)
		}
	}
	b := r.done
	if b.Pages != 2*chain || b.Ours != chain || b.Half < chain/2-2 || b.Half > chain/2+2 || steps != 2*2*chain/replayParts {
		t.Errorf("after %d steps: %+v", steps, Breadth{b.Pages, b.Ours, b.Half, nil})
	}
	for _, p := range b.Curve {
		if math.Abs(float64(p.Relevant)-float64(p.Pages)/2) > 2 {
			t.Fatalf("after %d pages breadth first has %d", p.Pages, p.Relevant)
		}
	}
	if r.begin(7*chain/2) || !r.begin(8*chain) {
		t.Error("a replay is not made anew when a crawl has four times as many pages, or as many as are replayed")
	}
}

// chainOfPages returns relevant pages, each of which links to the next and to one that is not relevant. The latter come last.
func chainOfPages(n int) (pages []*store.Page) {
	url := func(kind string, i int) string { return fmt.Sprintf("http://h.test/%s/%d", kind, i) }
	for i := range n {
		p := &store.Page{URL: url("chain", i), Relevant: true, Fetched: start}
		if i > 0 {
			p.Via = url("chain", i-1)
		}
		p.Links = []uint64{weburl.Fingerprint(url("side", i)), weburl.Fingerprint(url("chain", i+1))}
		slices.Sort(p.Links)
		pages = append(pages, p)
	}
	for i := range n {
		pages = append(pages, &store.Page{URL: url("side", i), Via: url("chain", i), Fetched: start})
	}
	return pages
}

// TestBrokenFieldsAreFound holds that a field is broken where it is gone, and not where a site never had it or has few postings.
func TestBrokenFieldsAreFound(t *testing.T) {
	now := start.Add(30 * 24 * time.Hour)
	var p pass
	add := func(host string, n int, age time.Duration, of job.Posting) {
		for i := range n {
			p.add(&postings.Posting{URL: fmt.Sprintf("http://%s/%d", host, i), First: now.Add(-age), Last: now, Job: &of}, now)
		}
	}
	whole, poor := job.Posting{Company: "Iron", Location: "Oslo"}, job.Posting{Company: "Iron"}
	add("broken.test", 40, week+time.Hour, whole)
	add("broken.test", 30, time.Hour, poor)
	add("well.test", 90, 8*24*time.Hour, poor)
	add("well.test", 80, time.Hour, poor)
	add("chance.test", 12, week, whole)
	add("chance.test", 10, 0, whole)
	add("chance.test", 3, 0, poor)
	add("few.test", 12, week, whole)
	add("few.test", 3, 0, poor)
	sites := p.siteFields()
	if len(sites) != 3 || sites[0].Host != "broken.test" || sites[1].Host != "well.test" || sites[0].broken() != 1 || sites[1].broken() != 0 || sites[2].broken() != 0 {
		t.Fatalf("%+v", sites)
	}
	f := ofFields(sites)
	if len(f) != 1 || f[0].Sentence != "broken.test: 0 % of the new postings have the field location, 100 % had it the week before." || f[0].Link != "jobs?host=broken.test" {
		t.Errorf("%+v", f)
	}
}

// TestBrokenPromiseIsAFinding holds that an order that promises twice what comes is a finding.
func TestBrokenPromiseIsAFinding(t *testing.T) {
	w := &Worth{Promise: &crawler.Promise{Fetches: 500, Expected: 300, Relevant: 140}}
	if f := ofHarvest(w); len(f) != 1 || f[0].Sentence != "The order promised 300 relevant pages of the latest 500 links, and 140 came." {
		t.Errorf("%+v", f)
	}
	w.Promise.Relevant = 160
	if f := ofHarvest(w); len(f) != 0 {
		t.Errorf("%+v", f)
	}
	w = &Worth{Pages: 1500, Relevant: 150, Latest: 1000, Promise: &crawler.Promise{Fetches: 1000, Expected: 3}}
	if f := ofHarvest(w); len(f) != 1 || f[0].Sentence != "The harvest falls: 0 % of the latest pages are relevant, 10 % of all." {
		t.Errorf("an order that promised little, and gave nothing: %+v", f)
	}
}
