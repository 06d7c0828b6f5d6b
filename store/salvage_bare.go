package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"

	"gannet/internal/weburl"
)

// judge says of what kind a record of format 1 is, by the bucket it was found in or, where that is not known, by what it
// looks like; 0 if it is none that can be read.
func (w *salvage) judge(p pair) byte {
	if p.bucket != "" {
		if kind := kindOf(p.bucket); kind != 0 && w.db.readable(kind, p.k, p.v) {
			return kind
		}
		return 0
	}
	for _, kind := range []byte("bajpvml") { // what has least form comes last
		if len(p.v) > 0 && w.db.readable(kind, p.k, p.v) && looksLike(kind, p.k, p.v) {
			return kind
		}
	}
	return 0
}

// looksLike says of a record whose bucket is not known whether its kind is likely.
func looksLike(kind byte, k, v []byte) bool {
	switch kind {
	case 'p': // an alias has another key
		return binary.BigEndian.Uint64(k) < mostPages
	case 'j':
		h, err := decodeHead(v)
		return err == nil && len(h.keys) > 0 && bytes.Contains([]byte{byURL, byID}, h.keys[0][:1])
	case 'l':
		links, err := decodeLinks(v)
		return err == nil && len(links) > 0 && links[0] > lowestLink
	}
	return true
}

// Bounds on what looks like a record: no crawl keeps so many pages, and of a page's links, drawn from 64 bits, the
// lowest is not so low.
const (
	mostPages  = 1 << 40
	lowestLink = 1 << 40
)

// readable says whether a record without its seal is a whole one of a kind.
func (d *DB) readable(kind byte, k, v []byte) bool {
	if wide := map[byte]int{'v': 12, 'm': 16, 'f': len(k)}[kind]; wide == 0 && len(k) != 8 || wide != 0 && len(k) != wide {
		return false
	}
	switch kind {
	case 'p', 'a':
		p, _, err := decodeMeta(v)
		if err == nil {
			_, err = weburl.NewBase(p.URL)
		}
		if err != nil {
			return false
		}
		own := bytes.Equal(k, key(Fingerprint(p.URL)))
		return own == (kind == 'a')
	case 'b':
		_, err := d.unzip(nil, v)
		return err == nil
	case 'l':
		links, err := decodeLinks(v)
		return err == nil && rising(links)
	case 'j':
		_, err := decodeHead(v)
		return err == nil
	case 'v':
		r, err := decodeRevision(v)
		if err != nil {
			return false
		}
		plain, err := d.unzip(nil, r.frame)
		if err == nil {
			_, err = unpackPosting(plain)
		}
		return err == nil
	case 'm':
		_, err := decodeDecision(v)
		return err == nil
	case 'c':
		_, err := decodeCluster(v)
		return err == nil
	case 'f':
		return json.Valid(v)
	}
	return true // what the comparison of postings knows is its own
}

func rising(links []uint64) bool {
	for i := 1; i < len(links); i++ {
		if links[i] <= links[i-1] {
			return false
		}
	}
	return true
}
