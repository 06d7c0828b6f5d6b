package store

import (
	"fmt"
	"slices"

	"gannet/store/internal/entry"
)

// CheckEntries is the part of Check that a crawl may go on writing beside. It reads every entry in short transactions,
// and reports each that is not as it was written, until report fails. It does not compare entries with each other.
func (d *DB) CheckEntries(report func(problem string) error) error {
	for _, kind := range entry.SortedKinds() {
		w := entryWalk{kind: kind}
		for !w.done {
			w.problems, w.done = nil, true // view does not call anything if nothing was ever written
			if err := d.view(func(b *pageBuckets) error { return w.some(d, b) }); err != nil {
				return fmt.Errorf("check %s: %w", d.path, err)
			}
			for _, problem := range w.problems {
				if err := report(problem); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// entryWalk is a check of the entries of one kind.
type entryWalk struct {
	kind     entry.Kind
	next     []byte // no key before it is left to check
	problems []string
	done     bool
}

// some checks the next entries in one transaction.
func (w *entryWalk) some(d *DB, b *pageBuckets) error {
	bucket := b.sealedBuckets()[w.kind]
	if bucket == nil || bucket.Bucket == nil {
		return nil
	}
	n, size := 0, 0
	next, err := bucket.Ascend(w.next, func(k, sealed []byte) (more bool, err error) {
		if !isWhole(bucket, k, sealed) {
			w.problems = append(w.problems, fmt.Sprintf("%s: %x is not what was written", w.kind.Bucket(), k))
		}
		n, size = n+1, size+len(sealed)
		return n < selectEntries && size < selectBytes, nil
	})
	d.releaseMapping(b.tx, uint32(n))
	w.next, w.done = slices.Clone(next), next == nil
	return err
}
