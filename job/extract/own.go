package extract

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"gannet/features"
	"gannet/job"
)

// own returns the marked-up posting that the page is about, or nil. Some pages mark up similar postings beside their own, or a
// posting that they only link to. Among several the page's own has the page's URL, or else the page's title. A single one may
// have any URL if the page shows it.
func own(p *features.Page, marked []*job.Posting) *job.Posting {
	switch len(marked) {
	case 0:
		return nil
	case 1:
		if m := marked[0]; isHere(p, m) || shows(p, m) {
			return m
		}
		return nil
	}
	here := slices.DeleteFunc(slices.Clone(marked), func(m *job.Posting) bool { return !isHere(p, m) })
	if len(here) > 0 && !slices.ContainsFunc(here[1:], func(m *job.Posting) bool { return !alike(here[0], m) }) {
		return here[0]
	}
	names := pageNames(p)
	return single(marked, func(m *job.Posting) bool {
		title := job.NormalTitle(m.Title)
		return title != "" && (names.title[title] || names.heading == title && isHere(p, m))
	})
}

// alike reports whether two marked-up postings may be the same one.
func alike(a, b *job.Posting) bool {
	either := func(x, y string) bool { return x == "" || y == "" || x == y }
	return job.NormalTitle(a.Title) == job.NormalTitle(b.Title) && either(job.NormalLocation(a.Location), job.NormalLocation(b.Location)) &&
		either(a.ID, b.ID) && either(job.NormalCompany(a.Company), job.NormalCompany(b.Company))
}

// single returns the only posting that satisfies a condition, or nil if there are none or several.
func single(marked []*job.Posting, is func(*job.Posting) bool) *job.Posting {
	var found *job.Posting
	for _, m := range marked {
		if is(m) {
			if found != nil {
				return nil
			}
			found = m
		}
	}
	return found
}

// isHere reports whether a posting has the page's URL or none.
func isHere(p *features.Page, m *job.Posting) bool {
	return m.URL == "" || sameURL(m.URL, p.URL) || sameURL(m.URL, p.Canonical)
}

// sameURL compares URLs without scheme, "www.", fragment and final slash. Queries are compared if both URLs have one. Paths of
// one host may differ if they end with the same segment, which has a number.
func sameURL(a, b string) bool {
	if a == b {
		return true
	}
	x, err := url.Parse(a)
	if err != nil {
		return false
	}
	y, err := url.Parse(b)
	if err != nil || bareHost(x) != bareHost(y) {
		return false
	}
	if x.RawQuery != "" && y.RawQuery != "" && x.RawQuery != y.RawQuery {
		return false
	}
	one, other := strings.Trim(x.Path, "/"), strings.Trim(y.Path, "/")
	last := one[strings.LastIndexByte(one, '/')+1:]
	return one == other || countDigits(last) >= 4 && last == other[strings.LastIndexByte(other, '/')+1:]
}

func bareHost(u *url.URL) string {
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

func countDigits(s string) (n int) {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			n++
		}
	}
	return n
}

// names are the names of a page in normal form: the parts of its title element, and its first heading.
type names struct {
	title   map[string]bool
	heading string
}

func pageNames(p *features.Page) names {
	n := names{title: map[string]bool{}}
	title := p.TextOf(p.Title)
	n.title[job.NormalTitle(title)] = true
	for part := range strings.FieldsFuncSeq(title, func(r rune) bool { return r == '|' || r == '–' || r == '—' || r == '·' || r == '•' }) {
		n.title[job.NormalTitle(part)] = true
	}
	for part := range strings.SplitSeq(title, " - ") {
		n.title[job.NormalTitle(part)] = true
	}
	if len(p.Headings) > 0 {
		n.heading = job.NormalTitle(p.TextOf(p.Headings[0]))
	}
	return n
}

// shownHeadings is the number of first headings in which shows looks for the posting's title.
const shownHeadings = 2

// shows reports whether a page has the posting's title in its own title or a first heading, or the beginning of the posting's
// description in its text.
func shows(p *features.Page, m *job.Posting) bool {
	if title := job.NormalTitle(m.Title); title != "" {
		within := func(s features.Span) bool {
			return strings.Contains(" "+job.NormalTitle(p.TextOf(s))+" ", " "+title+" ")
		}
		if within(p.Title) {
			return true
		}
		for _, h := range p.Headings[:min(len(p.Headings), shownHeadings)] {
			if within(h) {
				return true
			}
		}
	}
	return showsText(p, m)
}

// showsText reports whether a page has the beginning of a posting's description in its text.
func showsText(p *features.Page, m *job.Posting) bool {
	head := []rune(squeezed(m.Description))
	return len(head) > shownLetters && strings.Contains(squeezed(shownText(p)), string(head[:shownLetters]))
}

// shownText returns the text that a page shows, with its title and description.
func shownText(p *features.Page) string { return p.TextOf(features.Span{Start: 0, End: p.Body.End}) }

// shownLetters is the number of letters of a description that shows looks for.
const shownLetters = 80

// squeezed returns the letters and digits of a text, in lower case.
func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// Bounds of isCut.
const (
	leastCut  = 40  // letters of a description
	sparedCut = 12  // last letters that may differ: half a word, "read more"
	moreOfCut = 1.4 // the least ratio of the lengths
)

// isCut reports whether a marked-up description is only the beginning of the description that the page shows.
func isCut(marked, shown string) bool {
	n := countLetters(marked)
	if n < leastCut || float64(countLetters(shown)) < moreOfCut*float64(n) {
		return false
	}
	head := []rune(squeezed(marked))
	return strings.Contains(squeezed(shown), string(head[:n-sparedCut]))
}

// countLetters counts the letters and digits of a text.
func countLetters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
