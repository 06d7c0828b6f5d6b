package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"
)

// topHosts is how many hosts Stats names.
const topHosts = 20

// Stats has counts and sums over all stored pages.
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
	Open      int         `json:"open"`       // postings by state; unknown are also those that an earlier version kept
	Suspected int         `json:"suspected"`
	Closed    int         `json:"closed"`
	Unknown   int         `json:"unknown"`
	MeanScore float64     `json:"mean_score"`
	First     time.Time   `json:"first,omitzero"` // when the earliest and the latest page was fetched,
	Last      time.Time   `json:"last,omitzero"`  // pages taken out later included
	TopHosts  []HostStats `json:"top_hosts"`      // the 20 with most pages
}

// HostStats has counts and sums over the stored pages of one host.
type HostStats struct {
	Host     string `json:"host"`
	Pages    int    `json:"pages"`
	Relevant int    `json:"relevant"`
	Bytes    int64  `json:"bytes"`
}

// Totals returns the Stats of the store without those by host and without aliases. It takes the same short time for stores of any size.
func (d *DB) Totals() (s Stats, err error) {
	if err := d.view(func(b *pageBuckets) error { return s.readTotals(b) }); err != nil {
		return Stats{}, fmt.Errorf("sum up the store: %w", err)
	}
	return s, nil
}

// readTotals reads the sums that the store keeps.
func (s *Stats) readTotals(b *pageBuckets) error {
	var t totals
	if err := t.read(b.system.Get([]byte(keyCounters))); err != nil {
		return err
	}
	s.Pages, s.Relevant, s.Bytes, s.First, s.Last = t.Pages, t.Relevant, t.Bytes, t.First, t.Last
	s.Postings, s.Clusters, s.Versions = t.Postings, t.Clusters, t.Versions
	s.Open, s.Suspected, s.Closed = t.Open, t.Suspected, t.Closed
	s.Unknown = t.Postings - t.Open - t.Suspected - t.Closed
	if t.Pages > 0 {
		s.MeanScore = t.Score / float64(t.Pages)
	}
	s.FileBytes = b.tx.Size()
	return nil
}

// Stats returns the statistics of the store. It reads one small entry for each host but no pages, in many short transactions.
func (d *DB) Stats() (Stats, error) { return d.statsBy(atOnce) }

// statsBy is Stats with do, which runs each transaction.
func (d *DB) statsBy(do func(read func() error) error) (Stats, error) {
	s := Stats{TopHosts: []HostStats{}}
	var next []byte // no host before it is left to read
	more := false
	some := func(b *pageBuckets) error {
		c, until := b.hosts.Cursor(), time.Now().Add(transactionTime)
		begun := s.Hosts
		for host, value := c.Seek(next); host != nil; host, value = c.Next() {
			if s.Hosts > begun && time.Now().After(until) {
				next, more = bytes.Clone(host), true
				return nil
			}
			h, err := decodeHost(string(host), value)
			if err != nil {
				return err
			}
			s.Hosts++
			s.TopHosts = append(s.TopHosts, h)
		}
		return nil
	}
	err := do(func() error {
		return d.view(func(b *pageBuckets) error {
			s.Aliases = b.aliases.Stats().KeyN
			return errors.Join(s.readTotals(b), some(b))
		})
	})
	for err == nil && more {
		more = false
		err = do(func() error { return d.view(some) })
	}
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
