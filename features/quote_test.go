package features_test

import (
	"testing"

	"gannet/features"
)

// TestQuotesKeepTheSignsAtTheirEnds, and nothing of the words beside.
func TestQuotesKeepTheSignsAtTheirEnds(t *testing.T) {
	for title, want := range map[string]string{
		"Baker (m/w/d)": "Baker (m/w/d)", "  (Senior) Baker! ": "(Senior) Baker!", "求人（東京）": "求人（東京）", "Baker": "Baker", "—": "",
	} {
		p, err := features.NewReader().Read("http://mill.test/", []byte("<title>"+title+"</title><p>Mill <a href=/1>("+title+")</a> of"))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Quote(p.Title); got != want {
			t.Errorf("%q is quoted as %q", title, got)
		}
		if want != "" && p.Quote(p.Links[0].Anchor) != "("+want+")" && title[0] != ' ' {
			t.Errorf("%q as an anchor is quoted as %q", title, p.Quote(p.Links[0].Anchor))
		}
	}
	var empty features.Page
	if got := empty.Quote(features.Span{Start: 3, End: 5}); got != "" {
		t.Errorf("of no page %q is quoted", got)
	}
}
