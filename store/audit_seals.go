package store

import (
	"bytes"
	"maps"
	"slices"
)

// sealedBuckets are the buckets of sealed records, by name. Those of postings may be nil.
func (t *tables) sealedBuckets() map[string]*sealed {
	all := map[string]*sealed{
		"pages": t.pages, "bodies": t.bodies, "links": t.links, "aliases": t.aliases, "meta": t.meta, "postings": t.postings,
		"versions": t.versions, "clusters": t.clusters, "members": t.members, "records": t.records,
	}
	maps.DeleteFunc(all, func(_ string, b *sealed) bool { return b == nil })
	return all
}

// auditSeals looks for records that are not under their key. Damaged ones are left to the stages that know what refers
// to them, but for those to which nothing refers.
func (a *audit) auditSeals() error {
	all := a.sealedBuckets()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b := all[name]
		err := b.Bucket.ForEach(func(k, value []byte) error {
			kind, own, record, ok := openSeal(value)
			switch {
			case ok && kind == b.kind && !bytes.Equal(own, k):
				return a.wrong(a.replace(b, k, own, record), "%s: %x is kept under %x", name, own, k)
			case !bytes.Equal(b.open(k, value), unreadable):
				return nil
			case name == "meta" || name == "records" || ok:
				return a.wrong(remove(k, b), "%s: %x is not what was written", name, k)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// replace is the remedy for a record that is under another key than its own.
func (a *audit) replace(b *sealed, k, own, record []byte) func() error {
	k, own, record = bytes.Clone(k), bytes.Clone(own), bytes.Clone(record)
	return func() error {
		if err := b.Delete(k); err != nil || !bytes.Equal(b.Get(own), unreadable) && b.Get(own) != nil {
			return err
		}
		return b.Put(own, record)
	}
}
