package entry

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Unreadable is the value that readers get for a damaged entry. It is an incomplete number, so every decoder refuses it.
var Unreadable = []byte{0x80}

// IsUnreadable reports whether a value was read from a damaged entry.
func IsUnreadable(value []byte) bool { return bytes.Equal(value, Unreadable) }

// Bucket is a bucket of sealed entries. Its methods take and return values without their seals.
type Bucket struct {
	*bolt.Bucket
	Kind     Kind
	unsealed bool // there may be entries of format 1, which have no seal
}

// Open returns the bucket of a kind. Its inner Bucket is nil if the file has none. unsealed says that the file may have
// entries of format 1.
func Open(tx *bolt.Tx, kind Kind, unsealed bool) Bucket {
	return Bucket{tx.Bucket([]byte(kind.Bucket())), kind, unsealed}
}

// Get returns a value, nil if there is none, Unreadable if it is damaged.
func (b *Bucket) Get(k []byte) []byte { return b.Unseal(k, b.Bucket.Get(k)) }

// Has reports whether there is an entry under the key, damaged or not.
func (b *Bucket) Has(k []byte) bool { return b.Bucket.Get(k) != nil }

// Put seals a value and writes it.
func (b *Bucket) Put(k, value []byte) error {
	buf := make([]byte, FixedSize+len(k), FixedSize+len(k)+len(value))
	return b.PutReserved(k, append(buf, value...))
}

// PutReserved seals and writes a value without copying it. buf is the value, with as many bytes before it as its seal takes.
func (b *Bucket) PutReserved(k, buf []byte) error {
	Seal(b.Kind, k, buf)
	return b.Bucket.Put(k, buf)
}

// ForEach calls use for all entries in the order of their keys.
func (b *Bucket) ForEach(use func(k, value []byte) error) error {
	return b.Bucket.ForEach(func(k, sealed []byte) error { return use(k, b.Unseal(k, sealed)) })
}

// Ascend calls use for the entries from a key on, in ascending order, as long as use returns more. It returns the key of the entry after the last
// one, nil at the end of the bucket. If the tree is damaged so that bbolt would follow it in a circle, the error is ErrDamaged.
func (b *Bucket) Ascend(from []byte, use func(k, sealed []byte) (more bool, err error)) (next []byte, err error) {
	c := b.Cursor()
	k, sealed := c.Seek(from)
	return b.walk(from, k, sealed, +1, c.Next, use)
}

// Descend is like Ascend, but goes from a key downwards.
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

// Numbers calls use for the entries with numbers greater than after and at most last, as long as use returns more. If newest is set, it begins with
// the highest number. It moves the bound past the entries that it has given: last if newest is set, otherwise after. At the end both are equal.
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

// Unseal removes the seal from a value that a cursor found under k.
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

// Count returns how many entries this transaction sees. bbolt's statistics do not know that.
func (b *Bucket) Count() (n int) {
	c := b.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		n++
	}
	return n
}
