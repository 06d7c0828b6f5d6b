package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// appendFill is how full bbolt makes the pages of a bucket whose keys only grow, because such a page is never split again.
const appendFill = 0.95

// Put stores pages and their postings in one transaction: all of them or, with an error, none. results[i] says what happened to pages[i].
// Storing a page a second time changes nothing. Each call waits for earlier calls and once for the disk, so store many pages at once.
func (d *DB) Put(pages []*Page) (results []Result, err error) {
	for _, p := range pages {
		if err := p.Prepare(); err != nil {
			return nil, err
		}
	}
	results = make([]Result, len(pages))
	err = d.writeBatch(func(b *batch) error {
		for i, p := range pages {
			if results[i], err = b.put(p); err != nil {
				return fmt.Errorf("%s: %w", p.URL, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store %d pages: %w", len(pages), err)
	}
	for _, p := range pages {
		p.encoded = nil
	}
	return results, nil
}

// Reading is one result of reading a stored page again: a posting that the page shows, or the fact that the page shows none.
type Reading struct {
	Page    uint64          // the page's sequence number
	Part    string          // which part of the page is read, see job.Posting
	Posting *postings.Found // nil: that part shows none
}

// PutPostings stores which postings the given pages show, after the pages were read again. It stores all readings in one transaction or, with
// an error, none. results[i] says what happened to the posting of readings[i]. A posting keeps its number, cluster, times and versions; only
// the version that came from the page is replaced, and the result is Changed if its content differs. A posting is deleted if its only page no
// longer shows it. A posting that was not found before is new, or another sighting of a known posting. Pages that are not stored are ignored.
func (d *DB) PutPostings(readings []Reading) (results []postings.Result, err error) {
	prepared := make([]*postings.Prepared, len(readings))
	for i, r := range readings {
		if r.Posting == nil {
			continue
		}
		if prepared[i], err = postings.Prepare(r.Posting); err != nil {
			return nil, fmt.Errorf("store the posting of page %d: %w", r.Page, err)
		}
	}
	results = make([]postings.Result, len(readings))
	err = d.writeBatch(func(b *batch) error {
		for i, r := range readings {
			if results[i], err = b.replacePosting(r, prepared[i]); err != nil {
				return fmt.Errorf("page %d: %w", r.Page, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store the postings of %d pages: %w", len(readings), err)
	}
	return results, nil
}

// Regroup moves postings to other clusters in one transaction, as postings.Writer.Regroup describes.
func (d *DB) Regroup(list []postings.Regrouped) error {
	err := d.writeBatch(func(b *batch) error { return b.postings.Regroup(list) })
	if err != nil {
		return fmt.Errorf("store the clusters of %d postings: %w", len(list), err)
	}
	return nil
}

// batch is a transaction that writes pages and postings.
type batch struct {
	*pageBuckets
	postings    *postings.Writer
	totals      totals
	hostChanges map[string]*HostStats
}

// writeBatch calls use in a transaction, and then writes the totals that use changed.
func (d *DB) writeBatch(use func(*batch) error) error {
	return d.write(func(tx *bolt.Tx) error {
		b, err := newBatch(tx, d.decide)
		if err != nil {
			return err
		}
		b.postings.SetLedger(d.ledger)
		if err := use(b); err != nil {
			return err
		}
		d.releaseMapping(tx, writeReads)
		return b.writeTotals()
	})
}

func newBatch(tx *bolt.Tx, decide postings.Decider) (*batch, error) {
	b := &batch{pageBuckets: openBuckets(tx), hostChanges: make(map[string]*HostStats)}
	for _, appended := range b.byPage() {
		appended.FillPercent = appendFill
	}
	b.postings = postings.NewWriter(b.openPostings(), &b.totals.Totals, decide)
	return b, b.totals.read(b.system.Get([]byte(keyCounters)))
}

// put stores a page and the postings that it shows.
func (b *batch) put(p *Page) (r Result, err error) {
	fp := entry.URLKey(p.URL)
	repeated := b.index.Get(fp) != nil || b.aliases.Has(fp)
	if r, err = b.putPage(p, fp); err != nil {
		return r, err
	}
	if len(r.Replaced) > 0 {
		if err := b.postings.Inherit(p.URL, r.Seq); err != nil {
			return r, err
		}
	}
	r.Postings = make([]postings.Result, len(p.encoded.postings))
	for i, found := range p.encoded.postings {
		if r.Postings[i], err = b.postings.Put(sighting(p, found, &r, repeated)); err != nil {
			return r, err
		}
	}
	return r, nil
}

// sighting returns the sighting of a posting on a page, after the page itself has been stored or left out. A page that is left out for its canonical
// page changes nothing that the canonical page says.
func sighting(p *Page, found *postings.Prepared, r *Result, repeated bool) *postings.Sighting {
	s := &postings.Sighting{
		Prepared: found, Part: found.Part(), URL: p.URL, Canonical: p.Canonical, Time: p.Fetched,
		Repeated: repeated, MayAdd: r.Outcome == Stored, MayChange: r.Outcome != Aliased,
	}
	if r.Outcome == Stored {
		s.Page = r.Seq
	}
	return s
}

// replacePosting replaces the posting that a part of a kept page shows. posting is nil if that part shows none any more.
func (b *batch) replacePosting(r Reading, posting *postings.Prepared) (postings.Result, error) {
	value := b.pages.Get(entry.Key(r.Page))
	if value == nil {
		return postings.Result{}, nil
	}
	p, _, err := decodePage(value)
	if err != nil {
		return postings.Result{}, err
	}
	return b.postings.Replace(&postings.Sighting{
		Prepared: posting, Part: r.Part, URL: p.URL, Canonical: p.Canonical, Page: r.Page, Time: p.Fetched, MayAdd: true,
	})
}

func (b *batch) putPage(p *Page, fp []byte) (r Result, err error) {
	if seq := b.index.Get(fp); seq != nil {
		return Result{Outcome: Duplicate, Seq: entry.Number(seq)}, b.putLesson(p.Lesson, entry.Number(seq))
	}
	if b.aliases.Has(fp) {
		return Result{Outcome: Aliased}, nil
	}
	if p.waits() && b.Resolves(p.Canonical) {
		return Result{Outcome: Aliased}, b.aliases.PutReserved(fp, p.encoded.page)
	}
	r.Outcome = Stored
	if r.Replaced, err = b.takeOutWaiting(p.URL, fp); err != nil {
		return r, err
	}
	if r.Seq, err = b.pages.NextSequence(); err != nil {
		return r, err
	}
	seq := entry.Key(r.Seq)
	if p.waits() {
		if err := b.canonicals.Put(append(entry.URLKey(p.Canonical), seq...), nil); err != nil {
			return r, err
		}
	}
	b.count(p, int64(len(p.Body)), +1)
	if err := b.putLesson(p.Lesson, r.Seq); err != nil {
		return r, err
	}
	if p.Watched != nil {
		if err := b.putWatched(p.Watched); err != nil {
			return r, err
		}
	}
	return r, b.write(seq, fp, p.encoded)
}

// waits reports whether the page names another one as its canonical page.
func (p *Page) waits() bool { return p.Canonical != "" && p.Canonical != p.URL }

func (b *batch) write(seq, fp []byte, p *encodedPage) error {
	if err := b.pages.PutReserved(seq, p.page); err != nil {
		return err
	}
	if err := b.bodies.PutReserved(seq, p.body); err != nil {
		return err
	}
	if len(p.links) > entry.Header8 {
		if err := b.links.PutReserved(seq, p.links); err != nil {
			return err
		}
	}
	if len(p.choice) > entry.Header8 {
		if err := b.choices.PutReserved(seq, p.choice); err != nil {
			return err
		}
	}
	return b.index.Put(fp, seq)
}

// takeOutWaiting makes aliases of the pages that wait for the URL as their canonical page, and returns these pages.
func (b *batch) takeOutWaiting(url string, fp []byte) (replaced []Replaced, err error) {
	var waiting [][]byte
	c := b.canonicals.Cursor()
	for k, _ := c.Seek(fp); bytes.HasPrefix(k, fp); k, _ = c.Next() {
		waiting = append(waiting, bytes.Clone(k))
	}
	for _, k := range waiting {
		p, err := b.makeAlias(k[8:], url)
		if err != nil {
			return replaced, err
		}
		if p != nil {
			replaced = append(replaced, Replaced{entry.Number(k[8:]), p.Relevant})
		}
		if err := b.canonicals.Delete(k); err != nil {
			return replaced, err
		}
	}
	return replaced, nil
}

// makeAlias replaces a page by an alias for its canonical page, and returns the page. It returns nil if the page names another canonical URL, which
// only has the same fingerprint.
func (b *batch) makeAlias(seq []byte, canonical string) (*Page, error) {
	value := bytes.Clone(b.pages.Get(seq))
	p, size, err := decodePage(value)
	if err != nil || p.Canonical != canonical {
		return nil, err
	}
	fp := entry.URLKey(p.URL)
	b.count(p, int64(size), -1)
	if err := b.noteRewrite(entry.Number(seq)); err != nil {
		return nil, err
	}
	if err := b.aliases.Put(fp, value); err != nil {
		return nil, err
	}
	if err := b.index.Delete(fp); err != nil {
		return nil, err
	}
	if b.watched.Bucket != nil {
		if err := b.watched.Delete(fp); err != nil {
			return nil, err
		}
	}
	for _, bucket := range b.byPage() {
		if err := bucket.Delete(seq); err != nil {
			return nil, err
		}
	}
	return p, nil
}
