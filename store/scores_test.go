package store

import (
	"path/filepath"
	"testing"
)

// TestScoresAreThoseOfLookup: what is read of a few buckets alone is what Lookup says.
func TestScoresAreThoseOfLookup(t *testing.T) {
	d, err := Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if s, ok := d.Scores("http://example.org/"); ok {
		t.Errorf("an empty store has %+v", s)
	}
	pages := []*Page{
		{URL: "http://example.org/", Score: .25, Body: []byte("a")},
		{URL: "http://example.org/b", Via: "http://example.org/", ViaAnchor: "b", Charset: "utf-8", Score: .5, Depth: 1, Status: 200, Body: []byte("b")},
		{URL: "http://example.org/c", Via: "http://example.org/gone", Score: .75, Depth: 2, Body: []byte("c")},
		{URL: "http://example.org/d", Canonical: "http://example.org/b", Via: "http://example.org/", Score: .1, Body: []byte("d")},
		{URL: "http://example.org/e", Via: "http://example.org/d", Score: 1, Body: []byte("e")},
	}
	if _, err := d.Put(pages); err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		want, outcome, err := d.Lookup(p.URL)
		if err != nil {
			t.Fatal(err)
		}
		via, _, err := d.Lookup(want.Via)
		s, ok := d.Scores(p.URL)
		if ok != (outcome == Stored) {
			t.Errorf("%s: kept %v, want %v", p.URL, ok, outcome)
			continue
		}
		if !ok {
			continue
		}
		if s.Page != want.Score || s.Linked != (want.Via != "") || s.Known != (err == nil) || s.Known && s.Via != via.Score {
			t.Errorf("%s: %+v, want %v and %v", p.URL, s, want, via)
		}
	}
}
