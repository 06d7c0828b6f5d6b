package ranker

import (
	"math"
	"slices"
)

// makeRoom keeps to the limits when links to targets are added.
func (m *Memory) makeRoom(links int) {
	if len(m.targets)+links <= m.limit && len(m.edges)+len(m.lists)+2*links <= max(m.most, edgesPerTarget*m.limit) {
		return
	}
	m.forget()
	m.most = 2 * (len(m.edges) + len(m.lists)) // so that it is some time until the next
}

// forget drops half of the targets: those that were fetched, and of the others those that are worth least.
func (m *Memory) forget() {
	worth := make([]float32, len(m.targets))
	for i := range m.targets {
		worth[i] = m.targets[i].worth()
	}
	least := median(worth)
	ties := len(worth) / 2 // to be dropped of those that are worth just that, so that not all go where all are alike
	for _, w := range worth {
		if w < least {
			ties--
		}
	}
	kept := m.targets[:0]
	edges := make([]edge, 1, len(m.edges)/2+1)
	clear(m.index)
	for i := range m.targets {
		t := m.targets[i]
		if worth[i] == least {
			ties--
		}
		if t.fetched || worth[i] < least || worth[i] == least && ties >= 0 {
			continue
		}
		first := uint32(0)
		for e := t.first; e != 0; e = m.edges[e].next {
			edges = append(edges, edge{m.edges[e].list, first})
			first = uint32(len(edges) - 1)
		}
		t.first = first
		m.index[t.fingerprint] = uint32(len(kept))
		kept = append(kept, t)
	}
	m.targets, m.edges = kept, edges
	m.forgetLists()
	m.forgetPlaces()
}

// forgetLists drops lists that no edge leads from, and pages of which no list is left.
func (m *Memory) forgetLists() {
	const none = math.MaxUint32
	number := slices.Repeat([]uint32{none}, len(m.lists))
	for i := range m.edges[1:] {
		number[m.edges[1+i].list] = 0
	}
	lists, sources := m.lists[:0], m.sources[:0]
	last := uint32(none) // source of the last list that is kept; those of one source stand together
	for i, l := range m.lists {
		if number[i] == none {
			continue
		}
		if l.source != last {
			last = l.source
			sources = append(sources, m.sources[last])
		}
		l.source = uint32(len(sources) - 1)
		number[i] = uint32(len(lists))
		lists = append(lists, l)
	}
	for i := range m.edges[1:] {
		m.edges[1+i].list = number[m.edges[1+i].list]
	}
	m.lists, m.sources = lists, sources
}

// forgetPlaces drops places that no target is of and nothing was fetched from, or all that no target is of if they are
// many.
func (m *Memory) forgetPlaces() {
	used := make([]bool, len(m.places))
	for i := range m.targets {
		t := &m.targets[i]
		used[t.host], used[t.directory], used[t.path] = true, true, true
	}
	many := len(m.placeOf) > m.limit
	for key, i := range m.placeOf {
		if !used[i] && (many || m.places[i].n == 0) {
			m.places[i] = harvest{}
			delete(m.placeOf, key)
			m.free = append(m.free, i)
		}
	}
	slices.Sort(m.free) // maps have no order, crawls must
}

// worth orders targets by who is to be remembered.
func (t *target) worth() float32 {
	if t.fetched {
		return float32(math.Inf(-1))
	}
	return t.priority
}
