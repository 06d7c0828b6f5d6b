package fresh

import (
	"maps"
	"slices"

	"gannet/crawler/revisit"
)

// A sitemap whose links lead to no posting need not be requested for Fresh. Before its second visit it counts as one that has to be, because the pages
// to which it links may not have been requested yet.

// cover tells the schedule whether a sitemap with these links need not be requested for Fresh.
func (s *Hosts) cover(sitemap uint64, links []uint64) {
	s.policy.Cover(sitemap, !s.LinkToPosting(links))
}

// uncover has the sitemaps that link to a page be requested for Fresh, since the page shows a posting.
func (s *Hosts) uncover(id uint64) {
	if !s.isPosting(id) {
		return
	}
	for _, list := range s.records[id].by {
		if kind, _ := s.policy.Kind(list); kind == revisit.Sitemap {
			s.policy.Cover(list, false)
		}
	}
}

// RestoreSitemaps finds out which of the sitemaps that an earlier run recrawled link to no posting. Call it after all pages were added. The error is
// that of Pages.
func (s *Hosts) RestoreSitemaps() error {
	for _, name := range slices.Sorted(maps.Keys(s.hosts)) {
		for _, id := range slices.Sorted(maps.Keys(s.hosts[name].lists)) {
			if kind, _ := s.policy.Kind(id); kind != revisit.Sitemap {
				continue
			}
			x, err := s.page(id)
			if err != nil {
				return err
			}
			if x != nil {
				s.cover(id, x.Links)
			}
		}
	}
	return nil
}
