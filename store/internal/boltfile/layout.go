// Package boltfile reads the pages of a bbolt file itself. Sound finds damage over which bbolt would panic or never
// end. A Scan gets entries out of a file whose tree is broken.
//
// # Layout
//
// All numbers are in the machine's byte order. A page begins with a header of 16 bytes: its number (8 bytes), its type
// (2), its number of elements (2), and the number of further pages over which it continues (4). The elements follow, 16
// bytes each, and then their keys and values. An element of a branch has the position of its key counted from the element (4), the length
// of the key (4), and the page below (8). An element of a leaf has flags (4), position (4), length of the key (4), and
// length of the value (4).
//
// The value of a bucket is its root page (8 bytes) and its sequence (8). The root of a small bucket is 0; its only page
// follows in the value.
package boltfile

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
)

// ErrDamaged says that the structure of a database file is broken.
var ErrDamaged = errors.New("the file is damaged")

const (
	headerSize  = 16 // of a page
	elementSize = 16
	branchPage  = 1
	leafPage    = 2
	freePage    = 16
	bucketFlag  = 1  // of an element
	bucketSize  = 16 // root and sequence
	maxDepth    = 64 // of the tree

	metaSize   = 64
	metaMagic  = 0xed0cdaed
	noFreeList = math.MaxUint64
)

// pageHeader is the header of a page.
type pageHeader struct {
	id          uint64
	kind        uint16
	count, more int64
}

func readPageHeader(b []byte) pageHeader {
	return pageHeader{
		id: binary.NativeEndian.Uint64(b), kind: binary.NativeEndian.Uint16(b[8:]),
		count: int64(binary.NativeEndian.Uint16(b[10:])), more: int64(binary.NativeEndian.Uint32(b[12:])),
	}
}

// element is an element of a page: where its key is, counted from the element, and how long key and value are.
type element struct {
	at, key, value int64
	bucket         bool
}

func readElement(kind uint16, b []byte) element {
	word := func(i int) int64 { return int64(binary.NativeEndian.Uint32(b[4*i:])) }
	if kind == branchPage {
		return element{at: word(0), key: word(1)}
	}
	return element{at: word(1), key: word(2), value: word(3), bucket: word(0)&bucketFlag != 0}
}

// branchTarget returns the page below an element of a branch.
func branchTarget(element []byte) uint64 { return binary.NativeEndian.Uint64(element[8:]) }

// bucketRoot returns the root page of a bucket, 0 for a small one.
func bucketRoot(value []byte) uint64 { return binary.NativeEndian.Uint64(value) }

// eachLeafElement calls use for the elements of a leaf whose keys and values lie in it.
func eachLeafElement(b []byte, count int64, use func(k, v []byte, bucket bool) error) error {
	for i := range count {
		at := headerSize + i*elementSize
		if at+elementSize > int64(len(b)) {
			return nil
		}
		e := readElement(leafPage, b[at:])
		k := at + e.at
		v := k + e.key
		end := v + e.value
		if e.key == 0 || k < at+elementSize || end > int64(len(b)) {
			continue
		}
		if err := use(b[k:v], b[v:end], e.bucket); err != nil {
			return err
		}
	}
	return nil
}

// eachInSmallBucket calls use for the entries of a bucket whose page is in its value.
func eachInSmallBucket(name, value []byte, use func(Entry) error) error {
	if len(value) < bucketSize+headerSize {
		return nil
	}
	b := value[bucketSize:]
	return eachLeafElement(b, readPageHeader(b).count, func(k, v []byte, _ bool) error {
		return use(Entry{string(name), k, v})
	})
}

// metaPage is the content of a meta page. A bbolt file has two, its first two pages.
type metaPage struct {
	pageSize                int64
	root, free, pages, txid uint64
}

// readMeta reads magic number, version, page size and flags (32 bits each). These follow, 64 bits each: the root and its sequence, the list of free
// pages, the number of pages, the transaction, and the FNV-1a hash of everything before. ok is false if the hash or the magic number is wrong.
func readMeta(b []byte) (m metaPage, ok bool) {
	sum := fnv.New64a()
	_, _ = sum.Write(b[:metaSize-8])
	word := func(at int) uint64 { return binary.NativeEndian.Uint64(b[at:]) }
	if binary.NativeEndian.Uint32(b) != metaMagic || word(metaSize-8) != sum.Sum64() {
		return m, false
	}
	m.pageSize = int64(binary.NativeEndian.Uint32(b[8:]))
	m.root, m.free, m.pages, m.txid = word(16), word(32), word(40), word(48)
	return m, true
}
