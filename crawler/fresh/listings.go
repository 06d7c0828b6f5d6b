package fresh

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// A page may be a listing although nothing on it says so, such as the second page of a listing whose postings were all found elsewhere before. We
// recognise it by its links to postings to which no known listing links.

// otherPage is a page of a host that does not count as a listing yet.
type otherPage struct {
	url      string
	numbered bool      // a number led to it, an arrow, or a word of pagination: it may be the next page of a listing
	unnamed  bool      // it seems to show a posting, and a listing leads to it by a text that does not name that
	links    []uint64  // that its latest visit found, in ascending order; nil: as it is kept
	asked    time.Time // when it was last requested since a listing that leads to it lacks postings
	requests int       // how often
}

// mostOthers is how many pages of a host are searched for unmarked listings. If there are pages to which numbers have led, the limit for these is
// mostNumbered.
const mostOthers, mostNumbered = 64, 1024

// AddOther notes a kept page of a host with listings that is neither a listing nor shows a posting. anchor is the text of the link that led to it.
func (s *Hosts) AddOther(url, anchor string) { s.addOther(url, anchor, nil) }

func (s *Hosts) addOther(url, anchor string, links []uint64) {
	h := s.hosts[weburl.Host(url)]
	if !s.jobs || h == nil || len(h.lists) == 0 {
		return
	}
	page := otherPage{url: url, numbered: h.leadsOn(anchor), links: links}
	if o := h.other(url); o != nil {
		o.numbered = o.numbered || page.numbered
		if links != nil {
			o.links = links
		}
		return
	}
	if len(h.others) < mostOthers || page.numbered && len(h.others) < mostNumbered {
		h.others = append(h.others, page)
	}
}

// other returns the record of one of the host's other pages, or nil if the URL is not among them.
func (h *host) other(url string) *otherPage {
	if h == nil {
		return nil
	}
	at := slices.IndexFunc(h.others, func(o otherPage) bool { return o.url == url })
	if at < 0 {
		return nil
	}
	return &h.others[at]
}

// isNumber reports whether the text of a link is a page number, or a sign such as an arrow.
func isNumber(anchor string) bool {
	digits := 0
	for _, r := range anchor {
		switch {
		case unicode.IsLetter(r):
			return false
		case unicode.IsDigit(r):
			digits++
		}
	}
	return strings.TrimSpace(anchor) != "" && digits <= 3
}

// A new page of a listing at first links to a single posting, and so it looks like the page of that posting. Therefore it is requested again once
// listings no longer link to that posting, and it counts as a listing once it shows no posting itself.

// noteFirst notes a page that seems to show a posting but may be a listing. It does so if pagination led to the page, if its posting was closed and a
// listing links to it again, or if asList says that it looks like a listing by now.
func (s *Hosts) noteFirst(x *Page, asList bool) {
	if h := s.hosts[x.Host()]; h != nil && s.obeys(FirstOfPage) && x.Kind == Posting && (asList || h.leadsOn(x.Anchor) || s.records[x.ID()].reopened == pageIsThere) {
		s.addOther(x.URL, x.Anchor, x.Links)
	}
}

// findListings searches the other pages of a host for listings, at most once within Fresh. A page counts as a listing from now on if it links to
// enough postings to which no listing links.
func (s *Hosts) findListings(h *host, now time.Time) error {
	if len(h.others) == 0 || !s.obeys(UnmarkedListing) || now.Sub(h.looked) < s.fresh {
		return nil
	}
	h.looked = now
	kept := h.others[:0]
	for _, page := range h.others {
		if h.lists[weburl.Fingerprint(page.url)] != nil {
			continue
		}
		e, err := s.linksAlone(h, &page)
		if err != nil {
			return err
		}
		if e.score() < 1 {
			kept = append(kept, page)
			continue
		}
		s.policy.Suspect(weburl.Fingerprint(page.url), now) // if it still counts as a posting
		if err := s.makeListing(page.url, true, page.unnamed); err != nil {
			return err
		}
	}
	h.others = kept
	return nil
}

// evidence holds the reasons why a page may be a listing though it does not look like one.
type evidence struct {
	led      int  // recrawled pages that it was the first to link to, see Hub
	onlyLead bool // it led to a posting of its host, which has no listing, see OnlyLead
	alone    int  // postings to which it links and no listing does, see UnmarkedListing
	next     bool // a listing links to it, and it links to the listing, so that one of these postings is enough
}

// score sums up the evidence. A page counts as a listing from a score of 1.
func (e evidence) score() float64 {
	score := float64(e.led+e.alone) / HubLinks
	if e.onlyLead || e.next && e.alone > 0 {
		score++
	}
	return score
}

// linksAlone returns the evidence from the links of a page. Links of listings are not read if they would not change the decision.
func (s *Hosts) linksAlone(h *host, page *otherPage) (e evidence, err error) {
	links, err := s.linksOf(page)
	if err != nil || !s.jobs {
		return e, err
	}
	for _, link := range links {
		if s.isPosting(link) && s.records[link].listings == 0 {
			e.alone++
		}
	}
	if e.alone > 0 && e.score() < 1 {
		e.next, err = s.isNext(h, weburl.Fingerprint(page.url), links)
	}
	return e, err
}

// linksOf returns the links that the latest visit of a page has found.
func (s *Hosts) linksOf(page *otherPage) ([]uint64, error) {
	if page.links != nil {
		return page.links, nil
	}
	id := weburl.Fingerprint(page.url)
	x, err := s.page(id)
	if err != nil {
		return nil, err
	}
	if x != nil && x.Links != nil {
		return x.Links, nil
	}
	return s.keptLinks(page.url)
}

