package pebblestore

import (
	"bytes"
	"sort"
)

// recentSize bounds the encoded strings that are held, in bytes.
const recentSize = 8 << 20

// recent holds the strings of the links pushed last, as they are in the database: a focused crawl follows most links
// soon or never, and to find one in a table on disk takes longer than all else about a lease.
type recent struct {
	limit  int           // on size
	groups []recentGroup // in order of records, without gaps
	size   int           // of their values
}

type recentGroup struct {
	first  uint32 // record of its first link
	length uint32
	value  []byte
}

// add takes in a group of links; the oldest make room.
func (r *recent) add(first, length uint32, value []byte) {
	if n := len(r.groups); n > 0 && r.groups[n-1].first+r.groups[n-1].length != first {
		*r = recent{limit: r.limit}
	}
	r.groups = append(r.groups, recentGroup{first, length, bytes.Clone(value)})
	r.size += len(value)
	for r.size > r.limit {
		r.size -= len(r.groups[0].value)
		r.groups[0].value = nil
		r.groups = r.groups[1:]
	}
}

// find gives the group that a record is in.
func (r *recent) find(record uint32) (g recentGroup, ok bool) {
	i := sort.Search(len(r.groups), func(i int) bool { return r.groups[i].first > record }) - 1
	if i < 0 || record-r.groups[i].first >= r.groups[i].length {
		return g, false
	}
	return r.groups[i], true
}
