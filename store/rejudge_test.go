package store

import (
	"reflect"
	"testing"
)

// TestRejudgeChangesVerdictsAlone judges pages again, and holds all else against what was stored.
func TestRejudgeChangesVerdictsAlone(t *testing.T) {
	db := openTest(t)
	results := put(t, db, fullPage("http://a.test/1"), fullPage("http://a.test/2"))
	verdicts := []Verdict{{Page: results[0].Seq, Score: 0.25}, {Page: results[1].Seq, Score: 0.75, Relevant: true}, {Page: 99, Score: 1}}
	if err := db.Rejudge(verdicts); err != nil {
		t.Fatal(err)
	}
	for i, url := range []string{"http://a.test/1", "http://a.test/2"} {
		got, err := db.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		if got.Score != verdicts[i].Score || got.Relevant != verdicts[i].Relevant {
			t.Errorf("%s has score %v, relevant %v", url, got.Score, got.Relevant)
		}
		want := fullPage(url)
		if got.ViaAnchor != want.ViaAnchor || !reflect.DeepEqual(got.Header, want.Header) || string(got.Body) != string(want.Body) || len(got.Links) != 4 {
			t.Errorf("%s has changed: %+v", url, got)
		}
	}
	stats, err := db.Stats()
	if err != nil || stats.Pages != 2 || stats.Relevant != 1 || stats.MeanScore != 0.5 || stats.TopHosts[0].Relevant != 1 {
		t.Errorf("%+v, %v", stats, err)
	}
	if err := db.Check(func(problem string) error { t.Error(problem); return nil }); err != nil {
		t.Error(err)
	}
}
