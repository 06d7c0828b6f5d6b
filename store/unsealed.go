package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"

	"gannet/internal/weburl"
	"gannet/store/internal/boltfile"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// kindOfUnsealed returns the kind of an entry of format 1 by its bucket. If the bucket is not known, it guesses the kind from the content of the
// entry. It returns 0 if the entry cannot be read as any kind.
func kindOfUnsealed(e boltfile.Entry) entry.Kind {
	if e.Bucket != "" {
		if kind := entry.KindOf(e.Bucket); kind != 0 && validEntry(kind, e.Key, e.Value) {
			return kind
		}
		return 0
	}
	for _, kind := range mostDistinctFirst {
		if len(e.Value) > 0 && validEntry(kind, e.Key, e.Value) && looksLike(kind, e.Key, e.Value) {
			return kind
		}
	}
	return 0
}

// mostDistinctFirst are the kinds that can be recognized by their values alone.
var mostDistinctFirst = []entry.Kind{
	entry.Bodies, entry.Aliases, entry.Postings, entry.Pages, entry.Versions, entry.Members, entry.Links,
}

// Bounds by which entries are recognized. No crawl keeps that many pages. Links are fingerprints of 64 bits, so the lowest link of a page is hardly
// ever so low.
const (
	mostPages  = 1 << 40
	lowestLink = 1 << 40
)

// looksLike reports whether a kind is likely for an entry whose bucket is not known.
func looksLike(kind entry.Kind, k, value []byte) bool {
	switch kind {
	case entry.Pages: // an alias has a fingerprint as key
		return binary.BigEndian.Uint64(k) < mostPages
	case entry.Postings:
		return postings.LooksLikePosting(value)
	case entry.Links:
		links, err := decodeLinks(value)
		return err == nil && len(links) > 0 && links[0] > lowestLink
	}
	return true
}

// validEntry reports whether an entry without its seal is a whole entry of a kind.
func validEntry(kind entry.Kind, k, value []byte) bool {
	if !validKeySize(kind, len(k)) {
		return false
	}
	switch kind {
	case entry.Pages, entry.Aliases:
		return validPage(kind, k, value)
	case entry.Bodies:
		_, err := entry.Decompress(nil, value)
		return err == nil
	case entry.Links:
		links, err := decodeLinks(value)
		return err == nil && areRising(links)
	case entry.Meta:
		return json.Valid(value)
	case entry.Choices, entry.Lessons, entry.Learned, entry.Rewrites, entry.Lives, entry.Changes: // format 1 had none
		return false
	}
	return postings.Valid(kind, value)
}

func validKeySize(kind entry.Kind, size int) bool {
	switch kind {
	case entry.Versions:
		return size == 12
	case entry.Members:
		return size == 16
	case entry.Meta:
		return size > 0
	}
	return size == 8
}

// validPage also checks the URL: the key of an alias is the fingerprint of its URL, that of a page is not.
func validPage(kind entry.Kind, k, value []byte) bool {
	p, _, err := decodePage(value)
	if err == nil {
		_, err = weburl.NewBase(p.URL)
	}
	if err != nil {
		return false
	}
	return bytes.Equal(k, entry.URLKey(p.URL)) == (kind == entry.Aliases)
}

func areRising(links []uint64) bool {
	for i := 1; i < len(links); i++ {
		if links[i] <= links[i-1] {
			return false
		}
	}
	return true
}