// keptLinks returns the links of a kept page, without those to postings of other sites. Links to pages that are not recrawled stay, because their
// site is unknown.
func (s *Hosts) keptLinks(url string) ([]uint64, error) {
	links, err := s.kept.Links(weburl.Fingerprint(url))
	return s.OfSite(weburl.Host(url), links), err
}

// OfSite removes the links to recrawled pages of other sites than that of the host.
func (s *Hosts) OfSite(host string, links []uint64) []uint64 {
	return slices.DeleteFunc(links, func(link uint64) bool {
		of := s.policy.Host(link)
		return of != "" && !SameSite(host, of)
	})
}

// isNext reports whether a page may be the next page of a listing: it links to the listing, and the listing links to it.
func (s *Hosts) isNext(h *host, id uint64, links []uint64) (bool, error) {
	for _, list := range links {
		if h.lists[list] == nil {
			continue
		}
		x, err := s.page(list)
		if err != nil {
			return false, err
		}
		if x != nil && slices.Contains(x.Links, id) {
			return true, nil
		}
	}
	return false, nil
}

// HubLinks is the number of recrawled pages from which on the page that was the first to lead to them counts as a listing.
const HubLinks = 3

// Begin begins to recrawl a page that was just visited for the first time. closed says that it shows only postings that are closed. The page that led
// to it becomes a listing if it has led to enough such pages.
func (s *Hosts) Begin(x *Page, closed bool) error {
	s.Add(x)
	s.noteFirst(x, false)
	if closed && x.Kind.scheduled() == revisit.Posting {
		s.Close(x.ID(), x.Visited)
	}
	s.uncover(x.ID())
	if x.Via == "" || x.Kind > Listing {
		return nil
	}
	id := weburl.Fingerprint(x.Via)
	e := evidence{onlyLead: s.leadsAlone(x)}
	if led := s.CountLed(id); s.obeys(Hub) && led%HubLinks == 0 {
		e.led = led
	}
	if e.score() >= 1 && s.records[id].closed { // it may be a posting that links to others like it
		var err error
		if e, err = s.linksAlone(s.host(weburl.Host(x.Via)), &otherPage{url: x.Via}); err != nil {
			return err
		}
	}
	if e.score() < 1 {
		return nil
	}
	return s.makeListing(x.Via, x.Kind == Posting, false)
}

// CountLed counts one more recrawled page to which the given page led, and returns how many there are.
func (s *Hosts) CountLed(id uint64) int {
	r := s.records[id]
	r.led = min(r.led, 1<<16-2) + 1
	s.records[id] = r
	return int(r.led)
}

// IsHub reports whether a page has led to enough pages to count as a listing.
func (s *Hosts) IsHub(id uint64) bool { return s.records[id].led >= HubLinks }

// leadsAlone reports whether a posting was found through a page of its own host, and this host has no listing. The page that led to it links to few
// openings and does not look like a listing, but it will probably link to the next opening, too.
func (s *Hosts) leadsAlone(x *Page) bool {
	return s.obeys(OnlyLead) && s.jobs && x.Kind == Posting && weburl.Host(x.Via) == x.Host() && !s.HasListing(x.Host())
}

// HasListing reports whether a host has a listing that is recrawled. Sitemaps do not count, because many of them link to no posting.
func (s *Hosts) HasListing(host string) bool {
	h := s.hosts[host]
	if h == nil {
		return false
	}
	for list := range h.lists {
		if kind, _ := s.policy.Kind(list); kind == revisit.List {
			return true
		}
	}
	return false
}

// makeListing makes a page count as a listing from now on. A page that shows a posting becomes a listing only after that posting has closed, or if
// listings lead to the page by a text that does not name the posting. A page that was reopened because a listing links to it again still counts as
// closed here, if its latest visit found no posting.
func (s *Hosts) makeListing(url string, ofPostings, unnamed bool) error {
	id := weburl.Fingerprint(url)
	x, err := s.page(id)
	if err == nil && x == nil && ofPostings {
		x, err = s.kept.Kept(url)
	}
	r := s.records[id]
	closed := r.closed || r.reopened == pageIsThere || unnamed
	if err != nil || x == nil || x.Kind != OnTopic && (x.Kind != Posting || !closed) {
		return err
	}
	r = s.reset(id)
	r.posting = x.Kind == Posting
	s.set(id, r)
	x.Kind = Listing
	if x.Links == nil {
		if x.Links, err = s.keptLinks(url); err != nil {
			return err
		}
	}
	s.become(x, true)
	s.policy.Drop(id)
	s.Add(x)
	return nil
}

// become reports the page as a fact, because it is recrawled from now on, or as another kind. keep says that the crawl has to keep this at once.
func (s *Hosts) become(x *Page, keep bool) {
	own := *x
	s.facts = append(s.facts, Fact{ID: x.ID(), Page: &own, Keep: keep})
}

// onlyPostingsLink reports whether only pages that have shown a posting still link to the page, and none of them is another page of the listing that
// has dropped it. Such links are no proof that a posting is open, because a box of similar postings may go on linking to one that has ended.
func (s *Hosts) onlyPostingsLink(r record, h *host, list uint64) bool {
	if !s.obeys(SimilarPostings) {
		return false
	}
	known := uint16(0)
	for _, by := range r.by {
		if by == 0 {
			continue
		}
		if known++; !s.records[by].posting || h.ofOneList(list, by) {
			return false
		}
	}
	return known == r.listings
}
