// Package store owns what is kept of a crawl: pages, the link graph of what was fetched, and a few facts about the
// crawl, in one bbolt file.
//
// # Layout
//
// The file holds these buckets; integers in keys are big endian, so that their order is the bytes' order.
//
//	system      "version" → the format version; "counters" → totals over all pages, renewed with every batch
//	pages       sequence number → what is known of the page but its body (see codec.go)
//	bodies      sequence number → the body, one zstd frame
//	links       sequence number → fingerprints of its out-links, sorted, as uvarint differences
//	index       fingerprint of the URL → sequence number
//	canonicals  fingerprint of the canonical URL, sequence number → nothing: pages that wait for their canonical
//	aliases     fingerprint of the URL → a page that was left out or taken out for its canonical, without its body
//	hosts       host → totals over the host's pages
//	meta        the caller's keys → JSON
//
// Sequence numbers grow in the order of storing and are never used again. A page and everything that belongs to it
// is written in one transaction; a page that Put has returned for is on the disk.
//
// # Canonical pages
//
// A page that names another URL as its canonical one is kept until that URL has been fetched: when the canonical
// page is stored, the pages that wait for it are taken out in the same transaction, and what comes later is not kept
// at all. What remains of them is the alias: Has is true for it, Get gives the page that stands for it, and a
// discovery path still leads through it.
package store

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
	bolt "go.etcd.io/bbolt"
)

// ErrNotFound says that no page is kept under a URL.
var ErrNotFound = errors.New("no such page")

// Page is one fetched page. Put changes no field but Seq, Outcome and Replaced.
type Page struct {
	Seq       uint64      // place in the order of storing, from 1; set by Put
	URL       string      // canonical form of the address it was fetched from
	Canonical string      // the URL it names as its canonical one; "" or URL: itself
	Via       string      // the page whose link led here; "" for a seed
	ViaAnchor string      // that link's anchor text
	Status    int         // HTTP status
	Header    http.Header // as received
	Body      []byte      // UTF-8
	Charset   string      // the body's encoding before it was made UTF-8
	Fetched   time.Time   // kept to the nanosecond, in UTC
	Score     float64     // the topic's probability
	Relevant  bool        // whether Score passed the crawl's threshold
	Depth     int         // links from a seed
	Links     []uint64    // Fingerprint of every out-link; stored as a set
	Outcome   Outcome     // what Put did with the page
	Replaced  int         // pages that Put took out because this one is their canonical page

	ready *packed
}

// Outcome says what Put did with a page.
type Outcome uint8

// The outcomes.
const (
	Pending   Outcome = iota // Put was not called, or failed
	Stored                   // the page is kept
	Duplicate                // its URL was stored before; the first stays
	Aliased                  // its canonical page is kept instead
)

// Fingerprint is the 64-bit XXH3 of a URL. Among a hundred million URLs two share one with a chance of 1 in 3,700.
func Fingerprint(url string) uint64 { return xxh3.HashString(url) }

// DB is a store. It is safe for concurrent use; one process may write, and then no other has it open.
type DB struct {
	bolt *bolt.DB
	path string
	unzs sync.Pool // *zstd.Decoder
}

// Close ends the use of the file. It waits for running reads.
func (d *DB) Close() error { return d.bolt.Close() }

// File gives the name of the file.
func (d *DB) File() string { return d.path }

func (d *DB) decoder() (*zstd.Decoder, error) {
	if z, ok := d.unzs.Get().(*zstd.Decoder); ok {
		return z, nil
	}
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
}
