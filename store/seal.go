package store

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/zeebo/xxh3"
	bolt "go.etcd.io/bbolt"
)

// What cannot be made again from other records is sealed: its value begins with a header that says what it is, under
// which key, how long, and what it hashes to. So a record is known to be whole wherever in the file it is found, without
// the tree that led to it. The header is
//
//	magic     4 bytes  00 00 c7 5a; no record of format 1 begins with two zero bytes
//	sum       8 bytes  XXH3 of all that follows, little endian
//	kind      1 byte   a letter of sealedKinds
//	key       1 byte   its length
//	length    4 bytes  of the record, little endian
//	key
//
// and the record follows.
const (
	sealMagic = "\x00\x00\xc7\x5a"
	sealFixed = len(sealMagic) + 8 + 1 + 1 + 4 // a header without its key
	sealed8   = sealFixed + 8                  // a header with a number as key
	maxRecord = 1 << 28                        // in bytes; a longer one is no record
)

// sealedKinds are the buckets whose records are sealed, by the letter that stands for them.
var sealedKinds = map[byte]string{
	'p': "pages", 'b': "bodies", 'l': "links", 'a': "aliases", 'j': "postings", 'v': "versions", 'r': "records",
	'm': "members", 'c': "clusters", 'f': "meta",
}

// kindOf gives the letter of a bucket, 0 for one whose records are not sealed.
func kindOf(bucket string) byte {
	for kind, name := range sealedKinds {
		if name == bucket {
			return kind
		}
	}
	return 0
}

// unreadable is what a damaged record reads as. No decoder takes it: it is a number that is cut off.
var unreadable = []byte{0x80}

// sealed is a bucket of sealed records. Its methods take and give records without their seals.
type sealed struct {
	*bolt.Bucket
	kind byte
	bare bool // there may be records of format 1, which have no seal
}

// Get gives a record, nil if there is none, unreadable if it is damaged.
func (s *sealed) Get(k []byte) []byte { return s.open(k, s.Bucket.Get(k)) }

// Put seals a record.
func (s *sealed) Put(k, record []byte) error {
	room := make([]byte, sealFixed+len(k), sealFixed+len(k)+len(record))
	return s.putRoom(k, append(room, record...))
}

// putRoom seals a record behind room for its header.
func (s *sealed) putRoom(k, room []byte) error {
	closeSeal(s.kind, k, room)
	return s.Bucket.Put(k, room)
}

// ForEach gives all records in the order of their keys.
func (s *sealed) ForEach(use func(k, record []byte) error) error {
	return s.Bucket.ForEach(func(k, value []byte) error { return use(k, s.open(k, value)) })
}

// open takes the seal off a value.
func (s *sealed) open(k, value []byte) []byte {
	if value == nil {
		return nil
	}
	kind, key, record, ok := openSeal(value)
	switch {
	case ok && kind == s.kind && bytes.Equal(key, k):
		return record
	case s.bare && !bytes.HasPrefix(value, []byte(sealMagic)):
		return value
	}
	return unreadable
}

// closeSeal writes the header of a record into the room before it.
func closeSeal(kind byte, k, room []byte) {
	copy(room, sealMagic)
	at := len(sealMagic) + 8
	room[at], room[at+1] = kind, byte(len(k))
	binary.LittleEndian.PutUint32(room[at+2:], uint32(len(room)-sealFixed-len(k)))
	copy(room[sealFixed:], k)
	binary.LittleEndian.PutUint64(room[len(sealMagic):], xxh3.Hash(room[at:]))
}

// sealedLength reads the head of a header: how many bytes the sealed record has in all, 0 if this is none.
func sealedLength(b []byte) int {
	if len(b) < sealFixed || string(b[:len(sealMagic)]) != sealMagic {
		return 0
	}
	b = b[len(sealMagic)+8:]
	length := binary.LittleEndian.Uint32(b[2:])
	if sealedKinds[b[0]] == "" || b[1] == 0 || length > maxRecord {
		return 0
	}
	return sealFixed + int(b[1]) + int(length)
}

// openSeal reads a sealed record. ok is false if the value is not one, whole and nothing else.
func openSeal(value []byte) (kind byte, k, record []byte, ok bool) {
	if n := sealedLength(value); n == 0 || n != len(value) {
		return 0, nil, nil, false
	}
	body := value[len(sealMagic)+8:]
	if binary.LittleEndian.Uint64(value[len(sealMagic):]) != xxh3.Hash(body) {
		return 0, nil, nil, false
	}
	key := int(body[1])
	return body[0], value[sealFixed : sealFixed+key], value[sealFixed+key:], true
}

// damagedRecord is the error of a record that cannot be read.
func damagedRecord(what string, b []byte) error {
	if bytes.Equal(b, unreadable) {
		return fmt.Errorf("a %s is not what was written: %w", what, ErrEntry)
	}
	return fmt.Errorf("a %s of %d bytes: %w", what, len(b), ErrEntry)
}
