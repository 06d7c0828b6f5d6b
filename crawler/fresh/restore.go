package fresh

import (
	"maps"
	"slices"

	"gannet/job/life"
)

// Restore restores what an earlier run concluded about a page with a posting. Call it before Add. A posting that was both denied and unlisted is
// restored as denied only: its page is requested soon, and that visit decides.
func (s *Hosts) Restore(id uint64, known life.PageState) {
	r := s.records[id]
	r.wasPosting = true
	switch {
	case known.Closed:
		r.closedAt = known.Checked.UnixNano()
	case known.Denied:
		r.denied = true
	case known.Missing:
		r.absence = &absence{id: id, phase: reported, since: known.Checked, reportedAt: known.Checked, newestOnly: known.FellOff}
	}
	s.set(id, r)
}

// RestorePage restores how often a page changes, as earlier runs have learned it. state was written by revisit.Policy.AppendPage. Call it
// after Add.
func (s *Hosts) RestorePage(x *Page, state []byte) {
	if a := s.records[x.ID()].absence; a != nil && a.host == nil {
		a.host = s.host(x.Host())
		a.host.absent[a.id] = a
	}
	if x.Kind != Posting {
		s.policy.SetPage(x.ID(), state)
	}
}

// RestoreSitemaps finds out which sitemaps of an earlier run link to no posting. Call it after all pages were added. An error comes from
// reading Pages.
func (s *Hosts) RestoreSitemaps() error {
	for _, name := range slices.Sorted(maps.Keys(s.hosts)) {
		lists := s.hosts[name].lists
		for _, id := range slices.Sorted(maps.Keys(lists)) {
			if !lists[id].sitemap {
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
