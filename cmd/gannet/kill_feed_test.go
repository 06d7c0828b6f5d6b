package main

import (
	"encoding/json"
	"testing"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// toldPosting is what events say of a posting.
type toldPosting struct {
	title    string
	url      string
	cluster  uint64
	original bool
	state    job.State
}

// toldPostings is what a reader of the feed knows who goes on from its cursor.
type toldPostings struct {
	of     map[uint64]toldPosting
	cursor uint64
}

// take takes an event in.
func (r *toldPostings) take(c *postings.Change) error {
	p := r.of[c.Number]
	if c.Job != nil {
		p.title = c.Job.Title
	}
	if f, ok := c.Fields["title"]; ok {
		p.title = ""
		if f.New != nil {
			if err := json.Unmarshal(f.New, &p.title); err != nil {
				return err
			}
		}
	}
	if c.URL != "" {
		p.url = c.URL
	}
	if c.Cluster != 0 {
		p.cluster = c.Cluster
	}
	if c.Original != nil {
		p.original = *c.Original
	}
	if f, ok := c.Fields["original"]; ok {
		p.original = string(f.New) == "true"
	}
	if c.Life != nil {
		p.state = c.Life.State
	}
	r.of[c.Number] = p
	if c.Cursor != 0 {
		r.cursor = c.Cursor
	}
	return nil
}

// compare reads the feed, once from the cursor of the last look and once from the beginning. Both agree with the postings.
func (r *toldPostings) compare(t *testing.T, db *store.DB, now map[uint64]*postings.Posting) {
	t.Helper()
	fresh := toldPostings{of: map[uint64]toldPosting{}}
	for _, reader := range []*toldPostings{r, &fresh} {
		if err := db.Postings().Changes(reader.cursor, reader.take); err != nil {
			t.Fatal(err)
		}
		if len(reader.of) != len(now) {
			t.Errorf("events tell of %d postings, %d are kept", len(reader.of), len(now))
		}
		for number, k := range now {
			want := toldPosting{k.Job.Title, k.URL, k.Cluster, k.Original, k.Life.State}
			if got := reader.of[number]; got != want {
				t.Errorf("posting %d is %+v, events say %+v", number, want, got)
			}
		}
	}
}
