// Package check runs the stages of a check of a store, and applies the remedies for the problems that they find.
package check

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Remedy is a function that corrects one problem that a check has found.
type Remedy func() error

// Run is one run of a check or a repair.
type Run struct {
	Report func(problem string) error // called for every problem; its error ends the run
	Repair bool                       // whether remedies are applied
	todo   []Remedy
}

// Problem reports a problem. If the run is a repair, the remedy is applied at the end of the stage.
func (r *Run) Problem(remedy Remedy, format string, args ...any) error {
	if r.Repair {
		r.todo = append(r.todo, remedy)
	}
	return r.Report(fmt.Sprintf(format, args...))
}

// Stages runs the stages of a check one after the other. The remedies of a stage are applied at its end, so the next stage finds the
// entries to which it refers already corrected.
func (r *Run) Stages(stages ...func() error) error {
	for _, stage := range stages {
		if err := stage(); err != nil {
			return err
		}
		for _, remedy := range r.todo {
			if err := remedy(); err != nil {
				return err
			}
		}
		r.todo = nil
	}
	return nil
}

// Deleter is a database bucket from which an entry can be deleted by its key.
type Deleter interface{ Delete(k []byte) error }

// Putter is a database bucket into which an entry can be written.
type Putter interface{ Put(k, value []byte) error }

// Delete returns a Remedy that deletes the entries with a key from the given buckets.
func Delete[B Deleter](k []byte, buckets ...B) Remedy {
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

// Put returns a Remedy that writes an entry into a bucket.
func Put(b Putter, k, value []byte) Remedy {
	k, value = bytes.Clone(k), slices.Clone(value)
	return func() error { return b.Put(k, value) }
}

// CheckSequence reports a problem if the next number that the bucket would give to an entry is in use. name is the bucket's name, for the
// report.
func (r *Run) CheckSequence(b *bolt.Bucket, name string) error {
	last, _ := b.Cursor().Last()
	if len(last) != 8 || binary.BigEndian.Uint64(last) <= b.Sequence() {
		return nil
	}
	n := binary.BigEndian.Uint64(last)
	return r.Problem(func() error { return b.SetSequence(n) }, "%s: number %d would be given again", name, n)
}
