package features

import "testing"

func read(t testing.TB, body string) *Page {
	t.Helper()
	p, err := NewReader().Read("http://example.org/a/b.html", []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRead(t *testing.T) {
	p := read(t, `<!doctype html><html lang="EN"><head><title> A  title </title>
<meta name=description content="short words"><meta name=robots content="noindex, NOFOLLOW">
<link rel=canonical href=/c><base href="/d/"></head>
<body><h1>Head</h1><p>one <b>tw</b>o <a rel="x ugc"
 href="e?f#g">three four</a> five<ul><li>six<li><a href="//h/"><img src=i alt="an image"></a></ul></body>`)
	if p.Lang != "en" || !p.NoIndex || !p.NoFollow || p.Canonical != "http://example.org/c" {
		t.Errorf("head: %q %v %v %q", p.Lang, p.NoIndex, p.NoFollow, p.Canonical)
	}
	if p.TextOf(p.Title) != "A title" || p.TextOf(p.Meta) != "short words" {
		t.Errorf("title %q, meta %q", p.TextOf(p.Title), p.TextOf(p.Meta))
	}
	if got, want := p.TextOf(p.Body), "Head\none two three four five\nsix\nan image"; got != want {
		t.Errorf("body %q, want %q", got, want)
	}
	if len(p.Headings) != 1 || p.TextOf(p.Headings[0]) != "Head" {
		t.Errorf("headings %v", p.Headings)
	}
	if len(p.Links) != 2 {
		t.Fatalf("links %+v", p.Links)
	}
	a, b := p.Links[0], p.Links[1]
	if a.URL != "http://example.org/d/e?f" || a.Href != "e?f#g" || !a.NoFollow || !a.Relative || a.Line != 4 || p.TextOf(a.Anchor) != "three four" {
		t.Errorf("first link %+v", a)
	}
	if b.URL != "http://h/" || b.NoFollow || b.Relative || b.Line != 5 || p.TextOf(b.Anchor) != "an image" {
		t.Errorf("second link %+v, anchor %q", b, p.TextOf(b.Anchor))
	}
	if got := p.TextOf(p.Blocks[a.Block].Words); got != "one two three four five" {
		t.Errorf("enclosing block %q", got)
	}
	if got := p.TextOf(p.Window(&a, 2)); got != "two three four five" {
		t.Errorf("window %q", got)
	}
}

func TestPathsAreTheNamesOfElements(t *testing.T) {
	p := read(t, `<link rel=next href=/0><ul class=x><li><a href=/1>a</a><li id=y><a class=z href=/2>b</a></ul>
<ol><li><a href=/3>c</a></ol><ul><li><p>text <a href=/4>d</a></ul><ul><li><a href=/5>e</a><map><area href=/6></map></ul>`)
	if len(p.Links) != 7 {
		t.Fatalf("links %+v", p.Links)
	}
	same := p.Links[1].Path
	for i, want := range []bool{false, true, true, false, false, true, false} {
		if got := p.Links[i].Path == same; got != want {
			t.Errorf("link %d has the path of html/body/ul/li/a: %v, want %v", i, got, want)
		}
	}
}
