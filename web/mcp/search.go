package mcp

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/lists"
	"gannet/job"
	"gannet/store/postings"
)

// Bounds of a search. After searchTime it is cut, and may be gone on with.
const (
	usualRows = 20
	mostRows  = 50
)

// searchTime is a variable for tests, which may run on slow machines.
var searchTime = 30 * time.Millisecond

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
	Cursor   string `json:"cursor,omitempty" jsonschema:"next_cursor of the answer that is gone on with"`
}

// searchAnswer is what a search has found.
type searchAnswer struct {
	Jobs []jobRow `json:"jobs"`
	Next string   `json:"next_cursor,omitempty"`
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
}

func (a *answerer) searchJobs(ctx context.Context, in searchArgs) (any, error) {
	q, err := in.query()
	if err != nil {
		return nil, err
	}
	var answer *searchAnswer
	err = a.read(ctx, func(r *crawldir.Reader) (err error) {
		answer, err = a.search(ctx, r, q)
		return err
	})
	return answer, err
}

// query returns what is asked for.
func (in *searchArgs) query() (q lists.JobQuery, err error) {
	q.Asked = lists.Asked{Cursor: in.Cursor, Limit: min(cmp.Or(max(in.Limit, 0), usualRows), mostRows), Time: searchTime}
	q.Where = postings.Query{Text: in.Text, Company: in.Company, Location: in.Place, Host: in.Host, Language: in.Language}
	switch state := job.State(in.State); state {
	case "":
		q.Where.State = postings.NotClosed
	case "any":
	case job.Open, job.Suspected, job.Closed, job.Unknown:
		q.Where.State = state
	default:
		return q, fmt.Errorf("state %q is not known: give open, suspected, closed, unknown or any", in.State)
	}
	if in.Since != "" {
		if q.Where.Since, err = time.Parse(time.DateOnly, in.Since); err != nil {
			return q, fmt.Errorf("since %q is no day: give one such as 2026-11-01", in.Since)
		}
	}
	return q, nil
}

// search returns a part of the jobs, the newest first.
func (a *answerer) search(ctx context.Context, r *crawldir.Reader, q lists.JobQuery) (*searchAnswer, error) {
	found, err := a.lists.Jobs(ctx, r.Lists(), q)
	if err != nil {
		return nil, err
	}
	answer := &searchAnswer{Jobs: []jobRow{}, Next: found.Next}
	for _, p := range found.Rows {
		answer.Jobs = append(answer.Jobs, rowOf(p))
	}
	switch {
	case found.Cut:
		answer.Note = "The search was cut because it takes long: go on with the cursor."
	case found.Missing > 0 && !found.Walked:
		answer.Note = fmt.Sprintf("%d newer entries are not searched yet: search again soon.", found.Missing)
	}
	return answer, nil
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
