package crawler

import (
	"slices"
	"time"

	"gannet/internal/weburl"
	"gannet/store"
)

// A page may be a list though nothing on it says so, such as the second page of one, whose postings were found elsewhere before. It shows
// by the postings that it names and no list does.

// mostOthers is how many pages of a host are looked through.
const mostOthers = 64

// addOther notes a kept page of a host with lists. It is neither a list nor shows a posting.
func (w *watching) addOther(url string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if h := w.hosts[weburl.Host(url)]; w.jobs && h != nil && len(h.lists) > 0 && len(h.others) < mostOthers {
		h.others = append(h.others, url)
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
	for _, url := range h.others {
		names, err := w.namesAlone(h, url)
		if err != nil {
			return err
		}
		if !names {
			kept = append(kept, url)
			continue
		}
		list, err := w.makeList(url, true)
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
func (w *watching) namesAlone(h *watchedHost, url string) (bool, error) {
	id := weburl.Fingerprint(url)
	links, err := w.store.Links(id)
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

// isNext reports whether a page may be the next one of a list: each leads to the other.
func (w *watching) isNext(h *watchedHost, id uint64, links []uint64) (bool, error) {
	for _, list := range links {
		if _, known := h.lists[list]; !known {
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
