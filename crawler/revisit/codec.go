package revisit

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// version is that of the saved form. Load refuses others, and the caller then adds its pages anew.
const version = 2

// ErrSaved means that a saved state is damaged or of another version.
var ErrSaved = errors.New("revisit: the saved schedule cannot be read; the pages have to be added again")

// The saved form: head, then group for group savedGroup and its host, then the pages. All numbers are little-endian. It has no
// checksum: whoever stores it seals it.
type savedHead struct {
	Version, Groups uint32
	Pages           uint64
	Kinds           [kinds]evidence
	Absence         absence
	Tokens, Lead    float64
	Filled          int64 // nanoseconds; 0: never
	Looks, Found    lately
	Scale, Floor    float64
	Worth           float64
	Planned         int64
	Share           float64
}

type savedGroup struct {
	Host uint32 // bytes
	Kind uint32
	Seen evidence
	Last int64
	// Counted says that an absence follows the host.
	Counted uint32
}

type savedPage struct {
	ID                              uint64
	Last, Known, Valid, Look, Retry int64
	Named, Lacked                   int64
	Seen                            evidence
	Group                           uint32
	Cost                            uint16
	Kind, Listed, Looks, Failures   uint8
	Covered                         uint8
	_                               [5]uint8
}

// Save writes the state: some 100 bytes a page. A page that is under way is saved as one that is not. What was closed in
// silence is not saved.
func (p *Policy) Save(w io.Writer) error {
	var out bytes.Buffer
	b := &p.budget
	head := savedHead{Version: version, Groups: uint32(len(p.groups)), Pages: uint64(len(p.order)), Tokens: b.tokens, Lead: b.lead,
		Looks: b.looks, Found: b.discovered, Scale: p.scale, Floor: p.floor, Worth: p.worth,
		Planned: p.planned, Share: p.plan.Share}
	if !b.filled.IsZero() {
		head.Filled = b.filled.UnixNano()
	}
	head.Kinds, head.Absence = p.kinds, p.absence
	put := func(v any) { _ = binary.Write(&out, binary.LittleEndian, v) } // of fixed size, to memory: it cannot fail
	put(head)
	for _, g := range p.groups {
		put(savedGroup{uint32(len(g.host)), uint32(g.kind), g.seen, g.last, uint32(bit(g.absence != nil))})
		out.WriteString(g.host)
		if g.absence != nil {
			put(g.absence)
		}
	}
	for _, r := range p.order {
		put(r.saved())
	}
	_, err := w.Write(out.Bytes())
	return err
}

func (r *record) saved() savedPage {
	return savedPage{ID: r.id, Last: r.last, Known: r.known, Valid: r.valid, Look: r.look, Retry: r.retry, Seen: r.seen, Named: r.named, Lacked: r.lacked,
		Group: r.group, Cost: r.cost, Kind: uint8(r.kind), Listed: bit(r.listed), Covered: bit(r.covered), Looks: r.looks, Failures: r.failures}
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// Load reads what Save has written. Options may differ from those of before. The error is ErrSaved.
func Load(in io.Reader, o Options) (*Policy, error) {
	p := New(o)
	var head savedHead
	if err := binary.Read(in, binary.LittleEndian, &head); err != nil {
		return nil, fmt.Errorf("%w (%w)", ErrSaved, err)
	}
	if head.Version != version {
		return nil, fmt.Errorf("%w (version %d)", ErrSaved, head.Version)
	}
	p.restore(&head)
	for range head.Groups {
		if err := p.loadGroup(in); err != nil {
			return nil, err
		}
	}
	for range head.Pages {
		if err := p.loadPage(in); err != nil {
			return nil, err
		}
	}
	p.rebuildQueues()
	return p, nil
}

func (p *Policy) restore(head *savedHead) {
	p.kinds, p.absence = head.Kinds, head.Absence
	b := &p.budget
	b.tokens, b.lead, b.looks = min(head.Tokens, b.most()), head.Lead, head.Looks
	b.discovered = head.Found
	if head.Filled != 0 {
		b.filled = time.Unix(0, head.Filled)
	}
	p.scale, p.floor, p.worth, p.planned, p.plan.Share = head.Scale, head.Floor, head.Worth, head.Planned, head.Share
}

func (p *Policy) loadGroup(in io.Reader) error {
	var g savedGroup
	if err := binary.Read(in, binary.LittleEndian, &g); err != nil {
		return fmt.Errorf("%w (%w)", ErrSaved, err)
	}
	if g.Host > 1<<10 || g.Kind >= uint32(kinds) {
		return fmt.Errorf("%w (a host's name of %d bytes)", ErrSaved, g.Host)
	}
	name := make([]byte, g.Host)
	if _, err := io.ReadFull(in, name); err != nil {
		return fmt.Errorf("%w (%w)", ErrSaved, err)
	}
	var counted *absence
	if g.Counted != 0 {
		counted = new(absence)
		if err := binary.Read(in, binary.LittleEndian, counted); err != nil {
			return fmt.Errorf("%w (%w)", ErrSaved, err)
		}
	}
	key := groupKey{string(name), Kind(g.Kind)}
	p.byGroup[key] = uint32(len(p.groups))
	p.groups = append(p.groups, group{key, g.Seen, g.Last, counted})
	return nil
}

func (p *Policy) loadPage(in io.Reader) error {
	var s savedPage
	if err := binary.Read(in, binary.LittleEndian, &s); err != nil {
		return fmt.Errorf("%w (%w)", ErrSaved, err)
	}
	if p.pages[s.ID] != nil || int(s.Group) >= len(p.groups) || s.Kind >= uint8(kinds) || s.Cost == 0 {
		return fmt.Errorf("%w (page %d)", ErrSaved, s.ID)
	}
	r := &record{id: s.ID, last: s.Last, known: s.Known, valid: s.Valid, look: s.Look, retry: s.Retry, named: s.Named, lacked: s.Lacked, seen: s.Seen,
		group: s.Group, cost: s.Cost, kind: Kind(s.Kind), listed: s.Listed != 0, covered: s.Covered != 0, looks: s.Looks, failures: s.Failures, place: int32(len(p.order))}
	p.pages[s.ID] = r
	p.order = append(p.order, r)
	return nil
}
