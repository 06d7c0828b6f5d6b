package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// audit is a Check or a Repair in progress. Every problem comes with its remedy; a stage's remedies are applied when
// the stage has been read, so that the next finds what it refers to in order.
type audit struct {
	batch
	db     *DB
	report func(problem string) error
	repair bool
	lost   int // pages that were taken out
	todo   []func() error
}

// ErrDamaged says that the file itself is broken below what Repair can mend. Salvage gets out what can still be read.
var ErrDamaged = errors.New("the file is damaged")

// Check reads everything that is kept and reports each reference that leads nowhere, each record that cannot be read and
// each total that is wrong, as one line each, until the function fails. A crash leaves none: transactions see to that. It
// holds 100 bytes a host in memory and reads all bodies. The error is ErrDamaged if the file's own structure is broken.
func (d *DB) Check(report func(problem string) error) error {
	err := d.read(func(tx *bolt.Tx) error {
		if err := intact(tx); err != nil {
			return err
		}
		a := &audit{batch: batch{tables: open(tx)}, db: d, report: report}
		if a.system == nil {
			return nil
		}
		return a.run()
	})
	if err != nil {
		return fmt.Errorf("check %s: %w", d.path, err)
	}
	return nil
}

// Repair reports what Check would and mends it, in one transaction: what refers to nothing is taken out, what can be
// told from other records is written again, totals are counted anew. Pages that cannot be read in full are taken out;
// lost is how many. The store must have been opened for writing.
func (d *DB) Repair(report func(problem string) error) (lost int, err error) {
	err = d.write(func(tx *bolt.Tx) error {
		if err := intact(tx); err != nil {
			return err
		}
		b, err := newBatch(tx)
		if err != nil {
			b = &batch{tables: open(tx)} // the totals are damaged, and counted anew
		}
		a := &audit{batch: *b, db: d, report: report, repair: true}
		err = a.run()
		lost = a.lost
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("repair %s: %w", d.path, err)
	}
	return lost, nil
}

// intact looks at the pages first: reading a broken tree may never end.
func intact(tx *bolt.Tx) error {
	first := sound(tx)
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

func (a *audit) run() error {
	stages := []func() error{a.auditSeals, a.auditPages, a.auditIndex, a.auditCanonicals, a.auditAliases}
	if a.postings != nil {
		stages = append(stages, a.auditPostings, a.auditKeys, a.auditVersions, a.auditMembers, a.auditClusters)
	}
	for _, stage := range append(stages, a.auditTotals) {
		if err := stage(); err != nil {
			return err
		}
		for _, remedy := range a.todo {
			if err := remedy(); err != nil {
				return err
			}
		}
		a.todo = nil
	}
	return nil
}

// wrong reports a problem.
func (a *audit) wrong(remedy func() error, format string, args ...any) error {
	if a.repair {
		a.todo = append(a.todo, remedy)
	}
	return a.report(fmt.Sprintf(format, args...))
}

// deleter and putter are buckets, of sealed records or others.
type (
	deleter interface{ Delete(k []byte) error }
	putter  interface{ Put(k, value []byte) error }
)

// remove is the remedy that takes keys out of buckets.
func remove(k []byte, buckets ...deleter) func() error {
	k = bytes.Clone(k)
	return func() error {
		for _, b := range buckets {
			if err := b.Delete(k); err != nil {
				return err
			}
		}
		return nil
	}
}

// write is the remedy that writes a value.
func write(b putter, k, value []byte) func() error {
	k, value = bytes.Clone(k), slices.Clone(value)
	return func() error { return b.Put(k, value) }
}
