package crawler

import (
	"time"

	"gannet/crawler/revisit"
	"gannet/crawler/sitemap"
	"gannet/internal/weburl"
	"gannet/store"
)

// A feed names the newest pages of a host. So it shows what is new, and what it lacks is not missing. A sitemap names all, and may say
// when each was last modified.

// beFeed has something be watched as a feed that an earlier version took for a sitemap.
func (w *watching) beFeed(id uint64, x *store.Watched, before []uint64) {
	if kind, _ := w.policy.Kind(id); kind == revisit.Feed {
		return
	}
	h := w.hostOf(hostOf(x))
	if h.lists[id] != nil {
		w.unname(id, before)
		delete(h.lists, id)
	}
	w.policy.Drop(id)
	w.policy.Add(w.pageOf(id, x), x.Visited)
}

// saysModified takes in when a sitemap of a host says that the pages of its site were modified.
func (w *watching) saysModified(host string, file *sitemap.File, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, page := range file.Pages {
		if !page.Modified.IsZero() && isOwn(host, weburl.Host(page.URL)) {
			w.policy.Modified(weburl.Fingerprint(page.URL), page.Modified, now)
		}
	}
}
