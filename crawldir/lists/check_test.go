package lists

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// TestCheckFindsDamage flips bytes of an index. Either the check finds it, or it has no effect on any row.
func TestCheckFindsDamage(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 200)
	if err := Make(c.dir, c.source()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(c.dir, c.source()); err != nil {
		t.Fatalf("whole: %v", err)
	}
	r, found := rand.New(rand.NewPCG(3, 4)), 0
	for range 25 {
		data := append([]byte(nil), whole...)
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		if err := errors.Join(Remove(c.dir), os.WriteFile(c.path, data, 0o644)); err != nil {
			t.Fatal(err)
		}
		if err := Check(c.dir, c.source()); err != nil {
			found++
			continue
		}
		c.bringAll(t) // up to where it is in the store may be what is damaged
		if got := c.all(t, JobQuery{Where: postings.Query{Text: "welder"}}); len(got) != 50 {
			t.Errorf("the check did not find that %d postings are missing", 50-len(got))
		}
	}
	if found < 8 {
		t.Errorf("%d of 25 damages are found", found)
	}
	if err := errors.Join(Make(c.dir, c.source()), Check(c.dir, c.source())); err != nil {
		t.Errorf("made again: %v", err)
	}
}

// TestBehindIsNoDamage checks an index to which the store has gone on.
func TestBehindIsNoDamage(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 30)
	c.bringAll(t)
	c.put(t, 30, 60)
	if _, err := c.db.PutPostings([]store.Reading{{Page: 3, Posting: &postings.Found{Job: &job.Posting{Title: "Astronaut"}}}, {Page: 4}}); err != nil {
		t.Fatal(err)
	}
	if err := c.db.Rejudge([]store.Verdict{{Page: 5, Score: .77, Relevant: true}}); err != nil {
		t.Fatal(err)
	}
	if err := Check(c.dir, c.source()); err != nil {
		t.Error(err)
	}
}

// TestKilledWriterLeavesAnIndexThatIsBehind copies the files of an index while it is written to, as they are on the disk when its writer
// is killed, with the log of SQLite whole and cut.
func TestKilledWriterLeavesAnIndexThatIsBehind(t *testing.T) {
	c := newCrawl(t)
	c.put(t, 0, 120)
	ix, err := openIndex(c.path, true)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.close()
	for range 4 {
		if err := errors.Join(ix.step(jobKind, c.source(), 25), ix.step(pageKind, c.source(), 20)); err != nil {
			t.Fatal(err)
		}
	}
	log, err := os.ReadFile(c.path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []int{0, 1, 2, 3, 4} {
		l := New(t.TempDir(), c.open)
		if err := errors.Join(os.WriteFile(l.path, data, 0o644), os.WriteFile(l.path+"-wal", log[:len(log)*part/4], 0o644)); err != nil {
			t.Fatal(err)
		}
		killed := &crawl{l, filepath.Dir(l.path), c.db}
		if err := Check(killed.dir, c.source()); err != nil && part == 4 {
			t.Errorf("killed: %v", err)
		}
		killed.bringAll(t)
		if got := killed.all(t, JobQuery{Where: postings.Query{Text: "welder"}}); len(got) != 30 {
			t.Errorf("%d quarters of the log: %d postings", part, len(got))
		}
		if err := Check(killed.dir, c.source()); err != nil {
			t.Errorf("%d quarters of the log, made whole: %v", part, err)
		}
		l.Close()
	}
}
