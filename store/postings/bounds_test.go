package postings_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gannet/job"
	"gannet/store/postings"
)

// TestLongQueriesAreRefused: in every text of a query, by bytes, words, and letters of scripts without blanks between words.
func TestLongQueriesAreRefused(t *testing.T) {
	db := openTest(t)
	find := func(q postings.Query) error {
		return db.Postings().Find(q, func(*postings.Posting) error { return nil })
	}
	for name, text := range map[string]string{"bytes": strings.Repeat("x", 2000), "words": strings.Repeat("a ", 100), "letters": strings.Repeat("工", 100), "marks": strings.Repeat("+ ", 100)} {
		for _, q := range []postings.Query{{Text: text}, {Company: text}, {Location: text}, {Language: text}, {Host: text}} {
			if err := find(q); !errors.Is(err, postings.ErrLong) {
				t.Errorf("%s: %+v: %v", name, q, err)
			}
		}
	}
	if err := find(postings.Query{Text: "senior software engineer for distributed systems in Zürich, 80-100 %", Company: "Iron Ltd", Location: "Zürich"}); err != nil {
		t.Error(err)
	}
}

// expiring is a context that is over when it was asked some times.
type expiring struct {
	context.Context
	left int
}

func (e *expiring) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestSearchesGoOnInTheMidstOfAJob: each transaction ends after one posting, also among the copies of a job, and the same is found. The
// search ends with its context although it has found nothing.
func TestSearchesGoOnInTheMidstOfAJob(t *testing.T) {
	db := openTest(t)
	db.SetDecider(func(n uint64, _ *postings.Found) (job.Decision, error) { // jobs of ten copies
		return job.Decision{Cluster: n - (n-1)%10}, nil
	})
	for i := range 60 {
		text := "Weld."
		if i == 17 || i == 59 {
			text = "Weld under water."
		}
		put(t, db, jobPage(fmt.Sprintf("http://a.test/%d", i), i, newJob("Welder", "Iron Ltd", "Oslo", text)))
	}
	find := func(q postings.Query) (list []uint64) {
		t.Helper()
		if err := db.Postings().Find(q, func(p *postings.Posting) error { list = append(list, p.Number); return nil }); err != nil {
			t.Fatal(err)
		}
		return list
	}
	for _, q := range []postings.Query{
		{}, {Newest: true}, {Text: "water"}, {Text: "water", Newest: true}, {Text: "water", All: true}, {Text: "snow"}, {Text: "snow", Newest: true},
		{Text: "water", After: 11}, {Text: "water", Before: 51}, {Text: "weld", Limit: 2, Newest: true},
	} {
		at := find(q)
		usual := postings.SetTransactionTime(-1)
		if got := find(q); !slices.Equal(got, at) {
			t.Errorf("%+v: %d in transactions of a posting each, %d otherwise", q, got, at)
		}
		ctx := &expiring{t.Context(), 30}
		if err := db.Postings().In(ctx, nil).Find(postings.Query{Text: "snow", Newest: q.Newest}, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("a search went on without its context: %v", err)
		}
		if members, err := db.Postings().Members(11); err != nil || len(members) != 10 {
			t.Errorf("%d members: %v", len(members), err)
		}
		postings.SetTransactionTime(usual)
	}
	if got := find(postings.Query{Text: "water"}); len(got) != 2 {
		t.Errorf("found %d", got)
	}
}
