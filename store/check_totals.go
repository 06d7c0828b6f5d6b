package store

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"gannet/store/internal/check"
)

// checkTotals counts everything again.
func (c *checker) checkTotals() error {
	b := &batch{hostChanges: make(map[string]*HostStats)}
	err := c.eachReadable(func(_ []byte, p *Page, size uint64) error {
		b.count(p, int64(size), +1)
		return nil
	})
	if err != nil {
		return err
	}
	if p := c.openPostings(); p != nil {
		b.totals.Totals = p.Count()
	}
	if err := c.checkHosts(b.hostChanges); err != nil {
		return err
	}
	var kept totals
	damage := kept.read(c.system.Get([]byte(keyCounters)))
	want := b.totals
	if damage == nil {
		want = want.tolerating(kept)
	}
	if damage == nil && kept == want {
		return nil
	}
	value, err := json.Marshal(want)
	if err != nil {
		return err
	}
	return c.Problem(check.Put(c.system, []byte(keyCounters), value), "totals: %d pages, %d postings, %d clusters counted, kept as %d, %d, %d",
		want.Pages, want.Postings, want.Clusters, kept.Pages, kept.Postings, kept.Clusters)
}

// tolerating returns the new totals with those of the stored values that a new count cannot reproduce. The sum of scores may differ by rounding, and
// the first and last times include those of deleted pages.
func (t totals) tolerating(kept totals) totals {
	if !kept.First.IsZero() {
		t.First, t.Last = kept.First, kept.Last
	}
	if math.Abs(t.Score-kept.Score) <= 1e-6*(1+math.Abs(t.Score)) {
		t.Score = kept.Score
	}
	return t
}

func (c *checker) checkHosts(want map[string]*HostStats) error {
	err := c.hosts.ForEach(func(host, value []byte) error {
		if want[string(host)] == nil {
			return c.Problem(check.Delete(host, c.hosts), "hosts: %s has no page", host)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, host := range slices.Sorted(maps.Keys(want)) {
		h := want[host]
		value, err := encodeHost(h)
		if err != nil {
			return err
		}
		if kept, err := decodeHost(host, c.hosts.Get([]byte(host))); err == nil && kept == *h {
			continue
		}
		if err := c.Problem(check.Put(c.hosts, []byte(host), value), "hosts: %s has %d pages, kept otherwise", host, h.Pages); err != nil {
			return fmt.Errorf("hosts: %w", err)
		}
	}
	return nil
}
