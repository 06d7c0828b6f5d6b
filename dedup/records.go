package dedup

import "fmt"

// heldRecords is how many records are held where others can be asked for, some 6 MB: those that came last. It is more
// than one transaction of a store decides and looks at, before which what it decides cannot be asked for.
const heldRecords = 1 << 13

// records gives the records of postings. Where there is nobody to ask it holds all that are still compared with.
type records struct {
	ask  func(number uint64) (*Record, error) // nil: nobody
	held map[uint64]*Record
	most int      // of them, where others can be asked for
	ring []uint64 // likewise, their numbers in the order of coming
	next int
}

func newRecords(ask func(number uint64) (*Record, error)) records {
	return records{ask: ask, held: map[uint64]*Record{}, most: heldRecords}
}

// of gives the record of a posting that was put before.
func (s *records) of(number uint64) (*Record, error) {
	r := s.held[number]
	if r != nil {
		return r, nil
	}
	if s.ask == nil {
		return nil, fmt.Errorf("dedup: posting %d was not told of", number)
	}
	r, err := s.ask(number)
	if err != nil {
		return nil, fmt.Errorf("dedup: posting %d: %w", number, err)
	}
	s.put(number, r)
	return r, nil
}

// put holds a record, in place of the one before.
func (s *records) put(number uint64, r *Record) {
	if _, there := s.held[number]; s.ask != nil && !there {
		if len(s.ring) < s.most {
			s.ring = append(s.ring, number)
		} else {
			delete(s.held, s.ring[s.next])
			s.ring[s.next] = number
			s.next = (s.next + 1) % s.most
		}
	}
	s.held[number] = r
}

// drop lets go of a record that is compared with no more.
func (s *records) drop(number uint64) {
	if s.ask == nil {
		delete(s.held, number)
	}
}
