package crawler

import (
	"fmt"
	"slices"
	"testing"
)

// TestRenderRules: what two pages of a shape have read says what others read, whichever part of their URLs the address repeats. Pages that read
// the same address, or none that repeats a part, make no rule.
func TestRenderRules(t *testing.T) {
	for _, c := range []struct {
		page, data string // with %d for a number
		want       string // of number 7; "": no rule
	}{
		{"http://a.test/jobs/%d", "http://api.test/v1/jobs/%d.json", "http://api.test/v1/jobs/7.json"},
		{"http://a.test/jobs/smith-%d", "http://a.test/api/job?id=%d&lang=en", "http://a.test/api/job?id=7&lang=en"},
		{"http://a.test/jobs/smith-%d", "http://a.test/api/smith-%d", "http://a.test/api/smith-7"},
		{"http://a.test/search?page=%d&q=smith", "http://a.test/api/search?offset=0&p=%d", "http://a.test/api/search?offset=0&p=7"},
		{"http://a.test/%d/ads/x", "http://a.test/data/%d/x.json", "http://a.test/data/7/x.json"},
		{"http://a.test/jobs/%d", "http://a.test/api/jobs/1%d0", ""},
		{"http://a.test/jobs/%d", "http://a.test/api/all", ""},
	} {
		var r renderRules
		fill := func(s string, n int) string {
			if slices.Contains([]byte(s), '%') {
				return fmt.Sprintf(s, n)
			}
			return s
		}
		page := func(n int) string { return fill(c.page, n) }
		for n := 2; n < 4; n++ {
			if got := r.addresses(shapeOf(page(7)), page(7)); got != nil {
				t.Errorf("%s: a rule after %d pages: %v", c.page, n-2, got)
			}
			r.learn(shapeOf(page(n)), page(n), []string{fill(c.data, n), "http://a.test/config.json"})
		}
		got := r.addresses(shapeOf(page(7)), page(7))
		if want := []string{c.want}; c.want == "" && got != nil || c.want != "" && !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %s", c.page, got, c.want)
		}
	}
}

// TestRenderRuleEnds: a rule whose addresses give nothing is given up, and another shape keeps its own.
func TestRenderRuleEnds(t *testing.T) {
	var r renderRules
	for n := range 2 {
		for _, shape := range []string{"jobs", "news"} {
			r.learn("a.test /"+shape+"/*", fmt.Sprintf("http://a.test/%s/%d", shape, n), []string{fmt.Sprintf("http://a.test/api/%s/%d", shape, n)})
		}
	}
	follow := func(shape string, n int, gave bool) bool {
		urls := r.addresses("a.test /"+shape+"/*", fmt.Sprintf("http://a.test/%s/%d", shape, n))
		for _, url := range urls {
			r.settle(url, gave)
			r.settle(url, false) // counts once
		}
		return urls != nil
	}
	if !follow("jobs", 7, true) || !follow("jobs", 8, false) || !follow("jobs", 9, false) || follow("jobs", 10, true) {
		t.Error("two failures of three do not end the rule, or one does")
	}
	if !follow("news", 7, true) {
		t.Error("another shape has no rule")
	}
}
