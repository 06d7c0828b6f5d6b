package fresh

import "fmt"

// Rule is one heuristic of this package. The comment of each says what it decides from what, and what would go wrong without it, with an
// example and the file that has the code. `make eval-fresh-rules` measures what a crawl loses without each rule.
type Rule uint8

// The rules, in words of the package comment.
const (
	// TruncatedListing: was a listing cut off when it was visited? This is decided from how many postings it has dropped, and from how many it
	// drops by itself in that time, which earlier visits have shown. If a loss as large as this one is expected less than once in 1,000 visits,
	// nothing counts as dropped as long as the loss lasts, but for one and a half times Fresh at most. No loss of a short listing is that rare. So
	// one that has dropped two or more postings, and more than a third of those it had, is not believed either, but only at this one visit. Without
	// the rule, one page that a server made in part would close dozens of open postings. Example: a listing of 50 has dropped 30 within an hour.
	// See truncated.go.
	TruncatedListing Rule = iota
	// SitemapContradicts: a listing that has dropped more than a third of its postings was cut off if the sitemap still links to most of the dropped
	// ones and no listing does. This is reported as a fact about the quality of the host, which may raise an alert. Without it, nobody would learn that the
	// listing is broken: TruncatedListing looks at postings to which nothing links, and the sitemap still links to these. Example: of 9 dropped
	// postings, 7 are still in the sitemap. See truncated.go.
	SitemapContradicts
	// NewestOnly: does a listing show its newest postings only? Then one that it drops may be open, and have fallen off its end, so that listings
	// without it do not close it. A listing counts as such unless one of its pages is shorter than it once was and has often changed
	// its length. Without the rule, old postings would be closed although they are open. Example: a listing has 20 links at every visit. See newest.go.
	NewestOnly
	// Order: the order of a listing's links shows how the listing has dropped a posting. If the posting's neighbours on both sides are
	// still there, it was removed, so it is unlisted at once. If it was at an end, and at least as many new links have appeared at the
	// other end, it has probably moved to another page of the listing. It is unlisted only when the other pages do not link to it either, nor
	// this page at one more visit, because it may have moved back meanwhile. Without the rule, we would wait in vain for visits of other pages, and
	// postings between two pages would seem to have ended. Example: A B C becomes A C. See order.go and missing.go.
	Order
	// PagesOfOne: two pages belong to one listing if a posting moves from one to the other, or if a pagination link leads from one to the other,
	// which links back. A posting dropped by one page is unlisted once all of them were visited, or after a limited time. Without it, each posting
	// that moves to the next page would seem to have ended. Example: a posting that page 1 drops may be on page 2 or 3. See pagination.go.
	PagesOfOne
	// RequestPages: if a page of a listing has dropped a posting, the other pages of the listing are requested now, and so are pages that may belong
	// to it: each links to a posting, and a listing links to it and it links back. Without it, the wait of PagesOfOne would end before they are
	// visited. Example: page 1 has dropped a job for a cook, so page 2 is requested. See pagination.go.
	RequestPages
	// PaginationWords: a word leads to the next page on a host if it is the text of links on several listings that lead to different pages, and one
	// of these pages is a listing. Without it, only numbers and arrows would lead to next pages. Example: "Weiter". See words.go.
	PaginationWords
	// UnmarkedListing: a page that does not look like a listing is one if its latest visit links to three postings to which neither a listing nor a
	// sitemap links. One such posting is enough if the page and a listing link to each other. This holds in crawls for jobs only. Without it, no
	// visit would show that these postings have ended. Example: "Our team" links to three openings. See listings.go.
	UnmarkedListing
	// ShowsPosting: a page that seems to show a posting may be an unmarked listing, too, for a listing with one posting looks like that posting. This
	// is so if pagination led to the page, if a listing links to it by a short text that does not name the posting, or if the page is still there
	// when its posting is not. Without it, the page would be requested as a posting only, and the next postings on it would not be found.
	// Examples: "Next" leads to a page with only the 51st posting, and "More jobs" to a page with one job for a baker. See listings.go and words.go.
	ShowsPosting
	// Leads: a page is a listing if it was the first to link to three recrawled pages. In crawls for jobs one posting of its own host is enough if the
	// host has no listing yet. Without it, the page would be requested seldom, and new postings would be found late. Example: "About us" of a bakery
	// leads to its one opening, and will lead to the next. See listings.go.
	Leads
	// Confirm: if one more visit of a listing would close a posting that it has dropped (package life decides this), that visit is made within an
	// hour. Without it, the posting would stay suspected until the listing is due. Example: a posting has been unlisted for three days, and its listing
	// is due in two days. See missing.go.
	Confirm
	// SimilarPostings: if a listing has dropped a posting, links from pages that have shown a posting themselves do not prove that it is open. Such a
	// page may count as a listing because of its box of similar postings, which may be out of date. So the posting is requested. Without it, the box
	// would keep it open. Example: the page of a nurse's job that is filled still links to a cook's job. See missing.go.
	SimilarPostings
	rules
)

var ruleNames = [rules]string{
	"truncated", "sitemap-contradicts", "newest-only", "order", "pages-of-one", "request-pages", "words", "unmarked", "shows-posting", "leads", "confirm",
	"similar",
}

// Rules is a set of rules, one bit for each.
type Rules uint32

// RuleNames returns the names of all rules.
func RuleNames() []string { return ruleNames[:] }

// RuleNamed returns the set with only the rule of this name. The error for an unknown name lists all names.
func RuleNamed(name string) (Rules, error) {
	for r, known := range ruleNames {
		if name == known {
			return 1 << r, nil
		}
	}
	return 0, fmt.Errorf("no rule is named %q; there are %v", name, ruleNames)
}

// Disable switches rules off. It is for tests and measurements.
func (s *Hosts) Disable(off Rules) { s.off |= off }

// obeys reports whether a rule is on.
func (s *Hosts) obeys(r Rule) bool { return s.off>>r&1 == 0 }
