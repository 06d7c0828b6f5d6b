package pebblestore

import (
	"bytes"
	"sort"
)

// recentSize is how many bytes of encoded strings are kept in memory at most.
const recentSize = 8 << 20

// recent has the latest s keys in memory. A focused crawl follows most links either soon or never. Finding a link in a table on disk takes longer
// than the rest of a lease.
type recent struct {
	limit  int           // of size
	groups []recentGroup // in order of records, without gaps
	size   int           // of all values
}

type recentGroup struct {
	first  uint32 // record of its first link
	length uint32
	value  []byte
}

// addGroup adds a group of links, and drops the oldest beyond the limit.
func (r *recent) addGroup(first, length uint32, value []byte) {
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

// find returns the group that a record is in.
func (r *recent) find(record uint32) (g recentGroup, ok bool) {
	i := sort.Search(len(r.groups), func(i int) bool { return r.groups[i].first > record }) - 1
	if i < 0 || record-r.groups[i].first >= r.groups[i].length {
		return g, false
	}
	return r.groups[i], true
}
