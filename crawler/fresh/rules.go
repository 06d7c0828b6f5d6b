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
	// SitemapContradicts: a listing was truncated if the sitemap alone still links to most of what the listings have dropped. See truncated.go.
	SitemapContradicts
	// NewestOnly: a listing that is always full may show its newest postings only, so that what it lacks may have fallen off its end.
	// From its length before and after changes. A listing has 20 links at every visit. See newest.go.
	NewestOnly
	// Order: a posting that is gone from between two others that stay has not moved to another page. One that is gone from an end has
	// probably moved, if as many have come in at the other end. See order.go.
	Order
	// CoveredListing: a listing need not be requested by --fresh if others of its host link to all of its postings. Of a listing and
	// a sitemap with the same postings one is covered. See covered.go.
	CoveredListing
	// PagesOfOne: pages are of one listing if a posting moves from one to the other, or if pagination links join them. They are judged and waited for
	// together. See pagination.go.
	PagesOfOne
	// RequestPages: the other pages of a listing that lacks postings are requested at once, since these may have moved there. See pagination.go.
	RequestPages
	// PaginationWords: a word leads to the next page of a listing if it stands on several listings, leads elsewhere from each, and some of these
	// pages are listings. "Weiter" is one. See words.go.
	PaginationWords
	// UnmarkedListing: a page is a listing, though it does not look like one, if it alone links to postings. See listings.go.
	UnmarkedListing
	// FirstOfPage: a page that seems to show one posting may be the new page of a listing. From the link that led to it, and from what later visits
	// show. See listings.go.
	FirstOfPage
	// UnnamedPosting: a page that seems to show a posting may be a listing, if a listing leads to it by a text that does not name the posting.
	// "More jobs" leads to the page of a baker. See words.go.
	UnnamedPosting
	// Hub: a page is a listing if it was the first to lead to three postings. See listings.go.
	Hub
	// OnlyLead: a page is a listing if it led to a posting of its host, which has no other listing. See listings.go.
	OnlyLead
	// Confirm: a listing is requested once more after an hour if that visit may close a posting that it lacks. See missing.go.
	Confirm
	// Returned: a listing that was gone is requested again once another one links to it again. See covered.go.
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
