package postings

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/cases"

	"gannet/internal/share"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store/internal/entry"
)

// Query says which postings Find returns. The zero value matches all, and returns one posting of each cluster.
type Query struct {
	Text       string    `json:"text,omitempty"`       // words that title, company or description have, all of them, in any order and case
	Company    string    `json:"company,omitempty"`    // the company's name, in any of its forms, or the words it begins with
	Location   string    `json:"place,omitempty"`      // words of the location: a town, a region or a country
	Language   string    `json:"language,omitempty"`   // ISO 639-1
	Host       string    `json:"host,omitempty"`       // host of the page, or a domain that it ends in
	Since      time.Time `json:"since,omitzero"`       // posted then or later; a posting without a date counts by when it was first seen
	Until      time.Time `json:"until,omitzero"`       // posted before
	Pay        job.Pay   `json:"pay,omitzero"`         // least salary, for a year of work unless it has another unit; see job.Pay.Yearly
	Occupation string    `json:"occupation,omitempty"` // group of ISCO-08, one to four digits
	Region     string    `json:"region,omitempty"`     // of a place of work: ISO 3166-2, such as DE-BY, NUTS, such as DE21, or a country's two letters
	Near       Circle    `json:"near,omitzero"`        // that a place of work lies in
	State      job.State `json:"state,omitempty"`      // open, suspected, closed, unknown or NotClosed; "": any
	On         time.Time `json:"on,omitzero"`          // states as they were known then, and no posting that was not known yet
	All        bool      `json:"all,omitempty"`        // every posting by itself; otherwise one for each cluster
	PerJob     bool      `json:"per_job,omitempty"`    // for counts: of each cluster only one posting is compared, the original or the first in the wanted state; without State, one that is not closed comes first
	After      uint64    `json:"after,omitempty"`      // clusters with a greater number, and with All postings
	Before     uint64    `json:"before,omitempty"`     // those with a smaller number; 0: all
	Newest     bool      `json:"newest,omitempty"`     // the greatest number comes first
	Limit      int       `json:"limit,omitempty"`      // at most so many; 0: all
	Brief      bool      `json:"brief,omitempty"`      // Job has no more than URL, id, title, company, location, dates and language, and is read faster, unless the query asks for more
}

// NotClosed, as the state in a Query, matches postings that are open, suspected or unknown.
const NotClosed job.State = "not closed"

// Finder finds stored postings. Reader and the client of a running crawl implement it. The methods of Reader say what each method does.
type Finder interface {
	Find(q Query, use func(*Posting) error) error
	Get(number uint64) (*Posting, error)
	NumberAt(url string) (uint64, error)
	Members(cluster uint64) ([]Member, error)
	Versions(number uint64) ([]*Version, error)
	Changes(since uint64, use func(*Change) error) error
	LatestChange() (cursor uint64, err error)
	// Crawl returns the identity of the crawl, which no other crawl has. It is "" for a crawl of an earlier version that has no posting.
	Crawl() (string, error)
	// In returns a Finder that reads only while ctx lasts. In the process of a crawl it reads when turns lets it.
	In(ctx context.Context, turns *share.Share) Finder
}

// filter is a query that has been prepared so that it can be compared with many postings.
type filter struct {
	*Query
	*Buckets
	words        []spelled // of Text
	company      [2]string // in normal form, of each spelling
	location     []spelled // words
	locationForm []spelled // words of the normal form
	host         string
	fold         cases.Caser
	plain, lower []byte         // buffers for one posting at a time
	other        []byte         // likewise
	after, last  uint64         // the entries that are left to search
	found        []*Posting     // by the latest transaction
	wanted       int            // how many of them end it; 0 or less: it goes on
	reposted     map[uint64]int // by cluster, of those with several postings
	until        time.Time      // when the transaction ends
	within       uint64         // the cluster in whose midst the transaction before ended, 0 for none
	member       uint64         // the latest of its members that was searched
	standing     *filter        // with PerJob, it matches the posting that stands for a job
}

func newFilter(q *Query) *filter {
	f := &filter{Query: q, fold: cases.Fold(), host: strings.ToLower(q.Host), reposted: map[uint64]int{}}
	f.company = f.companyForms(q.Company)
	f.words = spellAll(strings.Fields(f.fold.String(q.Text)))
	f.location = spellAll(locationWords(f.fold.String(q.Location)))
	f.locationForm = spellAll(locationWords(job.NormalLocation(q.Location)))
	if q.PerJob {
		f.standing = newFilter(&Query{State: cmp.Or(q.State, NotClosed), On: q.On, Brief: true})
	}
	return f
}

func locationWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
}

// findOne calls use with a posting if the posting meets the query.
func (f *filter) findOne(number uint64, value []byte, use func(*Posting) error) error {
	known, ok, err := f.match(number, value)
	if err != nil {
		return fmt.Errorf("posting %d: %w", number, err)
	}
	if !ok {
		return nil
	}
	p, err := f.posting(number, known, !f.Brief || f.needsDetails())
	if err != nil {
		return fmt.Errorf("posting %d: %w", number, err)
	}
	if !f.matchPay(p.Job.Salary) || !f.matchDetails(p.Job) || !f.matchState(p) {
		return nil
	}
	if err := f.countReposts(p); err != nil {
		return err
	}
	return use(p)
}

