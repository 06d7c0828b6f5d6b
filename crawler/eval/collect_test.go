package eval

import (
	"slices"
	"testing"

	"gannet/features"
	"gannet/ranker"
	"gannet/ranker/training"
)

func TestCollectListsLinksWithTheirGrades(t *testing.T) {
	site, labels := frozen(t, 1500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Name: "generated", Topics: []string{"beekeeping"}, Draws: 2, Seed: 3}
	all, err := Collect(t.Context(), web, labels, o)
	if err != nil {
		t.Fatal(err)
	}
	if all.Links.Schema != features.LinkSchema || all.Crawl.Schema != ranker.CrawlSchema {
		t.Errorf("schemas %q and %q", all.Links.Schema, all.Crawl.Schema)
	}
	if len(all.Links.Lists) != 2 || len(all.Crawl.Lists) < 4 {
		t.Fatalf("%d lists of links and %d of moments, want one a draw and several", len(all.Links.Lists), len(all.Crawl.Lists))
	}
	for _, set := range []*training.Set{&all.Links, &all.Crawl} {
		relevant := 0
		for _, list := range set.Lists {
			if list.Topic != "generated/beekeeping" {
				t.Fatalf("topic %q", list.Topic)
			}
			for _, row := range list.Rows {
				if len(row.X) != len(set.Names) {
					t.Fatalf("%d values for %d features", len(row.X), len(set.Names))
				}
				if got, want := row.Grade >= training.Relevant, labels.Has("beekeeping", row.Note); got != want {
					t.Fatalf("%s has grade %d, but its label is %v", row.Note, row.Grade, want)
				}
				if leads := row.Grade%2 == 1; leads != leadsOn(web, labels, row.Note) {
					t.Fatalf("%s has grade %d", row.Note, row.Grade)
				}
				if row.Grade >= training.Relevant {
					relevant++
				}
			}
		}
		if relevant == 0 || relevant == set.Rows() {
			t.Errorf("%s: %d of %d links are relevant: nothing to learn", set.Schema, relevant, set.Rows())
		}
	}
	again, err := Collect(t.Context(), web, labels, o)
	if err != nil {
		t.Fatal(err)
	}
	if all.Links.Checksum() != again.Links.Checksum() || all.Crawl.Checksum() != again.Crawl.Checksum() {
		t.Error("two runs with one seed differ")
	}
}

// leadsOn walks links, up to three of them, to a relevant page other than the first. It takes all labelled pages for
// pages to be found, as this web's crawls reach them.
func leadsOn(web *Web, labels *Labels, url string) bool {
	seen := []string{url}
	for from, step := 0, 0; step < 3; step++ {
		to := len(seen)
		for ; from < to; from++ {
			page := web.pages[web.ids[seen[from]]]
			for i := range page.Links {
				next := page.Links[i].URL
				if !web.has(next) || slices.Contains(seen, next) {
					continue
				}
				if labels.Has("beekeeping", next) {
					return true
				}
				seen = append(seen, next)
			}
		}
	}
	return false
}
