package fresh

import (
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"gannet/internal/weburl"
)

// The link to the next page of a listing has a number, an arrow or a word as its text. We recognise such a word by where it is found: it is on
// several listings of a host, leads from each to another page, and some of these pages are known to be listings.

const (
	longestText = 24      // bytes of such a word
	mostTexts   = 1 << 10 // words of a host that are remembered
)

// linkText is what was learned about one text of links on the listings of a host.
type linkText struct {
	list, target uint64 // where it stood first, and where it led
	several      bool   // it stands on another listing, too, and leads elsewhere there
	toList       bool   // a page that it led to is a listing
}

func (p linkText) isPagination() bool { return p.several && p.toList }

// leadsOn reports whether the text of a link on a listing of a host leads to another page of the listing.
func (h *host) leadsOn(text string) bool {
	return isNumber(text) || h.texts[xxh3.HashString(text)].isPagination()
}

// ReadLinks learns from the links of a listing which of them are pagination. If a pagination link leads to another listing that links back,
// the two are pages of one listing. A page that seems to show a posting may be a listing, too, if the text of the link does not name the
// posting (see ShowsPosting). The caller's function names reports whether a text has a word of the title of the posting at a URL.
func (s *Hosts) ReadLinks(x *Page, links []Link, names func(url, text string) (bool, error)) error {
	h := s.hosts[x.Host()]
	if h == nil || x.Kind != Listing {
		return nil
	}
	list, targets := x.ID(), onlyTargets(links, h.name)
	for _, text := range slices.Sorted(maps.Keys(targets)) {
		url := targets[text]
		if url == "" || url == x.URL {
			continue
		}
		if s.obeys(PaginationWords) {
			h.learnText(text, list, weburl.Fingerprint(url))
		}
		var err error
		if h.leadsOn(text) {
			err = s.takeNext(h, list, url, text)
		}
		if o := h.other(url); err == nil && s.obeys(ShowsPosting) && (o == nil || !o.unnamed) {
			err = s.noteUnnamed(h, url, text, names)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// noteUnnamed notes a page that seems to show a posting, if the text that leads to it from a listing does not name the posting.
func (s *Hosts) noteUnnamed(h *host, url, text string, names func(url, text string) (bool, error)) error {
	id := weburl.Fingerprint(url)
	x, err := s.page(id)
	if err != nil || x == nil || x.Kind != Posting {
		return err
	}
	if named, err := names(url, text); named || err != nil {
		return err
	}
	s.addOther(url, text, nil)
	if o := h.other(url); o != nil {
		o.unnamed = true
	}
	return nil
}

// learnOwnLink records the text of the link that led to a listing from a page of the same host. That page need not be a listing.
func (h *host) learnOwnLink(x *Page) {
	via, text := x.Via, x.Anchor
	if text != "" && len(text) <= longestText && via != x.URL && weburl.Host(via) == h.name {
		h.learnText(text, weburl.Fingerprint(via), x.ID())
	}
}

// Link is a link on a listing: its URL and its text.
type Link struct{ URL, Text string }

// onlyTargets returns, for each short text of a link, the page of the host to which it leads, or "" if it leads to more than one.
func onlyTargets(links []Link, host string) map[string]string {
	targets := make(map[string]string)
	for _, l := range links {
		if l.Text == "" || len(l.Text) > longestText || !utf8.ValidString(l.Text) || weburl.Host(l.URL) != host {
			continue
		}
		target := l.URL
		if before, known := targets[l.Text]; known && before != target {
			target = ""
		}
		targets[l.Text] = target
	}
	return targets
}

// learnText records that a link with this text leads from a listing to a page.
func (h *host) learnText(text string, list, target uint64) {
	key := xxh3.HashString(text)
	p, known := h.texts[key]
	switch {
	case !known && len(h.texts) >= mostTexts:
		return
	case !known:
		p.list, p.target = list, target
	case p.list != list && p.target != target:
		p.several = true
	}
	p.toList = p.toList || h.lists[target] != nil
	h.texts[key] = p
}

// takeNext records that pagination leads from a listing to a page. If that page is no listing, it is added to the other pages that may be one.
func (s *Hosts) takeNext(h *host, list uint64, url, text string) error {
	target := weburl.Fingerprint(url)
	if h.lists[target] == nil {
		s.addOther(url, text, nil)
		return nil
	}
	if h.ofOneList(list, target) {
		return nil
	}
	x, err := s.page(target)
	if err == nil && x != nil && slices.Contains(x.Links, list) {
		s.join(h, list, target)
	}
	return err
}
