package main

import (
	"errors"
	"time"

	"gannet/job"
	"gannet/store/postings"
)

// changedPosting is a posting that an export has to add.
type changedPosting struct {
	number, cursor uint64
	time           time.Time // of the change
}

// dropped is the state of a posting in a data set that the crawl keeps no more.
const dropped job.State = "dropped"

// postingOrNone returns a posting. One that is kept no more has nothing but its number.
func postingOrNone(jobs postings.Finder, number uint64) (*postings.Posting, error) {
	k, err := jobs.Get(number)
	if errors.Is(err, postings.ErrNotFound) {
		return &postings.Posting{Number: number, Job: &job.Posting{State: dropped}}, nil
	}
	return k, err
}

// changedSince returns the postings of which anything that is exported has changed after a cursor, and the newest cursor. If
// the ledger no longer reaches back to the cursor, these are all postings.
func changedSince(jobs postings.Finder, since uint64) (changed []changedPosting, latest uint64, err error) {
	t := touched{postings: map[uint64]changedPosting{}, clusters: map[uint64]changedPosting{}, latest: since}
	err = jobs.Changes(since, t.take)
	if errors.Is(err, postings.ErrOldCursor) {
		since, err = 0, jobs.Changes(0, t.take)
	}
	if err == nil && since > 0 { // otherwise all are there
		err = t.addMembers(jobs)
	}
	for _, c := range t.postings {
		if c.cursor == 0 { // of a snapshot, which is newer than any row
			c.cursor = t.latest
		}
		changed = append(changed, c)
	}
	return changed, t.latest, err
}

// touched are postings, and clusters that other postings came to or left: the copies of their members are counted otherwise.
type touched struct {
	postings, clusters map[uint64]changedPosting
	latest             uint64
}

func (t *touched) take(c *postings.Change) error {
	t.latest = max(t.latest, c.Cursor)
	if c.Number == 0 {
		return nil
	}
	t.postings[c.Number] = changedPosting{c.Number, c.Cursor, c.Time}
	for _, cluster := range []uint64{c.Cluster, c.ClusterBefore} {
		if cluster != 0 {
			t.clusters[cluster] = changedPosting{0, c.Cursor, c.Time}
		}
	}
	return nil
}

func (t *touched) addMembers(jobs postings.Finder) error {
	for id, by := range t.clusters {
		members, err := jobs.Members(id)
		if errors.Is(err, postings.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		for _, m := range members {
			if t.postings[m.Number].cursor < by.cursor {
				t.postings[m.Number] = changedPosting{m.Number, by.cursor, by.time}
			}
		}
	}
	return nil
}
