package store

import bolt "go.etcd.io/bbolt"

// The mapped file is released after releaseAfter pages were read. A transaction that writes counts as writeReads.
const (
	releaseAfter = 512
	writeReads   = 8
)

// releaseMapping releases, now and then, what transactions have read of the mapped file. Otherwise it would count as
// the process' memory to the end of a crawl. It stays in the system's cache, and is mapped again within a microsecond,
// 16 pages at a time.
// The mapping is at least as long as the transaction's file. It stays where it is while the transaction is open.
func (d *DB) releaseMapping(tx *bolt.Tx, reads uint32) {
	if d.reads.Add(reads)%releaseAfter < reads {
		unmap(d.bolt.Info().Data, uintptr(tx.Size()))
	}
}
