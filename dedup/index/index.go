// Package index owns the search for candidates: the documents that share a key with a given one. Keys are the bands of a
// sketch and exact names of a document, such as its canonical URL. There are two implementations, Memory and Pebble.
// Both must pass the suite in package indextest.
//
// The documents of a key are its bucket. A text that thousands of employers share, such as a blank form, makes a huge
// bucket, which costs much and means nothing. So a bucket of more than BucketSize documents is split by a second key of
// each document, the split key. Each part keeps the BucketSize documents with the greatest numbers. So no search reads
// more than two buckets a key.
package index

// BucketSize is the largest number of documents that are returned for one key. An advertisement is posted two to five times on average, so
// a text that 64 documents share is boilerplate.
const BucketSize = 64

// MaxDocument is the largest number that a document can have, because indexes store 31 bits of it.
const MaxDocument = 1<<31 - 1

// Index finds the documents that share keys with a new document. Only one goroutine may use it at a time, unless an implementation says
// otherwise.
type Index interface {
	// Add makes a document findable by its keys. Its number must not exceed MaxDocument. If a document is added again, it gets the new keys in
	// addition to those it has, but keeps the splitKey of its first Add. splitKey should be equal for documents that are likely the same, such as a
	// hash of company and title.
	Add(doc uint64, keys []uint64, splitKey uint64) error
	// Candidates calls use with at most limit documents that share a key with the given ones. Documents that share more keys come first; among
	// equals, the lower number comes first. splitKey is as in Add.
	Candidates(keys []uint64, splitKey uint64, limit int, use func(doc uint64)) error
	// Close ends the use of the index.
	Close() error
}
