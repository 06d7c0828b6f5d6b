package features

import (
	"testing"

	"gannet/internal/testdata"
)

// webs are the frozen webs that tests read pages of.
var webs = []string{"uci", "enwiki6k", "planetmath"}

// source is a page of a frozen web.
type source struct {
	url  string
	body []byte
}

// samplePages reads every nth page of a frozen web, at most limit of them.
func samplePages(t testing.TB, web string, nth, limit int) []source {
	t.Helper()
	var pages []source
	i := 0
	testdata.EachPage(t, web, func(url string, body []byte) bool {
		if i%nth == 0 {
			pages = append(pages, source{url, body})
		}
		i++
		return len(pages) < limit
	})
	if len(pages) == 0 {
		t.Fatalf("no pages in %s", web)
	}
	return pages
}

// spread is how many pages of a web lie between two that benchmarks read.
var spread = map[string]int{"uci": 145, "enwiki6k": 20, "planetmath": 27}
