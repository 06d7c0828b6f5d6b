package fresh

import "time"

// Known holds the conclusions of an earlier run about a page that shows a posting.
type Known struct {
	Closed  bool
	Denied  bool      // a visit has denied it
	Missing bool      // no listing links to it any more
	FellOff bool      // those that did may show the newest only
	Checked time.Time // when that was last observed
}

// Restore restores the conclusions of an earlier run about a page. Call it before Add.
func (s *Hosts) Restore(id uint64, known Known) {
	r := s.records[id]
	r.posting = true
	switch {
	case known.Closed:
		r.closed, r.closedAt = true, known.Checked.UnixNano()
	case known.Denied:
		r.denied = true
	case known.Missing: // which listing linked to it is not known, so that none shows whether it is full
		r.absence = &absence{id: id, phase: reported, since: known.Checked, told: known.Checked, fellOff: known.FellOff, looked: true, whole: true}
	}
	s.set(id, r)
}

// restoreHost restores the host of a posting that an earlier run has reported as unlisted.
func (s *Hosts) restoreHost(x *Page) {
	if a := s.records[x.ID()].absence; a != nil && a.host == nil {
		a.host = s.host(x.Host())
		a.host.absent[a.id] = a
	}
}

// RestorePage restores what was learned of a page that was added. state is the page's rate as revisit.Policy.AppendPage has written it.
func (s *Hosts) RestorePage(x *Page, state []byte) {
	s.restoreHost(x)
	if x.Kind != Posting {
		s.policy.SetPage(x.ID(), state)
	}
}

// LeadAlone makes a page count as a listing because it has led to a posting of a host without a listing; see leadsAlone.
func (s *Hosts) LeadAlone(host, url string) error {
	if s.HasListing(host) {
		return nil
	}
	return s.makeListing(url, true, false)
}
