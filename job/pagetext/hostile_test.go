package pagetext

import (
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
