package store

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// topHosts is how many hosts Stats names.
const topHosts = 20

// Stats are totals over the pages that are kept.
type Stats struct {
	Pages     int         `json:"pages"`
	Relevant  int         `json:"relevant"`
	Aliases   int         `json:"aliases"` // pages not kept because their canonical page is
	Hosts     int         `json:"hosts"`
	Bytes     int64       `json:"bytes"`      // bodies, uncompressed
	FileBytes int64       `json:"file_bytes"` // the file, all in all
	Postings  int         `json:"postings"`   // each once, however often it was seen
	Clusters  int         `json:"clusters"`   // of postings that are the same job
	Versions  int         `json:"versions"`   // of postings, the newest included
	MeanScore float64     `json:"mean_score"`
	First     time.Time   `json:"first,omitzero"` // when the earliest and the latest page was fetched,
	Last      time.Time   `json:"last,omitzero"`  // pages taken out later included
	TopHosts  []HostStats `json:"top_hosts"`      // the 20 with most pages
}

// HostStats are totals over the pages of one host.
type HostStats struct {
	Host     string `json:"host"`
	Pages    int    `json:"pages"`
	Relevant int    `json:"relevant"`
	Bytes    int64  `json:"bytes"`
}

// counters are the totals that Stats would otherwise have to read all pages for.
type counters struct {
	Pages    int       `json:"pages"`
	Relevant int       `json:"relevant"`
	Bytes    int64     `json:"bytes"`
	Score    float64   `json:"score"`
	First    time.Time `json:"first,omitzero"`
	Last     time.Time `json:"last,omitzero"`
	Postings int       `json:"postings,omitempty"`
	Clusters int       `json:"clusters,omitempty"`
	Versions int       `json:"versions,omitempty"`
}

func (c *counters) read(b []byte) error {
	if b == nil {
		return nil
	}
	if err := json.Unmarshal(b, c); err != nil {
		return fmt.Errorf("totals: %w (%w)", ErrEntry, err)
	}
	return nil
}

// count adds a page to the totals, or takes it off with sign -1.
func (b *batch) count(p *Page, size int64, sign int) {
	host := hostOf(p.URL)
	h := b.touch[host]
	if h == nil {
		h = &HostStats{Host: host}
		b.touch[host] = h
	}
	h.Pages += sign
	h.Bytes += int64(sign) * size
	b.counts.Pages += sign
	b.counts.Bytes += int64(sign) * size
	b.counts.Score += float64(sign) * p.Score
	if p.Relevant {
		h.Relevant += sign
		b.counts.Relevant += sign
	}
	if p.Fetched.IsZero() {
		return
	}
	at := p.Fetched.UTC()
	if b.counts.First.IsZero() || at.Before(b.counts.First) {
		b.counts.First = at
	}
	if at.After(b.counts.Last) {
		b.counts.Last = at
	}
}

// finish writes the totals that the batch changed.
func (b *batch) finish() error {
	for host, change := range b.touch {
		h, err := readHost(host, b.hosts.Get([]byte(host)))
		if err != nil {
			return err
		}
		h.Pages += change.Pages
		h.Relevant += change.Relevant
		h.Bytes += change.Bytes
		if h.Pages == 0 {
			if err := b.hosts.Delete([]byte(host)); err != nil {
				return err
			}
			continue
		}
		value, err := json.Marshal([]int64{int64(h.Pages), int64(h.Relevant), h.Bytes})
		if err != nil {
			return err
		}
		if err := b.hosts.Put([]byte(host), value); err != nil {
			return err
		}
	}
	value, err := json.Marshal(b.counts)
	if err != nil {
		return err
	}
	return b.system.Put([]byte(keyCounters), value)
}

func readHost(host string, value []byte) (HostStats, error) {
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

// hostOf gives host and port of an absolute URL; bbolt refuses an empty key, so a URL without one counts as "-".
func hostOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return "-"
	}
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	return cmp.Or(rest, "-")
}

// Stats sums up what is kept. It reads one small record for each host, no pages.
func (d *DB) Stats() (Stats, error) {
	s := Stats{TopHosts: []HostStats{}}
	err := d.view(func(t *tables) error {
		var c counters
		if err := c.read(t.system.Get([]byte(keyCounters))); err != nil {
			return err
		}
		s.Pages, s.Relevant, s.Bytes, s.First, s.Last = c.Pages, c.Relevant, c.Bytes, c.First, c.Last
		s.Postings, s.Clusters, s.Versions = c.Postings, c.Clusters, c.Versions
		if c.Pages > 0 {
			s.MeanScore = c.Score / float64(c.Pages)
		}
		s.Aliases = t.aliases.Stats().KeyN
		s.FileBytes = t.system.Tx().Size()
		return t.hosts.ForEach(func(host, value []byte) error {
			h, err := readHost(string(host), value)
			s.Hosts++
			s.TopHosts = append(s.TopHosts, h)
			return err
		})
	})
	if err != nil {
		return Stats{}, fmt.Errorf("sum up the store: %w", err)
	}
	slices.SortFunc(s.TopHosts, func(a, b HostStats) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Host, b.Host))
	})
	if len(s.TopHosts) > topHosts {
		s.TopHosts = slices.Clone(s.TopHosts[:topHosts])
	}
	return s, nil
}

// SetMeta keeps a fact about the crawl as JSON: its configuration, its topic, its state.
func (d *DB) SetMeta(key string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	err = d.write(func(tx *bolt.Tx) error {
		t := open(tx)
		return t.meta.Put([]byte(key), value)
	})
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	return nil
}

// Meta reads into v what SetMeta kept under the key; false if there is nothing.
func (d *DB) Meta(key string, v any) (bool, error) {
	var value []byte
	err := d.read(func(tx *bolt.Tx) error {
		if t := open(tx); t.meta != nil {
			value = slices.Clone(t.meta.Get([]byte(key)))
		}
		return nil
	})
	if err != nil || value == nil {
		return false, err
	}
	if err := json.Unmarshal(value, v); err != nil {
		return false, fmt.Errorf("%s: %s: %w (%w)", d.path, key, ErrEntry, err)
	}
	return true, nil
}
