package fresh

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// A page may be a listing though nothing on it says so, such as the second page of one, whose postings were found elsewhere before. It shows
// by the postings that it links to and no listing does.

// otherPage is a page of a host that is no listing yet.
type otherPage struct {
	url      string
	numbered bool      // a number led to it, an arrow, or a word of pagination: it may be the next page of a listing
	unnamed  bool      // it seems to show a posting, and a listing leads to it by a text that does not name that
	links    []uint64  // that its latest visit found, in ascending order; nil: as it is kept
	asked    time.Time // when it was last requested since a listing that leads to it lacks postings
	requests int       // how often
}

// mostOthers is how many pages of a host are gone through, and mostNumbered how many with those that numbers led to.
const mostOthers, mostNumbered = 64, 1024

// AddOther notes a kept page of a host with listings. It is neither a listing nor shows a posting. anchor is the text of the link that
// led to it.
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

// other returns what is known of one of the other pages, nil if it is none of them.
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

// isNumber reports whether the text of a link is a number of a page, or a sign such as an arrow.
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

// A new page of a listing begins with one posting, and looks like its page. So it is requested again once listings lack what it links to, and
// counts as a listing once it shows no posting itself.

// noteFirst notes a page to which pagination led and that seems to show a posting, or one whose posting has closed and that a listing links to again.
// asList says that it looks like a listing by now.
func (s *Hosts) noteFirst(x *Page, asList bool) {
	if h := s.hosts[x.Host()]; h != nil && s.obeys(FirstOfPage) && x.Kind == Posting && (asList || h.leadsOn(x.Anchor) || s.records[x.ID()].reopened == pageIsThere) {
		s.addOther(x.URL, x.Anchor, x.Links)
	}
}

// findListings goes through the other pages of a host, once within Fresh. A page that links to some postings that no listing links to counts as a
// listing from now on.
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

// evidence is why a page may be a listing though it does not look like one.
type evidence struct {
	led      int  // recrawled pages that it was the first to link to, see Hub
	onlyLead bool // it led to a posting of its host, which has no listing, see OnlyLead
	alone    int  // postings to which it links and no listing does, see UnmarkedListing
	next     bool // a listing links to it, and it links to the listing, so that one of these postings is enough
}

// score returns 1 or more for a listing.
func (e evidence) score() float64 {
	score := float64(e.led+e.alone) / HubLinks
	if e.onlyLead || e.next && e.alone > 0 {
		score++
	}
	return score
}

// linksAlone returns the evidence of a page's links. What decides nothing is not read.
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

// linksOf returns the links of a page, as its latest visit found them.
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

// keptLinks returns the links of a kept page without those to postings of other sites. Of what is not recrawled no site is known.
func (s *Hosts) keptLinks(url string) ([]uint64, error) {
	links, err := s.kept.Links(weburl.Fingerprint(url))
	return s.OfSite(weburl.Host(url), links), err
}

// OfSite removes from links those to pages that are recrawled and of another site than a host.
func (s *Hosts) OfSite(host string, links []uint64) []uint64 {
	return slices.DeleteFunc(links, func(link uint64) bool {
		of := s.policy.Host(link)
		return of != "" && !SameSite(host, of)
	})
}

// isNext reports whether a page may be the next one of a listing: each leads to the other.
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

// HubLinks is how many pages on topic, or postings, a page has led to when it counts as a listing.
const HubLinks = 3

// Begin begins to recrawl a page that was just visited for the first time. closed says that it shows only postings that are closed. The page
// that led to it becomes a listing if it has led to several of its kind.
func (s *Hosts) Begin(x *Page, closed bool) error {
	s.Add(x)
	s.noteFirst(x, false)
	if closed && x.Kind.scheduled() == revisit.Posting {
		s.Close(x.ID(), x.Visited)
	}
	if err := s.uncover(x.ID(), x.Visited); err != nil || x.Via == "" || x.Kind > Listing {
		return err
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

// CountLed counts a recrawled page to which a page led, and returns how many there are.
func (s *Hosts) CountLed(id uint64) int {
	r := s.records[id]
	r.led = min(r.led, 1<<16-2) + 1
	s.records[id] = r
	return int(r.led)
}

// IsHub reports whether a page has led to as many pages as a listing does.
func (s *Hosts) IsHub(id uint64) bool { return s.records[id].led >= HubLinks }

// leadsAlone reports whether a page has led to a posting of its host, which has no listing. A page that does not look like a
// listing links to few openings, and it will link to the next one, too.
func (s *Hosts) leadsAlone(x *Page) bool {
	return s.obeys(OnlyLead) && s.jobs && x.Kind == Posting && weburl.Host(x.Via) == x.Host() && !s.HasListing(x.Host())
}

// HasListing reports whether a host has a listing that is recrawled. Sitemaps are none: many link to no posting.
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

// makeListing has a page count as a listing from now on. One that shows a posting is none until that has closed, unless listings lead to it without naming
// that. If it is linked to again since, and shows the posting no more, it stays closed.
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

// become reports that a page is recrawled from now on, or as another kind. keep says that the crawl has to keep that at once.
func (s *Hosts) become(x *Page, keep bool) {
	own := *x
	s.facts = append(s.facts, Fact{ID: x.ID(), Page: &own, Keep: keep})
}

// onlyPostingsLink reports whether what still links to a page are listings whose own pages have shown postings, and no other pages of the listing
// that has dropped it. A box of similar postings may link to what has ended for as long as it stands.
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
