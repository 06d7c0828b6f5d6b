// Package embedded owns the reading of postings that lie in a page as data and not as markup: what a program in the browser makes
// the page of. It knows no such program. A posting is an object whose keys and values look like a title, a description, and an
// employer, a place, a date or pay.
package embedded

import (
	"strings"
	"time"

	"gannet/features"
	"gannet/job"
	"gannet/job/schemaorg"
)

// Limits of one page. Values are bounded by schemaorg.MaxValues too.
const (
	maxBytes    = 4 << 20 // of scripts and attributes
	maxDepth    = 40
	maxPostings = 500 // of a page that is no response
	leastSource = 200 // bytes: no posting is shorter
)

// Read returns the postings in the embedded data of a page. A posting without a URL of its own gets the URL of the page. Dates such as "2
// days ago" are relative to now. The time is linear in the size of the page.
func Read(p *features.Page, now time.Time) []*job.Posting {
	found := sources(p.Data)
	if len(found) == 0 {
		return nil
	}
	f := &finder{page: p, now: now, left: schemaorg.MaxValues, weak: map[*job.Posting]bool{}, hint: namesJob(p.URL), names: pageTitles(p)}
	for _, v := range f.values(found) {
		f.visit(v.value, f.hint || v.job, 0)
	}
	return f.postings
}

// namesJob reports whether a word of a URL is about jobs.
func namesJob(url string) bool {
	for _, word := range splitKey(url) {
		if known.job[word] {
			return true
		}
	}
	return false
}

// pageTitles returns the normal forms of what a page calls itself.
func pageTitles(p *features.Page) string {
	var b strings.Builder
	b.WriteString(" " + job.NormalTitle(p.TextOf(p.Title)) + " ")
	for _, h := range p.Headings[:min(len(p.Headings), 2)] {
		b.WriteString("| " + job.NormalTitle(p.TextOf(h)) + " ")
	}
	return b.String()
}
