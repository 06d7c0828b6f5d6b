package template

import (
	"testing"

	"golang.org/x/net/html"
)

// TestHintsNeverExclude holds hints against the selectors themselves, on every element of a page.
func TestHintsNeverExclude(t *testing.T) {
	doc := parsed(t, `<html id="a b"><body class="x  job-title y"><h1 id=top class=x>Cook</h1><dl class="l m"><dt>Place</dt><dd id=p>Kiel
		<b class=m itemprop="a.b#c]">x</b></dd></dl><p class=".z">y</p><svg class=x><PATH id=top></svg></body></html>`)
	for _, s := range []string{
		"h1", "#top", ".x", ".job-title .x", "h1#top.x", "dl.l.m > dd", `dt:contains("Place") + dd`, `dt:contains("a .y > b") ~ dd`, "dd#p b.m",
		`b[itemprop="a.b#c]"]`, "h1, .m", ":not(.x)", "body :not(h1.x)", "dd:has(b.m)", "*", "dl > *", `[class="x"]`, "b:nth-of-type(1)", "p:not(.x):not(#top)",
		`dd:matches("^K.*")`, `H1`, "dd:haschild(b.m)", "svg path", "[id=top]",
	} {
		m, err := selector(s)
		if err != nil {
			t.Fatal(err)
		}
		h := hintOf(s)
		for n := doc; n != nil; n = next(n, doc) {
			if n.Type != html.ElementNode {
				continue
			}
			if e := elementOf(n); m.Match(n) && !h.mayMatch(&e) {
				t.Errorf("%q matches <%s class=%q id=%q>, but its hint %+v excludes it", s, n.Data, e.class, e.id, h)
			}
		}
	}
	if h := hintOf(`#a > dl.l.long dd.value:contains("x")`); h != (hint{tag: "dd", class: "value"}) {
		t.Errorf("%+v: a plain selector has a hint", h)
	}
}
