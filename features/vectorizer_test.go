package features

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// realSamples are more pages than realPages, and others.
var realSamples = map[string][2]int{"uci": {31, 200}, "enwiki6k": {120, 40}, "planetmath": {23, 200}}

func TestRealVectors(t *testing.T) {
	q := newPlainQuery("of", "theory", "computer", "learning", "group", "the", "wiki", "people")
	for _, web := range webs {
		t.Run(web, func(t *testing.T) {
			v := Vectorizer{Languages: shippedLanguages(t), Language: "en"}
			nth, limit := realSamples[web][0], realSamples[web][1]
			if testing.Short() {
				limit /= 10
			}
			cosines := 0
			for _, s := range samplePages(t, web, nth, limit) {
				p := mustRead(t, s)
				checkVectors(t, &v, p, q)
				for i := range p.Links {
					cosines += int(math.Ceil(v.vectors[i*columns+colAnchorCosine]))
				}
			}
			if cosines < limit/4 {
				t.Errorf("only %d anchors share a word with the query", cosines)
			}
		})
	}
}

func TestVectorsOfAPage(t *testing.T) {
	body := `<title>Honey bees</title><body><p>Bees make <a href="/wiki/Honey_bee?x=/a">the honey</a> of the hive.
<div>The <a href=http://other.example/%48oney-und-K%c3%a4se/>second</a></div>`
	p, err := NewReader().Read("http://h.example/a/b/c.html", []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var v Vectorizer
	got := v.Links(p, newPlainQuery("honey"), 0.5, 0.25, 0)
	for link, want := range []map[string]float64{
		{
			"url_depth": 2, "url_slashes": 3, "url_length": 36, "url_relative": 1, "url_internal": 1, "url_directories": 0,
			"link_line": 0.5, "link_in_main": 1, "url_words": 7, "page_url_words": 6, "anchor_words": 2, "title_words": 2,
			"body_words": 9, "block_words": 7, "page_links": 2, "block_links": 1, "page_language": 0,
			"page_probability": 0.5, "parent_probability": 0.25, "grandparent_probability": 0,
		},
		{"url_depth": 1, "url_slashes": 2, "url_relative": 0, "url_internal": 0, "url_directories": 1, "link_line": 1, "url_words": 5, "block_words": 2},
	} {
		for c, f := range LinkFeatures() {
			if x, ok := want[f.Name]; ok && got[link*columns+c] != x {
				t.Errorf("link %d: %s is %v, want %v", link, f.Name, got[link*columns+c], x)
			}
		}
	}
	if a, b := got[colAnchorCosine], got[colWindow]; a <= b || b <= 0 {
		t.Errorf("anchor %v, context %v: words around the anchor make it less like the query", a, b)
	}
}

// TestVectorsOfMadePages nests blocks and links at random.
func TestVectorsOfMadePages(t *testing.T) {
	q := newPlainQuery("honey", "bee", "of")
	piece := rapid.SampledFrom([]string{
		"<div>", "</div>", "<ul><li>", "</li>", "</ul>", "<p>", "<h2>", "</h2>", "<table><tr><td>", "</table>", "<td>", "<br>",
		"<a href=/honey/bee>", "<a href=//bee.example/ho%6eey>", "</a>", "<a href=http://h.example/%zz%>", "<iframe src=x></iframe>",
		"honey ", "bee ", "of ", "the ", "hive ", "Honigbiene ", "<img alt=honey>", "\u8702\u871c ", "\n",
	})
	rapid.Check(t, func(rt *rapid.T) {
		body := strings.Join(rapid.SliceOfN(piece, 0, 80).Draw(rt, "body"), "")
		p, err := NewReader().Read("http://h.example/of/bees/", []byte(body))
		if err != nil {
			rt.Fatal(err)
		}
		checkVectors(rt, new(Vectorizer), p, q)
	})
}

func TestVectorsOfHostilePages(t *testing.T) {
	var v Vectorizer
	q := newPlainQuery("honey")
	many := strings.Repeat("<a href=/honey>honey</a> ", 2*MaxLinks)
	for name, p := range map[string]*Page{
		"nothing":          {},
		"a sitemap":        {URL: "http://h.example/sitemap.xml", Links: []Link{{URL: "http://h.example/honey"}, {URL: ""}, {URL: "%"}}},
		"spans outside":    {URL: "x", Title: Span{3, 9}, Body: Span{-1, 2}, Links: []Link{{Anchor: Span{5, 2}, Block: 7}, {Anchor: Span{-4, 99}, Block: -1}}},
		"blocks in a ring": {Blocks: []Block{{Parent: 1, Words: Span{0, 4}}, {Parent: 0}, {Parent: 2}}, Links: []Link{{}, {Block: 1}, {Block: 2}}},
		"many links":       read(t, many),
		"deep blocks":      read(t, strings.Repeat("<div><a href=x>y</a>", 400)+many),
		"no body":          read(t, ""),
	} {
		got := v.Links(p, q, 1, 1, 1)
		if len(got) != len(p.Links)*columns {
			t.Fatalf("%s: %d values for %d links", name, len(got), len(p.Links))
		}
		for i, x := range got {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%s: %s of link %d is %v", name, linkFeatures[i%columns].Name, i/columns, x)
			}
		}
	}
	sitemap := &Page{URL: "http://h.example/sitemap.xml", Links: []Link{{URL: "http://h.example/honey"}}}
	if x := v.Links(sitemap, q, 0, 0, 0); x[colTargetGrams] <= 0 || x[colTargetCosine] <= 0 {
		t.Errorf("a link of a sitemap is compared by its URL: %v, %v", x[colTargetGrams], x[colTargetCosine])
	}
	if x := v.Links(sitemap, nil, 0, 0, 0); x[colTargetGrams] != 0 || x[colTargetCosine] != 0 {
		t.Errorf("cosines without a subject: %v, %v", x[colTargetGrams], x[colTargetCosine])
	}
}

