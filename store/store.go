// Package store owns what is kept of a crawl: pages, the link graph of what was fetched, the postings found on pages
// with their versions and clusters, and a few facts about the crawl, in one bbolt file.
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
// and of postings, since there are any; files of before are read as they are, and get these buckets when written to:
//
//	postings       number → the newest version without its text, when and how often it was seen, its cluster and its keys
//	versions       number, version (32 bits, from 1) → when, from which page, one zstd frame of the posting
//	posting index  'u' and a fingerprint of a URL, or 'i' and one of host and id → number
//	clusters       number of the cluster's first posting → its original, how many members it has
//	members        cluster, number → the decision that brought the posting there
//	records        number → what the comparison of postings knows of it
//
// What cannot be made again from other records is sealed with its key, length and hash, see seal.go; index, canonicals,
// hosts, posting index and totals are not. Files of format 1 have no seals. They are read as they are, and what is
// written to them is sealed.
//
// Sequence numbers, of pages and of postings, grow in the order of storing and are never used again. A page and
// everything that belongs to it, its posting too, is written in one transaction; a page that Put has returned for is on
// the disk.
//
// # Canonical pages
//
// A page that names another URL as its canonical one is kept until that URL has been fetched: when the canonical
// page is stored, the pages that wait for it are taken out in the same transaction, and what comes later is not kept
// at all. What remains of them is the alias: Has is true for it, Get gives the page that stands for it, and a
// discovery path still leads through it.
//
// # Postings
//
// A posting is the same one seen again if its page has the same URL, names the same canonical one, or gives it the same
// id on the same host with the same title and place (many sites give all their postings one id, the employer's). If it
// reads as before, it is counted; otherwise it has a new version, which is what queries give from then on. A new version
// renews the posting's record and leaves it in its cluster: whether two postings are the same job was decided when the
// later of them was new.
//
// Pages that are not stored bring no new posting. A page left out for its canonical page counts as seeing the posting
// there; when a canonical page is stored, the posting of the pages taken out for it is its own from then on.
package store

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
	bolt "go.etcd.io/bbolt"
)

// ErrNotFound says that no page is kept under a URL.
var ErrNotFound = errors.New("no such page")

// absent is ErrNotFound with the file's name, since the file may say elsewhere that there is the page.
func (d *DB) absent() error { return fmt.Errorf("%w in %s", ErrNotFound, d.path) }

// Page is one fetched page. Put changes no field but Seq, Outcome, Replaced and what Posting says of itself.
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
	Posting   *Posting    // the posting that the page shows; nil if none. Reading a page does not bring it back
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
	bolt  *bolt.DB
	path  string
	unzs  sync.Pool     // *zstd.Decoder
	loads atomic.Uint32 // since it was opened, see rest
	copy  string        // a directory that goes with it, see OpenReadable; "" none
}

// Close ends the use of the file. It waits for running reads.
func (d *DB) Close() error {
	err := d.bolt.Close()
	if d.copy != "" {
		err = errors.Join(err, os.RemoveAll(d.copy))
	}
	return err
}

// File gives the name of the file.
func (d *DB) File() string { return d.path }

func (d *DB) decoder() (*zstd.Decoder, error) {
	if z, ok := d.unzs.Get().(*zstd.Decoder); ok {
		return z, nil
	}
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30))
}
