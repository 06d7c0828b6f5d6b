package store

import (
	"fmt"
	"slices"
	"time"

	"gannet/store/internal/entry"
)

// CheckEntries is the part of Check that can run while a crawl writes to the store. It reads every entry in short transactions, and reports
// each entry that differs from what was written, until report returns an error. It does not compare entries with each other.
func (d *DB) CheckEntries(report func(problem string) error) error {
	return d.checkEntriesBy(atOnce, report)
}

// checkEntriesBy is CheckEntries with do, which runs each transaction.
func (d *DB) checkEntriesBy(do func(read func() error) error, report func(problem string) error) error {
	for _, kind := range entry.SortedKinds() {
		w := entryWalk{kind: kind}
		for !w.done {
			w.problems, w.done = nil, true // view does not call anything if nothing was ever written
			err := do(func() error { return d.view(func(b *pageBuckets) error { return w.some(d, b) }) })
			if err != nil {
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
	n, size, until := 0, 0, time.Now().Add(transactionTime)
	next, err := bucket.Ascend(w.next, func(k, sealed []byte) (more bool, err error) {
		if !isWhole(bucket, k, sealed) {
			w.problems = append(w.problems, fmt.Sprintf("%s: %x is not what was written", w.kind.Bucket(), k))
		}
		n, size = n+1, size+len(sealed)
		return n < selectEntries && size < selectBytes && time.Now().Before(until), nil
	})
	d.releaseMapping(b.tx, uint32(n))
	w.next, w.done = slices.Clone(next), next == nil
	return err
}
