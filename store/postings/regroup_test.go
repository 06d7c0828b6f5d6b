package postings_test

import (
	"fmt"
	"reflect"
	"testing"

	"gannet/job"
	"gannet/store/postings"
)

// TestRegroup splits a cluster, merges two, and checks the store.
func TestRegroup(t *testing.T) {
	db := openTest(t)
	for i, cluster := range []uint64{0, 1, 0, 0} {
		d := job.Decision{Cluster: cluster, Publisher: "board", PublisherReason: "a reason"}
		db.SetDecider(func(uint64, *postings.Found) (job.Decision, error) { return d, nil })
		put(t, db, jobPage(fmt.Sprintf("http://a.test/%d", i), i, newJob("Welder", "Iron", "Oslo", "Weld.")))
	}
	members, err := db.Postings().Members(1)
	if err != nil || len(members) != 2 || members[1].Decision.Publisher != "board" || members[1].Decision.PublisherReason != "a reason" || members[1].Decision.Reasons != nil {
		t.Fatalf("%+v, %v", members, err)
	}
	err = db.Regroup([]postings.Regrouped{
		{Number: 1, Decision: job.Decision{Cluster: 1, Original: true}},
		{Number: 2, Decision: job.Decision{Cluster: 2, Original: true}},
		{Number: 3, Decision: job.Decision{Cluster: 3, Of: 4, Verdict: "same"}},
		{Number: 4, Decision: job.Decision{Cluster: 3, Original: true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got [][3]uint64
	err = db.Postings().Find(postings.Query{}, func(p *postings.Posting) error {
		got = append(got, [3]uint64{p.Cluster, p.Number, uint64(p.Copies)})
		return nil
	})
	if want := [][3]uint64{{1, 1, 1}, {2, 2, 1}, {3, 4, 2}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v %v, want %v", got, err, want)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}

// TestAnotherMemberBecomesTheOriginal: a decision on a new posting may say so.
func TestAnotherMemberBecomesTheOriginal(t *testing.T) {
	db := openTest(t)
	for i, d := range []job.Decision{{}, {Cluster: 1, Original: true}, {Cluster: 1, NewOriginal: 1}} {
		db.SetDecider(func(uint64, *postings.Found) (job.Decision, error) { return d, nil })
		put(t, db, jobPage(fmt.Sprintf("http://a.test/%d", i), i, newJob("Welder", "Iron", "Oslo", "Weld.")))
	}
	if p, err := db.Postings().Get(1); err != nil || !p.Original {
		t.Errorf("%+v, %v", p, err)
	}
}
