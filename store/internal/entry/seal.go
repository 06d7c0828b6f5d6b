package entry

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
)

// A seal is a header before a value. It says what the entry is, under which key it belongs, how long it is and what it
// hashes to. A sealed entry is therefore known to be whole wherever in a file it is found. The header is
//
//	magic     4 bytes  00 00 c7 5a; no value of format 1 begins with two zero bytes
//	sum       8 bytes  XXH3 of all that follows, little endian
//	kind      1 byte   a letter, see Kind
//	key       1 byte   the key's length
//	length    4 bytes  the value's length, little endian
//	key
//
// and the value follows.
const (
	// Magic has the first four bytes of every seal. A seal is the header before the value of an entry.
	Magic = "\x00\x00\xc7\x5a"
	// FixedSize is the number of bytes of a seal (the header before a stored value), not counting the key in it.
	FixedSize = len(Magic) + 8 + 1 + 1 + 4
	// Header8 is the number of bytes of a seal (the header before a stored value) whose key is a number of 8 bytes.
	Header8 = FixedSize + 8
	// MaxValue is the largest number of bytes that a stored value may have. A header that states a longer value is not a seal.
	MaxValue = 1 << 28
)

// Kind says to which bucket a sealed entry belongs. It is a letter in the seal.
type Kind byte

// Each kind is named after a bucket of the store. Its value is the letter that marks the entries of this bucket: Pages those of the bucket "pages".
const (
	Pages    Kind = 'p'
	Bodies   Kind = 'b'
	Links    Kind = 'l'
	Choices  Kind = 'w'
	Lessons  Kind = 't'
	Aliases  Kind = 'a'
	Meta     Kind = 'f'
	Postings Kind = 'j'
	Versions Kind = 'v'
	Clusters Kind = 'c'
	Members  Kind = 'm'
	Profiles Kind = 'r'
	Lives    Kind = 'o'
	Changes  Kind = 'e'
	Watched  Kind = 's'
	Learned  Kind = 'g'
	Rewrites Kind = 'q'
)

var bucketNames = map[Kind]string{
	Pages: "pages", Bodies: "bodies", Links: "links", Choices: "choices", Lessons: "lessons", Aliases: "aliases", Meta: "meta", Postings: "postings",
	Versions: "versions", Clusters: "clusters", Members: "members", Profiles: "records", Watched: "watched", Learned: "learned", Lives: "lives", Changes: "changes",
	Rewrites: "rewrites",
}

// SortedKinds returns all kinds, sorted by the names of their buckets.
func SortedKinds() []Kind {
	return slices.SortedFunc(maps.Keys(bucketNames), func(a, b Kind) int { return strings.Compare(a.Bucket(), b.Bucket()) })
}

// Bucket returns the name of the bucket for this kind of entries, or "" for an unknown letter.
func (k Kind) Bucket() string { return bucketNames[k] }

// KindOf returns the kind of the entries in a bucket, or 0 if they have no seals.
func KindOf(bucket string) Kind {
	for kind, name := range bucketNames {
		if name == bucket {
			return kind
		}
	}
	return 0
}

// Seal writes the header of an entry into the first FixedSize+len(k) bytes of buf. The value must follow these bytes.
func Seal(kind Kind, k, buf []byte) {
	copy(buf, Magic)
	at := len(Magic) + 8
	buf[at], buf[at+1] = byte(kind), byte(len(k))
	binary.LittleEndian.PutUint32(buf[at+2:], uint32(len(buf)-FixedSize-len(k)))
	copy(buf[FixedSize:], k)
	binary.LittleEndian.PutUint64(buf[len(Magic):], xxh3.Hash(buf[at:]))
}

// SealedSize returns the number of bytes of the sealed entry that starts at the beginning of b, including its header, or 0 if none starts
// there. It reads only the fixed part of the header.
func SealedSize(b []byte) int {
	if len(b) < FixedSize || string(b[:len(Magic)]) != Magic {
		return 0
	}
	b = b[len(Magic)+8:]
	length := binary.LittleEndian.Uint32(b[2:])
	if Kind(b[0]).Bucket() == "" || b[1] == 0 || length > MaxValue {
		return 0
	}
	return FixedSize + int(b[1]) + int(length)
}

// Unseal splits a sealed entry into kind, key and value. ok is false unless sealed is exactly one intact entry.
func Unseal(sealed []byte) (kind Kind, k, value []byte, ok bool) {
	if n := SealedSize(sealed); n == 0 || n != len(sealed) {
		return 0, nil, nil, false
	}
	body := sealed[len(Magic)+8:]
	if binary.LittleEndian.Uint64(sealed[len(Magic):]) != xxh3.Hash(body) {
		return 0, nil, nil, false
	}
	key := FixedSize + int(body[1])
	return Kind(body[0]), sealed[FixedSize:key], sealed[key:], true
}
