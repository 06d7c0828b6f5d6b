package fresh

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// A page may be a listing although nothing on it says so, such as the second page of a listing whose postings were all found elsewhere before. We
// recognise it by its links to postings to which no known listing links.

// otherPage is a page of a host that does not count as a listing yet.
type otherPage struct {
	url       string
	requested time.Time // when it was last requested because a listing that links to it has dropped a posting
	requests  int       // how often
}

// mostOthers is how many pages of a host are searched for unmarked listings. Pages to which pagination has led are added until there are mostNumbered
// in all.
const mostOthers, mostNumbered = 512, 1024

// AddOther notes a page that is neither a listing nor a posting but belongs to a host with listings, because it may turn out to be a
// listing later. anchor is the text of the link that led to it.
func (s *Hosts) AddOther(url, anchor string) {
	h, most := s.hosts[weburl.Host(url)], mostOthers
	if isPagination(anchor) {
		most = mostNumbered
	}
	if s.jobs && h != nil && len(h.lists) > 0 && len(h.others) < most && !h.hasOther(url) {
		h.others = append(h.others, otherPage{url: url})
	}
}

// hasOther reports whether a page is among the other pages of a host. h may be nil.
func (h *host) hasOther(url string) bool {
	return h != nil && slices.ContainsFunc(h.others, func(o otherPage) bool { return o.url == url })
}

// findListings searches the other pages of a host for listings, at most once within Fresh.
func (s *Hosts) findListings(h *host, now time.Time) (err error) {
	if len(h.others) == 0 || !s.obeys(UnmarkedListing) || now.Sub(h.looked) < s.fresh {
		return nil
	}
	h.looked = now
	h.others = slices.DeleteFunc(h.others, func(page otherPage) bool {
		id := weburl.Fingerprint(page.url)
		switch {
		case err != nil:
			return false
		case h.lists[id] != nil:
			return true
		}
		var is bool
		if is, err = s.linksToOrphans(h, page.url); is {
			s.policy.Suspect(id, now) // if its posting is open, it becomes no listing now
			err = s.makeListing(page.url, Posting)
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
	if s.isPosting(x.ID()) {
		s.policy.Cover(s.records[x.ID()].sitemap, false) // it links to a posting by now
	}
	if x.Via == "" || x.Kind > Listing {
		return nil
	}
	return s.lead(x)
}

// lead records which page was the first to link to a page, and makes it a listing if it has led to enough pages. If it shows a posting that is open
// it is none, and this is tried again when it has led to three more.
func (s *Hosts) lead(x *Page) error {
	led := s.CountLed(weburl.Fingerprint(x.Via))
	if led%EnoughLinks != 0 && (x.Kind != Posting || !s.mayBeOnlyListing(x.Host(), x.Via)) {
		return nil
	}
	return s.becomeHub(x.Via, x.Kind)
}

// RestoreLed makes the page via a listing after a restart, if it was the first that linked to enough recrawled pages; see the rule Leads.
// Call it after CountLed has counted all these pages. of is Posting if one of them shows a posting of the page's own host.
func (s *Hosts) RestoreLed(via string, of Kind) error {
	if s.records[weburl.Fingerprint(via)].led < EnoughLinks && (of != Posting || !s.mayBeOnlyListing(weburl.Host(via), via)) {
		return nil
	}
	return s.becomeHub(via, Posting)
}

// becomeHub makes a page a listing because it was the first to link to others. If a posting of the page was closed, it may have linked to similar
// postings, so it becomes a listing only if it links to postings to which no listing links.
func (s *Hosts) becomeHub(via string, of Kind) error {
	if !s.obeys(Leads) {
		return nil
	}
	if s.records[weburl.Fingerprint(via)].isClosed() {
		if is, err := s.linksToOrphans(s.host(weburl.Host(via)), via); !is {
			return err
		}
	}
	return s.makeListing(via, of)
}

// CountLed counts one more recrawled page that was found first through a link of the page id. It returns how many such pages there are.
func (s *Hosts) CountLed(id uint64) int {
	r := s.records[id]
	r.led++
	s.set(id, r)
	return int(r.led)
}

// mayBeOnlyListing reports whether a page that has led to a posting of a host belongs to it, and the host has no listing. Such a page links to few
// openings and does not look like a listing, but it will probably link to the next opening, too. Many sitemaps link to no posting, so they do not count.
func (s *Hosts) mayBeOnlyListing(host, via string) bool {
	if !s.jobs || weburl.Host(via) != host {
		return false
	}
	if h := s.hosts[host]; h != nil {
		for _, list := range h.lists {
			if !list.sitemap {
				return false
			}
		}
	}
	return true
}

// makeListing makes a page a listing from now on, because it links to pages of a kind. If these are postings, the page need not be recrawled yet. A
// page that shows a posting becomes a listing only if this posting is closed.
func (s *Hosts) makeListing(url string, of Kind) error {
	id := weburl.Fingerprint(url)
	x, err := s.page(id)
	if err == nil && x == nil && of == Posting {
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
	s.become(x, true)
	s.policy.Drop(id)
	s.Add(x)
	return nil
}

// become reports as a fact that a page is recrawled from now on, or is recrawled as another kind. keep says that the crawl has to store this now.
func (s *Hosts) become(x *Page, keep bool) {
	own := *x
	s.facts = append(s.facts, Fact{ID: x.ID(), Page: &own, Keep: keep})
}
