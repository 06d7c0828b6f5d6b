package fresh

import "fmt"

// Rule is one heuristic of this package. Each is in one file, and its comment says what it decides, from what, and an example. The
// laboratory measures what a crawl loses without it.
type Rule uint8

// The rules.
const (
	// TruncatedListing: a listing that loses more links at once than it ever does by itself was probably cut off, so nothing counts as missing yet.
	// This is decided by the listing's rate of losses, and by the share of its links that are gone. Example: a listing of 50 has lost 30 of them
	// after an hour. See truncated.go.
	TruncatedListing Rule = iota
	// SitemapContradicts: a listing was truncated if only the sitemap still links to most of the postings that the listings have dropped. This is
	// decided by the sitemap's links once all listings were visited. Example: of 9 dropped postings, 7 are still in the sitemap. See truncated.go.
	SitemapContradicts
	// NewestOnly: a listing that is always full may show only its newest postings, so a posting that is no longer on it may have fallen off its end.
	// This is decided by the listing's length before and after changes. Example: a listing has 20 links at every visit. See newest.go.
	NewestOnly
	// Order: a posting that has gone from between two others that stay has not moved to another page. One that has gone from an end has probably
	// moved, if as many have come in at the other end. This is decided by the order of the links at two visits. Example: A B C becomes A C, so B has
	// ended. See order.go.
	Order
	// PagesOfOne: two pages belong to one listing if a posting moves from one to the other, or if pagination links join them. Such pages are judged
	// together, and we wait for visits of all of them. Example: a posting that has gone from page 1 is not missing until pages 2 and 3 were visited.
	// See pagination.go.
	PagesOfOne
	// RequestPages: if postings have gone from a page of a listing, the other pages are requested at once, since the postings may have moved there.
	// This is decided by the pages that are joined, and by pages that link to the listing and to which it links. Example: a cook has gone from page
	// 1, so page 2 is requested. See pagination.go.
	RequestPages
	// PaginationWords: a word leads to the next page of a listing if it is the text of a link on several listings, leads to a different page from
	// each, and some of these pages are listings. Example: "Weiter". See words.go.
	PaginationWords
	// UnmarkedListing: a page that does not look like a listing is one if it links to postings to which no other listing links. Three such postings
	// are enough, or one if the page and a listing link to each other. This is decided by the links that the latest visit of the page has found.
	// Example: "Our team" links to three openings. See listings.go.
	UnmarkedListing
	// FirstOfPage: a page that seems to show one posting may be the new last page of a listing. This is decided by the link that led to it, and by
	// what later visits show. Example: "Next" leads to a page with only the 51st posting. See listings.go.
	FirstOfPage
	// UnnamedPosting: a page that seems to show a posting may be a listing, if a listing leads to it by a text that does not name the posting.
	// Example: "More jobs" leads to the page of a baker. See words.go.
	UnnamedPosting
	// Hub: a page is a listing if it was the first to lead to three postings, or in crawls that are not for jobs to three pages on topic. This is
	// decided by the page through whose link each was found. Example: a front page leads to three openings. See listings.go.
	Hub
	// OnlyLead: a page is a listing if it led to a posting of its host, and the host has no other listing. This is decided by the page through whose
	// link the posting was found. Example: "About us" of a bakery leads to its one opening, and will lead to the next. See listings.go.
	OnlyLead
	// Confirm: a listing is requested once more after an hour if that visit may close a posting that has gone from it. This is decided by what
	// package life still waits for. Example: a posting has been missing for three days, and its listing would be due next in two. See missing.go.
	Confirm
	// Returned: a listing that was gone is requested again once another listing links to it again. This is decided by the links that the other
	// listing did not have before. Example: the last page of a listing was empty for a week. See gone.go.
	Returned
	// SimilarPostings: a posting that a listing has dropped is requested if only pages of postings still link to it, since their boxes of similar
	// postings may be out of date. Example: page 7 showed a job for a nurse that is filled by now, and still links to a cook's job that the listing
	// has dropped. See listings.go.
	SimilarPostings
	rules
)

var ruleNames = [rules]string{
	"truncated", "sitemap-contradicts", "newest-only", "order", "pages-of-one",
	"request-pages", "words", "unmarked", "first-of-page", "unnamed", "hub", "only-lead", "confirm", "returned", "similar",
}

// Rules is a set of rules.
type Rules uint32

// RuleNames returns the names of all rules.
func RuleNames() []string { return ruleNames[:] }

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
