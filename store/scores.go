package store

import (
	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/entry"
)

// Scores has the topic probability of a stored page, and that of the page on which its link was found.
type Scores struct {
	Page   float64
	Linked bool    // it has such a page, else it is a seed
	Via    float64 // of that page, if it is known
	Known  bool
}

// Scores returns the topic probabilities that belong to the page stored for exactly this URL. ok is false if there is no such page. It is
// fast, because a crawl calls it for every page that it judges.
func (d *DB) Scores(url string) (s Scores, ok bool) {
	err := d.read(func(tx *bolt.Tx) error {
		b := &pageBuckets{tx: tx, system: tx.Bucket([]byte("system")), index: tx.Bucket([]byte("index"))}
		if b.system == nil {
			return nil
		}
		unsealed := hasUnsealed(b.system)
		b.pages, b.aliases = entry.Open(tx, entry.Pages, unsealed), entry.Open(tx, entry.Aliases, unsealed)
		seq := b.index.Get(entry.URLKey(url))
		if seq == nil {
			return nil
		}
		score, via, err := decodeScore(b.pages.Get(seq))
		if err != nil {
			return err
		}
		s, ok = Scores{Page: score, Linked: via != ""}, true
		if s.Linked {
			s.Via, _, err = decodeScore(b.valueAt(via))
			s.Known = err == nil
		}
		return nil
	})
	return s, ok && err == nil
}

// decodeScore reads only what Scores needs.
func decodeScore(b []byte) (score float64, via string, err error) {
	f := entry.NewFields(b)
	url := f.Bytes(f.Uvarint())
	via = f.String()
	for range 3 { // anchor, canonical URL, charset
		f.Bytes(f.Uvarint())
	}
	f.Varint() // status
	f.Varint() // depth
	f.Uvarint()
	score = f.Float()
	if f.Bad() || len(url) == 0 {
		return 0, "", entry.Damaged("a page's entry", b)
	}
	return score, via, nil
}
