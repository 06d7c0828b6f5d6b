package dedup

import (
	"encoding/binary"
	"errors"

	"gannet/dedup/sketch"
)

// DurableIndex is an index that is partly on disk: the postings up to number Stored, and the state of the Deduper after them. index.Pebble
// implements it.
type DurableIndex interface {
	Stored() uint64
	State() []byte
	IsFull() bool
	Flush(state []byte) error
}

// ErrStale means that a DurableIndex does not belong to the postings that were restored. It must be removed and built again.
var ErrStale = errors.New("dedup: the index is not that of these postings")

// Commit makes the decisions so far final. Call it once the postings are stored durably, because postings that were not stored must not be
// found later. If a DurableIndex is full, Commit writes it to disk with the state of the Deduper.
func (d *Deduper) Commit() error {
	if d.durable == nil || !d.durable.IsFull() {
		return nil
	}
	return d.durable.Flush(d.appendState(nil))
}

// digest is a fingerprint of the postings decided so far and of their clusters.
type digest struct{ last, sum uint64 }

func (g *digest) addPosting(number, cluster uint64) {
	g.last, g.sum = max(g.last, number), mix(g.sum^mix(number)+cluster)
}

// indexedState is what a DurableIndex says of its postings when it is opened.
type indexedState struct{ digest }

// CheckIndex checks that a DurableIndex belongs to the given postings. each must call use for every posting, in the order of their numbers.
// The error is ErrStale if the index belongs to others. An index of an earlier version is accepted without a check, because the next run of
// the crawl builds it again.
func CheckIndex(x DurableIndex, each func(use func(number, cluster uint64) error) error) error {
	if x.Stored() == 0 {
		return nil
	}
	d := newDeduper(DefaultOptions(nil))
	if isEarlier(x.State(), d.stateHead()) {
		return nil
	}
	if err := d.readState(x.State()); err != nil {
		return err
	}
	if err := each(func(number, cluster uint64) error {
		if number <= d.indexed.last {
			d.digest.addPosting(number, cluster)
		}
		return nil
	}); err != nil {
		return err
	}
	return d.FinishRestore()
}

// isEarlier reports whether a state was written by an earlier version than that of the given head.
func isEarlier(state []byte, head [5]byte) bool {
	if len(state) < len(head) {
		return false
	}
	for i := range head[:3] {
		if state[i] != head[i] {
			return state[i] < head[i]
		}
	}
	return false
}

// stateVersion begins every state. The versions of sketches and profiles and the layout follow, because a change of one
// of them changes the keys.
const stateVersion = 4

func (d *Deduper) stateHead() [5]byte {
	return [5]byte{stateVersion, sketch.Version, profileVersion, byte(d.o.Layout.Bands), byte(d.o.Layout.Rows)}
}

// appendState appends what the postings have taught, except for their clusters. After the head come
//
//   - the digest: the last number and the sum, 8 bytes each
//   - the number of sites, and for each its host and companies, 8 bytes each, with the number of companies before them
//   - behind each site its counts: postings, copies, those that name another site, those of other sites that name it
//   - the number of sets of counters; for each set that is not empty its position from 1, 8 counts of a byte and 8
//     fingerprints of 4 bytes; then a zero
//
// Numbers without a size are varints. Others are little-endian.
func (d *Deduper) appendState(b []byte) []byte {
	head := d.stateHead()
	b = append(b, head[:]...)
	b = binary.LittleEndian.AppendUint64(b, d.digest.last)
	b = binary.LittleEndian.AppendUint64(b, d.digest.sum)
	b = d.sites.appendState(b)
	return d.frequent.appendState(b)
}

func (s *sites) appendState(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(s.byHost)))
	for host, x := range s.byHost {
		b = binary.LittleEndian.AppendUint64(b, host)
		b = binary.AppendUvarint(b, uint64(len(x.companies)))
		for _, c := range x.companies {
			b = binary.LittleEndian.AppendUint64(b, c)
		}
		for _, n := range x.counts() {
			b = binary.AppendUvarint(b, uint64(*n))
		}
	}
	return b
}

func (s *shingleCounts) appendState(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(s.sets)))
	for i := range s.sets {
		if set := &s.sets[i]; *set != (counterSet{}) {
			b = binary.AppendUvarint(b, uint64(i+1))
			b = append(b, set.counts[:]...)
			for _, print := range set.prints {
				b = binary.LittleEndian.AppendUint32(b, print)
			}
		}
	}
	return append(b, 0)
}

// readState reads what appendState wrote. The error is ErrStale if it is of another version, or damaged.
func (d *Deduper) readState(b []byte) error {
	in := reader{data: b}
	if [5]byte(in.take(5)) != d.stateHead() {
		return ErrStale
	}
	d.indexed.digest = digest{in.uint64(), in.uint64()}
	d.sites.readState(&in)
	if !d.frequent.readState(&in) || in.bad || len(in.data) > 0 {
		return ErrStale
	}
	return nil
}

func (s *sites) readState(in *reader) {
	for n := in.uvarint(); n > 0 && !in.bad; n-- {
		x := s.get(in.uint64())
		for range min(in.uvarint(), maxCompanies) {
			x.companies = append(x.companies, in.uint64())
		}
		for _, n := range x.counts() {
			*n = int(in.uvarint())
		}
	}
}

// readState reports whether the sets fit this table.
func (s *shingleCounts) readState(in *reader) bool {
	if n := in.uvarint(); in.bad || n != uint64(len(s.sets)) {
		return false
	}
	for i := in.uvarint(); i > 0; i = in.uvarint() {
		if i > uint64(len(s.sets)) {
			return false
		}
		set := &s.sets[i-1]
		copy(set.counts[:], in.take(len(set.counts)))
		for j := range set.prints {
			set.prints[j] = in.uint32()
		}
	}
	return true
}
