package cli

import (
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"pages", "patience", "per-host", "proxy", "stats", "crawl"}
	for word, want := range map[string]string{
		"pagse": "pages", "page": "pages", "perhost": "per-host", "PAGES": "pages", "cra": "crawl", "craw": "crawl",
		"x": "", "export": "", "": "", "königreich": "", "p": "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
