package features

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html/atom"
)

func urls(p *Page) (urls []string) {
	for _, l := range p.Links {
		urls = append(urls, strings.TrimPrefix(l.URL, "http://example.org"))
	}
	return urls
}

// TestLinksFollowed reads pages at http://example.org/a/b.html.
func TestLinksFollowed(t *testing.T) {
	for _, c := range []struct {
		why, body string
		want      []string
	}{
		{"relative", `<a href=c>`, []string{"/a/c"}},
		{"not http", `<a href="mailto:ann@example.org"><a href="javascript:f()"><a href="ftp://example.org/"><a href=tel:1>`, nil},
		{"not valid", `<a href="http://"><a href="http://a b/">`, nil},
		{"no href", `<a name=c>x</a><area>`, nil},
		{"empty href", `<a href="">x</a><a href=" ">y</a>`, nil},
		{"fragments of the page", `<a href="#c"><a href="b.html#c"><a href="/a/b.html#">`, nil},
		{"the page itself", `<a href="b.html">`, []string{"/a/b.html"}},
		{"base", `<base href="/d/"><base href="/e/"><a href=c><a href="#c">`, []string{"/d/c"}},
		{"base behind the link", `<a href=c><base href="/d/">`, []string{"/d/c"}},
		{"bad base", `<base href="mailto:x"><a href=c>`, []string{"/a/c"}},
		{"data base", `<base href="data:,x"><base href="/d/"><a href=c>`, []string{"/a/c"}},
		{"empty base", `<base><base target=_top><base href=""><base href="/d/"><a href=c>`, []string{"/a/c"}},
		{"image map", `<map><area href=c alt=d></map>`, []string{"/a/c"}},
		{"frames", `<frameset><frame src=c><frame src=d></frameset>`, []string{"/a/c", "/a/d"}},
		{"iframe", `<iframe src=c><a href=d></a></iframe>`, []string{"/a/c"}},
		{"refresh", `<meta http-equiv=Refresh content="0; URL='c'">`, []string{"/a/c"}},
		{"refresh without url=", `<meta http-equiv=refresh content="0;c">`, []string{"/a/c"}},
		{"refresh of the same page", `<meta http-equiv=refresh content=5>`, nil},
		{"series", `<link rel=next href=c><link rel="prev" href=d>`, []string{"/a/c", "/a/d"}},
		{"style sheets, icons, feeds", `<link rel=stylesheet href=c><link rel=icon href=d><link rel=alternate href=e>`, nil},
		{"scripts, comments, templates", `<script>'<a href=c>'</script><!--<a href=d>--><template><a href=f></template>`, nil},
		{"noscript", `<head><noscript><meta http-equiv=refresh content="0;c"><iframe src=x></iframe></noscript><body><noscript><div><a href=d>e</noscript><a href=f>g</a>`,
			[]string{"/a/c", "/a/d", "/a/f"}},
		{"drawings", `<svg><a href=c><text>d</text></a><g><a xlink:href=e xlink:title=f></a><a href=g xlink:href=h></a></g></svg>`, []string{"/a/c", "/a/e", "/a/g"}},
		{"HTML in a drawing and in a formula", `<svg><foreignObject><p><a href=c>d</a></foreignObject></svg><math><mtext><a href=e>f</a></mtext><mi href=g>h</mi></math>`,
			[]string{"/a/c", "/a/e"}},
		{"srcdoc", `<iframe srcdoc="<p>x<a href=c>d</a><iframe srcdoc='<a href=y>'></iframe>" src=z></iframe>`, []string{"/a/c"}},
		{"objects", `<object data=c type="text/html; charset=utf-8"><a href=d>e</a></object><embed src=f type=application/xhtml+xml><object data=x></object><embed src=y type=image/svg+xml>`,
			[]string{"/a/c", "/a/d", "/a/f"}},
		{"shadow roots", `<x-a><template shadowrootmode=open><a href=c>d</a><x-b><template shadowrootmode=closed><a href=e>f</a></template></x-b></template></x-a><ul><template shadowrootmode=open><a href=x>`,
			[]string{"/a/c", "/a/e"}},
		{"session", `<a href="c?PHPSESSID=1">`, []string{"/a/c"}},
	} {
		if got := urls(read(t, c.body)); !slices.Equal(got, c.want) {
			t.Errorf("%s: links %q, want %q", c.why, got, c.want)
		}
	}
}

