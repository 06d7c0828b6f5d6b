package fresh

import "time"

// Known is what an earlier run has concluded of a page that shows a posting.
type Known struct {
	Closed  bool
	Denied  bool      // a visit has denied it
	Missing bool      // no listing links to it any more
	FellOff bool      // those that did may show the newest only
	Checked time.Time // when that was last observed
}

// Restore takes over what an earlier run has concluded of a page. It goes before Add.
func (s *Hosts) Restore(id uint64, known Known) {
	switch {
	case known.Closed:
		s.pages[id] = pageRecord{closed: true, closedAt: known.Checked}
	case known.Denied:
		s.pages[id] = pageRecord{doubt: deniedOnce}
	case known.Missing:
		s.pages[id] = pageRecord{doubt: unlisted}
	}
}

// RestoreMissing takes over that no listing links to a page. Which one did is not known, so that none shows whether it is full.
func (s *Hosts) RestoreMissing(x *Page, known Known) {
	if id := x.ID(); s.pages[id].doubt&unlisted != 0 {
		h := s.host(x.Host())
		h.unlisted[id] = missing{id: id, host: h, since: known.Checked, told: known.Checked, fellOff: known.FellOff, looked: true, whole: true}
	}
}

// RestoreRate takes over what was learned of a page that was added, as revisit.Policy.AppendPage has written it.
func (s *Hosts) RestoreRate(x *Page, state []byte) {
	if x.Kind != Posting && s.policy.SetPage(x.ID(), state) {
		if list := s.hosts[x.Host()].list(x.ID()); list != nil {
			list.covered = true
		}
	}
}

// LeadAlone has a page count as a listing that has led to a posting of a host without one, see leadsAlone.
func (s *Hosts) LeadAlone(host, url string) error {
	if s.HasListing(host) {
		return nil
	}
	return s.makeList(url, true, false)
}
