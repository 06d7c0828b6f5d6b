package store

import (
	"slices"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// pageBuckets are the buckets of pages, and those with facts about the whole file, in one transaction.
type pageBuckets struct {
	tx                                                    *bolt.Tx
	system, index, canonicals, hosts                      *bolt.Bucket
	pages, bodies, links, choices, lessons, aliases, meta entry.Bucket
	watched, learned, rewrites                            entry.Bucket // a file of an earlier version has none
	unsealed                                              bool         // there may be entries of format 1
}

func openBuckets(tx *bolt.Tx) *pageBuckets {
	b := &pageBuckets{
		tx: tx, system: tx.Bucket([]byte("system")), index: tx.Bucket([]byte("index")),
		canonicals: tx.Bucket([]byte("canonicals")), hosts: tx.Bucket([]byte("hosts")),
	}
	b.unsealed = hasUnsealed(b.system)
	open := func(kind entry.Kind) entry.Bucket { return entry.Open(tx, kind, b.unsealed) }
	b.pages, b.bodies, b.links = open(entry.Pages), open(entry.Bodies), open(entry.Links)
	b.choices, b.lessons = open(entry.Choices), open(entry.Lessons)
	b.aliases, b.meta = open(entry.Aliases), open(entry.Meta)
	b.watched, b.learned, b.rewrites = open(entry.Watched), open(entry.Learned), open(entry.Rewrites)
	return b
}

// openPostings opens the buckets of postings, nil if the file has none yet.
func (b *pageBuckets) openPostings() *postings.Buckets { return postings.Open(b.tx, b.unsealed, b) }

// sealedBuckets returns all buckets of sealed entries, by kind. A file may have none for postings.
func (b *pageBuckets) sealedBuckets() map[entry.Kind]*entry.Bucket {
	all := make(map[entry.Kind]*entry.Bucket)
	for _, bucket := range []*entry.Bucket{&b.pages, &b.bodies, &b.links, &b.aliases, &b.meta} {
		all[bucket.Kind] = bucket
	}
	for _, bucket := range []*entry.Bucket{&b.choices, &b.lessons, &b.watched, &b.learned, &b.rewrites} {
		if bucket.Bucket != nil {
			all[bucket.Kind] = bucket
		}
	}
	if p := b.openPostings(); p != nil {
		for _, bucket := range p.Sealed() {
			all[bucket.Kind] = bucket
		}
	}
	return all
}

// byPage returns the buckets whose entries have the number of a page as key. Some of them have an entry for only some pages.
func (b *pageBuckets) byPage() []*entry.Bucket {
	all := []*entry.Bucket{&b.pages, &b.bodies, &b.links}
	for _, bucket := range []*entry.Bucket{&b.choices, &b.learned} {
		if bucket.Bucket != nil { // or a file of an earlier version
			all = append(all, bucket)
		}
	}
	return all
}

// choice returns why the link of a page was chosen, nil if that is not known.
func (b *pageBuckets) choice(seq []byte) []byte {
	if b.choices.Bucket == nil {
		return nil
	}
	value := b.choices.Get(seq)
	if entry.IsUnreadable(value) {
		return nil
	}
	return slices.Clone(value)
}

// HasPage implements postings.Pages: it reports whether a page with this number is stored.
func (b *pageBuckets) HasPage(number uint64) bool { return b.pages.Has(entry.Key(number)) }

// Resolves implements postings.Pages: it reports whether a page is stored for a URL.
func (b *pageBuckets) Resolves(url string) bool {
	_, ok := b.resolve(postings.PageOf(url))
	return ok
}

// maxAliases is how many canonical links resolve follows at most, because such links may form a circle.
const maxAliases = 10

// resolve finds the page that is kept for a URL: the page of this URL, or the one to which its canonical links lead.
func (b *pageBuckets) resolve(url string) (seq []byte, ok bool) {
	for range maxAliases {
		k := entry.URLKey(url)
		if seq := b.index.Get(k); seq != nil {
			return seq, true
		}
		alias := b.aliases.Get(k)
		if alias == nil {
			return nil, false
		}
		p, _, err := decodePage(alias)
		if err != nil {
			return nil, false
		}
		url = p.Canonical
	}
	return nil, false
}

// numbers maps the fingerprints of pages and aliases to the pages' sequence numbers.
func (b *pageBuckets) numbers() (map[uint64]uint64, error) {
	numbers := make(map[uint64]uint64)
	err := b.index.ForEach(func(k, seq []byte) error {
		numbers[entry.Number(k)] = entry.Number(seq)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = b.aliases.ForEach(func(k, value []byte) error {
		p, _, err := decodePage(value)
		if err != nil {
			return err
		}
		if seq, ok := b.resolve(p.Canonical); ok {
			numbers[entry.Number(k)] = entry.Number(seq)
		}
		return nil
	})
	return numbers, err
}

// path returns the discovery path of a URL, as far as it is known.
func (b *pageBuckets) path(url string) []string {
	var path []string
	seen := make(map[string]bool)
	for url != "" && !seen[url] {
		seen[url] = true
		value := b.valueAt(url)
		if value == nil {
			break
		}
		_, via, err := decodeVia(value)
		if err != nil {
			break // damaged: as if it were not known
		}
		path = append(path, url)
		url = via
	}
	slices.Reverse(path)
	return path
}

// valueAt returns the entry of the page fetched from exactly this URL, nil if there is none. It may be an alias.
func (b *pageBuckets) valueAt(url string) []byte {
	k := entry.URLKey(url)
	if seq := b.index.Get(k); seq != nil {
		return b.pages.Get(seq)
	}
	return b.aliases.Get(k)
}
