package postings

import (
	"bytes"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"

	"gannet/internal/weburl"
	"gannet/store/internal/entry"
)

// indexBucket is the bucket of the posting index. Its entries have no seals, because they can be made again from the postings.
const indexBucket = "posting index"

// BucketNames has the names of the database buckets in which postings are stored.
var BucketNames = []string{"postings", "versions", indexBucket, "clusters", "members", "records", "lives", "changes"}

// Pages answers questions of package postings about the stored pages, in the same transaction.
type Pages interface {
	// HasPage reports whether a page is kept under a number.
	HasPage(number uint64) bool
	// Resolves reports whether a page is kept for a URL: its own, or its canonical page.
	Resolves(url string) bool
	// Crawl returns the identity of the crawl, which no other crawl has. It is "" if the file has none.
	Crawl() (string, error)
}

// Buckets are the database buckets in which postings are stored, opened in one transaction.
type Buckets struct {
	postings, versions, clusters, members, profiles entry.Bucket
	lives, changes                                  entry.Bucket // without an inner Bucket in a file of an earlier version
	index                                           *bolt.Bucket
	pages                                           Pages
}

// Open opens the buckets of postings in a transaction. The result is nil for a file that was written before there were postings. unsealed
// says that the file may have entries of format 1, which have no seals.
func Open(tx *bolt.Tx, unsealed bool, pages Pages) *Buckets {
	open := func(kind entry.Kind) entry.Bucket { return entry.Open(tx, kind, unsealed) }
	b := &Buckets{
		postings: open(entry.Postings), versions: open(entry.Versions), clusters: open(entry.Clusters),
		members: open(entry.Members), profiles: open(entry.Profiles), lives: open(entry.Lives), changes: open(entry.Changes), index: tx.Bucket([]byte(indexBucket)), pages: pages,
	}
	if b.postings.Bucket == nil {
		return nil
	}
	return b
}

// Sealed returns those buckets whose entries have seals.
func (b *Buckets) Sealed() []*entry.Bucket {
	all := []*entry.Bucket{&b.postings, &b.versions, &b.clusters, &b.members, &b.profiles}
	for _, later := range []*entry.Bucket{&b.lives, &b.changes} {
		if later.Bucket != nil {
			all = append(all, later)
		}
	}
	return all
}

// Count counts the postings, clusters, versions and so on in the current transaction.
func (b *Buckets) Count() Totals {
	t := Totals{Postings: b.postings.Count(), Clusters: b.clusters.Count(), Versions: b.versions.Count()}
	b.countLives(&t)
	b.countChanges(&t)
	return t
}

// The first byte of a key in the posting index.
const (
	byURL  = 'u'
	byID   = 'i'
	byPage = 'p'
)

func urlKey(url string) []byte {
	return binary.BigEndian.AppendUint64([]byte{byURL}, weburl.Fingerprint(url))
}

// pageKey returns the beginning that all index keys for parts of a page share. The number of the part's posting follows it.
func pageKey(page string) []byte {
	return binary.BigEndian.AppendUint64([]byte{byPage}, weburl.Fingerprint(page))
}

func partKey(address string, number uint64) []byte {
	return binary.BigEndian.AppendUint64(pageKey(PageOf(address)), number)
}

// idKey is the key of a host's own id of a posting.
func idKey(host, id string) []byte {
	return binary.BigEndian.AppendUint64([]byte{byID}, weburl.Fingerprint(host+"\x00"+id))
}

func versionKey(number uint64, version int) []byte {
	return binary.BigEndian.AppendUint32(entry.Key(number), uint32(version))
}

func memberKey(cluster, number uint64) []byte {
	return binary.BigEndian.AppendUint64(entry.Key(cluster), number)
}

// eachMember calls use for the members of a cluster in the order of their numbers.
func (b *Buckets) eachMember(cluster uint64, use func(number uint64, decision []byte) error) error {
	return b.membersFrom(cluster, 0, func(number uint64, decision []byte) (bool, error) { return true, use(number, decision) })
}

// membersFrom calls use for the members of a cluster from a number on, as long as use returns more.
func (b *Buckets) membersFrom(cluster, from uint64, use func(number uint64, decision []byte) (more bool, err error)) error {
	prefix, c := entry.Key(cluster), b.members.Cursor()
	for k, v := c.Seek(memberKey(cluster, from)); bytes.HasPrefix(k, prefix) && len(k) == 16; k, v = c.Next() {
		if more, err := use(entry.Number(k[8:]), b.members.Unseal(k, v)); err != nil || !more {
			return err
		}
	}
	return nil
}
