package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	bolt "go.etcd.io/bbolt"

	"gannet/internal/lazyregexp"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// Forgetting says what Forget leaves out of the copy of a store, for example the data of a person. Both functions are called many times.
type Forgetting struct {
	URL  func(url string) bool  // whether all that stands at a URL is forgotten
	Text func(text []byte) bool // whether a text has what is forgotten; of a page it is the document, and else fields with bytes between them
}

// Forgotten says what Forget has left out of the copy, and what it could not leave out.
type Forgotten struct {
	Pages    []string // the URLs of pages, and of pages that were left out for their canonical one
	Postings int
	Other    int      // records of links, sitemaps and visits
	Facts    []string // names of facts about the crawl that have what is to be forgotten, such as its settings; they stay
}

// Forget copies a store into a new file, which must not exist, but leaves out what has to be forgotten. A page is left out, with its
// postings, if the page's URL, header or text is affected, or any version of a posting on it. From other pages only the link that led to them
// is removed, if it is affected. The copy starts with an empty ledger of events, because events repeat the content of postings, and without
// the records of rewritten pages. Nobody can write to the store meanwhile.
func (d *DB) Forget(to string, what Forgetting) (*Forgotten, error) {
	db, err := Options{NoSync: true}.Open(to)
	if err != nil {
		return nil, err
	}
	f := &forgetter{what: what, to: db, pages: make(map[uint64]bool), postings: make(map[uint64]bool), gone: make(map[string]bool)}
	err = d.read(func(tx *bolt.Tx) error {
		f.from = openBuckets(tx)
		return f.run()
	})
	if err = errors.Join(err, db.bolt.Sync(), db.Close()); err != nil {
		return nil, errors.Join(fmt.Errorf("forget in %s: %w", d.path, err), removeIfThere(to))
	}
	return &f.result, nil
}

// forgetter is a Forget in progress.
type forgetter struct {
	what            Forgetting
	from            *pageBuckets
	to              *DB
	pages, postings map[uint64]bool // numbers of those that are left out
	gone            map[string]bool // URLs of these pages
	result          Forgotten
}

func (f *forgetter) run() error {
	sealed := f.from.sealedBuckets()
	if err := f.findPages(); err != nil {
		return err
	}
	for known := -1; known < len(f.pages); { // the page of a posting may have others
		known = len(f.pages)
		if err := f.findPostings(sealed); err != nil {
			return err
		}
	}
	f.result.Postings = len(f.postings)
	if err := f.copySequences(sealed); err != nil {
		return err
	}
	for _, kind := range entry.SortedKinds() {
		if b := sealed[kind]; b != nil {
			if err := f.copyBucket(b); err != nil {
				return err
			}
		}
	}
	if err := f.copyUnnumbered(); err != nil {
		return err
	}
	if _, err := f.to.Repair(func(string) error { return nil }); err != nil {
		return err
	}
	return f.to.writeBatch(func(b *batch) error {
		b.totals.ChangeBytes = 0
		return errors.Join(b.openPostings().FoldLedger(1), b.foldRewrites(0))
	})
}

// findPages finds the pages that are left out.
func (f *forgetter) findPages() error {
	return f.from.pages.ForEach(func(k, value []byte) error {
		p, _, err := decodePage(value)
		if err != nil || len(k) != 8 {
			return nil // Repair takes it out
		}
		if f.what.URL(p.URL) || f.what.Text(ownFields(p)) || f.what.Text(plain(entry.Bodies, f.from.bodies.Get(k))) {
			f.leaveOut(k, p.URL)
		}
		return nil
	})
}

// leaveOut leaves out a page.
func (f *forgetter) leaveOut(k []byte, url string) {
	f.pages[entry.Number(k)], f.gone[url] = true, true
	f.result.Pages = append(f.result.Pages, url)
}

// ownFields returns the texts of a page, except for the link that led there.
func ownFields(p *Page) []byte {
	texts := []string{p.URL, p.Canonical, p.Says.Encode()}
	for name, values := range p.Header {
		texts = append(append(texts, name), values...)
	}
	return []byte(strings.Join(texts, "\n"))
}

