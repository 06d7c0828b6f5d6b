package fresh

import "fmt"

// Rule is one heuristic of this package. Each is in one file, and its comment says what it decides, from what, and an example. The
// laboratory measures what a crawl loses without it.
type Rule uint8

// The rules.
const (
	// TruncatedListing: a listing that loses more links at once than it ever does by itself was probably cut off, so that nothing is missing
	// yet. From its rate of losses, and from the share of its links. A listing of 50 lacks 30 of them after an hour. See truncated.go.
	TruncatedListing Rule = iota
	// SitemapContradicts: a listing was truncated if the sitemap alone still links to most of what the listings have dropped. From the sitemap's links
	// once all listings were visited. Of 9 dropped postings the sitemap has 7. See truncated.go.
	SitemapContradicts
	// NewestOnly: a listing that is always full may show its newest postings only, so that what it lacks may have fallen off its end.
	// From its length before and after changes. A listing has 20 links at every visit. See newest.go.
	NewestOnly
	// Order: a posting that is gone from between two others that stay has not moved to another page. One that is gone from an end has
	// probably moved, if as many have come in at the other end. From the order of the links at two visits. A B C becomes A C, so B has ended.
	// See order.go.
	Order
	// CoveredListing: a listing need not be requested by --fresh if others of its host link to all of its postings. From their links at visits within
	// that time. Of a listing and a sitemap with the same postings one is covered. See covered.go.
	CoveredListing
	// PagesOfOne: pages are of one listing if a posting moves from one to the other, or if pagination links join them. They are judged and waited for
	// together. A posting that page 1 lacks is not missing until pages 2 and 3 were visited. See pagination.go.
	PagesOfOne
	// RequestPages: the other pages of a listing that lacks postings are requested at once, since these may have moved there. From the pages that are
	// joined, and from pages that lead to the listing and back. Page 1 lacks a cook, so that page 2 is requested. See pagination.go.
	RequestPages
	// PaginationWords: a word leads to the next page of a listing if it stands on several listings, leads elsewhere from each, and some of these
	// pages are listings. "Weiter" is one. See words.go.
	PaginationWords
	// UnmarkedListing: a page is a listing, though it does not look like one, if it alone links to postings. Three are enough, and one is if the page and
	// a listing link to each other. From its links as its latest visit found them. "Our team" links to three openings. See listings.go.
	UnmarkedListing
	// FirstOfPage: a page that seems to show one posting may be the new page of a listing. From the link that led to it, and from what later visits
	// show. "Next" leads to a page with the 51st posting alone. See listings.go.
	FirstOfPage
	// UnnamedPosting: a page that seems to show a posting may be a listing, if a listing leads to it by a text that does not name the posting.
	// "More jobs" leads to the page of a baker. See words.go.
	UnnamedPosting
	// Hub: a page is a listing if it was the first to lead to three postings, or in other crawls to three pages on topic. From the page whose link
	// led to each. A front page leads to three openings. See listings.go.
	Hub
	// OnlyLead: a page is a listing if it led to a posting of its host, which has no other listing. From the page whose link led to the posting.
	// "About us" of a bakery leads to its one opening, and will lead to the next. See listings.go.
	OnlyLead
	// Confirm: a listing is requested once more after an hour if that visit may close a posting that it lacks. From what package life still waits for.
	// A posting is missing for three days, and its listing would be due next in two. See missing.go.
	Confirm
	// Returned: a listing that was gone is requested again once another one links to it again. From the links that another listing did not have before. The
	// last page of a listing was empty for a week. See covered.go.
	Returned
	// SimilarPostings: a posting that a listing has dropped is requested if only pages of postings still link to it, since their boxes of similar
	// postings may be old. Page 7 shows a nurse who is found, and still links to a cook whom the listing has dropped. See listings.go.
	SimilarPostings
	rules
)

var ruleNames = [rules]string{
	"truncated", "sitemap-contradicts", "newest-only", "order", "covered", "pages-of-one",
	"request-pages", "words", "unmarked", "first-of-page", "unnamed", "hub", "only-lead", "confirm", "returned", "similar",
}

// Rules is a set of rules.
type Rules uint32

// RuleNamed returns the set of one rule. The error names all rules.
func RuleNamed(name string) (Rules, error) {
	for r, known := range ruleNames {
		if name == known {
			return 1 << r, nil
		}
	}
	return 0, fmt.Errorf("no rule is named %q; there are %v", name, ruleNames)
}

// Disable switches rules off. It is for tests and the laboratory.
func (s *Hosts) Disable(off Rules) { s.off = off }

// obeys reports whether a rule is on.
func (s *Hosts) obeys(r Rule) bool { return s.off>>r&1 == 0 }
