// Package store keeps the results of a crawl in one bbolt file: pages, the links between them, the postings found on them,
// and facts about the crawl. Package postings has the parts that only concern postings. docs/reference/formats/store.md
// describes the file byte by byte.
//
// # Layout
//
// The file has these buckets. Integers in keys are big endian, so that their order is the bytes' order.
//
//	system      "version" → the format version; "counters" → totals over all pages, written with every batch
//	pages       sequence number → what is known of the page but its body and links
//	bodies      sequence number → the body, one zstd frame
//	links       sequence number → fingerprints of its out-links, sorted, as uvarint differences
//	choices     sequence number → why the page's link was taken
//	lessons     number of the lesson → the page or the sitemap that a strategy learned from
//	index       fingerprint of the URL → sequence number
//	canonicals  fingerprint of the canonical URL, sequence number → nothing: pages that wait for their canonical page
//	aliases     fingerprint of the URL → a page that was left out or taken out for its canonical page, without its body
//	hosts       host → totals over the host's pages
//	watched     fingerprint of the URL → what is known of a page, sitemap or feed that is asked for again and again
//	learned     sequence number → the page as a strategy learned from it, if it was replaced since
//	rewrites    place in the order of all writes of pages → a page that was replaced, judged again or deleted
//	meta        the caller's keys → JSON
//
// The following buckets are for postings. Files of early versions do not have them; they are added when such a file is opened for writing.
//
//	postings       number → what lists show of the newest version, when and how often it was seen, its cluster, its keys
//	versions       number, version (32 bits, from 1) → when, from which page, one zstd frame of the posting
//	posting index  'u' and a fingerprint of a URL, or 'i' and one of host and id → number
//	clusters       number of the cluster's first posting → its original, how many members it has
//	members        cluster, number → the decision that brought the posting there
//	records        number → the posting's profile
//	lives          number → when the posting was shown, its state and earlier ones
//	changes        cursor → an event: what happened to a posting
//
// Entries that cannot be made again from others are sealed with their key, length and hash. The entries of system,
// index, canonicals, hosts and posting index are not. Files of format 1 have no seals. Their entries are read as they are,
// and entries that are added to them are sealed.
//
// Sequence numbers, of pages and of postings, grow in the order of storing and are never used again. A page and
// everything that belongs to it, its posting too, is written in one transaction. When Put returns, it is on the disk.
//
// # Canonical pages
//
// A page that names another URL as its canonical one is kept until that URL has been fetched. When the canonical page
// is stored, the pages that wait for it are deleted in the same transaction. Later pages that name it are not kept at all.
// An alias remains of each: Has is true for its URL, Get returns the canonical page, and a discovery path still leads
// through it.
package store

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"

	"gannet/features"
	"gannet/features/permission"
	"gannet/store/internal/boltfile"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// The errors of this package.
var (
	// ErrNotFound says that no page is stored for a URL.
	ErrNotFound = errors.New("no such page")
	// ErrInUse says that another process has the file open.
	ErrInUse = errors.New("another process has it open")
	// ErrFormat says that the file is not a store, or was written by a later version. If the error is also ErrDamaged, the file is damaged
	// at the place where its format is written.
	ErrFormat = errors.New("not a store this program can read")
	// ErrDamaged says that the structure of the file is broken. Repair cannot correct this, but Salvage recovers what can still be read.
	ErrDamaged = boltfile.ErrDamaged
	// ErrEntry says that a single entry cannot be read. Repair deletes such an entry.
	ErrEntry = entry.ErrDamaged
	// ErrNothing says that Salvage has found no page that it can read.
	ErrNothing = errors.New("nothing in it can be read as a store")
)

// Page is one fetched page, with its body and what the crawl knows about it.
type Page struct {
	Seq       uint64      // its number, from 1, in the order of storing; Put ignores it
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
	Links     []uint64    // weburl.Fingerprint of every out-link; stored as a set
	Choice    []byte      // why its link was taken, as package crawler encodes it; nil if unknown. Lookup and Get read it
	Path      []string    // the way from a seed as DB.Path returns it, if a Selection asks for it; Put ignores it

	// Lesson says when a strategy learned from the page, nil if none did. Only Put uses it; Lessons reads lessons.
	Lesson *Lesson
	// Postings are the postings that the page shows: none, one or several. Only Put uses them; reading a page does not return them.
	Postings []*postings.Found
	// Says has the statements of the owners about the use of the page when it was fetched, including those about their whole site.
	Says permission.Record
	// Record is the id of the page's record in an archive, "" if there is none. It is not stored.
	Record string
	// Watched is the page's entry in the list of watched URLs, nil if the page is not watched. Only Put uses it.
	Watched *Watched

	encoded *encodedPage // by Prepare
}

// Source returns the page as it was received, for a features.Reader.
func (p *Page) Source() features.Source {
	return features.Source{URL: p.URL, Header: p.Header, Body: p.Body, Charset: p.Charset}
}

// Outcome says what Put has done with a page.
type Outcome uint8

// These are the outcomes of Put for a page.
const (
	// Stored says that the page was stored.
	Stored Outcome = iota + 1
	// Duplicate says that the page was not stored, because a page with the same URL was stored before.
	Duplicate
	// Aliased says that the page was not stored, because its canonical page is stored.
	Aliased
)

// Result says what Put has done with a page and its postings.
type Result struct {
	Outcome  Outcome
	Seq      uint64            // the page's number; of a duplicate, the number of the page stored before; 0 for an alias
	Replaced []Replaced        // pages that were taken out because this one is their canonical page
	Postings []postings.Result // what became of its postings, in their order
}

// Replaced is a page that was deleted because its canonical page was stored.
type Replaced struct {
	Seq      uint64
	Relevant bool
}

// DB is a store: one file with the pages and postings of a crawl. It is safe for concurrent use. Only one process may write, and then no
// other process can have the file open.
type DB struct {
	bolt     *bolt.DB
	path     string
	reads    atomic.Uint32 // since it was opened, see releaseMapping
	tempDir  string        // a directory that Close removes, see OpenReadable; "" none
	whole    bool          // opened for writing, and found whole; what is written is on the disk
	broken   atomic.Bool   // it was found to be damaged since
	noted    atomic.Bool   // there is a note that it is open
	decide   postings.Decider
	ledger   postings.Ledger
	postings *postings.Reader
}

// Close waits until reads that are under way have ended, and then closes the file.
func (d *DB) Close() error {
	if d.whole && !d.broken.Load() {
		d.noteClosed()
	}
	err := d.bolt.Close()
	if d.tempDir != "" {
		err = errors.Join(err, os.RemoveAll(d.tempDir))
	}
	return err
}

// File returns the path of the store's file.
func (d *DB) File() string { return d.path }

// Postings returns a reader of the store's postings.
func (d *DB) Postings() *postings.Reader { return d.postings }

// SetDecider sets the function that decides to which cluster a new posting belongs. If no function is set, every new posting gets a cluster
// of its own. Call SetDecider before the first Put.
func (d *DB) SetDecider(decide postings.Decider) { d.decide = decide }

// SetLedger sets how many events about postings are kept. The default is postings.DefaultLedger.
func (d *DB) SetLedger(l postings.Ledger) { d.ledger = l }

// errNotFound is ErrNotFound with the file's name: the same page may be kept in another store.
func (d *DB) errNotFound() error { return fmt.Errorf("%w in %s", ErrNotFound, d.path) }
