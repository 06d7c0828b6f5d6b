package fresh

import "fmt"

// Rule is one heuristic of this package. Its comment says what it decides, from what, what would go wrong without it, an example, and the file with
// its main function. `make eval-fresh-rules` measures what a crawl loses without it. FirstOfPage and UnnamedPosting only propose pages that may be
// listings; UnmarkedListing decides about these.
type Rule uint8

// The rules. To be gone from a page means that its latest visit found no link to a posting any more. Only package life decides that a posting is closed.
const (
	// TruncatedListing: a listing was probably cut off at a visit that lost more of its postings than its rate of losses explains, or at first also
	// more than a third of them. For this visit, or for one and a half times Fresh while the loss stays improbable, nothing counts as missing.
	// Without it, one page that a server made in part would close dozens of open postings. Example: a listing of 50 has lost 30 of them after an
	// hour. See truncated.go.
	TruncatedListing Rule = iota
	// SitemapContradicts: if a listing has dropped more than a third of its postings and most of these are linked from the sitemap alone, the listing
	// was cut off. Nothing is missing then, but its host is to be doubted. TruncatedListing does not see such losses, because the postings are
	// still linked. Example: of 9 dropped postings, 7 are still in the sitemap. See truncated.go.
	SitemapContradicts
	// NewestOnly: a listing may show only the newest postings, so that those that are gone from it may have fallen off its end and still be open. It
	// counts as such a listing until it is shorter than it was and often changes its length, and while most of what its host has dropped turns out
	// to exist. Example: a listing has 20 links at every visit. See newest.go.
	NewestOnly
	// Order: a posting that has gone from between two others that stay has not moved to another page. One that has gone from an end has probably
	// moved, if other pages are known and at least as many new links stand at the other end. Without it, we would wait for other pages for nothing.
	// Example: A B C becomes A C, so B is missing at once. See order.go.
	Order
	// PagesOfOne: two pages belong to one listing if a posting moves from one to the other, or if a pagination link leads from one to the other,
	// which links back. Such pages are judged together, and we wait for visits of all of them, for a limited time. Without it, each posting that
	// moves to the next page would seem to have ended. Example: a posting that has gone from page 1 is not missing until pages 2 and 3 were
	// visited. See pagination.go.
	PagesOfOne
	// RequestPages: if a posting is missing from a page of a listing, the other pages are requested at once, since it may stand there. These are the
	// pages that are joined with it, and pages with postings to which it links and that link back to a listing. Without it, the wait would end before
	// they are visited. Example: a job for a cook is missing from page 1, so page 2 is requested. See pagination.go.
	RequestPages
	// PaginationWords: a word leads to the next page on a host if it is the text of links on several listings that lead to different pages, and some
	// of these pages are listings. Without it, only numbers and arrows lead to next pages. Example: "Weiter". See words.go.
	PaginationWords
	// UnmarkedListing: a page that does not look like a listing is one if it links to postings to which neither a listing nor a sitemap links. Three
	// such postings are enough, or one if the page and a listing link to each other. This is decided by the links of the page's latest visit, and
	// only in crawls for jobs. Without it, no visit would show that these postings have ended. Example: "Our team" links to three openings. See
	// listings.go.
	UnmarkedListing
	// FirstOfPage: a page that shows one posting may be a new page of a listing, if a pagination link led to it, or if it is still there after its
	// posting has gone. Without it, the page would be requested as a posting, and the next postings on it not found. Example: "Next" leads to a
	// page with only the 51st posting. See listings.go.
	FirstOfPage
	// UnnamedPosting: a page that shows a posting may be a listing even while the posting is open, if a listing leads to it by a short text that does
	// not name the posting. Example: "More jobs" leads to the page of a baker. See words.go.
	UnnamedPosting
	// Hub: a page is a listing if three recrawled pages were found first through its links. Without it, such a page would be requested seldom, and new
	// postings found late. Example: a front page leads to three openings. See listings.go.
	Hub
	// OnlyLead: in crawls for jobs a page is a listing if it led to a posting of its own host, and the host has no other listing. Without it, the next
	// posting of a small employer would not be found. Example: "About us" of a bakery leads to its one opening, and will lead to the next. See
	// listings.go.
	OnlyLead
	// Confirm: if one more visit of a listing could close a posting that is missing from it, that visit is made an hour later and not when it is due.
	// This is decided by what package life still waits for. Example: a posting has been missing for three days, and its listing would be due
	// in two days. See missing.go.
	Confirm
	// Returned: a listing that was gone is requested as soon as another listing links to it newly. Without it, the visits of what is gone become so
	// rare that its return is found late. Example: the third page of a listing was gone for a week, and now page 2 links to it. See gone.go.
	Returned
	// SimilarPostings: a posting that is gone from a listing is requested if only listings still link to it that showed a posting themselves. Their
	// boxes of similar postings may be out of date, and would otherwise keep it open. Example: the page of a nurse's job that is filled counts as
	// a listing by now, and still links to a cook's job that the listing has dropped. See listings.go.
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

// Disable switches rules off. It is for tests and measurements.
func (s *Hosts) Disable(off Rules) { s.off = off }

// obeys reports whether a rule is on.
func (s *Hosts) obeys(r Rule) bool { return s.off>>r&1 == 0 }
