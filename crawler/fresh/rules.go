package fresh

import "fmt"

// Rule is one heuristic of this package. The comment of each says what it decides, from what, what goes wrong without it, and an example.
// `make eval-fresh-rules` measures what a crawl loses without each rule.
//
// A listing is a page that the crawl revisits because it links to postings. It may continue on other pages. Sitemaps count as listings unless a rule
// says otherwise. A visit of a listing compares its links with those of the visit before. If a link to a posting is no longer there, the listing has
// dropped the posting. A posting is unlisted once no listing links to it. Then its own page is requested. The posting is closed, which means that it
// counts as ended, if its page does not show it either, or if no listing links to it for some days (package life decides how many). A posting is
// denied if the latest visit of its own page did not show it. Fresh is the aim of the crawl, usually one day: nothing that is said of an open posting
// is to be older.
type Rule uint8

// The rules. All times in the examples are for a Fresh of one day.
const (
	// TruncatedListing.
	// Decides: was a listing or sitemap cut off at this visit? Then the links that it has lost are kept as if they were still there.
	// From: how many postings it has dropped. A posting does not count if it was denied or unlisted before, or if it has moved to another page of the
	// listing (see Order). At a listing, a posting to which another listing still links does not count either, because its loss closes nothing. At a
	// sitemap it counts even so, because a posting that a sitemap drops is unlisted although listings link to it. There are two reasons to doubt a loss.
	// It is improbable: at the rate at which the listing has lost postings so far, less than 1 of 1,000 visits would lose so many in this time. Or it is
	// great: two postings or more, and more than a third of the listing. An improbable loss is taken for real when it has lasted for one and a half
	// times Fresh, also if it is great. A loss that is great and not improbable is taken for real at the next visit.
	// Without it: one page that a server made in part would close dozens of open postings.
	// Example: a listing of 50 postings that loses 2 a day has dropped 30 within an hour, which is improbable. If they are still missing after 36 hours,
	// they count as dropped. Another, of 9 postings, has dropped 4 in a month, which is great only. If they are missing at the next visit, too, they
	// count as dropped. See truncated.go.
	TruncatedListing Rule = iota
	// SitemapContradicts.
	// Decides: was a listing cut off, although its lost postings are still linked to from elsewhere, so that TruncatedListing ignores them? This is
	// reported as a fact about the host, which may raise an alert. It changes nothing about the postings.
	// From: a great loss (see TruncatedListing) of such postings. First all listings of the host are visited, because they may have these postings by
	// now. Then a sitemap is visited. If more than half of the lost postings are in this sitemap, and on no listing other than sitemaps, the listing was
	// cut off. The rule is not applied to a listing that may show its newest postings only (see NewestOnly), nor to a loss older than one and a half
	// times Fresh.
	// Without it: this kind of breakage would not be noticed. Other rules notice 18 of 24 breakages of hosts, and with this one 19 are noticed.
	// Example: a listing drops 9 postings. By now 2 of them are on another listing, and all 9 are still in the sitemap. So 7 of 9 are on no listing,
	// which is more than half: the listing was cut off. See truncated.go.
	SitemapContradicts
	// NewestOnly.
	// Decides: may a listing show its newest postings only? Then a posting that it has dropped may have fallen off its end and be open, so that its
	// absence from the listings is never enough to close it.
	// From: how the number of links on its pages changes. A page that is cut to the newest keeps its length when its links change. A listing is taken
	// for such a one until one of its pages shows that it has all its postings: the page is shorter than it once was, and the latest changes of its
	// links have changed its length, too. If the length has never stayed the same when the links changed, one new length is enough. If it has stayed the
	// same once, two in a row are needed, and if more often, three.
	// Without it: old postings would be closed although they are open.
	// Example: a listing has 20 links at every visit, each time others, so a posting that it drops may be open. Another has 20 links and then 18, so a
	// posting that it drops has ended. A third has 20 links at five visits, each time others, and then 18, 17 and 16: only at 16 does a posting that it
	// drops count as ended. See newest.go.
	NewestOnly
	// Order.
	// Decides: was a dropped posting removed from the listing, or has it moved to another page of it?
	// From: the order of the links at the visit before and now. If the neighbours on both sides are still there, the posting was removed, and is
	// unlisted at once. If it stood at one end of a page, and at least as many new links have come in at the other end as have gone at this one, it has
	// probably moved. Then it is unlisted when the other pages were visited and do not link to it, or when Fresh is over. Otherwise PagesOfOne says how
	// long to wait.
	// Without it: we would wait in vain for other pages in the first case, and close open postings in the second.
	// Example: A B C becomes A C, so B was removed. A B C becomes X A B, so C is probably on the next page. See order.go and missing.go.
	Order
	// PagesOfOne.
	// Decides: which pages belong to one listing, and for how long a posting that one of them has dropped may still appear on the others?
	// From: two pages belong together if a posting moves from one to the other, or if each links to the other, one of them by a number or an arrow. A
	// posting dropped by one page is unlisted once all other pages were visited and do not link to it. If it may have fallen off the end (see
	// NewestOnly), all listings of the host have to be visited. In both cases the wait ends after an eighth of Fresh at the latest; for a posting that
	// has probably moved (see Order) it ends after Fresh. An unlisted posting is not closed yet: that takes days, or its own page.
	// Without it: each posting that moves to the next page would seem to have ended.
	// Example: page 1 drops a posting at 9:00. Page 2 is visited at 9:10 and page 3 at 9:20, and neither links to it, so it is unlisted at 9:20. If page
	// 3 was not visited by 12:00, it is unlisted then. See pagination.go.
	PagesOfOne
	// RequestPages.
	// Decides: which pages are requested at once when a page of a listing has dropped a posting?
	// From: when the pages of the listing were last visited. Pages are requested only for a posting of which Order says neither that it was removed nor
	// that it has probably moved. All pages that were not visited for an eighth of Fresh are requested. A removed posting is on no other page, and one
	// that has probably moved is found by the regular visits of the other pages, because its wait is long.
	// Without it: the wait of PagesOfOne would end before the other pages are visited.
	// Example: page 1 has dropped a job for a cook, and page 2 was visited five hours ago, so page 2 is requested. See pagination.go.
	RequestPages
	// UnmarkedListing.
	// Decides: is a page a listing although it does not look like one? Only crawls for jobs search for such pages.
	// From: the links that its latest visit found. Three of them must lead to orphans, which are postings to which no listing and no sitemap links. One
	// orphan is enough if the page and a listing link to each other. A page that shows an open posting itself is no listing.
	// Without it: the end of an orphan would be noticed only when its own page is due.
	// Example: "Our team" links to three openings that no listing has. See listings.go.
	UnmarkedListing
	// Leads.
	// Decides: is a page a listing because the crawl has found other pages through it?
	// From: how many pages the crawl first found through a link on this page. Only pages that it revisits count: postings, listings and, if the topic is
	// not jobs, pages on topic. Three are enough. In crawls for jobs, one posting of its own host is enough if the host has no listing yet other than
	// sitemaps. If the page was the page of a posting, which has been closed since, its links may be a box of similar postings, which listings have as
	// well. So it must link to orphans, too, as many as UnmarkedListing demands.
	// Without it: the page would be requested seldom, and new postings on it would be found late.
	// Example: "About us" of a bakery leads to its one opening, and will lead to the next. See listings.go.
	Leads
	// SimilarPostings.
	// Decides: is the page of a dropped posting requested although other listings still link to the posting?
	// From: whether all those others have shown a posting themselves before they counted as listings. Their links may be boxes of similar postings,
	// which may be out of date.
	// Without it: such a box would keep an ended posting open until the regular visit of its own page.
	// Example: a listing drops a job for a cook. Only the page of a nurse's job, which is filled, still links to it, so the cook's page is requested.
	// See missing.go.
	SimilarPostings
	rules
)

var ruleNames = [rules]string{
	"truncated", "sitemap-contradicts", "newest-only", "order", "pages-of-one", "request-pages", "unmarked", "leads", "similar",
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
