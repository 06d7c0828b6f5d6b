package pagetext

import (
	"regexp"
	"strings"
	"testing"
)

// TestHostilePagesEnd reads pages whose cost would grow with the square of their size, were nothing bounded: with 200,000
// of a thing that would take longer than tests may.
func TestHostilePagesEnd(t *testing.T) {
	const many = 200_000
	for name, body := range map[string]string{
		"headings in the title": "<title>" + strings.Repeat("ab ", many) + "</title>" + strings.Repeat("<h2>ab ab</h2>", many),
		"named elements":        strings.Repeat(`<span class="company">a</span><span class="job-title">b`+"</span>", many),
		"nested names":          strings.Repeat(`<span class="company">`, 400) + strings.Repeat("a ", many*5),
		"labels in a row":       "<table><tr>" + strings.Repeat("<th>Company", many) + "<tr>" + strings.Repeat("<td>x", many),
		"labels in a line":      strings.Repeat("<b>Company:</b> ", many),
		"one word":              "<h1>" + strings.Repeat("a", many*5),
		"separators":            "<title>" + strings.Repeat(" | ", many) + "</title><h1>a</h1>" + strings.Repeat(" · ", many),
		"classes":               `<div class="` + strings.Repeat("company-", many) + `">a</div>`,
		"links":                 strings.Repeat(`<a href="mailto:a@b.example">a</a>`, many),
		"headings of sections":  strings.Repeat("<p>Requirements:</p><p>a</p>", many),
	} {
		t.Run(name, func(t *testing.T) {
			if p := testReader(t).Read(pageOf(t, "https://a.example/1", "en", body), "en", testNow, nil); len(p.Title) > 200 || len(p.Company) > 200 {
				t.Errorf("title of %d bytes, company of %d", len(p.Title), len(p.Company))
			}
		})
	}
}

// marks are the punctuation marks that typed advertisements have twice and more.
var marks = strings.Split(": ： . 。 , ， ; ； | • · - – — / ( ) # ! ? @ & * £ €", " ")

// TestDoubledPunctuationIsRead: typed advertisements have "Location:: Leeds", "Salary :: £20" and lines of one mark.
func TestDoubledPunctuationIsRead(t *testing.T) {
	text := regexp.MustCompile(`>[^<]+`)
	for _, mark := range marks {
		for _, c := range ownPages {
			body := text.ReplaceAllStringFunc(c.body, func(s string) string { return strings.ReplaceAll(s, mark, mark+mark) })
			if body != c.body {
				testReader(t).Read(pageOf(t, c.url, c.lang, body), c.lang, testNow, nil)
			}
		}
	}
	for _, body := range []string{
		"<p>Location:: Leeds", "<p>Location : : Leeds", "<p>We weave. Location ::: Leeds.", "<p>Location：： Leeds", "<p><b>Location</b>:: Leeds",
		"<p><b>Location::</b> Leeds", "<p>Location::</p><p>Leeds</p>", "<dl><dt>Location::<dd>Leeds</dl>", "<p>Company:: Loom. Location:: Leeds.",
	} {
		p := testReader(t).Read(pageOf(t, "https://a.example/1", "en", "<h1>Weaver</h1>"+body), "en", testNow, nil)
		if p.Location != "Leeds" {
			t.Errorf("%s: the location is %q", body, p.Location)
		}
	}
}
