// Package check runs the stages of a check of a store, and applies the remedies for the problems that they find.
package check

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// Remedy mends one problem.
type Remedy func() error

// Run is a check or a repair in progress.
type Run struct {
	Report func(problem string) error // called for every problem; its error ends the run
	Repair bool                       // whether remedies are applied
	todo   []Remedy
}

// Problem reports a problem and notes its remedy.
func (r *Run) Problem(remedy Remedy, format string, args ...any) error {
	if r.Repair {
		r.todo = append(r.todo, remedy)
	}
	return r.Report(fmt.Sprintf(format, args...))
}

// Stages runs stages one after the other. The remedies of a stage are applied at its end, so that the next one finds
// what it refers to in order.
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

// Deleter is a bucket, sealed or not.
type Deleter interface{ Delete(k []byte) error }

// Putter is a bucket, sealed or not.
type Putter interface{ Put(k, value []byte) error }

// Delete returns the remedy that deletes a key from buckets.
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

// Put returns the remedy that writes an entry.
func Put(b Putter, k, value []byte) Remedy {
	k, value = bytes.Clone(k), slices.Clone(value)
	return func() error { return b.Put(k, value) }
}

// CheckSequence reports a problem if the bucket would give a number a second time. name is the bucket's name.
func (r *Run) CheckSequence(b *bolt.Bucket, name string) error {
	last, _ := b.Cursor().Last()
	if len(last) != 8 || binary.BigEndian.Uint64(last) <= b.Sequence() {
		return nil
	}
	n := binary.BigEndian.Uint64(last)
	return r.Problem(func() error { return b.SetSequence(n) }, "%s: number %d would be given again", name, n)
}
