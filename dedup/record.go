// Package dedup owns the question whether a posting is the same job as one seen before: what is compared of a posting,
// how candidates become verdicts, verdicts clusters, and which posting of a cluster is the original. Its parts are
// sketch (texts as shingles and sketches), index (candidates by equal keys) and verdict (the decision on a pair).
//
// The way of a posting: Prepare makes its Record, in any goroutine. Decide, in one goroutine, asks the index for the
// postings with an equal key (bands of the sketch; posting number, URL, normal title + company + place), judges the
// posting against the original and the newest member of their clusters, and files it.
package dedup

import (
	"time"

	"gannet/dedup/sketch"
)

// Source is what kind of site a posting is from, the one nearer to the job first.
type Source uint8

// The sources. A site is the employer's if its domain has the company's name or shows one company alone, an aggregator
// if most of its postings were known from other sites, else a board. A posting whose company is an agency by its name
// is an agency's.
const (
	Employer Source = iota
	Agency
	Board
	Aggregator
)

func (s Source) String() string {
	return [...]string{"employer", "agency", "board", "aggregator"}[min(s, Aggregator)]
}

// Record is what is compared of a posting. Words and names are kept as hashes, sorted, so that it is about 650 bytes;
// texts are not kept. It is read-only once prepared.
type Record struct {
	Sketch   sketch.Sketch
	Language string   // ISO 639-1, or empty
	Source   Source   // as far as the posting alone tells
	Title    []uint32 // its words, of the normal form
	Company  []uint32 // likewise
	Place    []uint32 // likewise
	Contacts []uint32 // mail addresses, domains, telephones
	Names    Names
	Posted   int32 // days since 1970; 0 = unknown
	Pay      [2]float32
	Currency string // ISO 4217, or empty
	Complete uint8  // number of fields that were found
}

// Names are the hashes by which a posting is known exactly; 0 = it has none.
type Names struct {
	Title   uint64 // normal title
	Company uint64 // normal company
	Host    uint64 // registrable domain of the URL
	URL     uint64 // canonical URL
	Number  uint64 // the site's name for the posting, with the site
	Key     uint64 // normal title, company and place together, as job.Posting.Key; 0 unless all are there
}

// day gives days since 1970, 0 for no date.
func day(t time.Time) int32 {
	if t.IsZero() {
		return 0
	}
	return int32(t.Unix() / (24 * 60 * 60))
}

// Limits of a record's lists; what is beyond them is left out, larger hashes first.
const (
	titleWords   = 24
	companyWords = 8
	placeWords   = 12
	contactNames = 8
)
