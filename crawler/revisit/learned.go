package revisit

import (
	"bytes"
	"encoding/binary"
	"maps"
	"math"
	"slices"
)

// The knowledge of a Policy outlives it: the evidence of each page is stored with the page, and what the pages of a host have in common with the
// host. Records of postings that were closed only because lists no longer linked to them are not stored.

// AppendPage appends to b what was learned about a page, in 16 bytes, and returns the result. It appends nothing if the page is unknown.
func (p *Policy) AppendPage(b []byte, id uint64) []byte {
	r := p.pages[id]
	if r == nil {
		return b
	}
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, math.Float64bits(r.seen.Changes)), math.Float64bits(r.seen.Days))
}

// SetPage restores what AppendPage has written about a page, which must have been added. States of earlier versions, which are one byte
// longer, can be read. A state that cannot be read is ignored.
func (p *Policy) SetPage(id uint64, state []byte) {
	var seen evidence
	r, size := p.pages[id], binary.Size(seen)
	if r == nil || len(state) < size || len(state) > size+1 {
		return
	}
	if _, err := binary.Decode(state, binary.LittleEndian, &seen); err == nil && seen.valid() {
		r.seen = seen
		p.reschedule(r)
	}
}

// shared is the knowledge that the pages of a host, or of all hosts, have in common. All numbers are little-endian.
type shared struct {
	Version uint32
	Seen    [kinds]evidence
	Last    [kinds]int64 // see group
	Absence absence
}

// claimsVersion is the version of shared that is followed by claims. Earlier versions have none.
const sharedVersion, claimsVersion = 1, 2

// AppendHost appends to b what was learned about a host, and returns the result. If the name is empty, it appends what was learned about
// all hosts together.
func (p *Policy) AppendHost(b []byte, host string) []byte {
	s, c := shared{Seen: p.kinds, Absence: p.absence}, claims{}
	if host != "" {
		s, c = p.sharedOf(host)
	}
	s.Version = claimsVersion
	b, _ = binary.Append(b, binary.LittleEndian, &s) // of fixed size: it cannot fail
	b, _ = binary.Append(b, binary.LittleEndian, &c)
	return b
}

func (p *Policy) sharedOf(host string) (s shared, c claims) {
	for kind := range kinds {
		n, known := p.byGroup[groupKey{host, kind}]
		if !known {
			continue
		}
		g := &p.groups[n]
		s.Seen[kind], s.Last[kind] = g.seen, g.last
		if kind != Posting {
			continue
		}
		c = g.claims
		if g.absence != nil {
			s.Absence = *g.absence
		}
	}
	return s, c
}

// SetHosts restores what AppendHost has written, by host, and forgets everything else that the policy has learned about hosts. A state that
// cannot be read is ignored.
func (p *Policy) SetHosts(states map[string][]byte) {
	p.kinds, p.absence = [kinds]evidence{}, absence{}
	for i := range p.groups {
		p.groups[i].seen, p.groups[i].absence, p.groups[i].claims = evidence{}, nil, claims{}
	}
	for _, host := range slices.Sorted(maps.Keys(states)) {
		s, c, ok := readShared(states[host])
		switch {
		case !ok:
		case host == "":
			p.kinds, p.absence = s.Seen, s.Absence
		default:
			p.setHost(host, s, c)
		}
	}
	p.rebuildQueues()
}

func (p *Policy) setHost(host string, s shared, c claims) {
	for kind := range kinds {
		if s.Last[kind] == 0 {
			continue
		}
		g := &p.groups[p.groupOf(host, kind, s.Last[kind])]
		g.seen, g.last = s.Seen[kind], s.Last[kind]
		if kind != Posting {
			continue
		}
		g.claims = c
		if s.Absence != (absence{}) {
			g.absence = &s.Absence
		}
	}
}

func readShared(state []byte) (s shared, c claims, ok bool) {
	in := bytes.NewReader(state)
	if err := binary.Read(in, binary.LittleEndian, &s); err != nil || s.Version != sharedVersion && s.Version != claimsVersion {
		return shared{}, claims{}, false
	}
	if s.Version == claimsVersion {
		if err := binary.Read(in, binary.LittleEndian, &c); err != nil {
			return shared{}, claims{}, false
		}
	}
	return s, c, s.valid() && c.valid()
}

// valid reports whether the numbers are possible, so that they can have been observed.
func (s *shared) valid() bool {
	for _, e := range s.Seen {
		if !e.valid() {
			return false
		}
	}
	for i, all := range s.Absence.All {
		if !(evidence{all, s.Absence.Back[i]}).valid() {
			return false
		}
	}
	return true
}

// valid reports whether evidence can have been observed.
func (e evidence) valid() bool {
	return e.Changes >= 0 && e.Days >= 0 && !math.IsInf(e.Changes, 0) && !math.IsInf(e.Days, 0)
}
