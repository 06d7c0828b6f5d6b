package store

import bolt "go.etcd.io/bbolt"

// The mapped file is released each time releaseAfter pages have been read. A transaction that writes counts as writeReads pages.
const (
	releaseAfter = 512
	writeReads   = 8
)

// releaseMapping releases, now and then, those parts of the mapped file that transactions have read. Otherwise they would count as memory of the
// process until the end of the crawl. They stay in the system's cache, from which they are mapped again within a microsecond, 16 pages at a time. The
// mapping is at least as long as the transaction's file, and stays in its place while the transaction is open.
func (d *DB) releaseMapping(tx *bolt.Tx, reads uint32) {
	if d.reads.Add(reads)%releaseAfter < reads {
		unmap(d.bolt.Info().Data, uintptr(tx.Size()))
	}
}
