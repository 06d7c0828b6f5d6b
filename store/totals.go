package store

import (
	"encoding/json"
	"fmt"
	"time"

	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// totals are the sums for which Stats would otherwise have to read all pages.
type totals struct {
	Pages    int       `json:"pages"`
	Relevant int       `json:"relevant"`
	Bytes    int64     `json:"bytes"`
	Score    float64   `json:"score"`
	First    time.Time `json:"first,omitzero"`
	Last     time.Time `json:"last,omitzero"`
	postings.Totals
}

func (t *totals) read(b []byte) error {
	if b == nil {
		return nil
	}
	if err := json.Unmarshal(b, t); err != nil {
		return fmt.Errorf("totals: %w (%w)", ErrEntry, err)
	}
	return nil
}

// count adds a page to the totals, or subtracts it if sign is -1.
func (b *batch) count(p *Page, size int64, sign int) {
	host := entry.HostKey(p.URL)
	h := b.hostChanges[host]
	if h == nil {
		h = &HostStats{Host: host}
		b.hostChanges[host] = h
	}
	h.Pages += sign
	h.Bytes += int64(sign) * size
	b.totals.Pages += sign
	b.totals.Bytes += int64(sign) * size
	b.totals.Score += float64(sign) * p.Score
	if p.Relevant {
		h.Relevant += sign
		b.totals.Relevant += sign
	}
	if p.Fetched.IsZero() {
		return
	}
	at := p.Fetched.UTC()
	if b.totals.First.IsZero() || at.Before(b.totals.First) {
		b.totals.First = at
	}
	if at.After(b.totals.Last) {
		b.totals.Last = at
	}
}

// writeTotals writes the totals that the batch changed.
func (b *batch) writeTotals() error {
	for host, change := range b.hostChanges {
		h, err := decodeHost(host, b.hosts.Get([]byte(host)))
		if err != nil {
			return err
		}
		h.Pages += change.Pages
		h.Relevant += change.Relevant
		h.Bytes += change.Bytes
		if err := b.writeHost(h); err != nil {
			return err
		}
	}
	value, err := json.Marshal(b.totals)
	if err != nil {
		return err
	}
	return b.system.Put([]byte(keyCounters), value)
}

func (b *batch) writeHost(h HostStats) error {
	if h.Pages == 0 {
		return b.hosts.Delete([]byte(h.Host))
	}
	value, err := encodeHost(&h)
	if err != nil {
		return err
	}
	return b.hosts.Put([]byte(h.Host), value)
}

func encodeHost(h *HostStats) ([]byte, error) {
	return json.Marshal([]int64{int64(h.Pages), int64(h.Relevant), h.Bytes})
}

func decodeHost(host string, value []byte) (HostStats, error) {
	h := HostStats{Host: host}
	if value == nil {
		return h, nil
	}
	var n [3]int64
	if err := json.Unmarshal(value, &n); err != nil {
		return h, fmt.Errorf("totals of %s: %w (%w)", host, ErrEntry, err)
	}
	h.Pages, h.Relevant, h.Bytes = int(n[0]), int(n[1]), n[2]
	return h, nil
}
