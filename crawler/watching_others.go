package crawler

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"gannet/internal/weburl"
	"gannet/store"
)

// A page may be a list though nothing on it says so, such as the second page of one, whose postings were found elsewhere before. It shows
// by the postings that it names and no list does.

// otherPage is a page of a host that is no list yet.
type otherPage struct {
	url      string
	numbered bool      // a number led to it, an arrow, or a word of a pager: it may be the next page of a list
	unnamed  bool      // it seems to show a posting, and a list leads to it by a text that does not name that
	links    []uint64  // that its latest visit found, in ascending order; nil: as it is kept
	asked    time.Time // when it was last asked for since a list that leads to it lacks postings
	asks     int       // how often
}

// mostOthers is how many pages of a host are looked through, and mostNumbered how many with those that numbers led to.
const mostOthers, mostNumbered = 64, 1024

// addOther notes a kept page of a host with lists. It is neither a list nor shows a posting. anchor is the text of the link that led to it.
func (w *watching) addOther(url, anchor string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.addOtherLocked(url, anchor, nil)
}

func (w *watching) addOtherLocked(url, anchor string, links []uint64) {
	h := w.hosts[weburl.Host(url)]
	if !w.jobs || h == nil || len(h.lists) == 0 {
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
func (h *watchedHost) other(url string) *otherPage {
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

// A new page of a list begins with one posting, and looks like its page. So it is looked at again once lists lack what it names, and
// counts as a list once it shows no posting itself.

// addFirst notes a page that a pager led to and that seems to show a posting, or one whose posting has closed and that a list names again.
// asList says that it looks like a list by now.
func (w *watching) addFirst(x *store.Watched, asList bool) {
	_, anchor := FoundOn(x.Trail)
	if h := w.hosts[hostOf(x)]; h != nil && x.Kind == store.WatchedPosting && (asList || h.leadsOn(anchor) || w.pages[weburl.Fingerprint(x.URL)].reopened == pageIsThere) {
		w.addOtherLocked(x.URL, anchor, x.Links)
	}
}

// findLists looks through the other pages of a host, once within Fresh. A page that names some postings that no list names counts as a
// list from now on.
func (w *watching) findLists(h *watchedHost, now time.Time) error {
	if len(h.others) == 0 || now.Sub(h.looked) < w.fresh {
		return nil
	}
	h.looked = now
	kept := h.others[:0]
	for _, page := range h.others {
		if h.lists[weburl.Fingerprint(page.url)] != nil {
			continue
		}
		names, err := w.namesAlone(h, &page)
		if err != nil {
			return err
		}
		if !names {
			kept = append(kept, page)
			continue
		}
		w.policy.Suspect(weburl.Fingerprint(page.url), now) // if it still counts as a posting
		list, err := w.makeList(page.url, true, page.unnamed)
		if err != nil {
			return err
		}
		if list != nil {
			w.told = append(w.told, &store.Visit{Watched: list})
		}
	}
	h.others = kept
	return nil
}

// namesAlone reports whether a page names enough postings that no list names: hubLinks, or one if it may be the next page of a list.
func (w *watching) namesAlone(h *watchedHost, page *otherPage) (bool, error) {
	id := weburl.Fingerprint(page.url)
	links, err := w.linksOf(page)
	n := 0
	for i := 0; i < len(links) && n < hubLinks && err == nil; i++ {
		var x *store.Watched
		if w.policy.Rate(links[i]) > 0 && w.listed[links[i]].lists == 0 {
			x, err = w.get(links[i])
		}
		if x != nil && x.Kind == store.WatchedPosting {
			n++
		}
	}
	if n == 0 || n >= hubLinks || err != nil {
		return n > 0, err
	}
	return w.isNext(h, id, links)
}

// linksOf returns the links of a page, as its latest visit found them.
func (w *watching) linksOf(page *otherPage) ([]uint64, error) {
	if page.links != nil {
		return page.links, nil
	}
	id := weburl.Fingerprint(page.url)
	x, err := w.get(id)
	if err != nil {
		return nil, err
	}
	if x != nil && x.Links != nil {
		return x.Links, nil
	}
	return w.keptLinks(page.url)
}

// keptLinks returns the links of a kept page without those to postings of other sites. Of what is not watched no site is known.
func (w *watching) keptLinks(url string) ([]uint64, error) {
	links, err := w.store.Links(weburl.Fingerprint(url))
	return w.withoutOthers(weburl.Host(url), links), err
}

func (w *watching) withoutOthers(host string, links []uint64) []uint64 {
	return slices.DeleteFunc(links, func(link uint64) bool {
		of := w.policy.Host(link)
		return of != "" && !isOwn(host, of)
	})
}

// isNext reports whether a page may be the next one of a list: each leads to the other.
func (w *watching) isNext(h *watchedHost, id uint64, links []uint64) (bool, error) {
	for _, list := range links {
		if h.lists[list] == nil {
			continue
		}
		x, err := w.get(list)
		if err != nil {
			return false, err
		}
		if x != nil && slices.Contains(x.Links, id) {
			return true, nil
		}
	}
	return false, nil
}
