package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// A page may be a listing although nothing on it says so, such as the second page of a listing whose postings were all found elsewhere before. We
// recognise it by its links to postings to which no known listing links.

// mostOthers is how many pages of a host are searched for unmarked listings.
const mostOthers = 1024

// AddOther notes a page that is neither a listing nor a posting but belongs to a host with listings, because it may turn out to be a
// listing later.
func (s *Hosts) AddOther(url string) {
	h := s.hosts[weburl.Host(url)]
	if s.jobs && h != nil && len(h.lists) > 0 && len(h.others) < mostOthers && !slices.Contains(h.others, url) {
		h.others = append(h.others, url)
	}
}

// findListings searches the other pages of a host for listings, at most once within Fresh.
func (s *Hosts) findListings(h *host, now time.Time) (err error) {
	if len(h.others) == 0 || !s.obeys(UnmarkedListing) || now.Sub(h.looked) < s.fresh {
		return nil
	}
	h.looked = now
	h.others = slices.DeleteFunc(h.others, func(url string) bool {
		id := weburl.Fingerprint(url)
		switch {
		case err != nil:
			return false
		case h.lists[id] != nil:
			return true
		}
		var is bool
		if is, err = s.linksToOrphans(h, url); is {
			s.policy.Suspect(id, now) // if its posting is open, it becomes no listing now
			err = s.makeListing(url)
		}
		return is
	})
	return err
}

// EnoughLinks is how many pages a page must link to in order to count as a listing, if no other page links to them, or if it was the first
// that led to them.
const EnoughLinks = 3

// linksToOrphans reports whether a page links to enough orphans: three, or one if the page may be the next page of a listing.
func (s *Hosts) linksToOrphans(h *host, url string) (bool, error) {
	links, err := s.linksOf(url)
	if err != nil || !s.jobs {
		return false, err
	}
	orphans := 0
	for _, link := range links {
		if s.isPosting(link) && s.records[link].listings == 0 {
			orphans++
		}
	}
	if orphans == 0 || orphans >= EnoughLinks {
		return orphans > 0, nil
	}
	return s.isNext(h, weburl.Fingerprint(url), links)
}

// linksOf returns the links that the latest visit of a page has found.
func (s *Hosts) linksOf(url string) ([]uint64, error) {
	x, err := s.page(weburl.Fingerprint(url))
	switch {
	case err != nil:
		return nil, err
	case x != nil && x.Links != nil:
		return x.Links, nil
	}
	return s.keptLinks(url)
}

// keptLinks returns the links of a kept page, without those to postings of other sites. Links to pages that are not recrawled stay, because their
// site is unknown.
func (s *Hosts) keptLinks(url string) ([]uint64, error) {
	links, err := s.kept.Links(weburl.Fingerprint(url))
	return slices.DeleteFunc(links, func(link uint64) bool {
		of := s.policy.Host(link)
		return of != "" && !SameSite(weburl.Host(url), of)
	}), err
}

// isNext reports whether a page may be the next page of a listing: it links to the listing, and the listing links to it.
func (s *Hosts) isNext(h *host, id uint64, links []uint64) (is bool, err error) {
	for _, list := range links {
		if h.lists[list] != nil && !is && err == nil {
			is, err = s.linksTo(list, id)
		}
	}
	return is, err
}

// Begin adds a page to those that are recrawled, just after its first visit. order has the links of a listing in their order on the page. ended says
// that all postings on it are closed.
func (s *Hosts) Begin(x *Page, order []uint64, ended bool) error {
	s.Add(x)
	if list := s.hosts[x.Host()].list(x.ID()); list != nil && x.Kind == Listing {
		list.order = order
	}
	if ended && x.Kind.scheduled() == revisit.Posting {
		s.Close(x.ID(), x.Visited)
	}
	if x.Via == "" || x.Kind > Listing {
		return nil
	}
	return s.Lead(x.Via, 1, x.Kind == Posting && weburl.Host(x.Via) == x.Host())
}

// Lead records that n more recrawled pages were found first through links on the page via, and makes that page a listing if these are enough; see the
// rule Leads. toPosting says that one of them shows a posting of the page's own host. If the page via shows an open posting, it is no listing, and
// this is tried again when it has led to three more.
func (s *Hosts) Lead(via string, n int, toPosting bool) error {
	id, host := weburl.Fingerprint(via), weburl.Host(via)
	r := s.records[id]
	before := int(r.led)
	r.led += int32(n)
	s.set(id, r)
	isEnough := (before+n)/EnoughLinks > before/EnoughLinks || toPosting && s.jobs && !s.hosts[host].hasListing()
	if !isEnough || !s.obeys(Leads) {
		return nil
	}
	if r.isClosed() { // its links may be a box of similar postings
		if is, err := s.linksToOrphans(s.host(host), via); !is {
			return err
		}
	}
	return s.makeListing(via)
}

// hasListing reports whether a host has a listing. Sitemaps do not count, because many link to no posting. h may be nil.
func (h *host) hasListing() bool {
	if h != nil {
		for _, list := range h.lists {
			if !list.sitemap {
				return true
			}
		}
	}
	return false
}

// makeListing makes a kept page a listing from now on. A page that shows a posting becomes a listing only if this posting is closed.
func (s *Hosts) makeListing(url string) error {
	id := weburl.Fingerprint(url)
	x, err := s.page(id)
	if err == nil && x == nil {
		x, err = s.kept.Kept(url)
	}
	if err != nil || x == nil || x.Kind != OnTopic && (x.Kind != Posting || !s.records[id].isClosed()) {
		return err
	}
	r := s.reset(id)
	r.wasPosting = r.wasPosting || x.Kind == Posting
	s.set(id, r)
	x.Kind = Listing
	if x.Links == nil {
		if x.Links, err = s.keptLinks(url); err != nil {
			return err
		}
	}
	own := *x
	s.facts = append(s.facts, Fact{ID: id, Page: &own})
	s.policy.Drop(id)
	s.Add(x)
	return nil
}
