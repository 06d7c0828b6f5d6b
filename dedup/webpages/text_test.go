package webpages

import (
	"fmt"
	"strings"
	"testing"

	"gannet/features"
)

// TestTextOfLists: two pages of links with one footer have different texts. An article is compared without its menu.
func TestTextOfLists(t *testing.T) {
	footer := "<p>" + strings.Repeat("This server was last restarted by its keepers on a quiet day. ", 4) + "</p>"
	list := func(name string) string {
		var b strings.Builder
		for i := range 120 {
			fmt.Fprintf(&b, "<li><a href=/%s/%d>%s %d</a>", name, i, name, i)
		}
		return "<ul>" + b.String() + "</ul>" + footer
	}
	lamps, wicks := read(t, list("lamp")), read(t, list("wick"))
	if lamps == wicks || !strings.Contains(lamps, "lamp 7") {
		t.Errorf("the text of a list is %.80q", lamps)
	}
	article := read(t, "<ul><li><a href=/>Menu of the town</a></ul><p>"+strings.Repeat("The lamps are lit at dusk. ", 60)+"</p>")
	if strings.Contains(article, "Menu") {
		t.Errorf("the text of an article is %.80q", article)
	}
}

func read(t *testing.T, body string) string {
	t.Helper()
	p, err := features.NewReader().Read("http://town.example/", []byte("<html><title>Town</title><body>"+body))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Clone(Text(p))
}
