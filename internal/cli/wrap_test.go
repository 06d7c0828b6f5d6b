package cli

import (
	"strings"
	"testing"
)

func TestWrapUsage(t *testing.T) {
	text := "Examples:\n  gannet crawl --topic jobs --country de --out c\n\nFlags:\n      --out string   directory of the crawl (required)\n"
	want := "Examples:\n  gannet crawl --topic jobs \\\n      --country de --out c\n\n" +
		"Flags:\n      --out string\n          directory of the crawl\n          (required)\n"
	if got := wrapUsage(text, 34); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	want = "Flags:\n      --out string   directory of the crawl\n                     (required)\n"
	if got := wrapUsage(text[strings.Index(text, "Flags"):], 45); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}
