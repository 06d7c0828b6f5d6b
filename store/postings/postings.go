// Package postings keeps postings in a store: their versions, the clusters of postings that are the same job, and the profiles by which they are
// compared.
//
// A posting is recognized as known if its page has the same URL or names the same canonical URL. It is also recognized if the page gives it the same
// id on the same host, with the same title and location. (Many sites give all their postings one id, the employer's.) If a page shows several
// postings, each is recognized by the page's URL with its part as the fragment, or by its own URL on the host. If a known posting has not changed, it
// is only counted. Otherwise it gets a new version, which queries give from then on. A new version replaces the posting's profile but leaves the
// posting in its cluster: whether two postings are the same job was decided when the later of them was new.
//
// Pages that are not stored bring no new posting. If a page is left out for its canonical page, that counts as seeing the posting there. When a
// canonical page is stored, it gets the posting of the pages that are deleted for it.
//
// A Reader reads postings. A Writer writes them, within the transaction in which package store keeps the pages.
package postings

import (
	"errors"
	"time"

	"gannet/job"
	"gannet/job/life"
)

// ErrNotFound says that there is no posting with the given number, or at the given URL.
var ErrNotFound = errors.New("no such posting")

// ErrNoCluster says that a decision refers to a cluster that is not in this store, because the decision was made with another store, or
// before a crash.
var ErrNoCluster = errors.New("no such cluster")

// Profile holds the data by which a posting is compared with other postings. Package dedup makes it.
type Profile interface {
	// AppendBinary appends the profile as it is kept.
	AppendBinary(b []byte) []byte
}

// Found is a posting that was found on a page and is to be stored. It must not change until it is stored.
type Found struct {
	Job     *job.Posting
	Profile Profile // nil if it is never compared
}

// A Decider says to which cluster a new posting belongs. It is called inside of the storing transaction, in the order of storing. If the
// transaction fails, the Decider must forget the posting, because its number is used again.
type Decider func(number uint64, p *Found) (job.Decision, error)

// Status says whether a posting that was to be stored is new or changed.
type Status uint8

// What may become of a posting.
const (
	// PassedOver says that a posting was not stored: either its page was stored before, or its page was not stored and the posting is not
	// known.
	PassedOver Status = iota // it is not kept: see Result
	// New says that a posting was not known before. It was stored with a new number, and with a cluster.
	New
	// Unchanged says that a posting is known, and that its content is as before.
	Unchanged
	// Changed says that a posting is known, and that it was stored with a new version. It stays in its cluster.
	Changed
)

func (s Status) String() string {
	return [...]string{"passed over", "new", "unchanged", "changed"}[s]
}

// Result says what happened to a posting that was to be stored.
type Result struct {
	Status  Status
	Number  uint64 // from 1, in the order of storing; 0 if the posting is not known
	Cluster uint64 // the number of the cluster's first posting
	At      string // of a known posting: where its newest version was seen, which may be another page
}

// Posting is a stored posting, with its number, its cluster and its history.
type Posting struct {
	Number     uint64       `json:"number"`
	Cluster    uint64       `json:"cluster"`              // the number of the first posting of the cluster
	Original   bool         `json:"original"`             // whether it stands for its cluster
	Copies     int          `json:"copies"`               // postings in its cluster, itself included
	URL        string       `json:"url"`                  // where its newest version was seen: a page, or a page # a part of it
	First      time.Time    `json:"first_seen"`           // when its page was first fetched
	Last       time.Time    `json:"last_seen"`            // when it was last seen
	Count      int          `json:"seen"`                 // how many times it was seen
	Versions   int          `json:"versions"`             // how many versions are kept
	Job        *job.Posting `json:"job"`                  // the newest version; its state is that of Life
	SalaryYear job.Pay      `json:"salary_year,omitzero"` // the pay of a year, see job.Pay.Year; not if Query.Brief
	Reposts    int          `json:"reposts,omitempty"`    // postings of its cluster that began after another one was over; not if Query.Brief
	Life       life.Life    `json:"life"`                 // what a crawl of an earlier version did not know of it is unknown
}

// Version is the content of a posting at one visit.
type Version struct {
	Number int          `json:"version"` // from 1, the oldest
	Time   time.Time    `json:"time"`    // when it was first seen so
	Page   uint64       `json:"page"`    // the page it was extracted from; 0 if that is kept no more
	URL    string       `json:"url"`     // that page's URL, with its part as for a Posting
	Job    *job.Posting `json:"job"`
}

// Member is a posting in a cluster, with the decision by which it was added.
type Member struct {
	Number   uint64       `json:"number"`
	Original bool         `json:"original"`
	Decision job.Decision `json:"decision"`
}

// Totals counts the stored postings, clusters, versions and so on. The store updates these counts with every change.
type Totals struct {
	Postings int `json:"postings,omitempty"`
	Clusters int `json:"clusters,omitempty"`
	Versions int `json:"versions,omitempty"`
	// Open, Suspected and Closed count postings by state. All other postings are unknown, including those without a stored life.
	Open      int `json:"open,omitempty"`
	Suspected int `json:"suspected,omitempty"`
	Closed    int `json:"closed,omitempty"`

	ChangeBytes int `json:"change_bytes,omitempty"` // of the ledger
}