// TestHeaderDeclares: what the headers of a response say of a page counts as what the page says. Their URLs do not know its base.
func TestHeaderDeclares(t *testing.T) {
	r := &Reader{Agent: "petrel"}
	p, err := r.ReadSource(Source{
		URL: "http://example.org/a/b?print", Body: []byte(`<base href="/d/"><link rel=canonical href=other><a href=c>`),
		Header: http.Header{
			"Link": {`<b>; rel="canonical"; type=text/html, <b?p=2>; rel=next`, `<x>; rel=prev; anchor="/other", <b?p=0>; rel=prev; anchor="b?print"`,
				"<f>; rel=alternate; type=application/atom+xml, <\xe9>; rel=next"},
			"Refresh": {"5;e"}, "X-Robots-Tag": {"petrel: nofollow"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"/a/b?p=2", "/a/b?p=0", "/a/%E9", "/a/e", "/d/c"}; !slices.Equal(urls(p), want) {
		t.Errorf("links %q, want %q", urls(p), want)
	}
	if p.Canonical != "http://example.org/a/b" || !slices.Equal(p.Feeds, []string{"http://example.org/a/f"}) || !p.NoFollow || p.NoIndex {
		t.Errorf("canonical %s, feeds %s, %v %v", p.Canonical, p.Feeds, p.NoFollow, p.NoIndex)
	}
	if l := p.Links[0]; l.Line != 1 || l.Node != 0 || l.Block != 0 || l.Anchor.Len() != 0 {
		t.Errorf("a link of the header is %+v", l)
	}
}

func TestCanonicalKnowsTheBase(t *testing.T) {
	for body, want := range map[string]string{
		`<base href="/d/"><link rel=canonical href=c>`:                   "http://example.org/d/c",
		`<link rel=canonical href=c><base href="/d/">`:                   "http://example.org/d/c",
		`<link rel=canonical href="http://"><link rel=canonical href=c>`: "",
		`<link rel=canonical href=""><link rel=canonical href=c>`:        "http://example.org/a/c",
	} {
		if got := read(t, body).Canonical; got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// TestQueriesInTheEncodingOfThePage: links behind a base and in noscript have it, too.
func TestQueriesInTheEncodingOfThePage(t *testing.T) {
	p, err := NewReader().ReadSource(Source{URL: "http://example.org/a/b", Charset: "windows-1251", Body: []byte(`<link rel=canonical href="?я">` +
		`<a href="/я?я">c</a><base href="/d/"><noscript><a href="?я">e</a></noscript>`)})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"/%D1%8F?%FF", "/d/?%FF"}; !slices.Equal(urls(p), want) || p.Canonical != "http://example.org/d/?%FF" {
		t.Errorf("links %q, want %q; canonical %s", urls(p), want, p.Canonical)
	}
}

// TestFragmentsKeepTheirPlace: links of HTML in a text have the line, the words and the block of their place in the page.
func TestFragmentsKeepTheirPlace(t *testing.T) {
	p := read(t, "<p>one\n<noscript>\n<a rel=nofollow href=c>two <b>three</b></a></noscript> four<p><svg>\n<a href=d><text>five</text></a></svg>")
	for i, want := range []struct {
		anchor, block string
		line          int32
	}{{"two three", "one two three four", 3}, {"five", "five", 4}} {
		l := p.Links[i]
		anchor, block := p.TextOf(l.Anchor), p.TextOf(p.Blocks[l.Block].Words)
		if anchor != want.anchor || block != want.block || l.Line != want.line || l.NoFollow != (i == 0) {
			t.Errorf("link %d is %+v with the anchor %q in %q", i, l, anchor, block)
		}
	}
}

// TestTreeHasShadows: readers of the DOM find in it what the walk reads.
func TestTreeHasShadows(t *testing.T) {
	p := read(t, `<x-job><template shadowrootmode=open><h1>Welder</h1></template></x-job><template><h1>Fitter</h1></template>`)
	shown := 0
	for n := range p.Tree().Descendants() {
		if n.DataAtom == atom.H1 && n.Parent.DataAtom == atom.Div {
			shown++
		}
	}
	if got := p.TextOf(p.Body); shown != 1 || got != "Welder" || len(p.Headings) != 1 {
		t.Errorf("%d headings are shown in the tree, and %q in the text", shown, got)
	}
}

// TestFeeds: link elements name feeds, which are no links. At most four are known.
func TestFeeds(t *testing.T) {
	p := read(t, `<base href=/d/><link rel=alternate type=application/rss+xml href=a><link rel="feed ALTERNATE" type="Application/Atom+XML; charset=utf-8" href=//h/b>
		<link rel=alternate hreflang=de href=c><link rel=alternate type=text/html href=d><link rel=stylesheet type=application/rss+xml href=e>
		<link rel=alternate type=application/rss+xml><link rel=alternate type=application/rss+xml href="http://"><a href=x>y</a>`+
		strings.Repeat("<link rel=alternate type=application/feed+json href=f>", 5))
	var got []string
	for _, url := range p.Feeds {
		got = append(got, strings.TrimPrefix(url, "http://example.org"))
	}
	if want := []string{"/d/a", "http://h/b", "/d/f"}; !slices.Equal(got, want) || len(p.Links) != 1 {
		t.Errorf("feeds %q and %d links, want %q and one", got, len(p.Links), want)
	}
}

func TestLinkFields(t *testing.T) {
	p := read(t, "<p>un<a href=c>t</a>il <a href=//h/ rel='x SPONSORED'><img alt=one><i> </i><img alt=two></a>\n<a href=d><img alt=unused>text</a>"+
		"<a\n\nhref='e&amp;f'>last</a><a href=HTTP://i/></a><map><area href=j alt='an area'></map>")
	for i, want := range []struct {
		anchor             string
		line               int32
		noFollow, relative bool
	}{
		{"until", 1, false, true}, {"one two", 1, true, false}, {"text", 2, false, true},
		{"last", 2, false, true}, {"", 4, false, false}, {"an area", 4, false, true},
	} {
		l := p.Links[i]
		if p.TextOf(l.Anchor) != want.anchor || l.Line != want.line || l.NoFollow != want.noFollow || l.Relative != want.relative {
			t.Errorf("link %d is %+v with the anchor %q", i, l, p.TextOf(l.Anchor))
		}
	}
	if strings.Contains(string(p.Text), "unused") {
		t.Error("the alternative text of an image beside text is text")
	}
}

func TestRobots(t *testing.T) {
	for _, c := range []struct {
		body              string
		noIndex, noFollow bool
	}{
		{`<meta name=robots content="index,follow">`, false, false},
		{`<meta name=ROBOTS content="NoIndex">`, true, false},
		{`<meta name=robots content="noarchive,nofollow">`, false, true},
		{`<meta name=robots content=none>`, true, true},
		{`<meta name=robots content=noindex><meta name=robots content=nofollow>`, true, true},
		{`<body><p>x<meta name=robots content=noindex>`, true, false},
		{`<meta name=otherbot content=none><meta name=googlebot content=none>`, false, false},
		{`<meta name=Gannet content="noindex; follow">`, true, false},
		{`<meta name=robots content=nonesuch>`, false, false},
	} {
		if p := read(t, c.body); p.NoIndex != c.noIndex || p.NoFollow != c.noFollow {
			t.Errorf("%s: NoIndex %v, NoFollow %v", c.body, p.NoIndex, p.NoFollow)
		}
	}
}

// TestText gives what is text and where words end.
func TestText(t *testing.T) {
	for body, want := range map[string]string{
		"a<b>b</b>c":                           "abc",
		"a<br>b":                               "a\nb",
		"a<div>b</div>c":                       "a\nb\nc",
		"<table><tr><td>a<td>b</table>":        "a\nb",
		" a \n\t b ":                           "a b",
		"a<img>b":                              "a\nb",
		"a<script>b</script><style>c</style>d": "ad",
		"a<noscript>b</noscript> c":            "a c",
		"a<textarea>b</textarea>c":             "a\nc",
		"a<template>b</template> c":            "a c",
		"a<!-- b -->c":                         "ac",
		"a <math><mi>x</mi><annotation>y":      "a x",
		"a<svg><text>b</text></svg>c":          "a\nc",
		"a<svg><title>b</title><a href=x><text>c</text></a>d</svg>e":  "a\nc\ne",
		"a<noscript>b<a href=x><b>c</b> d</a>e</noscript>f":           "a c d f",
		"a<x-a>b<template shadowrootmode=open><p>c</template>d</x-a>": "ab\nc\nd",
		"&lt;p&gt; &eacute;":                    "p> é",
		"<title>t</title><p>a<title>u</title>b": "ab",
	} {
		if got := read(t, body); got.TextOf(got.Body) != want {
			t.Errorf("%s: %q, want %q", body, got.TextOf(got.Body), want)
		}
	}
}

// TestMainZone is the case the method was made for: navigation, content, navigation.
func TestMainZone(t *testing.T) {
	nav := "<ul>" + strings.Repeat("<li><a href=n>nav</a></li>", 20) + "</ul>"
	p := read(t, nav+"<div><p>The gannet dives into the sea <a href=c>from thirty metres</a> and more.</p><p>It eats fish.</p></div>"+nav)
	if got := p.TextOf(p.Main); got != "The gannet dives into the sea from thirty metres and more.\nIt eats fish" {
		t.Errorf("main content %q", got)
	}
	for _, l := range p.Links {
		if l.InMain != strings.HasSuffix(l.URL, "/c") {
			t.Errorf("%s: InMain %v", l.URL, l.InMain)
		}
	}
}

func TestWindowClips(t *testing.T) {
	p := read(t, "<title>title</title>one two <a href=x>three</a> four")
	for n, want := range map[int]string{-1: "three", 0: "three", 1: "three four", 2: "two three four", 40: "one two three four"} {
		if got := p.TextOf(p.Window(&p.Links[0], n)); got != want {
			t.Errorf("window of %d: %q, want %q", n, got, want)
		}
	}
	if p.TextOf(Span{-1, 2}) != "" || p.TextOf(Span{3, 99}) != "" || p.TextOf(Span{2, 1}) != "" {
		t.Error("TextOf gives text for spans that are none")
	}
}
