// Package dedup owns the question whether a posting is the same job as an earlier one. It decides what of a posting is
// compared, which postings form a cluster, and which member of a cluster is the original. Its parts are sketch (texts as
// shingles and sketches), index (candidates by equal keys) and verdict (the decision on a pair).
//
// Prepare makes the Profile of a posting, in any goroutine. Decide, in one goroutine, asks the index for the postings with an
// equal key. Keys are the bands of the sketch, the posting's number, its URL, its title, company and location, and its title
// with a part of its text. Decide judges the posting against the original of each of their clusters, against the newest member
// and those that share keys, and files it.
package dedup

import (
	"bytes"
	"time"

	"gannet/dedup/sketch"
)

// Publisher is the kind of organisation that published a posting. The kind closest to the employer comes first.
type Publisher uint8

// These are the kinds of publishers, the one closest to the employer first. A board publishes postings of many employers, and an
// aggregator copies postings of other sites. The kind is judged by the company's name and by what is known about the site so far; see
// sites.judge.
const (
	// Employer stands for the company that offers the job.
	Employer Publisher = iota
	// Agency stands for a recruitment agency, recognised by the name of the company.
	Agency
	// Board stands for a job board, on which many employers publish postings.
	Board
	// Aggregator stands for a site that copies postings of other sites.
	Aggregator
)

func (p Publisher) String() string {
	return [...]string{"employer", "agency", "board", "aggregator"}[min(p, Aggregator)]
}

// Profile holds the data by which a posting is compared with others, in about 900 bytes. Words and names are stored as sorted hashes, and
// the text is represented by a sketch. A Profile must not be changed after Prepare has returned it.
type Profile struct {
	Sketch     sketch.Sketch
	Language   string    // ISO 639-1, or empty
	Publisher  Publisher // as far as the posting alone tells
	Title      []uint32  // words of its normal form
	Company    []uint32  // words of its normal form
	Location   []uint32  // words of its normal form, and numbers
	Contacts   []uint32  // mail addresses, domains, telephone numbers
	Places     []uint32  // words of the places that the text names
	Hours      []uint32  // a week that the text names
	Markers    []uint32  // of the title: seniority, shift, contract, hours, level
	Named      []uint32  // words of the title as a Vocabulary knows them
	Sites      []uint32  // registrable domains of other sites that the page links to or the text names
	Hashes     Hashes
	Posted     int32 // days since 1970; 0 means unknown
	Pay        [2]float32
	Currency   string // ISO 4217, or empty
	Employment uint8  // a bit for each type of schema.org
	FieldCount uint8  // fields that were found
	Titled     Titled // how far the text repeats the title
	Loose      bool   // Publisher is Employer by a name that others can have as well: more than the company's, or what the page calls its site
	OwnName    bool   // the text has the name of the company
	Headline   bool   // the title says more than the role: parts, links, or a whole sentence
}

// Titled says how much of a posting's title occurs in its text. Pairs counts the title's pairs of successive words, and Found counts those
// pairs that the text has, too.
type Titled struct{ Found, Pairs uint8 }

// share is the share of the pairs that the text has.
func (t Titled) share() float64 { return float64(t.Found) / float64(max(1, t.Pairs)) }

// Hashes has one hash for each of several fields of a posting, by which exact copies are found. A hash is 0 if the posting does not have the
// field.
type Hashes struct {
	Title   uint64 // normal title
	Company uint64 // normal company
	Host    uint64 // registrable domain of the URL
	URL     uint64 // canonical URL
	Number  uint64 // the site and the site's own number for the posting
	Written uint64 // the number as written, on any site; 0 if it is short
	Key     uint64 // normal title, company and location together, as job.Posting.Key; 0 unless all are there
	Address uint64 // what of the URL names the posting, see addressKey
	List    uint64 // the list that linked to the posting, see listKey; 0 if it is not known
}

// Equal reports whether two profiles agree in all data that are compared.
func (p *Profile) Equal(o *Profile) bool {
	return bytes.Equal(p.AppendBinary(nil), o.AppendBinary(nil))
}

// day returns days since 1970, and 0 for no date.
func day(t time.Time) int32 {
	if t.IsZero() {
		return 0
	}
	return int32(t.Unix() / (24 * 60 * 60))
}

// The greatest numbers of values in a profile's lists. Of longer lists the smallest hashes are kept.
const (
	maxTitleWords    = 24
	maxCompanyWords  = 8
	maxLocationWords = 12
	maxContacts      = 8
	maxMarkers       = 8
	maxSites         = 16
)
