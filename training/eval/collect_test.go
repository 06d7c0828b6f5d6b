package eval

import (
	"slices"
	"testing"

	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/ranker/evidence"
	"gannet/training"
)

func TestCollectListsLinksWithTheirGrades(t *testing.T) {
	site, labels := frozen(t, 1500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	o := beekeeping(3)
	o.Draws = 2
	var ended []int
	o.Progress = func(done, _ int) { ended = append(ended, done) }
	all, err := Collect(t.Context(), web, labels, o)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(ended, []int{0, 1, 2}) {
		t.Errorf("%v crawls had ended when progress was reported, want 0, 1 and 2", ended)
	}
	if all.Links.Schema != features.LinkSchema || all.Crawl.Schema != evidence.Schema {
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

// leadsOn searches up to three links for a relevant page other than the first. It counts all labelled pages, because this
// web's crawls reach all of them.
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

// TestCollectGradesByTheClassifier compares with a classifier learned once more for the same draw.
func TestCollectGradesByTheClassifier(t *testing.T) {
	site, labels := frozen(t, 1500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	o := beekeeping(3)
	o.Own = true
	all, err := Collect(t.Context(), web, labels, o)
	if err != nil {
		t.Fatal(err)
	}
	if o, err = o.complete(labels); err != nil {
		t.Fatal(err)
	}
	d, err := web.draw(labels.pages["beekeeping"], o, xxh3.HashString("beekeeping"), 0)
	if err != nil {
		t.Fatal(err)
	}
	seen, other := map[bool]int{}, 0
	for _, row := range all.Links.Lists[0].Rows {
		own := d.classifier.Score(web.vectors[web.ids[row.Note]]) >= 0.5
		if got := row.Grade >= training.Relevant; got != own {
			t.Fatalf("%s has grade %d", row.Note, row.Grade)
		}
		if seen[own]++; own != labels.Has("beekeeping", row.Note) {
			other++
		}
	}
	if seen[true] == 0 || seen[false] == 0 || other == 0 {
		t.Errorf("relevant or not %v, %d of them not as the labels say: the test shows nothing", seen, other)
	}
}
