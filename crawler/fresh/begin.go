package fresh

import (
	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

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
	if s.CountLed(id)%HubLinks != 0 && !s.leadsAlone(x) {
		return nil
	}
	if s.pages[id].closed { // it may be a posting that links to others like it
		if names, err := s.namesAlone(s.host(weburl.Host(x.Via)), &otherPage{url: x.Via}); !names || err != nil {
			return err
		}
	}
	return s.makeList(x.Via, x.Kind == Posting, false)
}

// CountLed counts a recrawled page to which a page led, and returns how many there are.
func (s *Hosts) CountLed(id uint64) int {
	s.led[id] = min(s.led[id], 1<<16-2) + 1
	return int(s.led[id])
}

// IsHub reports whether a page has led to as many pages as a listing does.
func (s *Hosts) IsHub(id uint64) bool { return s.led[id] >= HubLinks }

// leadsAlone reports whether a page has led to a posting of its host, which has no list. Few openings are named by a page that does not look
// like a list, and the next one will be named there, too.
func (s *Hosts) leadsAlone(x *Page) bool {
	return s.jobs && x.Kind == Posting && weburl.Host(x.Via) == x.Host() && !s.HasListing(x.Host())
}

// HasListing reports whether a host has a list that is watched. Sitemaps are none: many name no posting.
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

// makeList has a page count as a list from now on. One that shows a posting is none until that has closed, unless lists lead to it without naming
// that. If it is named again since, and shows the posting no more, it stays closed.
func (s *Hosts) makeList(url string, ofPostings, unnamed bool) error {
	id := weburl.Fingerprint(url)
	x, err := s.page(id)
	if err == nil && x == nil && ofPostings {
		x, err = s.kept.Kept(url)
	}
	page := s.pages[id]
	closed := page.closed || page.reopened == pageIsThere || unnamed
	if err != nil || x == nil || x.Kind != OnTopic && (x.Kind != Posting || !closed) {
		return err
	}
	delete(s.pages, id)
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
