package fresh

import "fmt"

// Rule is one heuristic of this package. The comment of each says what it decides from what, and what would go wrong without it, with an
// example and the file that has the code. `make eval-fresh-rules` measures what a crawl loses without each rule.
type Rule uint8

// The rules, in words of the package comment.
const (
	// TruncatedListing: was a listing or a sitemap cut off when it was visited? The evidence is the number of postings that it has dropped. Some
	// do not count: those that were denied or unlisted before, those that have moved to another page of the listing and, unless a sitemap has
	// dropped them, those to which another listing links. There are two tests. First, earlier visits have shown how many postings the listing
	// loses by itself in this time. If a loss as large as this one is expected less than once in 1,000 visits, nothing counts as dropped until
	// the loss has lasted for one and a half times Fresh. Second, a loss of two postings or more, and of more than a third of the listing, is not
	// believed at the first visit that finds it, but at the next one. Without the rule, one page that a server made in part would close dozens of
	// open postings. Example: a listing of 50 has dropped 30 within an hour. See truncated.go.
	TruncatedListing Rule = iota
	// SitemapContradicts: a sitemap shows that a listing was cut off earlier. The rule notes each large loss of a listing: two postings or more, and
	// more than a third of the listing, to which other listings or sitemaps still linked. Then all listings of the host are visited, which may
	// have these postings by now. At the next visit of a sitemap after that, the rule counts the lost postings that the sitemap has and no listing
	// has. If these are most of them, the listing was cut off. This is reported as a fact about the host, which may raise an alert. A listing that
	// may show its newest postings only (see NewestOnly) is left out, and so is a loss older than one and a half times Fresh. Without the rule,
	// nobody would learn that the listing is broken, because other pages still link to the postings. Example: of 9 postings that a listing
	// dropped, 7 are in the sitemap and on no listing. See truncated.go.
	SitemapContradicts
	// NewestOnly: a listing may show its newest postings only. If such a listing drops a posting, the posting may have fallen off the end and be
	// open, so its absence does not close it. A listing is taken for such a one unless one of its pages is now shorter than it has been, and
	// seldom kept its length when it changed. If its first change makes it shorter, that is enough. If it has kept its length several times
	// before, it takes several changes of the length. Without the rule, old postings would be closed although they are open. Example: a listing
	// has 20 links at every visit. See newest.go.
	NewestOnly
	// Order: the order of a listing's links shows how it has dropped a posting. There are two cases. A posting whose neighbours on both sides are
	// still there was removed: it is unlisted at once. Example: A B C becomes A C. A posting that stood at one end of a page, while at least as
	// many new links came in at the other end, has probably moved to another page of the listing. Example: A B C becomes X A B. It is unlisted
	// when the other pages were visited and do not link to it, or when Fresh is over. Without the rule, we would wait in vain for other pages in the first case, and close open
	// postings in the second. See order.go and missing.go.
	Order
	// PagesOfOne: two pages belong to one listing if a posting moves from one to the other, or if a pagination link leads from one to the other,
	// which links back. A posting dropped by one page is unlisted once all of them were visited (all listings of the host, if it may have fallen
	// off the end), and at the latest after an eighth of Fresh, or after Fresh if it has probably moved (see Order). Without the rule, each posting
	// that moves to the next page would seem to have ended. Example: a posting that page 1 drops may be on page 2 or 3. See pagination.go.
	PagesOfOne
	// RequestPages: if a page of a listing has dropped a posting, the other pages of the listing are requested now, unless they were just visited.
	// So are pages that may belong to it: such a page links to a posting, a listing links to the page, and the page links back. Without it, the
	// wait of PagesOfOne would end before they are visited. Example: page 1 has dropped a job for a cook, so page 2 is requested. See
	// pagination.go.
	RequestPages
	// UnmarkedListing: a page that does not look like a listing is one if its latest visit links to three postings to which neither a listing nor a
	// sitemap links. One such posting is enough if the page and a listing link to each other. This holds in crawls for jobs only. Without it, no
	// visit would show that these postings have ended. Example: "Our team" links to three openings. See listings.go.
	UnmarkedListing
	// Leads: a page is a listing if it was the first to link to three recrawled pages. In crawls for jobs one posting of its own host is enough if the
	// host has no listing yet; sitemaps do not count here. Without it, the page would be requested seldom, and new postings would be found late. Example: "About us" of a bakery
	// leads to its one opening, and will lead to the next. See listings.go.
	Leads
	// Confirm: if one more visit of a listing would close a posting that it has dropped (package life decides this), that visit is made an hour
	// later. Without it, the posting would stay suspected until the listing is due. Example: a posting has been unlisted for three days, and its
	// listing is due in two days. See missing.go.
	Confirm
	// SimilarPostings: if a listing has dropped a posting, links from pages that have shown a posting themselves do not prove that it is open. Such a
	// page may count as a listing because of its box of similar postings, which may be out of date. So the posting is requested. Without it, the box
	// would keep it open. Example: the page of a nurse's job that is filled still links to a cook's job. See missing.go.
	SimilarPostings
	rules
)

var ruleNames = [rules]string{
	"truncated", "sitemap-contradicts", "newest-only", "order", "pages-of-one", "request-pages", "unmarked", "leads", "confirm", "similar",
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