func (f *filter) matchPay(pay job.Pay) bool {
	if !f.Pay.Known() {
		return true
	}
	least := f.Pay
	least.Unit = cmp.Or(least.Unit, "YEAR")
	_, want, _ := least.Yearly()
	_, have, ok := pay.Yearly()
	return ok && have >= want && (least.Currency == "" || strings.EqualFold(pay.Currency, least.Currency))
}

// findInCluster gives one posting of a cluster if any of them meets the query. If the time of the transaction is over before that is known, it notes
// the member at which the next transaction goes on.
func (f *filter) findInCluster(id uint64, c clusterEntry, use func(*Posting) error) error {
	found, begun := false, f.within == id
	f.within = 0
	useOnce := func(p *Posting) error {
		found = true
		return use(p)
	}
	find := f.findOne
	if f.standing != nil {
		find = func(number uint64, value []byte, use func(*Posting) error) error {
			return f.standing.findOne(number, value, func(*Posting) error {
				found = true
				return f.findOne(number, value, use)
			})
		}
	}
	original := f.postings.Get(entry.Key(c.original))
	var err error
	if !begun {
		f.member = 0
		err = find(c.original, original, useOnce)
	}
	if err == nil && !found && c.members > 1 {
		err = f.membersFrom(id, f.member+1, func(n uint64, _ []byte) (more bool, err error) {
			if n != c.original {
				err = find(n, f.postings.Get(entry.Key(n)), useOnce)
			}
			if f.member = n; !found && time.Now().After(f.until) {
				f.within = id
			}
			return !found && f.within == 0, err
		})
	}
	if err == nil && !found && f.within == 0 && f.PerJob && f.State == "" {
		return f.findOne(c.original, original, useOnce) // all are closed
	}
	return err
}

// match compares a posting with the query. It reads the text of the posting only if the summary does not suffice.
func (f *filter) match(number uint64, value []byte) (known *summary, ok bool, err error) {
	if known, err = decodeSummary(value); err != nil {
		return nil, false, err
	}
	if f.Language != "" && !strings.EqualFold(known.language, f.Language) ||
		!f.matchTime(known) || !f.matchHost(known) || !f.matchCompany(known) || !f.matchLocation(known) {
		return known, false, nil
	}
	ok, err = f.matchText(number, known)
	return known, ok, err
}

func (f *filter) matchTime(known *summary) bool {
	at := known.posted
	if at.IsZero() {
		at = known.first
	}
	return (f.Since.IsZero() || !at.Before(f.Since)) && (f.Until.IsZero() || at.Before(f.Until))
}

func (f *filter) matchHost(known *summary) bool {
	if f.host == "" {
		return true
	}
	host := weburl.Host(known.url)
	if !strings.Contains(f.host, ":") {
		host, _, _ = strings.Cut(host, ":")
	}
	return host == f.host || strings.HasSuffix(host, "."+f.host)
}

func (f *filter) matchCompany(known *summary) bool {
	if f.Company == "" {
		return true
	}
	for i, form := range f.companyForms(known.company) {
		rest, ok := strings.CutPrefix(form, f.company[i])
		if ok && f.company[i] != "" && (rest == "" || rest[0] == ' ') {
			return true
		}
	}
	return false
}

// companyForms returns the normal forms of a company's name in each spelling.
func (f *filter) companyForms(name string) [2]string {
	other := respell(nil, f.folded([]byte(name)), german)
	return [2]string{job.NormalCompany(name), job.NormalCompany(string(other))}
}

// matchLocation compares the location with the words of the query as they were written first, because their normal form may have lost some.
func (f *filter) matchLocation(known *summary) bool {
	if f.Location == "" {
		return true
	}
	if known.location == "" {
		return false
	}
	return f.hasAll(f.folded([]byte(known.location)), f.location) || f.hasAll([]byte(job.NormalLocation(known.location)), f.locationForm)
}

// matchText looks for the words in title and company, and for those that are missing there in the description.
func (f *filter) matchText(number uint64, known *summary) (bool, error) {
	if len(f.words) == 0 {
		return f.Text == "", nil
	}
	missing := f.missing(f.folded([]byte(known.title+"\n"+known.company)), f.words)
	if len(missing) == 0 {
		return true, nil
	}
	v, err := decodeVersion(f.versions.Get(versionKey(number, known.versions)))
	if err != nil {
		return false, err
	}
	if f.plain, err = entry.Decompress(f.plain[:0], v.frame); err != nil {
		return false, err
	}
	description, _, err := splitPosting(f.plain)
	if err != nil {
		return false, err
	}
	return len(f.missing(f.folded(description), missing)) == 0, nil
}
