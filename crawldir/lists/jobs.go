package lists

import (
	"context"
	"errors"
	"strings"
	"time"

	"gannet/store/postings"
)

// JobQuery is a query for jobs; its result has one row for all copies of a job. Of the field Where only the filters are used, because the
// field Asked gives the order, the number of rows and where to start.
type JobQuery struct {
	Asked
	Where postings.Query
}

// Jobs is one page of the results of a query for jobs.
type Jobs struct {
	Part
	Rows []*postings.Posting
}

// JobSorts returns the columns by which jobs can be sorted; the first is the default.
func JobSorts() []string { return jobKind.sorts() }

// Jobs returns one page of the results of a query for jobs. It stops when ctx ends. The error is postings.ErrLong if the query is too long.
func (l *Lists) Jobs(ctx context.Context, from Source, q JobQuery) (list *Jobs, err error) {
	if err := q.Where.Check(); err != nil {
		return nil, err
	}
	from = from.in(ctx)
	walk := func(cursor string) (*Part, error) {
		list, err = walkJobs(from, q, cursor)
		return &list.Part, err
	}
	search := func(ix *index) (*Part, error) {
		list, err = searchJobs(ctx, ix, from, q)
		return &list.Part, err
	}
	err = l.part(ctx, jobKind, from, &q.Asked, walk, search)
	return list, err
}

// searchJobs gets candidates from the index. A candidate becomes a row if the store says that it is the posting by which its cluster is shown.
func searchJobs(ctx context.Context, ix *index, from Source, q JobQuery) (list *Jobs, err error) {
	list = &Jobs{}
	s := &search{
		table: table{"jobs", "job_terms", "cluster"}, ix: ix, sort: q.Sort, up: q.Ascending,
		match: matchOf(postings.NewIndexer().Wanted(&q.Where)),
	}
	if s.at, err = readPosition(q.Cursor); err != nil {
		return list, err
	}
	if s.newest, err = newestPosting(from.Postings); err != nil {
		return list, err
	}
	s.filterDays(&q.Where)
	if s.match == "" && s.also == "" && !q.Where.Pay.Known() && q.Where.On.IsZero() && q.Where.Text == "" && q.Where.Company == "" && q.Where.Location == "" {
		s.also = "original"
	}
	s.take = func(number, cluster uint64) (bool, error) {
		p, err := meant(from.Postings, &q.Where, number, cluster)
		if p != nil {
			list.Rows = append(list.Rows, p)
		}
		return len(list.Rows) < q.Limit, err
	}
	return list, list.end(ctx, s, q.Time)
}

// end runs a search for at most the given time and records how it ended. The error is errSlow if the search found no position from which it could be
// continued.
func (p *Part) end(ctx context.Context, s *search, most time.Duration) error {
	s.until = time.Now().Add(most)
	limited, cancel := context.WithDeadline(ctx, s.until)
	defer cancel()
	s.ctx = limited
	begun := s.at
	err := s.run()
	if err != nil && limited.Err() != nil && !errors.Is(err, errEnough) {
		err = errCut // SQLite was interrupted
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errCut) && s.at == begun:
		return errSlow
	case errors.Is(err, errCut):
		p.Cut, p.Next = true, s.at.String()
	case errors.Is(err, errEnough):
		p.Next = s.at.String()
	default:
		return err
	}
	return nil
}

// filterDays adds the bounds of the day of posting. They are those of seconds, so that the store has to look again.
func (s *search) filterDays(q *postings.Query) {
	var conditions []string
	if !q.Since.IsZero() {
		conditions, s.args = append(conditions, "day >= ?"), append(s.args, q.Since.Unix())
	}
	if !q.Until.IsZero() {
		conditions, s.args = append(conditions, "day <= ?"), append(s.args, q.Until.Unix())
	}
	s.also = strings.Join(conditions, " AND ")
}

// meant returns the posting of a number if it is the one that stands for its cluster in this query, and nil otherwise.
func meant(from postings.Finder, q *postings.Query, number, cluster uint64) (found *postings.Posting, err error) {
	one := *q
	one.All, one.Newest, one.Brief, one.After, one.Before, one.Limit = false, false, true, cluster-1, cluster+1, 1
	err = from.Find(one, func(p *postings.Posting) error {
		if p.Number == number {
			found = p
		}
		return nil
	})
	return found, err
}
