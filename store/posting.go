package store

import (
	"encoding/binary"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/job"
)

// Posting is a posting found on a page, on its way into the store. Job, Record and Decide are the caller's; the rest
// is set by Put and PutPostings.
type Posting struct {
	Job    *job.Posting // as extracted; not changed, and not to be changed before Put has returned
	Record []byte       // what the comparison of postings needs to know of it; opaque here

	// Decide says to which cluster a posting belongs that was not known before. It is called inside of the transaction,
	// in the order of storing; nil: a cluster of its own. If Put fails, what Decide has learned must be forgotten: its
	// numbers are given again.
	Decide func(number uint64) (Decision, error)

	Seen    Seen   // what became of it
	Number  uint64 // its place among the postings, from 1; 0 if it was passed over
	Cluster uint64 // its cluster
}

// Decision is what a comparison says of a new posting.
type Decision struct {
	Cluster    uint64   `json:"cluster,omitempty"`    // the cluster it joins; 0 or its own number: a new one
	Original   bool     `json:"original,omitempty"`   // it is its cluster's original from now on; of a new cluster it always is
	Of         uint64   `json:"of,omitempty"`         // the posting it was found to be like; 0 none
	Verdict    string   `json:"verdict,omitempty"`    // in the words of who decided
	Similarity float64  `json:"similarity,omitempty"` // from 0 to 1
	Reasons    []string `json:"reasons,omitempty"`
}

// Seen says what Put did with a posting.
type Seen uint8

// What may become of a posting.
const (
	PassedOver Seen = iota // its page was not stored and shows no posting that is known, or was put before
	New                    // it was not known: it has a number and a cluster now
	Again                  // it is known and shows nothing new
	Renewed                // it is known and has a new version; its cluster stays
)

func (s Seen) String() string { return [...]string{"passed over", "new", "again", "renewed"}[s] }

// Kept is a posting as it is kept: what its newest version shows, and what is known of it beside.
type Kept struct {
	Number   uint64
	Cluster  uint64       // the number of the first posting of the cluster
	Original bool         // whether it stands for its cluster
	Copies   int          // postings in its cluster, itself included
	URL      string       // where its newest version was seen
	First    time.Time    // when its page was first fetched
	Last     time.Time    // when it was last seen
	Count    int          // how many times it was seen
	Versions int          // how many versions are kept
	Job      *job.Posting // the newest version
}

// Revision is a version of a posting.
type Revision struct {
	Number int       // from 1, the oldest
	Time   time.Time // when it was first seen so
	Page   uint64    // the page it was extracted from; 0 if that is kept no more
	URL    string    // that page's URL
	Job    *job.Posting
}

// Member is a posting in a cluster with the decision that brought it there.
type Member struct {
	Number   uint64
	Original bool
	Decision Decision
}

// content is the hash of what a posting says: two versions differ if it does.
type content [16]byte

// contentOf hashes what a reader would see of a posting. Origins are not part of it, nor is white space: extraction may
// improve without the advertisement being another.
func contentOf(p *job.Posting) content {
	b := make([]byte, 0, len(p.Description)+512)
	for _, s := range [...]string{p.ID, p.Title, p.Company, p.Location, p.Salary.Currency, p.Salary.Unit, p.Contact.Name,
		p.Contact.Email, p.Contact.Phone, p.Description} {
		b = append(appendFields(b, s), 0)
	}
	for _, s := range p.Employment {
		b = append(append(b, s...), ' ')
	}
	b = appendTime(appendTime(b, p.Posted), p.ValidThrough)
	b = appendFloat(appendFloat(b, p.Salary.Min), p.Salary.Max)
	return xxh3.Hash128(b).Bytes()
}

// The first byte of a key in the posting index.
const (
	byURL = 'u'
	byID  = 'i'
)

func urlKey(url string) []byte {
	return binary.BigEndian.AppendUint64([]byte{byURL}, Fingerprint(url))
}

// idKey is the key of a host's own name for a posting.
func idKey(host, id string) []byte {
	return binary.BigEndian.AppendUint64([]byte{byID}, Fingerprint(host+"\x00"+id))
}
