package postings_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gannet/job"
	"gannet/store/postings"
)

// TestTermsMissNothingThatIsFound holds the terms against Find: a posting that a query finds has all terms that it wants.
func TestTermsMissNothingThatIsFound(t *testing.T) {
	words := []string{"Köln", "koeln", "Koln", "C++", "front-end", "Łódź", "lodz", "软件工程师", "工程", "++", "Straße", "strasse", "O'Neil", "ÅS", "aas", "java", "São Paulo"}
	r := rand.New(rand.NewPCG(1, 2))
	some := func() (text string) {
		for range r.IntN(4) {
			text += words[r.IntN(len(words))] + []string{" ", ", ", "/", "-"}[r.IntN(4)]
		}
		return text
	}
	db := openTest(t)
	hosts := []string{"a.example.com", "a.example.com:8080", "münchen.example", "x-y.test"}
	for i := range 60 {
		j := newJob("x "+some(), some()+" GmbH", some(), some())
		j.State = []job.State{"", job.Open, job.Closed, job.Suspected}[i%4]
		put(t, db, jobPage(fmt.Sprintf("http://%s/%d", hosts[i%len(hosts)], i), i, j))
	}
	x, have := postings.NewIndexer(), map[uint64][]string{}
	if err := db.Postings().Each(func(p *postings.Posting) error { have[p.Number] = x.Terms(p); return nil }); err != nil {
		t.Fatal(err)
	}
	for range 400 {
		q := postings.Query{All: true}
		for _, field := range []*string{&q.Text, &q.Company, &q.Location} {
			if r.IntN(3) == 0 {
				*field = some()
			}
		}
		q.Host = []string{"", "", "example.com", "A.example.com:8080", "x-y.test"}[r.IntN(5)]
		q.State = []job.State{"", "", job.Open, postings.NotClosed, job.Unknown}[r.IntN(5)]
		wanted := x.Wanted(&q)
		if err := db.Postings().Find(q, func(p *postings.Posting) error {
			for _, any := range wanted {
				if !slices.ContainsFunc(any, func(list []string) bool { return isSubset(list, have[p.Number]) }) {
					t.Errorf("%+v wants %q; posting %d is found and has %q", q, any, p.Number, have[p.Number])
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

func isSubset(list, of []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(of, s) })
}
