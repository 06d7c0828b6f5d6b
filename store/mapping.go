package store

import bolt "go.etcd.io/bbolt"

// restAfter is after how many pages read the mapped file is let go. A transaction that writes counts as writeLoads.
const (
	restAfter  = 512
	writeLoads = 8
)

// rest lets go, now and then, of what transactions have mapped of the file. What is read of a mapped file counts as the
// process' memory for as long as the mapping stands, which is to the end of a crawl: all of the index, and more with
// every page. It stays in the system's cache, from where 16 pages at a time are mapped again within a microsecond.
// The mapping is at least as long as the transaction's file, and stays where it is while the transaction is open.
func (d *DB) rest(tx *bolt.Tx, loads uint32) {
	if d.loads.Add(loads)%restAfter < loads {
		unmap(d.bolt.Info().Data, uintptr(tx.Size()))
	}
}
