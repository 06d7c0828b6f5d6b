package dedup

import (
	"encoding/binary"
	"errors"

	"gannet/dedup/sketch"
)

// Durable is an index that outlives the process in part: what was added up to Stored, and a state of the Deduper's that
// belongs to it. index.Pebble is one.
type Durable interface {
	Stored() uint64
	State() []byte
	IsFull() bool
	Flush(state []byte) error
}

// ErrStale says that a durable index holds other postings than those that are restored: make it again from nothing.
var ErrStale = errors.New("dedup: the index is not that of these postings")

// Commit says that all postings decided so far are kept for good. A durable index that is full is then written, together
// with what the Deduper has learned from them: never before, since a posting that was not kept must not be found.
func (d *Deduper) Commit() error {
	if d.durable == nil || !d.durable.IsFull() {
		return nil
	}
	return d.durable.Flush(d.appendState(nil))
}

// Restored ends a restoration. Its error is ErrStale if the postings are not those of the durable index.
func (d *Deduper) Restored() error {
	if d.trail.last <= d.base.last && d.trail != d.base {
		return ErrStale
	}
	return nil
}

// trail is a fingerprint of the postings decided so far and their clusters.
type trail struct{ last, sum uint64 }

func (t *trail) add(number, cluster uint64) {
	t.last, t.sum = max(t.last, number), mix(t.sum^mix(number)+cluster)
}

// CheckDurable says whether a durable index is that of the postings that each hands out in the order of their numbers,
// each with its cluster, as far as it goes. The error is ErrStale if it is not.
func CheckDurable(x Durable, each func(use func(number, cluster uint64) error) error) error {
	d := Deduper{sites: sites{seen: map[uint64]*site{}}, frequent: newFrequencies(defaultFrequent), o: Options{Layout: sketch.DefaultLayout}}
	if x.Stored() == 0 {
		return nil
	}
	if err := d.readState(x.State()); err != nil {
		return err
	}
	if err := each(func(number, cluster uint64) error {
		if number <= d.base.last {
			d.trail.add(number, cluster)
		}
		return nil
	}); err != nil {
		return err
	}
	return d.Restored()
}

// stateVersion begins every state. sketch.Version and the layout follow, since keys of two kinds are not comparable.
const stateVersion = 1

// appendState appends what is learned from postings, beside their clusters: numbers as varints, fingerprints as 64-bit
// values: the trail; the sites, each with its companies and counts; the sets of counters that are not empty, each with
// its place; the originals whose source is not what the posting alone tells.
func (d *Deduper) appendState(b []byte) []byte {
	b = append(b, stateVersion, sketch.Version, recordVersion, byte(d.o.Layout.Bands), byte(d.o.Layout.Rows))
	b = binary.LittleEndian.AppendUint64(b, d.trail.last)
	b = binary.LittleEndian.AppendUint64(b, d.trail.sum)
	b = binary.AppendUvarint(b, uint64(len(d.sites.seen)))
	for host, x := range d.sites.seen {
		for _, v := range [...]uint64{host, x.companies[0], x.companies[1]} {
			b = binary.LittleEndian.AppendUint64(b, v)
		}
		b = binary.AppendUvarint(b, uint64(x.postings))
		b = binary.AppendUvarint(b, uint64(x.copies))
	}
	b = binary.AppendUvarint(b, uint64(len(d.frequent.sets)))
	for i := range d.frequent.sets {
		if set := &d.frequent.sets[i]; *set != (counters{}) {
			b = binary.AppendUvarint(b, uint64(i+1))
			b = append(b, set.count[:]...)
			for _, print := range set.print {
				b = binary.LittleEndian.AppendUint32(b, print)
			}
		}
	}
	b = append(b, 0)
	for _, c := range d.clusters {
		if o := &c.original; o.source != o.said {
			b = append(binary.AppendUvarint(b, o.number), byte(o.source))
		}
	}
	return b
}

// readState takes over what appendState wrote. One of another kind is ErrStale.
func (d *Deduper) readState(b []byte) error {
	in := reader{data: b}
	head := in.take(5)
	if [5]byte(head) != [5]byte{stateVersion, sketch.Version, recordVersion, byte(d.o.Layout.Bands), byte(d.o.Layout.Rows)} {
		return ErrStale
	}
	d.base = trail{in.uint64(), in.uint64()}
	for n := in.uvarint(); n > 0 && !in.bad; n-- {
		host := in.uint64()
		d.sites.seen[host] = &site{
			companies: [2]uint64{in.uint64(), in.uint64()}, postings: int(in.uvarint()), copies: int(in.uvarint()),
		}
	}
	if n := in.uvarint(); in.bad || n != uint64(len(d.frequent.sets)) {
		return ErrStale
	}
	for i := in.uvarint(); i > 0; i = in.uvarint() {
		if i > uint64(len(d.frequent.sets)) {
			return ErrStale
		}
		set := &d.frequent.sets[i-1]
		copy(set.count[:], in.take(len(set.count)))
		for j := range set.print {
			set.print[j] = in.uint32()
		}
	}
	d.sources = map[uint64]Source{}
	for len(in.data) > 0 && !in.bad {
		number := in.uvarint()
		d.sources[number] = Source(in.take(1)[0])
	}
	if in.bad {
		return ErrStale
	}
	return nil
}
