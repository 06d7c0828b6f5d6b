package frontier

import (
	"bytes"
	"fmt"
	"sync"
)

// Memory is a Store that holds everything in memory, for tests and for crawls of frozen webs. After Close another frontier can be opened
// with it and finds the same data.
type Memory struct {
	mu        sync.Mutex // guards all below; Close and the next Open may come from different goroutines
	links     []NewLink
	hosts     []HostState
	addresses map[string]int64
	revisions map[uint32]Revision
}

// NewMemory returns a store in memory that has no data.
func NewMemory() *Memory {
	return &Memory{addresses: map[string]int64{}, revisions: map[uint32]Revision{}}
}

// Load implements Store: it passes everything that is stored to a Loader.
func (m *Memory) Load(l Loader) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, h := range m.hosts {
		if err := l.Host(h); err != nil {
			return err
		}
	}
	for ip, next := range m.addresses {
		if err := l.Address(AddressState{IP: ip, Next: next}); err != nil {
			return err
		}
	}
	for i := range m.links {
		if err := l.Links(uint32(i), []Meta{m.links[i].Meta}); err != nil {
			return err
		}
	}
	for _, r := range m.revisions {
		if err := l.Revision(r); err != nil {
			return err
		}
	}
	return nil
}

// Append implements Store: it stores a batch of changes.
func (m *Memory) Append(b *Batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(b.Links) > 0 && int(b.First) != len(m.links) {
		return fmt.Errorf("memory store: batch begins at record %d, want %d", b.First, len(m.links))
	}
	for _, l := range b.Links {
		l.Data = bytes.Clone(l.Data)
		m.links = append(m.links, l)
	}
	for _, h := range b.Hosts {
		if int(h.Index) == len(m.hosts) {
			m.hosts = append(m.hosts, h)
		}
		m.hosts[h.Index] = h
	}
	for _, a := range b.Addresses {
		m.addresses[a.IP] = a.Next
	}
	for _, r := range b.Revisions {
		r.Data = bytes.Clone(r.Data)
		m.revisions[r.Record] = r
	}
	return nil
}

// Read implements Store: it returns the URL and the data of a link.
func (m *Memory) Read(record uint32, _ bool) (string, []byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if int(record) >= len(m.links) {
		return "", nil, fmt.Errorf("memory store: no record %d", record)
	}
	l := &m.links[record]
	if r, ok := m.revisions[record]; ok {
		return l.URL, bytes.Clone(r.Data), nil
	}
	return l.URL, bytes.Clone(l.Data), nil
}

// Close implements Store. It does nothing, so that another frontier can use the data again.
func (m *Memory) Close() error { return nil }
