package store

import (
	"fmt"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/boltfile"
	"gannet/store/internal/check"
	"gannet/store/internal/entry"
)

// checker is a Check or a Repair in progress.
type checker struct {
	*batch
	check.Run
	lost int // pages that were taken out
}

// Check reads the whole store and reports its problems, one line each, until report returns an error. Problems are references that lead
// nowhere, entries that cannot be read, and wrong totals. A crash causes none of these, because all writes are transactions. Check needs 100
// bytes of memory for each host and reads the bodies of all pages. The error is ErrDamaged if the structure of the file itself is broken.
func (d *DB) Check(report func(problem string) error) error {
	err := d.read(func(tx *bolt.Tx) error {
		if err := checkStructure(tx); err != nil {
			return err
		}
		c := &checker{batch: &batch{pageBuckets: openBuckets(tx)}, Run: check.Run{Report: report}}
		if c.system == nil {
			return nil
		}
		return c.run()
	})
	if err != nil {
		return fmt.Errorf("check %s: %w", d.path, err)
	}
	return nil
}

// Repair reports the same problems as Check and corrects them in one transaction. It deletes entries that refer to nothing, rebuilds
// entries that follow from others, and counts the totals again. It also deletes pages that cannot be read in full; lost is their number.
// The store must have been opened for writing.
func (d *DB) Repair(report func(problem string) error) (lost int, err error) {
	found := 0
	err = d.write(func(tx *bolt.Tx) error {
		if err := checkStructure(tx); err != nil {
			return err
		}
		b, _ := newBatch(tx, nil) // if the totals are damaged, they are counted again
		c := &checker{batch: b, Run: check.Run{Report: func(problem string) error { found++; return report(problem) }, Repair: true}}
		err := c.run()
		lost = c.lost
		if err == nil && found > 0 { // what a repair changes in pages is not recorded
			err = c.foldRewrites(0)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("repair %s: %w", d.path, err)
	}
	return lost, nil
}

// checkStructure checks the structure of the file. This must happen first, because reading a broken tree may never end.
func checkStructure(tx *bolt.Tx) error {
	first := boltfile.Sound(tx)
	if first != nil {
		return first
	}
	for err := range tx.Check() {
		if first == nil {
			first = fmt.Errorf("%v: %w", err, ErrDamaged)
		}
	}
	return first
}

func (c *checker) run() error {
	stages := []func() error{c.checkSeals, c.checkPages, c.checkIndex, c.checkCanonicals, c.checkAliases, c.checkWatched, c.checkLessons, c.checkLearned, c.checkRewrites}
	if p := c.openPostings(); p != nil {
		stages = append(stages, p.CheckStages(&c.Run)...)
	}
	return c.Stages(append(stages, c.checkTotals)...)
}

// checkSeals looks for entries that are not under their own key. Damaged entries are left to the later stages, which know what refers to each.
// Nothing refers to entries of meta, profiles, choices, lessons and learned, so checkSeals deletes those that are damaged.
func (c *checker) checkSeals() error {
	all := c.sealedBuckets()
	for _, kind := range entry.SortedKinds() {
		b, name := all[kind], kind.Bucket()
		if b == nil {
			continue
		}
		err := b.Bucket.ForEach(func(k, sealed []byte) error {
			kind, own, value, ok := entry.Unseal(sealed)
			switch {
			case ok && kind == b.Kind && string(own) != string(k):
				return c.Problem(moveEntry(b, k, own, value), "%s: %x is kept under %x", name, own, k)
			case !entry.IsUnreadable(b.Unseal(k, sealed)):
				return nil
			case b.Kind == entry.Meta || b.Kind == entry.Profiles || b.Kind == entry.Choices || b.Kind == entry.Lessons || b.Kind == entry.Learned || ok:
				return c.Problem(check.Delete(k, b), "%s: %x is not what was written", name, k)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// moveEntry is the remedy for an entry that is not under its own key.
func moveEntry(b *entry.Bucket, k, own, value []byte) check.Remedy {
	remove, put := check.Delete(k, b), check.Put(b, own, value)
	own = append([]byte(nil), own...)
	return func() error {
		if err := remove(); err != nil {
			return err
		}
		if b.Has(own) && !entry.IsUnreadable(b.Get(own)) {
			return nil
		}
		return put()
	}
}