// TestVectorsStayTheSame reads a page again after others have filled the working memory.
func TestVectorsStayTheSame(t *testing.T) {
	var v Vectorizer
	q := newPlainQuery("honey", "bee")
	p := read(t, "<p>honey <a href=/honey>bee</a> hive<p>bee <a href=/wax>of wax</a>")
	want := fmt.Sprint(v.Links(p, q, 0.1, 0.2, 0.3))
	for range 3 {
		v.Links(read(t, strings.Repeat("<p>honey <a href=/bee/honey/wax>of bees</a> and others", 3000)), q, 1, 1, 1)
		if got := fmt.Sprint(v.Links(p, q, 0.1, 0.2, 0.3)); got != want {
			t.Fatalf("vectors %s, first %s", got, want)
		}
	}
}

func TestVectorsAllocateNothing(t *testing.T) {
	var v Vectorizer
	s := flat{newPlainQuery("honey", "bee").Grams()}
	p := read(t, strings.Repeat("<div>honey <a href=/K%c3%a4se/honey>of bees</a> and <ul><li><a href=/wax>wax</a></ul></div>", 300))
	if n := testing.AllocsPerRun(20, func() { v.Links(p, s, 1, 1, 1) }); n != 0 {
		t.Errorf("%v allocations a page", n)
	}
}

func TestSchema(t *testing.T) {
	all := LinkFeatures()
	names := map[string]bool{}
	for i, f := range all {
		if f.Name == "" || f.Doc == "" || names[f.Name] || strings.ContainsAny(f.Name, " \t:") {
			t.Errorf("column %d: %+v", i, f)
		}
		if topical := i >= 19; (f.Family == FamilyTopic) != topical {
			t.Errorf("%s: family %s", f.Name, f.Family)
		}
		names[f.Name] = true
	}
	if len(all) != 35 || LinkSchema != "links/1" {
		t.Errorf("%d features in schema %s: other columns need another name", len(all), LinkSchema)
	}
}
