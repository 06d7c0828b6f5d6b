package lists

import (
	"strings"
	"testing"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// TestPartsFollow changes rows of orders that are divided, adds some and divides them again. Ranks are right all along, and a wrong
// one is found.
func TestPartsFollow(t *testing.T) {
	defer inParts()()
	c := newCrawl(t)
	c.put(t, 0, 60)
	c.bringAll(t)
	if err := c.db.Regroup([]postings.Regrouped{{Number: 10, Decision: job.Decision{Cluster: 10}}, {Number: 11, Decision: job.Decision{Cluster: 10, Original: true}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.db.PutPostings([]store.Reading{{Page: 3, Posting: &postings.Found{Job: &job.Posting{Title: "Astronaut"}}}, {Page: 4}}); err != nil {
		t.Fatal(err)
	}
	c.put(t, 60, 100)
	for range 2 {
		c.bringAll(t)
		if err := Check(c.dir, c.source()); err != nil {
			t.Error(err)
		}
		if got := c.all(t, JobQuery{Asked: Asked{Sort: "title", Ascending: true}, Where: postings.Query{Host: "example.com"}}); got[0].Number != 3 {
			t.Errorf("by title: %s", numbers(got))
		}
		c.put(t, 100, 200)
	}
	ix, err := openIndex(c.path, true)
	if err != nil {
		t.Fatal(err)
	}
	_, err = ix.db.Exec("UPDATE ranks SET ranks = zeroblob(?) WHERE list = 'jobs' AND sort = 'place'", rowsInBlock)
	if err != nil {
		t.Fatal(err)
	}
	if err := ix.close(); err != nil {
		t.Fatal(err)
	}
	if err := Check(c.dir, c.source()); err == nil {
		t.Error("ranks that are wrong are not found")
	}
}

// TestPartsWithoutMatchesAreLeftOut looks for the last title of an order.
func TestPartsWithoutMatchesAreLeftOut(t *testing.T) {
	defer inParts()()
	c := newCrawl(t)
	c.put(t, 0, 200)
	c.bringAll(t)
	ix, err := openIndex(c.path, true)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.close()
	for _, x := range []struct {
		term string
		up   bool
		left string // titles behind the position
	}{{"twelder", true, "nurse,welder"}, {"tprogrammer", false, "c++ programmer,kochin"}} {
		s := &search{table: table{"jobs", "job_terms", "cluster"}, ctx: t.Context(), ix: ix, sort: "title", up: x.up, match: quoted(x.term)}
		matches, err := s.matches()
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.partsOf(matches)
		if err != nil || p == nil || !s.skip(p) {
			t.Fatalf("%s: no parts: %v", x.term, err)
		}
		_, beyond := s.order()
		var left string
		if err := ix.db.QueryRow("SELECT group_concat(title) FROM (SELECT DISTINCT title FROM jobs WHERE title "+beyond+"= ? ORDER BY title)", s.at.key).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(x.left, left) {
			t.Errorf("%s: %s are left", x.term, left)
		}
	}
}
