package crawldir_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/store"
	"gannet/topic/label"
)

// TestACrawlTakesAnswers: a person says that the topic is another one than the keywords say. The next run judges all pages by that.
func TestACrawlTakesAnswers(t *testing.T) {
	dir := t.TempDir()
	if before := crawlGarden(t, dir, gardenOptions(60)); before.Answers != 0 {
		t.Fatalf("%+v", before)
	}
	fields := func(p *store.Page) bool { // those without bees
		return !slices.ContainsFunc([]string{"0", "3", "6", "9"}, func(end string) bool { return p.URL[len(p.URL)-1:] == end })
	}
	answered := make(map[string]bool)
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	err = r.Store.Select(store.Selection{Limit: 20}, func(p *store.Page) error {
		a := label.Answer{URL: p.URL, Verdict: label.No, Time: time.Unix(1, 0)}
		if answered[p.URL] = fields(p); answered[p.URL] {
			a.Verdict = label.Yes
		}
		return label.Append(filepath.Join(dir, crawldir.LabelsFile), a)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if state := crawlGarden(t, dir, gardenOptions(70)); state.Answers != 20 {
		t.Errorf("%+v", state)
	}
	if r, err = crawldir.Read(dir); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for url, yes := range answered {
		if p, err := r.Store.Get(url); err != nil || p.Relevant != yes {
			t.Errorf("%s: relevant %v, answered %v, %v", url, p.Relevant, yes, err)
		}
	}
	if _, err := crawldir.Check(dir, func(p crawldir.Problem) error { t.Error(p); return nil }); err != nil {
		t.Error(err)
	}
}
