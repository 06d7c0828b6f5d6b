package store

import (
	"bytes"
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Put stores a batch in one transaction: all of it or, with an error, nothing. stored[i] says whether pages[i] was
// stored by this call; pages[i].Outcome says why not. Putting a page again changes nothing. One caller at a time is
// served, so put many pages at once: the disk is waited for once a batch.
func (d *DB) Put(pages []*Page) (stored []bool, err error) {
	for _, p := range pages {
		p.Outcome = Pending
		if err := p.Prepare(); err != nil {
			return nil, err
		}
	}
	outcomes := make([]Outcome, len(pages))
	seqs := make([]uint64, len(pages))
	var results []result
	err = d.write(func(tx *bolt.Tx) error {
		b, err := newBatch(tx)
		if err != nil {
			return err
		}
		for i, p := range pages {
			if outcomes[i], seqs[i], err = b.put(p); err != nil {
				return fmt.Errorf("%s: %w", p.URL, err)
			}
		}
		results = b.results
		d.rest(tx, writeLoads)
		return b.finish()
	})
	if err != nil {
		return nil, fmt.Errorf("store %d pages: %w", len(pages), err)
	}
	stored = make([]bool, len(pages))
	for i, p := range pages {
		p.Outcome, p.Seq, p.ready = outcomes[i], seqs[i], nil
		stored[i] = p.Outcome == Stored
	}
	tell(results)
	return stored, nil
}

// tables are the buckets of one transaction.
type tables struct {
	system, index, canonicals, hosts    *bolt.Bucket
	pages, bodies, links, aliases, meta *sealed

	// of postings; nil in a file that is opened for reading and was written before there were any
	found                                          *bolt.Bucket
	postings, versions, clusters, members, records *sealed
}

func open(tx *bolt.Tx) tables {
	at := func(name string) *bolt.Bucket { return tx.Bucket([]byte(name)) }
	bare := hasBare(at("system"))
	room := make([]sealed, 0, len(sealedKinds)) // every read comes by here
	of := func(kind byte) *sealed {
		b := at(sealedKinds[kind])
		if b == nil {
			return nil
		}
		room = append(room, sealed{Bucket: b, kind: kind, bare: bare})
		return &room[len(room)-1]
	}
	return tables{
		system: at("system"), pages: of('p'), bodies: of('b'), links: of('l'), index: at("index"),
		canonicals: at("canonicals"), aliases: of('a'), hosts: at("hosts"), meta: of('f'),
		postings: of('j'), versions: of('v'), found: at("posting index"),
		clusters: of('c'), members: of('m'), records: of('r'),
	}
}

// key is a number as a key.
func key(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// resolve finds the page that is kept for a URL: itself, or what its canonical links lead to. Links that lead round
// in a circle lead nowhere.
func (t *tables) resolve(url string) (seq []byte, ok bool) {
	for range 10 {
		k := key(Fingerprint(url))
		if seq := t.index.Get(k); seq != nil {
			return seq, true
		}
		alias := t.aliases.Get(k)
		if alias == nil {
			return nil, false
		}
		p, _, err := decodeMeta(alias)
		if err != nil {
			return nil, false
		}
		url = p.Canonical
	}
	return nil, false
}

// batch is a Put in progress.
type batch struct {
	tables
	counts  counters
	touch   map[string]*HostStats
	results []result // of the postings, in their order
}

func newBatch(tx *bolt.Tx) (*batch, error) {
	b := &batch{tables: open(tx), touch: make(map[string]*HostStats)}
	for _, appended := range []*sealed{b.pages, b.bodies, b.links, b.versions, b.members, b.records} {
		appended.FillPercent = 0.95 // keys only grow, so a page is never split again
	}
	return b, b.counts.read(b.system.Get([]byte(keyCounters)))
}

// put stores a page and what it shows of a posting.
func (b *batch) put(p *Page) (Outcome, uint64, error) {
	fp := key(Fingerprint(p.URL))
	known := b.index.Get(fp) != nil || b.aliases.Get(fp) != nil
	outcome, seq, err := b.putPage(p, fp)
	if err == nil && p.Replaced > 0 && outcome == Stored {
		err = b.inherit(p.URL, key(seq))
	}
	if err == nil && p.ready.posting != nil {
		err = b.see(p.sighting(outcome, seq, known))
	}
	return outcome, seq, err
}

func (b *batch) putPage(p *Page, fp []byte) (Outcome, uint64, error) {
	if seq := b.index.Get(fp); seq != nil {
		return Duplicate, binary.BigEndian.Uint64(seq), nil
	}
	if b.aliases.Get(fp) != nil {
		return Aliased, 0, nil
	}
	waits := p.Canonical != "" && p.Canonical != p.URL
	if waits {
		if _, ok := b.resolve(p.Canonical); ok {
			return Aliased, 0, b.aliases.putRoom(fp, p.ready.meta)
		}
	}
	var err error
	if p.Replaced, err = b.release(p.URL, fp); err != nil {
		return 0, 0, err
	}
	n, err := b.pages.NextSequence()
	if err != nil {
		return 0, 0, err
	}
	seq := key(n)
	if waits {
		if err := b.canonicals.Put(append(key(Fingerprint(p.Canonical)), seq...), nil); err != nil {
			return 0, 0, err
		}
	}
	b.count(p, int64(len(p.Body)), +1)
	return Stored, n, b.write(seq, fp, p.ready)
}

func (b *batch) write(seq, fp []byte, r *packed) error {
	if err := b.pages.putRoom(seq, r.meta); err != nil {
		return err
	}
	if err := b.bodies.putRoom(seq, r.body); err != nil {
		return err
	}
	if len(r.links) > sealed8 {
		if err := b.links.putRoom(seq, r.links); err != nil {
			return err
		}
	}
	return b.index.Put(fp, seq)
}

// release takes out the pages that waited for the URL, n in number: they become aliases.
func (b *batch) release(url string, fp []byte) (n int, err error) {
	var waiting [][]byte
	c := b.canonicals.Cursor()
	for k, _ := c.Seek(fp); bytes.HasPrefix(k, fp); k, _ = c.Next() {
		waiting = append(waiting, bytes.Clone(k))
	}
	for _, k := range waiting {
		gone, err := b.alias(k[8:], url)
		if err != nil {
			return n, err
		}
		if gone {
			n++
		}
		if err := b.canonicals.Delete(k); err != nil {
			return n, err
		}
	}
	return n, nil
}

func (b *batch) alias(seq []byte, canonical string) (gone bool, err error) {
	meta := bytes.Clone(b.pages.Get(seq))
	p, size, err := decodeMeta(meta)
	if err != nil {
		return false, err
	}
	if p.Canonical != canonical {
		return false, nil // another URL with the same fingerprint
	}
	fp := key(Fingerprint(p.URL))
	b.count(p, int64(size), -1)
	if err := b.aliases.Put(fp, meta); err != nil {
		return false, err
	}
	if err := b.index.Delete(fp); err != nil {
		return false, err
	}
	for _, bucket := range []*sealed{b.pages, b.bodies, b.links} {
		if err := bucket.Delete(seq); err != nil {
			return false, err
		}
	}
	return true, nil
}
