package frontier

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"time"
)

// HostTable is an immutable copy of the state of all hosts of a frontier at one time.
type HostTable struct {
	at   time.Time
	rows []HostRow // by name
}

// HostTable returns a copy of the state of all hosts at the time now.
func (f *Frontier) HostTable(now time.Time) *HostTable {
	f.mu.Lock()
	defer f.mu.Unlock()
	t, at := &HostTable{at: now, rows: make([]HostRow, 0, len(f.sched.hosts))}, f.seen(now)
	for _, h := range f.sched.hosts {
		t.rows = append(t.rows, f.hostRow(h, at))
	}
	slices.SortFunc(t.rows, func(a, b HostRow) int { return strings.Compare(a.Name, b.Name) })
	return t
}

// Hosts returns the same as Frontier.Hosts would, for the hosts of the table. now may be later than the time at which the table was made;
// pauses that end in between count as over.
func (t *HostTable) Hosts(now time.Time, q HostQuery) (rows []HostRow, total int) {
	passed := max(0, now.Sub(t.at))
	best := newBest(&q)
	for i := range t.rows {
		r := &t.rows[i]
		state, after := r.later(passed)
		if q.State != "" && q.State != state || q.Name != "" && !strings.Contains(r.Name, q.Name) {
			continue
		}
		total++
		best.add(choice{key: q.key(&hostKeys{queued: r.Queued, fetched: r.Fetched, failures: r.Failures, after: after}), number: i})
	}
	for _, c := range best.page() {
		r := t.rows[c.number]
		r.State, r.After = r.later(passed)
		rows = append(rows, r)
	}
	return rows, total
}

// later returns the standing of a host some time later, when a pause may be over.
func (r *HostRow) later(passed time.Duration) (Standing, time.Duration) {
	after := max(0, r.After-passed)
	if after == 0 && r.State == HostPauses {
		return HostReady, 0
	}
	return r.State, after
}

// Counts has the values of a host in a HostTable that do not depend on the time.
type Counts struct {
	Queued, Fetched, Failures int
	Full, Dead, Gone, Blocked bool
}

// Counts returns a map from the name of each host to its Counts.
func (t *HostTable) Counts() map[string]Counts {
	all := make(map[string]Counts, len(t.rows))
	for i := range t.rows {
		r := &t.rows[i]
		all[r.Name] = Counts{r.Queued, r.Fetched, r.Failures, r.Full, r.Dead, r.Gone, r.Blocked}
	}
	return all
}

// Bits of a byte for those properties of a host that are true or false.
const (
	hostIsFull byte = 1 << iota
	hostIsDead
	hostIsHeld
	hostIsGone
)

// AppendBinary appends the table to b in the format that ReadHostTable reads. The error is always nil.
func (t *HostTable) AppendBinary(b []byte) ([]byte, error) {
	b = binary.LittleEndian.AppendUint64(b, uint64(t.at.UnixNano()))
	b = binary.AppendUvarint(b, uint64(len(t.rows)))
	for i := range t.rows {
		b = t.rows[i].append(b)
	}
	return b, nil
}

func (r *HostRow) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(r.Name)))
	b = append(b, r.Name...)
	flags := byte(0)
	for flag, set := range map[byte]bool{hostIsFull: r.Full, hostIsDead: r.Dead, hostIsHeld: r.Blocked, hostIsGone: r.Gone} {
		if set {
			flags |= flag
		}
	}
	b = append(b, byte(slices.Index(Standings(), r.State)), flags)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(r.Slowdown))
	next := int64(0)
	if !r.Next.IsZero() {
		next = r.Next.UnixNano()
	}
	for _, n := range []int64{next, int64(r.After), int64(r.Delay), int64(r.Queued), int64(r.Fetched), int64(r.Failures)} {
		b = binary.AppendVarint(b, n)
	}
	return b
}

// errHostTable says that bytes are not a table of hosts.
var errHostTable = errors.New("is no table of hosts")

// ReadHostTable decodes a table at the beginning of data, as AppendBinary wrote it. rest has the bytes after the table.
func ReadHostTable(data []byte) (t *HostTable, rest []byte, err error) {
	d := &tableReader{text: string(data)}
	t = &HostTable{at: time.Unix(0, int64(d.fixed(8))).UTC()}
	n := d.uvarint()
	const leastOfRow = 13 // bytes
	if n > uint64(len(data))/leastOfRow {
		return nil, nil, errHostTable
	}
	t.rows = make([]HostRow, n)
	standings := Standings()
	for i := range t.rows {
		d.row(&t.rows[i], standings)
		d.bad = d.bad || i > 0 && t.rows[i].Name < t.rows[i-1].Name
	}
	if d.bad {
		return nil, nil, errHostTable
	}
	return t, data[len(data)-len(d.text):], nil
}

// tableReader reads a table. The names in the table are parts of one string.
type tableReader struct {
	text string
	bad  bool // it is at its end too early
}

func (d *tableReader) row(r *HostRow, standings []Standing) {
	r.Name = d.take(d.uvarint())
	state, flags := d.fixed(1), byte(d.fixed(1))
	if state >= uint64(len(standings)) {
		d.bad = true
		return
	}
	r.State, r.Full, r.Dead, r.Blocked = standings[state], flags&hostIsFull != 0, flags&hostIsDead != 0, flags&hostIsHeld != 0
	r.Gone = flags&hostIsGone != 0
	r.Slowdown = math.Float32frombits(uint32(d.fixed(4)))
	if next := d.varint(); next != 0 {
		r.Next = time.Unix(0, next).UTC()
	}
	r.After, r.Delay = time.Duration(d.varint()), time.Duration(d.varint())
	r.Queued, r.Fetched, r.Failures = int(d.varint()), int(d.varint()), int(d.varint())
}

func (d *tableReader) take(n uint64) string {
	if n > uint64(len(d.text)) {
		d.bad, d.text = true, ""
		return ""
	}
	part := d.text[:n]
	d.text = d.text[n:]
	return part
}

// fixed reads a number with the given number of bytes, the lowest first.
func (d *tableReader) fixed(bytes uint64) (n uint64) {
	part := d.take(bytes)
	for i := range len(part) {
		n |= uint64(part[i]) << (8 * i)
	}
	return n
}

func (d *tableReader) uvarint() (n uint64) {
	for i := 0; i < len(d.text) && i < binary.MaxVarintLen64; i++ {
		b := d.text[i]
		if n |= uint64(b&0x7f) << (7 * i); b < 0x80 {
			d.text = d.text[i+1:]
			return n
		}
	}
	d.bad, d.text = true, ""
	return 0
}

// varint reads a number whose sign is its lowest bit.
func (d *tableReader) varint() int64 {
	n := d.uvarint()
	return int64(n>>1) ^ -int64(n&1)
}