// findPostings finds the postings that are left out: those of pages that are left out, and those with something to be forgotten in any version. In
// the second case the page of the newest version is left out, too, because otherwise the posting would be found there again.
func (f *forgetter) findPostings(sealed map[entry.Kind]*entry.Bucket) error {
	for _, kind := range []entry.Kind{entry.Postings, entry.Versions, entry.Lives} {
		b := sealed[kind]
		if b == nil {
			continue
		}
		err := b.ForEach(func(k, value []byte) error {
			if len(k) < 8 || f.postings[entry.Number(k)] {
				return nil
			}
			if text := textOf(kind, value); f.has(text) || kind == entry.Postings && f.gone[pageOf(value)] {
				f.postings[entry.Number(k)] = true
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for number := range f.postings {
		url := pageOf(sealed[entry.Postings].Get(entry.Key(number)))
		if seq := f.from.index.Get(entry.URLKey(url)); seq != nil && !f.gone[url] {
			f.leaveOut(seq, url)
		}
	}
	return nil
}

// pageOf returns the URL of the page of a posting's newest version.
func pageOf(summary []byte) string {
	f := entry.NewFields(summary)
	return postings.PageOf(f.String())
}

// textOf returns an entry of a posting followed by its texts, with a line break before each.
func textOf(kind entry.Kind, value []byte) []byte {
	value = expand(value)
	f, texts := entry.NewFields(value), []string{string(value)}
	switch kind {
	case entry.Postings:
		for range 6 {
			texts = append(texts, f.String())
		}
	case entry.Versions:
		f.Time()
		f.Uvarint()
		texts = append(texts, f.String(), f.String(), string(f.Rest()))
	}
	return []byte(strings.Join(texts, "\n"))
}

// has reports whether a small entry has something to be forgotten, in its text or as a URL.
func (f *forgetter) has(text []byte) bool {
	if f.what.Text(text) {
		return true
	}
	return slices.ContainsFunc(urlPattern.FindAll(text, -1), func(url []byte) bool {
		return f.isGone(string(url)) || f.isGone(string(url[:len(url)-1])) // the byte behind may be the length of what follows
	})
}

// isGone reports whether the page or posting at a URL is left out.
func (f *forgetter) isGone(url string) bool { return f.gone[url] || f.what.URL(url) }

// urlPattern finds the URLs in an entry, up to a byte that no URL has.
var urlPattern = lazyregexp.New(`https?://[!-~]+`)

// plain returns an entry with its compressed parts decompressed.
func plain(kind entry.Kind, value []byte) []byte {
	switch kind {
	case entry.Bodies:
		if body, err := entry.Body(nil, value); err == nil {
			return body
		}
	case entry.Learned:
		if page, packed, err := splitLearned(value); err == nil {
			return slices.Concat(page, plain(entry.Bodies, packed))
		}
	}
	return expand(value)
}

// expand returns an entry with its Zstandard frame decompressed, if it has one.
func expand(value []byte) []byte {
	at := bytes.Index(value, []byte{0x28, 0xb5, 0x2f, 0xfd}) // RFC 8878, section 3.1.1
	if at < 0 {
		return value
	}
	text, err := entry.Decompress(slices.Clone(value[:at]), value[at:])
	if err != nil {
		return value
	}
	return text
}

// copySequences lets the new file count on from the numbers of the old one, so that no number and no cursor is used twice.
func (f *forgetter) copySequences(sealed map[entry.Kind]*entry.Bucket) error {
	return f.to.write(func(tx *bolt.Tx) error {
		for kind, from := range sealed {
			to := entry.Open(tx, kind, false)
			if err := to.SetSequence(from.Sequence()); err != nil {
				return err
			}
		}
		return nil
	})
}

// copyBucket copies the entries that are not left out, some megabytes in each transaction.
func (f *forgetter) copyBucket(from *entry.Bucket) error {
	c := from.Cursor()
	for k, sealed := c.First(); k != nil; {
		err := f.to.write(func(tx *bolt.Tx) error {
			to := entry.Open(tx, from.Kind, false)
			to.FillPercent = appendFill
			for room := salvageRoom; k != nil && room > 0; k, sealed = c.Next() {
				value := f.remainder(from.Kind, k, from.Unseal(k, sealed))
				if value == nil {
					continue
				}
				if err := to.Put(k, value); err != nil {
					return err
				}
				room -= len(k) + len(value)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// remainder returns the part of an entry that is kept, nil if the entry is left out.
func (f *forgetter) remainder(kind entry.Kind, k, value []byte) []byte {
	if value == nil {
		value = []byte{}
	}
	switch kind {
	case entry.Pages:
		if f.pages[entry.Number(k)] {
			return nil
		}
		return f.withoutLink(value)
	case entry.Bodies, entry.Links:
		if f.pages[entry.Number(k)] {
			return nil
		}
		return value
	case entry.Choices, entry.Learned:
		if f.pages[entry.Number(k)] {
			return nil
		}
	case entry.Postings, entry.Versions, entry.Profiles, entry.Lives:
		if f.postings[entry.Number(k)] {
			return nil
		}
		return value
	case entry.Clusters, entry.Members: // Repair takes out what belongs to no posting
		return value
	case entry.Changes, entry.Rewrites:
		return nil
	case entry.Meta:
		if f.has(expand(value)) {
			f.result.Facts = append(f.result.Facts, string(k))
		}
		return value
	case entry.Lessons:
		if l, err := decodeLesson(entry.Number(k), value); err == nil && l.Page > 0 {
			if f.pages[l.Page] {
				return nil
			}
			return value
		}
	}
	if !f.has(plain(kind, value)) {
		return value
	}
	f.result.Other++
	if p, _, err := decodePage(value); kind == entry.Aliases && err == nil {
		f.result.Pages = append(f.result.Pages, p.URL)
	}
	return nil
}

// withoutLink returns the entry of a page, and leaves out the link that led there if the link has something to be forgotten.
func (f *forgetter) withoutLink(value []byte) []byte {
	p, size, err := decodePage(value)
	if err != nil || !f.isGone(p.Via) && !f.what.Text([]byte(p.Via+" "+p.ViaAnchor)) {
		return value
	}
	p.Via, p.ViaAnchor = "", ""
	return appendPageOf(nil, p, size)
}

// copyUnnumbered copies the number of the last page that was stored before there were lessons.
func (f *forgetter) copyUnnumbered() error {
	value := slices.Clone(f.from.system.Get([]byte(keyUnnumbered)))
	return f.to.write(func(tx *bolt.Tx) error { return openBuckets(tx).setUnnumbered(value) })
}
