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

// ErrDamaged says that one entry cannot be read, although the file as a whole can.
var ErrDamaged = errors.New("damaged entry")

// Damaged returns the error for a value that cannot be decoded. what names the entry in the message.
func Damaged(what string, value []byte) error {
	if bytes.Equal(value, Unreadable) {
		return fmt.Errorf("%s does not match its seal: %w", what, ErrDamaged)
	}
	return fmt.Errorf("%s of %d bytes cannot be decoded: %w", what, len(value), ErrDamaged)
}

// Key returns the key for a number: 8 bytes in big-endian order, so that keys are sorted like their numbers.
func Key(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Number returns the number that is in the first 8 bytes of a key.
func Number(k []byte) uint64 { return binary.BigEndian.Uint64(k) }

// URLKey returns the key for a URL, made from the URL's fingerprint.
func URLKey(url string) []byte { return Key(weburl.Fingerprint(url)) }

// HostKey returns the key for the host of a URL: the host itself, or "-" if the URL has none, because keys cannot be empty.
func HostKey(url string) string { return cmp.Or(weburl.Host(url), "-") }

// AppendString appends to b the length of a string and the string.
func AppendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// AppendFloat appends to b the 64 bits of a floating-point number.
func AppendFloat(b []byte, f float64) []byte {
	return binary.BigEndian.AppendUint64(b, math.Float64bits(f))
}

// AppendTime appends to b a time with nanoseconds. It can encode the zero time.
func AppendTime(b []byte, t time.Time) []byte {
	return binary.AppendUvarint(binary.AppendVarint(b, t.Unix()), uint64(t.Nanosecond()))
}

// Fields decodes the fields of a stored value one after the other. If a field is missing, it and all further fields are zero, and Bad returns
// true.
type Fields struct {
	rest []byte
	bad  bool
}

// NewFields returns a Fields that begins at the start of a stored value. The value must not change while it is read.
func NewFields(value []byte) Fields { return Fields{rest: value} }

// Bad reports whether a field was missing or invalid.
func (f *Fields) Bad() bool { return f.bad }

// More reports whether there are fields left to read.
func (f *Fields) More() bool { return len(f.rest) > 0 && !f.bad }

// Rest returns the bytes of the value that were not read yet.
func (f *Fields) Rest() []byte { return f.rest }

func (f *Fields) fail() { f.bad, f.rest = true, nil }

// Uvarint reads the next field, an unsigned number of variable length.
func (f *Fields) Uvarint() uint64 {
	v, n := binary.Uvarint(f.rest)
	if n <= 0 {
		f.fail()
		return 0
	}
	f.rest = f.rest[n:]
	return v
}

// Varint reads the next field, a signed number of variable length.
func (f *Fields) Varint() int64 {
	v, n := binary.Varint(f.rest)
	if n <= 0 {
		f.fail()
		return 0
	}
	f.rest = f.rest[n:]
	return v
}

// Bytes reads the next n bytes. The result shares memory with the stored value.
func (f *Fields) Bytes(n uint64) []byte {
	if n > uint64(len(f.rest)) {
		f.fail()
		return nil
	}
	out := f.rest[:n]
	f.rest = f.rest[n:]
	return out
}

// Byte reads the next field, which is one byte.
func (f *Fields) Byte() byte {
	if b := f.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// String reads the next field, a string that AppendString has written.
func (f *Fields) String() string { return string(f.Bytes(f.Uvarint())) }

// Float reads the next field, a number that AppendFloat has written.
func (f *Fields) Float() float64 {
	if b := f.Bytes(8); b != nil {
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	}
	return 0
}

// Time reads the next field, a time that AppendTime has written.
func (f *Fields) Time() time.Time {
	sec, nsec := f.Varint(), f.Uvarint()
	if nsec >= 1e9 {
		f.fail()
		nsec = 0
	}
	return time.Unix(sec, int64(nsec)).UTC()
}
