package extract

import (
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/job"
)

// TestAPageThatAScriptMakesIsNoPosting: its title is that of a page of careers, and its postings come later.
func TestAPageThatAScriptMakesIsNoPosting(t *testing.T) {
	e := &Extractor{Kind: func(*features.Page) (job.Kind, float64) { return job.Detail, .9 }}
	const shell = `<title>Careers</title><nav>Home Shop Careers</nav><h1>Careers</h1><div id=openings></div><script src=/openings.js></script>`
	for html, want := range map[string]job.Kind{
		shell: job.Other,
		strings.Replace(shell, "<div id=openings></div>", "<p>"+strings.Repeat("You mend the clocks of our customers, and keep the tools in order. ", 12), 1):                                              job.Detail,
		shell + `<script type="application/ld+json">{"@type":"JobPosting","title":"Clock Maker","description":"You mend the clocks of our customers, and keep the tools in order for the next."}</script>`: job.Detail,
	} {
		p, err := features.NewReader().Read("https://clocks.test/careers", []byte(html))
		if err != nil {
			t.Fatal(err)
		}
		if kind, found := e.Page(p, time.Time{}); kind != want || (want == job.Detail) != (len(found) == 1) {
			t.Errorf("%v with %d postings, want %v: %.60s", kind, len(found), want, html)
		}
	}
}
