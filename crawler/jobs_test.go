package crawler

import (
	"path/filepath"
	"testing"

	"gannet/dedup"
	"gannet/job"
	"gannet/job/extract"
	"gannet/models/shipped"
	"gannet/store"
	"gannet/store/postings"
)

// otherVersion is a profile that this version cannot read.
type otherVersion struct{}

func (otherVersion) AppendBinary(b []byte) []byte { return append(b, "of another version"...) }

// TestRestoredPostingsAreKnownAgain keeps a posting with its profile, and one whose profile no version can read. Copies
// of both are known after a restart.
func TestRestoredPostingsAreKnownAgain(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ad := func(host, title, text string) *job.Posting {
		return &job.Posting{
			URL: "http://" + host + ".test/a", Title: title, Company: "Kringle and Daughters", Location: "Elmford",
			Language: "en", Description: text,
		}
	}
	const bread = "You knead and bake the rye of the night from ten to six, look after two ovens and keep the books of flour."
	const van = "We look for somebody who drives our blue van to forty shops before dawn and speaks kindly with each of them."
	first := testJobs(t)
	baker, driver := first.Prepare(ad("one", "Night baker", bread)), first.Prepare(ad("two", "Van driver", van))
	driver.Profile = otherVersion{}
	if _, err := db.Put([]*store.Page{
		{URL: "http://one.test/a", Status: 200, Postings: []*postings.Found{baker}}, {URL: "http://two.test/a", Status: 200, Postings: []*postings.Found{driver}},
	}); err != nil {
		t.Fatal(err)
	}
	again := testJobs(t)
	if err := again.Restore(db); err != nil {
		t.Fatal(err)
	}
	for of, copied := range map[uint64]*job.Posting{1: ad("three", "Night baker", bread), 2: ad("four", "Van driver", van)} {
		d, err := again.Decide(10+of, again.Prepare(copied))
		if err != nil || d.Of != of || d.Cluster != of {
			t.Errorf("copy of posting %d: %+v %v", of, d, err)
		}
	}
}

func testJobs(t *testing.T) *Jobs {
	model, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	d, err := dedup.NewDeduper(dedup.DefaultOptions(model))
	if err != nil {
		t.Fatal(err)
	}
	return &Jobs{Extract: new(extract.Extractor), Dedup: d}
}
