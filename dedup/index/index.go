// Package index owns the finding of candidates: which documents share a key with this one. Keys are the bands of a
// sketch and exact names of a document, such as its canonical URL. There are two implementations, Memory and Pebble, held
// to one suite, package indextest.
//
// The documents of a key are its bucket. Texts that thousands of employers share, such as a blank form, make huge
// buckets, which tell nothing and cost much. So a bucket of more than BucketSize documents is split by the documents'
// second keys, and each part gives the last BucketSize documents that were added to it. Nothing is ever scanned.
package index

import "github.com/zeebo/xxh3"

// BucketSize is the greatest number of documents that one key gives. An advertisement is posted two to five times on
// average: what 64 share is a form.
const BucketSize = 64

// MaxDocument is the greatest number of a document: indexes keep 31 bits of it.
const MaxDocument = 1<<31 - 1

// Index finds the documents that share a key. One goroutine uses it at a time, unless an implementation says otherwise.
type Index interface {
	// Add makes a document, up to MaxDocument, findable by its keys. A document that is added again has the new keys
	// besides those it has. second splits buckets that grow too large: documents that are likely the same ought to have
	// the same, such as a hash of company and title; it is that of the document's first Add that counts.
	Add(doc uint64, keys []uint64, second uint64) error
	// Candidates hands the documents that share a key to use: those that share more keys first, then those of lower
	// numbers, no more than max. second is as in Add.
	Candidates(keys []uint64, second uint64, max int, use func(doc uint64)) error
	// Last gives the greatest number of a document that is in the index, 0 if there is none. After a crash the caller
	// adds those that come behind it again.
	Last() uint64
	// Close ends the use of the index and keeps what is to be kept.
	Close() error
}

// Kind is what an exact key is made of.
type Kind uint64

// The kinds of exact keys.
const (
	Record Kind = iota + 1 // job.Posting.Key
	ID                     // site and the site's own name for the posting
	URL                    // canonical URL
)

// Key gives the key of an exact name. Names of different kinds never share one, but by accident of 64 bits.
func Key(kind Kind, name string) uint64 { return xxh3.HashStringSeed(name, uint64(kind)) }
