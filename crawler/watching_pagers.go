package crawler

import (
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/store"
)

// Sites name the next page of a list by a number, an arrow or a word. The word shows by where it stands: several lists of a host have it, it
// leads from each to another page, and some of these are known to be lists.

const (
	longestPager = 24      // bytes of such a word
	mostPagers   = 1 << 10 // words of a host that are remembered
)

// pagerText is what is known of a text of links on lists of a host.
type pagerText struct {
	list, target uint64 // where it stood first, and where it led
	several      bool   // it stands on another list, too, and leads elsewhere there
	toList       bool   // a page that it led to is a list
}

func (p pagerText) isPager() bool { return p.several && p.toList }

// leadsOn reports whether the text of a link on a list of a host leads to another page of the list.
func (h *watchedHost) leadsOn(text string) bool {
	return isNumber(text) || h.pagers[xxh3.HashString(text)].isPager()
}

// readPager takes in where the links of a list lead. A list that it leads to by a pager, and that leads back, is another page of it. What seems to
// show a posting may be one, too, if the text that leads there does not name the posting: names compares them.
func (w *watching) readPager(x *store.Watched, page *features.Page, names func(url, text string) (bool, error)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.hosts[hostOf(x)]
	if h == nil || x.Kind != store.WatchedList {
		return nil
	}
	list, targets := weburl.Fingerprint(x.URL), onlyTargets(page, h.name)
	for _, text := range slices.Sorted(maps.Keys(targets)) {
		url := targets[text]
		if url == "" || url == x.URL {
			continue
		}
		h.learnPager(text, list, weburl.Fingerprint(url))
		var err error
		if h.leadsOn(text) {
			err = w.takeNext(h, list, url, text)
		}
		if o := h.other(url); err == nil && (o == nil || !o.unnamed) {
			err = w.noteUnnamed(h, url, text, names)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// noteUnnamed notes a page that seems to show a posting, if the text that leads to it from a list does not name that.
func (w *watching) noteUnnamed(h *watchedHost, url, text string, names func(url, text string) (bool, error)) error {
	id := weburl.Fingerprint(url)
	x, err := w.get(id)
	if err != nil || x == nil || x.Kind != store.WatchedPosting {
		return err
	}
	if named, err := names(url, text); named || err != nil {
		return err
	}
	w.addOtherLocked(url, text, nil)
	if o := h.other(url); o != nil {
		o.unnamed = true
	}
	return nil
}

// learnOwnPager takes in the text that led to a list from a page of its host, which may be no list.
func (h *watchedHost) learnOwnPager(x *store.Watched) {
	via, text := FoundOn(x.Trail)
	if text != "" && len(text) <= longestPager && via != x.URL && weburl.Host(via) == h.name {
		h.learnPager(text, weburl.Fingerprint(via), weburl.Fingerprint(x.URL))
	}
}

// onlyTargets returns where the short texts of links lead to, "" if it is more than one page of the host.
func onlyTargets(page *features.Page, host string) map[string]string {
	targets := make(map[string]string)
	for i := range page.Links {
		l := &page.Links[i]
		text := page.TextOf(l.Anchor)
		if text == "" || len(text) > longestPager || !utf8.ValidString(text) || weburl.Host(l.URL) != host {
			continue
		}
		target := l.URL
		if before, known := targets[text]; known && before != target {
			target = ""
		}
		targets[text] = target
	}
	return targets
}

// learnPager takes in that a text leads from a list to a page.
func (h *watchedHost) learnPager(text string, list, target uint64) {
	key := xxh3.HashString(text)
	p, known := h.pagers[key]
	switch {
	case !known && len(h.pagers) >= mostPagers:
		return
	case !known:
		p.list, p.target = list, target
	case p.list != list && p.target != target:
		p.several = true
	}
	p.toList = p.toList || h.lists[target] != nil
	h.pagers[key] = p
}

// takeNext takes in that a pager leads from a list to a page. Where that is no list, it is looked through as other pages are.
func (w *watching) takeNext(h *watchedHost, list uint64, url, text string) error {
	target := weburl.Fingerprint(url)
	if h.lists[target] == nil {
		w.addOtherLocked(url, text, nil)
		return nil
	}
	if h.full.ofOneList(list, target) {
		return nil
	}
	x, err := w.get(target)
	if err == nil && x != nil && slices.Contains(x.Links, list) {
		h.full.join(list, target)
	}
	return err
}

// pagerOf takes in the pager of a list that the visit has read.
func (v *visit) pagerOf(x *store.Watched) {
	if err := v.Crawl.watched.readPager(x, v.page, v.namesPosting); err != nil {
		v.activity.fail(err)
	}
}

// namesPosting reports whether a text has a word of the title of the posting that a page has shown, or that is not known.
func (v *visit) namesPosting(url, text string) (bool, error) {
	profile, err := v.Crawl.watched.store.ProfileAt(url)
	if err != nil || profile == nil || v.jobs == nil {
		return true, err
	}
	return v.jobs.names(text, profile), nil
}
