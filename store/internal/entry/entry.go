// Package entry owns the form of an entry, which is one key and value in a store. It has the seal before a value, the
// encoding of what values consist of, and their compression.
package entry

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"gannet/internal/weburl"
)

// ErrDamaged says that one entry cannot be read, although the file around it can.
var ErrDamaged = errors.New("damaged entry")

// Damaged returns the error of a value that cannot be decoded. what names the entry.
func Damaged(what string, value []byte) error {
	if bytes.Equal(value, Unreadable) {
		return fmt.Errorf("%s does not match its seal: %w", what, ErrDamaged)
	}
	return fmt.Errorf("%s of %d bytes cannot be decoded: %w", what, len(value), ErrDamaged)
}

// Key returns a number as a key. It is big endian, so that keys sort as their numbers do.
func Key(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Number returns the number that a key begins with.
func Number(k []byte) uint64 { return binary.BigEndian.Uint64(k) }

// URLKey returns the key of a URL, its fingerprint.
func URLKey(url string) []byte { return Key(weburl.Fingerprint(url)) }

// HostKey returns the host of a URL as a key. Keys cannot be empty, so a URL without a host has "-".
func HostKey(url string) string { return cmp.Or(weburl.Host(url), "-") }

// AppendString appends a string with its length before it.
func AppendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// AppendFloat appends the bits of a number.
func AppendFloat(b []byte, f float64) []byte {
	return binary.BigEndian.AppendUint64(b, math.Float64bits(f))
}

// AppendTime appends a time to the nanosecond. The zero time is stored like any other.
func AppendTime(b []byte, t time.Time) []byte {
	return binary.AppendUvarint(binary.AppendVarint(b, t.Unix()), uint64(t.Nanosecond()))
}

// Fields reads the fields of a value one after the other. After the first missing field all further fields are zero, and Bad returns true.
type Fields struct {
	rest []byte
	bad  bool
}

// NewFields begins to read a value. The value must not change while it is read.
func NewFields(value []byte) Fields { return Fields{rest: value} }

// Bad reports whether a field was missing or out of range.
func (f *Fields) Bad() bool { return f.bad }

// More reports whether there are fields left to read.
func (f *Fields) More() bool { return len(f.rest) > 0 && !f.bad }

// Rest returns what is not read yet.
func (f *Fields) Rest() []byte { return f.rest }

func (f *Fields) fail() { f.bad, f.rest = true, nil }

// Uvarint reads an unsigned number.
func (f *Fields) Uvarint() uint64 {
	v, n := binary.Uvarint(f.rest)
	if n <= 0 {
		f.fail()
		return 0
	}
	f.rest = f.rest[n:]
	return v
}

// Varint reads a signed number.
func (f *Fields) Varint() int64 {
	v, n := binary.Varint(f.rest)
	if n <= 0 {
		f.fail()
		return 0
	}
	f.rest = f.rest[n:]
	return v
}

// Bytes reads n bytes. They are part of the value.
func (f *Fields) Bytes(n uint64) []byte {
	if n > uint64(len(f.rest)) {
		f.fail()
		return nil
	}
	out := f.rest[:n]
	f.rest = f.rest[n:]
	return out
}

// Byte reads one byte.
func (f *Fields) Byte() byte {
	if b := f.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// String reads what AppendString wrote.
func (f *Fields) String() string { return string(f.Bytes(f.Uvarint())) }

// Float reads what AppendFloat wrote.
func (f *Fields) Float() float64 {
	if b := f.Bytes(8); b != nil {
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	}
	return 0
}

// Time reads what AppendTime wrote.
func (f *Fields) Time() time.Time {
	sec, nsec := f.Varint(), f.Uvarint()
	if nsec >= 1e9 {
		f.fail()
		nsec = 0
	}
	return time.Unix(sec, int64(nsec)).UTC()
}
