package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Reading is what a page that is kept shows of a posting when it is read again.
type Reading struct {
	Page    uint64   // the page's sequence number
	Posting *Posting // nil: it shows none
}

// PutPostings replaces what pages were found to show, in one transaction: all of it or, with an error, nothing. A
// posting keeps its number, cluster, times and versions; the version that came from the page is the one that changes,
// and Seen is Renewed if it reads otherwise. A posting that its only page no longer shows is taken out. Pages that are
// not kept are passed over. What was not found before is new, or another sighting of a posting that is known.
func (d *DB) PutPostings(readings []Reading) error {
	packed, err := packReadings(readings)
	if err != nil {
		return err
	}
	var results []result
	err = d.write(func(tx *bolt.Tx) error {
		b, err := newBatch(tx)
		if err != nil {
			return err
		}
		for i, r := range readings {
			if err := b.read(r, packed[i]); err != nil {
				return fmt.Errorf("page %d: %w", r.Page, err)
			}
		}
		results = b.results
		return b.finish()
	})
	if err != nil {
		return fmt.Errorf("store the postings of %d pages: %w", len(readings), err)
	}
	tell(results)
	return nil
}

func packReadings(readings []Reading) ([]*packedPosting, error) {
	z, err := encoder()
	if err != nil {
		return nil, fmt.Errorf("store postings: %w", err)
	}
	packed := make([]*packedPosting, len(readings))
	for i, r := range readings {
		if r.Posting == nil {
			continue
		}
		if packed[i], err = packPosting(z, r.Posting.Job); err != nil {
			return nil, fmt.Errorf("store the posting of page %d: %w", r.Page, err)
		}
	}
	return packed, nil
}

// read takes over one reading.
func (b *batch) read(r Reading, packed *packedPosting) error {
	meta := b.pages.Get(key(r.Page))
	if meta == nil {
		return nil
	}
	p, _, err := decodeMeta(meta)
	if err != nil {
		return err
	}
	v := slices.Clone(b.found.Get(urlKey(p.URL)))
	s := &sighting{Posting: r.Posting, packed: packed, url: p.URL, canonical: p.Canonical, page: r.Page, at: p.Fetched, mayAdd: true}
	switch {
	case v == nil && r.Posting == nil:
		return nil
	case v == nil:
		return b.see(s)
	}
	h, err := decodeHead(b.postings.Get(v))
	if err != nil {
		return err
	}
	n := binary.BigEndian.Uint64(v)
	if r.Posting == nil {
		return b.unseen(n, h, r.Page)
	}
	return b.reread(n, h, s)
}

// unseen takes out a posting that nothing but one page has shown, if that does no more.
func (b *batch) unseen(number uint64, h *head, page uint64) error {
	v, err := decodeRevision(b.versions.Get(versionKey(number, h.versions)))
	if err != nil || h.versions > 1 || v.page != page {
		return err
	}
	return b.drop(number, h)
}

// reread replaces the versions that came from a page.
func (b *batch) reread(number uint64, h *head, s *sighting) error {
	seen := PassedOver
	for i := range h.versions {
		k := versionKey(number, i+1)
		v, err := decodeRevision(bytes.Clone(b.versions.Get(k)))
		if err != nil {
			return err
		}
		if v.page != s.page {
			continue
		}
		v.frame = s.packed.frame
		if err := b.versions.Put(k, v.append(nil)); err != nil {
			return err
		}
		seen = max(seen, Again)
		if i+1 < h.versions {
			continue
		}
		if h.content != s.packed.content {
			seen = Renewed
		}
		if err := b.rename(number, h, s); err != nil {
			return err
		}
	}
	b.results = append(b.results, result{s.Posting, seen, number, h.cluster})
	return nil
}

// rename gives a posting's head, record and keys what its newest version says now.
func (b *batch) rename(number uint64, h *head, s *sighting) error {
	if h.id != s.packed.job.ID {
		old := idKey(hostOf(h.url), h.id)
		if i := slices.IndexFunc(h.keys, func(k []byte) bool { return bytes.Equal(k, old) }); i >= 0 {
			h.keys = slices.Delete(h.keys, i, i+1)
			if err := b.found.Delete(old); err != nil {
				return err
			}
		}
	}
	if err := b.claim(h, number, s.keys()); err != nil {
		return err
	}
	h.show(s.packed, h.url)
	return b.renew(number, h, s.Record)
}

// drop takes a posting out, with all that belongs to it. Its cluster goes with its last member; another original is the
// first of those that are left.
func (b *batch) drop(number uint64, h *head) error {
	for _, k := range h.keys {
		if err := b.found.Delete(k); err != nil {
			return err
		}
	}
	for i := range h.versions {
		if err := b.versions.Delete(versionKey(number, i+1)); err != nil {
			return err
		}
	}
	for _, bucket := range []*sealed{b.postings, b.records} {
		if err := bucket.Delete(key(number)); err != nil {
			return err
		}
	}
	b.counts.Postings--
	b.counts.Versions -= h.versions
	return b.leave(number, h.cluster)
}

// leave takes a posting out of its cluster.
func (b *batch) leave(number, id uint64) error {
	if err := b.members.Delete(append(key(id), key(number)...)); err != nil {
		return err
	}
	c, first := cluster{}, uint64(0)
	err := b.eachMember(id, func(n uint64, _ []byte) error {
		if first == 0 {
			first = n
		}
		c.members++
		return nil
	})
	if err != nil {
		return err
	}
	if c.members == 0 {
		b.counts.Clusters--
		return b.clusters.Delete(key(id))
	}
	if old, err := decodeCluster(b.clusters.Get(key(id))); err == nil && old.original != number {
		first = old.original
	}
	c.original = first
	return b.clusters.Put(key(id), c.append(nil))
}
