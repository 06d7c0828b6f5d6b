package frontier

import "slices"

// lease is what the frontier knows of a Lease.
type lease struct {
	id       uint64
	record   uint32   // of a link
	revisit  *Revisit // nil for a link
	place    item     // of a revisit in the queue of its host
	host     uint32
	slot     uint32 // that its connection counts for
	data     []byte
	expires  int64
	released bool // its connection is over
	making   bool // its page is in the making
}

// leases are the leases that have not ended. They expire in the order in which they were made.
type leases struct {
	byID  map[uint64]*lease
	order []*lease // has ended leases, too, until they are at the front
	last  uint64
}

func newLeases() leases { return leases{byID: map[uint64]*lease{}} }

func (s *leases) addLease(l *lease) {
	s.last++
	l.id = s.last
	s.byID[l.id] = l
	s.order = append(s.order, l)
}

// expired removes and returns the leases that have expired.
func (s *leases) expired(now int64) []*lease {
	var over []*lease
	front := 0
	for ; front < len(s.order); front++ {
		l := s.order[front]
		_, out := s.byID[l.id]
		if out && l.expires > now {
			break
		}
		if out {
			over = append(over, l)
			delete(s.byID, l.id)
		}
	}
	s.order = slices.Delete(s.order, 0, front)
	return over
}

// retries has the data that only the few links need that failed before.
type retries struct {
	attempts  map[uint32]uint8    // number of failed ones, by record
	until     map[uint32]int64    // end of the back-off, by record
	postponed map[uint32]struct{} // the records in back-off though their host did not fail
}

func newRetries() retries {
	return retries{attempts: map[uint32]uint8{}, until: map[uint32]int64{}, postponed: map[uint32]struct{}{}}
}
