// Package pebblestore keeps a frontier in a directory, in a Pebble database. It is the store of real crawls.
//
// # Disk format
//
// The directory has one Pebble database. The first byte of a key is its kind. A record is the number of a link, from 0 in
// the order of first pushes; hosts are numbered in the order of their first links.
//
//	key                value
//	v                  "gannet frontier 1": this format; written first
//	h host (4)         next (8) delay (uvarint) slow (4) fetched (uvarint) failures (uvarint) length of IP (uvarint) IP name
//	i IP               next (8)
//	i                  latest time of the frontier (8)
//	m record (4)       for each of up to 64 links from that record on: fingerprint (8) host (4) priority (4)
//	s record (4)       for each of the same links: its URL and Data, see below
//	r record (4)       state (1); if it is Queued also attempts (1) not-before (8) priority (4) Data
//
// Numbers in brackets are lengths in bytes. Numbers in keys are big endian, in values little endian; uvarint is the variable
// length encoding of encoding/binary. Times are nanoseconds since 1970, as signed numbers; delays are nanoseconds. slow and
// priority are IEEE 754 floats of 32 bits. A fingerprint is the XXH3-64 of the URL. The states are 1 Queued, 3 Fetched and
// 4 Dropped; others are only in memory. A name, and the Data of an r key, reach to the end of the value.
//
// The fields mean what frontier.HostState, AddressState, Meta and Revision say. Of a link without an r key, the state is
// Queued, and priority and Data are those of m and s. An r key replaces them, and has all that happens to the link later:
// another priority and Data, failures, its end. There is one for each link, so a newer value replaces the older.
//
// One push is one Pebble batch with some m and s keys, a pair for each 64 links or fewer. Their records only grow, so these
// keys come in order. Strings are apart from the small fields, because Load reads only the latter.
//
// The links of one page resemble each other, and all have much the same Data. So an s value has for each link:
//
//	number of first bytes that its URL shares with the URL before (uvarint)
//	length of the rest of the URL (uvarint), the rest
//	number of last bytes that its Data shares with the Data before (uvarint)
//	length of the Data before them (uvarint), that part of the Data
//
// Before the first link of a value, both URL and Data are empty.
//
// # What a crash loses
//
// A batch goes to the write-ahead log as a whole and in order. Append does not wait until it is on disk. After kill -9 the
// frontier is as it was a moment earlier, after a power failure as it was some seconds earlier. Close makes everything
// durable. A crawl stores a page before it calls Done. If Done is lost, a link is leased again whose page is in the store.
//
// # Memory
//
// Pebble takes about 20 MiB: three write buffers of 4 MiB and a cache of 8 MiB. The strings of the links pushed last take
// 8 MiB more. To find the others takes a bit for each link.
package pebblestore
