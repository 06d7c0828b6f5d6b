package entry

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Unreadable is returned in place of the value of a damaged entry. It is an incomplete number, so every decoder rejects it.
var Unreadable = []byte{0x80}

// IsUnreadable reports whether a value is Unreadable, which means that its entry is damaged.
func IsUnreadable(value []byte) bool { return bytes.Equal(value, Unreadable) }

// Bucket is a bucket of the database whose values are sealed, that is, preceded by a header with a checksum. Its methods take and return
// values without these headers.
type Bucket struct {
	*bolt.Bucket
	Kind     Kind
	unsealed bool // there may be entries of format 1, which have no seal
}

// Open returns the bucket for a kind of entries. The embedded Bucket is nil if the file has no such bucket. unsealed says that the file may
// have entries of format 1, which have no seals.
func Open(tx *bolt.Tx, kind Kind, unsealed bool) Bucket {
	return Bucket{tx.Bucket([]byte(kind.Bucket())), kind, unsealed}
}

// Get returns the value of a key. It returns nil if there is no entry, and Unreadable if the entry is damaged.
func (b *Bucket) Get(k []byte) []byte { return b.Unseal(k, b.Bucket.Get(k)) }

// Has reports whether there is an entry under the key, damaged or not.
func (b *Bucket) Has(k []byte) bool { return b.Bucket.Get(k) != nil }

// Put writes a value with its seal.
func (b *Bucket) Put(k, value []byte) error {
	buf := make([]byte, FixedSize+len(k), FixedSize+len(k)+len(value))
	return b.PutReserved(k, append(buf, value...))
}

// PutReserved writes a value with its seal, without copying it. buf has free space for the seal, followed by the value.
func (b *Bucket) PutReserved(k, buf []byte) error {
	Seal(b.Kind, k, buf)
	return b.Bucket.Put(k, buf)
}

// ForEach calls use for all entries in the order of their keys.
func (b *Bucket) ForEach(use func(k, value []byte) error) error {
	return b.Bucket.ForEach(func(k, sealed []byte) error { return use(k, b.Unseal(k, sealed)) })
}

// Ascend calls use for the entries with keys from the given one on, in ascending order, until use returns false. It returns the key after the
// last entry that was used, or nil at the end of the bucket. If a damaged tree would lead in a circle, the error is ErrDamaged.
func (b *Bucket) Ascend(from []byte, use func(k, sealed []byte) (more bool, err error)) (next []byte, err error) {
	c := b.Cursor()
	k, sealed := c.Seek(from)
	return b.walk(from, k, sealed, +1, c.Next, use)
}

// Descend calls use for the entries with keys from the given one on, in descending order, as Ascend does in ascending order.
func (b *Bucket) Descend(from []byte, use func(k, sealed []byte) (more bool, err error)) (next []byte, err error) {
	c := b.Cursor()
	k, sealed := c.Seek(from)
	switch {
	case k == nil:
		k, sealed = c.Last()
	case bytes.Compare(k, from) > 0:
		k, sealed = c.Prev()
	}
	return b.walk(from, k, sealed, -1, c.Prev, use)
}

// walk walks in a direction, +1 or -1, from the first entry at or behind a key.
func (b *Bucket) walk(from, k, sealed []byte, direction int, step func() (k, v []byte), use func(k, sealed []byte) (more bool, err error)) ([]byte, error) {
	if k != nil && direction*bytes.Compare(k, from) < 0 {
		return nil, b.leadsBack()
	}
	for more := true; k != nil && more; {
		var err error
		if more, err = use(k, sealed); err != nil {
			return nil, err
		}
		last := k
		if k, sealed = step(); k != nil && direction*bytes.Compare(k, last) <= 0 {
			return nil, b.leadsBack()
		}
	}
	return k, nil
}

func (b *Bucket) leadsBack() error {
	return fmt.Errorf("%s: an entry leads back: %w", b.Kind.Bucket(), ErrDamaged)
}

// Numbers calls use for the entries whose numbers are greater than after and at most last, until use returns false. It begins with the lowest
// number or, if newest is true, with the highest. It updates the bound behind which it has read (after, or last if newest is true), so that
// another call continues there. When all entries were used, after and last are equal.
func (b *Bucket) Numbers(after, last *uint64, newest bool, use func(k, value []byte) (more bool, err error)) error {
	outside := func(k []byte) bool { return Number(k) <= *after || Number(k) > *last }
	give := func(k, sealed []byte) (more bool, err error) {
		switch {
		case outside(k):
			return false, nil
		case newest:
			*last = Number(k) - 1
		default:
			*after = Number(k)
		}
		return use(k, b.Unseal(k, sealed))
	}
	var next []byte
	var err error
	if newest {
		next, err = b.Descend(Key(*last), give)
	} else {
		next, err = b.Ascend(Key(*after+1), give)
	}
	if next != nil && !outside(next) {
		return err
	}
	if newest {
		*last = *after
	} else {
		*after = *last
	}
	return err
}

// Unseal returns a sealed value without its seal. k is the key under which a cursor found the entry. The result is Unreadable if the entry is
// damaged.
func (b *Bucket) Unseal(k, sealed []byte) []byte {
	if sealed == nil {
		return nil
	}
	kind, key, value, ok := Unseal(sealed)
	switch {
	case ok && kind == b.Kind && bytes.Equal(key, k):
		return value
	case b.unsealed && !bytes.HasPrefix(sealed, []byte(Magic)):
		return sealed
	}
	return Unreadable
}

// Count returns the number of entries in the bucket, including those that the current transaction has written, which bbolt's statistics do
// not count.
func (b *Bucket) Count() (n int) {
	c := b.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		n++
	}
	return n
}
