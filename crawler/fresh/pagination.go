package fresh

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"gannet/internal/weburl"
)

// A listing may have several pages, and postings move from one to the next.

// pages are the pages of one listing, if it has several. All of them share this record.
type pages struct{ ids []uint64 }

// pagesOf returns all pages of the listing to which a page belongs, this page included.
func (h *host) pagesOf(page uint64) []uint64 {
	if list := h.lists[page]; list != nil && list.pages != nil {
		return list.pages.ids
	}
	return []uint64{page}
}

// ofOneList reports whether two pages belong to one listing.
func (h *host) ofOneList(a, b uint64) bool { return slices.Contains(h.pagesOf(a), b) }

// join records that two pages belong to one listing, unless one of them is no listing.
func (s *Hosts) join(h *host, a, b uint64) {
	if h.lists[a] == nil || h.lists[b] == nil || h.ofOneList(a, b) || !s.obeys(PagesOfOne) {
		return
	}
	all := &pages{slices.Concat(h.pagesOf(a), h.pagesOf(b))}
	for _, page := range all.ids {
		h.lists[page].pages = all
	}
}

// Link is a link on a listing: its URL and its text.
type Link struct{ URL, Text string }

// ReadLinks finds pagination among the links of a listing. If it leads to another listing that links back, the two are pages of one listing. If it
// leads to another page, that page may be a listing.
func (s *Hosts) ReadLinks(x *Page, links []Link) error {
	h := s.hosts[x.Host()]
	if h == nil || x.Kind != Listing {
		return nil
	}
	for _, l := range links {
		target := weburl.Fingerprint(l.URL)
		if !isPagination(l.Text) || weburl.Host(l.URL) != h.name || h.ofOneList(x.ID(), target) {
			continue
		}
		if h.lists[target] == nil {
			s.AddOther(l.URL)
			continue
		}
		linksBack, err := s.linksTo(target, x.ID())
		if err != nil {
			return err
		}
		if linksBack {
			s.join(h, x.ID(), target)
		}
	}
	return nil
}

// isPagination reports whether a link is pagination by its text: a number of a page, or a sign such as an arrow.
func isPagination(text string) bool {
	digits := 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			return false
		case unicode.IsDigit(r):
			digits++
		}
	}
	return strings.TrimSpace(text) != "" && digits <= 3
}

// linksTo reports whether a page that is recrawled links to another.
func (s *Hosts) linksTo(from, to uint64) (bool, error) {
	x, err := s.page(from)
	return err == nil && x != nil && slices.Contains(x.Links, to), err
}

// joinMoved joins a page with those pages that have dropped postings to which it links now, since these have moved.
func (s *Hosts) joinMoved(h *host, page uint64, links []uint64) {
	for _, link := range links {
		if a := h.absent[link]; a != nil && !a.sitemap {
			s.join(h, a.from, page)
		}
	}
}

// leave removes a page from the listings of its host, so that no posting waits for a visit of it. h may be nil.
func (h *host) leave(page uint64) {
	list := h.list(page)
	if list == nil {
		return
	}
	if list.pages != nil {
		list.pages.ids = slices.DeleteFunc(list.pages.ids, func(id uint64) bool { return id == page })
	}
	delete(h.lists, page)
}

// atOnce is how far apart visits of the pages of a listing may lie and still count as made at once: if none of them links to a posting, it cannot have
// been moving from one to another meanwhile. It is also how long a posting that was dropped waits for visits of the other pages.
func (s *Hosts) atOnce() time.Duration { return s.fresh / 8 }

// pagesVisited reports whether all other pages of a listing were visited at that time or later.
func (h *host) pagesVisited(page uint64, since time.Time) bool {
	return !slices.ContainsFunc(h.pagesOf(page), func(other uint64) bool { return other != page && h.lists[other].visited.Before(since) })
}

// requestOtherPages requests the other pages of a listing now, if this page has dropped postings that may be on them. A posting that has probably moved
// on can wait for the regular visits of these pages, for Fresh at most.
func (s *Hosts) requestOtherPages(h *host, page uint64, now time.Time) {
	if !s.obeys(RequestPages) || !h.hasDropped(page) {
		return
	}
	for _, other := range h.pagesOf(page) {
		if other != page && h.lists[other].visited.Before(now.Add(-s.atOnce())) {
			s.policy.Suspect(other, now)
		}
	}
}

// hasDropped reports whether a page of a listing has dropped a posting that may be on another page of it, and that has not just moved on.
func (h *host) hasDropped(page uint64) bool {
	for _, a := range h.absent {
		if a.from == page && !a.sitemap && !a.isRemoved() && (a.reported || a.how != movedOn) {
			return true
		}
	}
	return false
}
