package store

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"gannet/internal/weburl"
)

// auditPages reads every page in full.
func (a *audit) auditPages() error {
	err := a.pages.ForEach(func(k, meta []byte) error {
		if len(k) != 8 {
			return a.wrong(remove(k, a.pages, a.bodies, a.links), "pages: a key of %d bytes", len(k))
		}
		seq := binary.BigEndian.Uint64(k)
		p, size, err := decodeMeta(meta)
		if err == nil {
			_, err = weburl.NewBase(p.URL) // a crawl that goes on reads its pages again, and would stop here
		}
		if err != nil {
			return a.wrong(a.lose(k), "page %d: %v", seq, err)
		}
		if body, err := a.db.unzip(nil, a.bodies.Get(k)); err != nil || uint64(len(body)) != size || a.bodies.Get(k) == nil {
			return a.wrong(a.lose(k), "page %d, %s: its body is lost or damaged", seq, p.URL)
		}
		if _, err := decodeLinks(a.links.Get(k)); err != nil {
			return a.wrong(remove(k, a.links), "page %d, %s: %v", seq, p.URL, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for name, b := range map[string]*sealed{"bodies": a.bodies, "links": a.links} {
		err := b.ForEach(func(k, _ []byte) error {
			if a.pages.Get(k) == nil {
				return a.wrong(remove(k, b), "%s: %x belongs to no page", name, k)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return a.auditSequence(a.pages, "pages")
}

// lose is the remedy for a page that cannot be read in full: the crawl fetches it again.
func (a *audit) lose(k []byte) func() error {
	take := remove(k, a.pages, a.bodies, a.links)
	return func() error {
		a.lost++
		return take()
	}
}

// auditSequence looks that no number can be given a second time.
func (a *audit) auditSequence(b *sealed, name string) error {
	last, _ := b.Cursor().Last()
	if len(last) != 8 || binary.BigEndian.Uint64(last) <= b.Sequence() {
		return nil
	}
	n := binary.BigEndian.Uint64(last)
	return a.wrong(func() error { return b.SetSequence(n) }, "%s: number %d would be given again", name, n)
}

// auditIndex compares the index with the pages, both ways.
func (a *audit) auditIndex() error {
	err := a.index.ForEach(func(k, seq []byte) error {
		p, _, err := decodeMeta(a.pages.Get(seq))
		if err != nil || !bytes.Equal(k, key(Fingerprint(p.URL))) {
			return a.wrong(remove(k, a.index), "index: %x leads to no page of that URL", k)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return a.eachPage(func(seq []byte, p *Page) error {
		fp := key(Fingerprint(p.URL))
		indexed := a.index.Get(fp)
		if bytes.Equal(indexed, seq) {
			return nil
		}
		if other, _, err := decodeMeta(a.pages.Get(indexed)); err == nil && other.URL == p.URL {
			return a.wrong(remove(seq, a.pages, a.bodies, a.links), "page %x, %s: kept twice", seq, p.URL)
		}
		return a.wrong(write(a.index, fp, seq), "page %x, %s: not in the index", seq, p.URL)
	})
}

// eachPage gives the pages that can be read.
func (a *audit) eachPage(use func(seq []byte, p *Page) error) error {
	return a.pages.ForEach(func(seq, meta []byte) error {
		p, size, err := decodeMeta(meta)
		if err != nil {
			return nil // reported by auditPages
		}
		p.Replaced = int(size)
		return use(seq, p)
	})
}

// auditCanonicals compares what waits for its canonical page with what the pages name.
func (a *audit) auditCanonicals() error {
	err := a.canonicals.ForEach(func(k, _ []byte) error {
		if len(k) == 16 {
			p, _, err := decodeMeta(a.pages.Get(k[8:]))
			if err == nil && p.waits() && bytes.Equal(k[:8], key(Fingerprint(p.Canonical))) {
				return nil
			}
		}
		return a.wrong(remove(k, a.canonicals), "canonicals: %x is no page that waits", k)
	})
	if err != nil {
		return err
	}
	return a.eachPage(func(seq []byte, p *Page) error {
		if !p.waits() {
			return nil
		}
		fp := key(Fingerprint(p.Canonical))
		wait := append(slices.Clone(fp), seq...)
		if a.index.Get(fp) != nil {
			remedy := func() error {
				if _, err := a.alias(wait[8:], p.Canonical); err != nil {
					return err
				}
				return a.canonicals.Delete(wait)
			}
			return a.wrong(remedy, "page %x, %s: kept beside its canonical page", seq, p.URL)
		}
		if v, _ := a.canonicals.Cursor().Seek(wait); !bytes.Equal(v, wait) {
			return a.wrong(write(a.canonicals, wait, nil), "page %x, %s: would not make way for its canonical page", seq, p.URL)
		}
		return nil
	})
}

// waits says that the page names another one as its canonical page.
func (p *Page) waits() bool { return p.Canonical != "" && p.Canonical != p.URL }

// auditAliases reads the pages that were left out.
func (a *audit) auditAliases() error {
	return a.aliases.ForEach(func(k, meta []byte) error {
		p, _, err := decodeMeta(meta)
		switch {
		case err != nil:
			return a.wrong(remove(k, a.aliases), "alias %x: %v", k, err)
		case !bytes.Equal(k, key(Fingerprint(p.URL))):
			return a.wrong(remove(k, a.aliases), "alias %x, %s: kept under another URL", k, p.URL)
		case a.index.Get(k) != nil:
			return a.wrong(remove(k, a.aliases), "alias %x, %s: kept as a page too", k, p.URL)
		}
		if !a.standsFor(p.Canonical) {
			return a.wrong(remove(k, a.aliases), "alias %x, %s: its canonical page %s is not kept", k, p.URL, p.Canonical)
		}
		return nil
	})
}

// standsFor says whether a page is kept at the end of a chain of canonical pages, however long, or the chain is a circle.
func (a *audit) standsFor(url string) bool {
	for seen := make(map[string]bool); !seen[url]; {
		seen[url] = true
		k := key(Fingerprint(url))
		if a.index.Get(k) != nil {
			return true
		}
		p, _, err := decodeMeta(a.aliases.Get(k))
		if err != nil {
			return false
		}
		url = p.Canonical
	}
	return true
}

// auditTotals counts everything again.
func (a *audit) auditTotals() error {
	b := &batch{tables: a.tables, touch: make(map[string]*HostStats)}
	err := a.eachPage(func(_ []byte, p *Page) error {
		b.count(p, int64(p.Replaced), +1)
		return nil
	})
	if err != nil {
		return err
	}
	if a.postings != nil {
		b.counts.Postings, b.counts.Clusters, b.counts.Versions = entries(a.postings), entries(a.clusters), entries(a.versions)
	}
	if err := a.auditHosts(b.touch); err != nil {
		return err
	}
	var c counters
	err = c.read(a.system.Get([]byte(keyCounters)))
	want := b.counts
	if err == nil { // sums of rounded numbers differ, and times of pages that are gone count
		if !c.First.IsZero() {
			want.First, want.Last = c.First, c.Last
		}
		if math.Abs(want.Score-c.Score) <= 1e-6*(1+math.Abs(want.Score)) {
			want.Score = c.Score
		}
	}
	if err == nil && c == want {
		return nil
	}
	value, encodes := json.Marshal(want)
	if encodes != nil {
		return encodes
	}
	return a.wrong(write(a.system, []byte(keyCounters), value), "totals: %d pages, %d postings, %d clusters counted, kept as %d, %d, %d",
		want.Pages, want.Postings, want.Clusters, c.Pages, c.Postings, c.Clusters)
}

// entries counts a bucket in the state of this transaction, which its Stats do not know.
func entries(b *sealed) (n int) {
	c := b.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		n++
	}
	return n
}

func (a *audit) auditHosts(want map[string]*HostStats) error {
	err := a.hosts.ForEach(func(host, value []byte) error {
		if want[string(host)] == nil {
			return a.wrong(remove(host, a.hosts), "hosts: %s has no page", host)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, host := range slices.Sorted(maps.Keys(want)) {
		h := want[host]
		value, err := json.Marshal([]int64{int64(h.Pages), int64(h.Relevant), h.Bytes})
		if err != nil {
			return err
		}
		if kept, err := readHost(host, a.hosts.Get([]byte(host))); err == nil && kept == *h {
			continue
		}
		if err := a.wrong(write(a.hosts, []byte(host), value), "hosts: %s has %d pages, kept otherwise", host, cmp.Or(h.Pages, 0)); err != nil {
			return fmt.Errorf("hosts: %w", err)
		}
	}
	return nil
}
