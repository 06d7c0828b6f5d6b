package crawler

import (
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/store"
)

// doubt is what speaks against a posting.
type doubt uint8

const (
	unlisted   doubt = 1 << iota // no list names it any more
	deniedOnce                   // a look has denied it
)

// pageRecord is what a crawl has in memory of a page that shows a posting or is on topic. A page has one only while something speaks against
// it or after it has closed.
type pageRecord struct {
	doubt    doubt
	reopened reopening
	closed   bool
	closedAt time.Time // the latest look at a page that is closed
}

// reopening says what became of a page that had closed and that lists named again, until a look shows its posting.
type reopening uint8

const (
	notReopened reopening = iota
	unseenSince           // no look has found the page since
	pageIsThere           // the latest look found the page, and no posting on it
)

// setPage replaces the record of a page. One that says nothing is removed.
func (w *watching) setPage(id uint64, page pageRecord) {
	if page == (pageRecord{}) {
		delete(w.pages, id)
		return
	}
	w.pages[id] = page
}

func (w *watching) setDoubt(id uint64, d doubt) {
	page := w.pages[id]
	page.doubt = d
	w.setPage(id, page)
}

// observe takes in what a visit has found. x is nil if the URL is no longer watched; before is what it listed before.
func (w *watching) observe(url string, x *store.Watched, before []uint64, found finding, now time.Time) (err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := weburl.Fingerprint(url)
	if found.what == dropped || x == nil {
		w.forget(id, weburl.Host(url), before)
		return w.uncoverHost(w.hosts[weburl.Host(url)], now)
	}
	own := *x
	w.recent[id] = &own
	visit := revisit.Visit{At: now, Failed: found.what == unanswered, Doubted: found.doubted, Changes: found.changes}
	if policyKind(x.Kind) == revisit.Posting {
		w.observePage(id, x, found, visit)
		if h := w.hosts[hostOf(x)]; h.other(x.URL) != nil {
			h.looked = time.Time{} // it may be a list by now
		}
	} else {
		visit.Failed = visit.Failed || found.doubted
		if found.what == denied {
			visit.Gone = 1
		}
		if err = w.observeList(id, x, before, found.order, visit); err == nil {
			err = w.findLists(w.hostOf(hostOf(x)), now)
		}
	}
	w.noteRates(id, x, now)
	return err
}

// observeList takes in what a visit of a list, sitemap or feed has found.
func (w *watching) observeList(id uint64, x *store.Watched, before, order []uint64, visit revisit.Visit) (err error) {
	switch {
	case visit.Failed, visit.Gone > 0:
		w.name(id, newOf(x.Links, before)) // of a list that was cut: they stay with what it named before
	case isGoneList(x) && x.Kind == store.WatchedFeed:
		w.goneList(id, x)
		return nil
	case x.Kind == store.WatchedFeed:
		w.beFeed(id, x, before)
	default:
		h := w.hostOf(hostOf(x))
		last := h.visitList(id, visit.At)
		var gone int
		gone, err = w.compareLists(x, before, order, visit.At)
		visit.Changes += gone
		w.lookAtDropped(h, x, before, last, visit.At)
		w.settleAt = visit.At
		if isGoneList(x) {
			w.goneList(id, x)
			if err == nil {
				err = w.uncoverHost(h, visit.At)
			}
			return err
		}
		w.cover(id, x, visit.At)
	}
	w.policy.Observe(id, visit)
	w.confirm(w.hostOf(hostOf(x)), visit.At)
	return err
}

// observePage takes in what a visit of a posting, or of a page on topic, has found. A page that two looks deny is asked for no more until
// a list names it again, and so is a posting whose life says that it is closed, see closedBy.
func (w *watching) observePage(id uint64, x *store.Watched, found finding, visit revisit.Visit) {
	if found.what != unanswered {
		w.lookedAt(id, x, found.what == denied || found.what == notShown || found.what == saysClosed)
	}
	switch found.what {
	case denied, notShown:
		page := w.pages[id]
		if page.reopened != notReopened {
			page.reopened = unseenSince
			if found.what == notShown {
				page.reopened = pageIsThere
			}
			w.setPage(id, page)
		}
		if found.what == notShown {
			w.addFirst(x, found.asList)
		}
		if page.doubt != 0 && x.Kind != store.WatchedPosting {
			w.close(id, visit.At)
			return
		}
		if page.doubt == 0 {
			visit.Changes = 1
		}
		w.setDoubt(id, page.doubt|deniedOnce)
		visit.Suspected = true
	case saysClosed:
		w.close(id, visit.At)
		return
	case unchanged, changed:
		page := w.pages[id]
		page.reopened, page.doubt = notReopened, page.doubt&^deniedOnce
		w.setPage(id, page)
		visit.Suspected = page.doubt != 0
		w.policy.Add(w.pageOf(id, x), visit.At)
		if o := w.hosts[hostOf(x)].other(x.URL); o != nil && x.Links != nil {
			o.links = x.Links
		}
	}
	w.policy.Observe(id, visit)
}

// lacks reports whether no list names a page any more that one named.
func (w *watching) lacks(url string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pages[weburl.Fingerprint(url)].doubt&unlisted != 0
}

// doubtList takes in whether what a list lacks, which named some links before, is to be doubted since its host is.
func (w *watching) doubtList(x *store.Watched, before []uint64, doubted bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.hosts[hostOf(x)].list(weburl.Fingerprint(x.URL))
	if list == nil {
		return
	}
	if list.doubted = nil; !doubted {
		return
	}
	for _, link := range before {
		if _, still := slices.BinarySearch(x.Links, link); !still {
			list.doubted = append(list.doubted, link)
		}
	}
}

// lackedInDoubt reports whether a list lacks a page that was to be doubted when it was last visited.
func (w *watching) lackedInDoubt(url string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	h, id := w.hosts[weburl.Host(url)], weburl.Fingerprint(url)
	if h == nil {
		return false
	}
	for _, list := range h.lists {
		if _, lacks := slices.BinarySearch(list.doubted, id); lacks {
			return true
		}
	}
	return false
}

// forget asks no more for something. If it is a list, it names nothing any more, and nothing waits for it.
func (w *watching) forget(id uint64, host string, links []uint64) {
	w.policy.Drop(id)
	h := w.hosts[host]
	if h == nil {
		return
	}
	if h.lists[id] != nil {
		w.unname(id, links)
		w.leaveList(h, id)
	}
}

// closedBy asks no more for a page whose postings a visit has closed, if only because lists lack them. A list is asked on: it may have
// shown a posting itself.
func (w *watching) closedBy(v *store.Visit) {
	if policyKind(v.Watched.Kind) != revisit.Posting {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.close(weburl.Fingerprint(v.Watched.URL), v.Observed.At)
}

// close asks for a posting no more until a list names it again.
func (w *watching) close(id uint64, at time.Time) {
	w.pages[id] = pageRecord{closed: true, closedAt: at}
	w.policy.Drop(id)
}
