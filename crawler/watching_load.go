package crawler

import (
	"context"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// load readies what earlier runs kept. Pages that they did not watch are watched from now on: postings, pages on topic and those
// that have led to several of them.
func (w *watching) load(ctx context.Context, threshold float64) error {
	shown, err := w.store.PostingPages()
	if err != nil {
		return err
	}
	w.restoreDoubt(shown)
	known := make(map[uint64]bool)
	err = w.store.EachWatched(func(x *store.Watched) error {
		if x.Kind == store.WatchedHost {
			w.restoreQuality(x)
			return nil
		}
		known[weburl.Fingerprint(x.URL)] = true
		w.add(x)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	var others []*store.Watched
	err = w.store.EachWithoutBody(func(p *store.Page) error {
		id := weburl.Fingerprint(p.URL)
		show, isPosting := shown[id]
		if !isPosting && p.Score < threshold {
			return ctx.Err()
		}
		if p.Via != "" {
			w.led[weburl.Fingerprint(p.Via)]++
		}
		if !known[id] && (p.Canonical == "" || p.Canonical == p.URL) {
			others = append(others, watchedOf(p, isPosting, show.Ends))
		}
		return ctx.Err()
	})
	for _, x := range others {
		if x.Kind == store.WatchedPage && w.led[weburl.Fingerprint(x.URL)] >= hubLinks {
			x.Kind = store.WatchedList
		} else {
			x.Links = nil
		}
		w.recent[weburl.Fingerprint(x.URL)] = x
		w.add(x)
	}
	return err
}

// restoreDoubt takes over what is known of postings that are closed, or that may be.
func (w *watching) restoreDoubt(shown map[uint64]postings.PostingPage) {
	for id, p := range shown {
		switch {
		case p.Closed:
			w.closed[id] = p.Checked
		case p.Denied:
			w.doubt[id] = deniedOnce
		case p.Missing:
			w.doubt[id] = unlisted
		}
	}
}

// watchedOf returns what is known of a page that was kept by a crawl without revisits.
func watchedOf(p *store.Page, isPosting bool, ends time.Time) *store.Watched {
	version := fetch.ValidatorsOf(p.Header)
	x := &store.Watched{
		URL: p.URL, Kind: store.WatchedPage, Visited: p.Fetched, Changed: p.Fetched, Tried: p.Fetched, Ends: ends,
		ETag: version.ETag, LastModified: version.LastModified, Links: p.Links,
		Trail: (&trail{depth: uint16(min(p.Depth, 1<<16-1)), via: p.Via, anchor: p.ViaAnchor, parent: 1, grandparent: 1, inherited: 1}).appendTo(nil),
	}
	if isPosting {
		x.Kind = store.WatchedPosting
	}
	return x
}

// policyKind is what something watched is to the policy. A page on topic is as a posting.
func policyKind(k store.WatchedKind) revisit.Kind {
	switch k {
	case store.WatchedList:
		return revisit.List
	case store.WatchedSitemap:
		return revisit.Sitemap
	case store.WatchedFeed:
		return revisit.Feed
	}
	return revisit.Posting
}
