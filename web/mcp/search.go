package mcp

import (
	"cmp"
	"fmt"
	"time"

	"gannet/crawldir"
	"gannet/job"
	"gannet/store/postings"
)

// Bounds of a search. A search reads so many postings, and then again until it has its rows or its time is over. It may be gone on
// with then.
const (
	usualRows  = 20
	mostRows   = 50
	searchStep = 250
	searchTime = 30 * time.Millisecond
)

const (
	longName = 200 // characters of a title, company or place
	longText = 12_000
)

// searchArgs say which jobs are looked for.
type searchArgs struct {
	Text     string `json:"text,omitempty" jsonschema:"words that title, company or description have, all of them"`
	Company  string `json:"company,omitempty" jsonschema:"the employer's name, or the words that it begins with"`
	Place    string `json:"place,omitempty" jsonschema:"words of the place: a town, a region or a country"`
	Host     string `json:"host,omitempty" jsonschema:"host of the page, or a domain that it ends in"`
	Language string `json:"language,omitempty" jsonschema:"ISO 639-1 code of the posting's language, such as de"`
	State    string `json:"state,omitempty" jsonschema:"open, suspected, closed, unknown or any; without it all that are not closed"`
	Since    string `json:"since,omitempty" jsonschema:"only jobs posted on this day or later, as 2026-11-01"`
	Limit    int    `json:"limit,omitempty" jsonschema:"how many jobs at most, up to 50; without it 20"`
	Cursor   uint64 `json:"cursor,omitempty" jsonschema:"next_cursor of the answer that is gone on with"`
}

// searchAnswer is what a search has found.
type searchAnswer struct {
	Jobs []jobRow `json:"jobs"`
	Next uint64   `json:"next_cursor,omitempty"`
	Note string   `json:"note,omitempty"`
}

// jobRow is a job in a list.
type jobRow struct {
	Number   uint64    `json:"number"`
	Title    string    `json:"title"`
	Company  string    `json:"company,omitempty"`
	Place    string    `json:"place,omitempty"`
	Posted   string    `json:"posted,omitempty"`
	LastSeen time.Time `json:"last_seen,omitzero"`
	State    job.State `json:"state,omitempty"`
	Language string    `json:"language,omitempty"`
	URL      string    `json:"url"`
	Copies   int       `json:"copies,omitempty"` // how many postings of the job there are, if several
	cluster  uint64
}

func (a *answerer) searchJobs(in searchArgs) (any, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	answer := &searchAnswer{Jobs: []jobRow{}}
	err = a.read(func(r *crawldir.Reader) error { return answer.search(r.Postings, q, in.Cursor) })
	return answer, err
}

// query returns what is asked for, of which Limit and bounds still change.
func (in *searchArgs) query() (q postings.Query, err error) {
	q = postings.Query{
		Text: in.Text, Company: in.Company, Location: in.Place, Host: in.Host, Language: in.Language,
		Newest: true, Brief: true, Limit: min(cmp.Or(max(in.Limit, 0), usualRows), mostRows),
	}
	switch state := job.State(in.State); state {
	case "":
		q.State = postings.NotClosed
	case "any":
	case job.Open, job.Suspected, job.Closed, job.Unknown:
		q.State = state
	default:
		return q, fmt.Errorf("state %q is not known: give open, suspected, closed, unknown or any", in.State)
	}
	if in.Since != "" {
		if q.Since, err = time.Parse(time.DateOnly, in.Since); err != nil {
			return q, fmt.Errorf("since %q is no day: give one such as 2026-11-01", in.Since)
		}
	}
	return q, nil
}

// search searches from the newest job downwards, or from below a cursor.
func (s *searchAnswer) search(from postings.Finder, q postings.Query, before uint64) error {
	if before == 0 {
		newest, err := newestJob(from)
		if err != nil || newest == 0 {
			return err
		}
		before = newest + 1
	}
	want := q.Limit
	for began := time.Now(); before > 1 && len(s.Jobs) < want && time.Since(began) < searchTime; {
		q.After, q.Before, q.Limit = before-min(before, searchStep), before, want-len(s.Jobs)
		if err := from.Find(q, s.take); err != nil {
			return err
		}
		before = q.After + 1
	}
	if len(s.Jobs) == want {
		before = s.Jobs[want-1].cluster
	} else if before > 1 {
		s.Note = "The search was cut because it takes long: go on with the cursor."
	}
	if before > 1 {
		s.Next = before
	}
	return nil
}

func (s *searchAnswer) take(p *postings.Posting) error {
	row := rowOf(p)
	row.cluster = p.Cluster
	s.Jobs = append(s.Jobs, row)
	return nil
}

// rowOf returns a posting as a line of a list.
func rowOf(p *postings.Posting) jobRow {
	row := jobRow{
		Number: p.Number, Title: clip(p.Job.Title, longName), Company: clip(p.Job.Company, longName), Place: clip(p.Job.Location, longName),
		Posted: day(p.Job.Posted), LastSeen: p.Last, State: p.Job.State, Language: p.Job.Language, URL: p.URL,
	}
	if p.Copies > 1 {
		row.Copies = p.Copies
	}
	return row
}

// day returns a day as text, "" if it is not known.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// newestJob returns the number of the newest cluster, 0 if there is none.
func newestJob(from postings.Finder) (number uint64, err error) {
	err = from.Find(postings.Query{Newest: true, Limit: 1, Brief: true}, func(p *postings.Posting) error {
		number = p.Cluster
		return nil
	})
	return number, err
}
