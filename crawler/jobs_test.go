package crawler

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/dedup"
	"gannet/features"
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
	baker, driver := first.Prepare(ad("one", "Night baker", bread), ""), first.Prepare(ad("two", "Van driver", van), "")
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
		d, err := again.Decide(10+of, again.Prepare(copied, ""))
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

// TestAPostingIsKnownOnAPageThatSeemsToBeNone: without markup, pages seem to show none here. The page of before is told by its title and
// text, though single sentences have changed.
func TestAPostingIsKnownOnAPageThatSeemsToBeNone(t *testing.T) {
	const duties = `<p>You knead and bake the rye of the night from ten to six, look after two ovens and keep the books of flour.
		<p>On Sundays you bring warm loaves to the forty inns of Elmford, and you teach our young bakers how a dough has to rest.`
	page := func(title, text string) *features.Page {
		html := "<html lang=en><title>" + title + "</title><h1>" + title + "</h1>" + text
		p, err := features.NewReader().Read("http://mill.test/1", []byte(html))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	j, now := testJobs(t), time.Unix(1_780_000_000, 0)
	first := j.Extract.Known(page("Night baker", duties), now)
	before := j.Dedup.Prepare(first).AppendBinary(nil)
	for _, c := range []struct {
		is, title, text string
		known           bool
	}{
		{"the same", "Night baker", duties, true},
		{"changed a little", "Night baker", strings.Replace(duties, "two ovens", "three large ovens", 1) + "<p>Come and see us.", true},
		{"another title", "Van driver", duties, false},
		{"gone", "Night baker", "<p>The page you are looking for is not there any more. See our other offers instead, or ask for news by mail.", false},
		{"marked up as another", "Night baker", duties + `<script type="application/ld+json">{"@type":"JobPosting","title":"Cook"}</script>`, false},
	} {
		if got := j.FindKnown(page(c.title, c.text), before, now); (got != nil) != c.known || got != nil && got.Title != c.title {
			t.Errorf("%s: %+v", c.is, got)
		}
	}
	missing := j.Extract.Known(page("The page is not there", "<p>Nothing is to be found at this address."), now)
	edited := j.Extract.Known(page("Baker by night", duties), now)
	if !j.AreOthers([]*job.Posting{missing}, before) || j.AreOthers([]*job.Posting{missing, edited}, before) || j.AreOthers([]*job.Posting{missing}, nil) {
		t.Error("another posting is taken for the one of before, or the one of before for another")
	}
	if got := j.FindKnown(page("Night baker", duties), []byte("of another version"), now); got != nil {
		t.Errorf("%+v is known by a profile that cannot be read", got)
	}
}
