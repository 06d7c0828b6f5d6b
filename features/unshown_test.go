package features_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gannet/features"
)

// TestUnshownTextIsContentOnly: a text that the page does not show belongs to its content and its fingerprint, also in its packed form. A text that the
// body holds by at least half is not added again, and what is added has a bound.
func TestUnshownTextIsContentOnly(t *testing.T) {
	read := func(body string) *features.Page {
		p, err := features.NewReader().Read("http://mill.test/", []byte("<title>Mill</title><body>"+body))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const text = "Night Baker\nYou knead and bake the rye of the night from ten to six."
	p, plain := read("<p>Jobs at the mill"), read("<p>Jobs at the mill")
	p.AddUnshown([]string{text})
	if got := p.TextOf(p.Content()); got != "Jobs at the mill\n"+strings.TrimSuffix(text, ".") {
		t.Errorf("content %q", got)
	}
	if p.Body != plain.Body || p.Main != plain.Main || p.Blocks[0] != plain.Blocks[0] || p.TextOf(p.Body) != plain.TextOf(plain.Body) {
		t.Error("the body is another one")
	}
	if want := read("<p>Jobs at the mill<p>" + text); p.Fingerprint != want.Fingerprint {
		t.Errorf("fingerprint %x, of a page that shows the text %x", p.Fingerprint, want.Fingerprint)
	}
	packed, err := features.Unpack(p.AppendPacked(nil))
	if err != nil || packed.Content() != p.Content() || packed.Fingerprint != p.Fingerprint {
		t.Errorf("packed: %v, %v", packed, err)
	}
	for body, added := range map[string]bool{
		"<h1>Night Baker</h1><p>You knead and bake the rye of the night.": false, "<p>You knead and bake": true, "": true, "<p>six to ten from night the of rye the bake and knead you": true,
	} {
		p = read(body)
		p.AddUnshown([]string{text})
		if (p.Content().End > p.Body.End) != added {
			t.Errorf("on a page of %q it was added: %v", body, !added)
		}
	}
	long := strings.Repeat("lorem ipsum ", 1e5)
	p = read("")
	p.AddUnshown([]string{long, long, strings.Repeat("é", 1e5)})
	if !utf8.Valid(p.Text) {
		t.Error("a letter is cut in two")
	}
	if len(p.Text) > 300_000 {
		t.Errorf("%d bytes", len(p.Text))
	}
}
