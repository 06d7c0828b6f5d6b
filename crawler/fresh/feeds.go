package fresh

import (
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// A feed names the newest pages of a host. So it shows what is new, and what it lacks is not missing. A sitemap names all, and may say
// when each was last modified.

// beFeed has something be watched as a feed that an earlier version took for a sitemap.
func (s *Hosts) beFeed(id uint64, x *Page, before []uint64) {
	if kind, _ := s.policy.Kind(id); kind == revisit.Feed {
		return
	}
	h := s.host(x.Host())
	if h.lists[id] != nil {
		s.unname(id, before)
		delete(h.lists, id)
	}
	s.policy.Drop(id)
	s.policy.Add(s.scheduled(x), x.Visited)
}

// Modified records when a sitemap of a host says that a page was modified, if that is of its site.
func (s *Hosts) Modified(host, url string, modified, now time.Time) {
	if !modified.IsZero() && SameSite(host, weburl.Host(url)) {
		s.policy.Modified(weburl.Fingerprint(url), modified, now)
	}
}
