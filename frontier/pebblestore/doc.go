// Package pebblestore keeps a frontier in a directory, in a Pebble database. It is the store of real crawls.
//
// # Disk format
//
// Numbers in keys are big endian, in values little endian; uvarint is the encoding of encoding/binary.
//
//	v                "gannet frontier 1": this format, written first
//	h host (4)       next (8) delay (uvarint) slow (4) fetched (uvarint) failures (uvarint) len(IP) (uvarint) IP name
//	i IP             next (8)
//	m record (4)     16 bytes for each of up to 64 links from that record on: fingerprint (8) host (4) priority (4)
//	s record (4)     the same links' strings, see below
//	r record (4)     state (1); if it is Queued also attempts (1) not-before (8) priority (4) data
//
// One push is one Pebble batch of some m and s keys, each pair for up to 64 links. Record numbers only grow, so these
// keys come in order. A flush has hosts and revisions as well, so that compactions of the upper levels rewrite them all
// the same. The small part is apart from the strings, since it is all that opening has to read. The links of one page
// resemble each other, and all carry much the same Data; so s holds, for each link, how many leading bytes its URL shares
// with the URL before (uvarint), the length of the rest (uvarint) and the rest, then how many trailing bytes its Data
// shares with the Data before (uvarint), the length of the rest (uvarint) and the rest.
//
// Everything that happens to a link later is one r key, of which the newest counts: another priority and Data,
// failures, its end.
//
// # What a crash loses
//
// A batch goes to the write-ahead log as a whole and in order, and is not waited for until it is on disk. After
// kill -9 the frontier is one that was, at most a moment earlier; after a power failure it may be some seconds
// earlier. Close makes everything durable. So a crawl stores a page first and calls Done after: then a lost Done means
// a link is leased again whose page is there already.
//
// # Memory
//
// Pebble takes about 20 MiB: three write buffers of 4 MiB and a cache of 8 MiB. The strings of the links pushed last
// take 8 MiB more, and to find the others a bit for each link.
package pebblestore
