package lists

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"gannet/store/postings"
)

// walked begins a cursor of a list that was made without an index. The number of an entry follows.
const walked = "before-"

// A walk reads a few entries, then four times as many, and so on up to a limit, until it has enough rows or its time is over.
const (
	firstOfWalk = 4
	jobsOfWalk  = 250
	pagesOfWalk = 10_000
)

// walk reads entries downwards from before, step by step. last is the number of the row that filled the list.
func (p *Part) walk(before, step uint64, most time.Duration, read func(after, before uint64) error, last func() uint64) error {
	p.Walked = true
	for begin, some := time.Now(), uint64(firstOfWalk); before > 1; some = min(4*some, step) {
		after := before - min(before, some)
		err := read(after, before)
		switch {
		case errors.Is(err, errEnough):
			p.goOn(last())
			return nil
		case err != nil:
			return err
		}
		if before = after + 1; time.Since(begin) > most {
			p.Cut = before > 1
			break
		}
	}
	p.goOn(before)
	return nil
}

func (p *Part) goOn(before uint64) {
	if before > 1 {
		p.Next = fmt.Sprint(walked, before)
	}
}

// firstOf returns where a walk begins: behind the newest entry, or where a cursor says.
func firstOf(cursor string, newest func() (uint64, error)) (before uint64, err error) {
	if cursor != "" {
		if before, err = strconv.ParseUint(cursor, 10, 63); err != nil {
			err = ErrCursor
		}
		return before, err
	}
	before, err = newest()
	return before + 1, err
}

// walkJobs reads jobs from the newest cluster downwards.
func walkJobs(from Source, q JobQuery, cursor string) (*Jobs, error) {
	list := &Jobs{}
	before, err := firstOf(cursor, func() (uint64, error) { return newestCluster(from.Postings) })
	if err != nil {
		return list, err
	}
	read := func(after, before uint64) error {
		some := q.Where
		some.All, some.Newest, some.Brief, some.After, some.Before, some.Limit = false, true, true, after, before, q.Limit-len(list.Rows)
		return from.Postings.Find(some, func(p *postings.Posting) error {
			if list.Rows = append(list.Rows, p); len(list.Rows) == q.Limit {
				return errEnough
			}
			return nil
		})
	}
	return list, list.walk(before, jobsOfWalk, q.Time, read, func() uint64 { return list.Rows[len(list.Rows)-1].Cluster })
}

func newestCluster(from postings.Finder) (number uint64, err error) {
	err = from.Find(postings.Query{Newest: true, Brief: true, Limit: 1}, func(p *postings.Posting) error {
		number = p.Cluster
		return nil
	})
	return number, err
}
