package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
	"pgregory.net/rapid"

	"gannet/job"
	"gannet/job/life"
	"gannet/store/postings"
)

// replayed is what the events of the ledger say of a posting.
type replayed struct {
	Fields   map[string]json.RawMessage
	URL      string
	Cluster  uint64
	Original bool
	Life     life.Life
}

// replay takes events in, as a reader of the feed would. cursor is where it goes on.
type replay struct {
	jobs   map[uint64]*replayed
	cursor uint64
	events []postings.Event
}

func newReplay() *replay { return &replay{jobs: map[uint64]*replayed{}} }

func (r *replay) apply(c *postings.Change) error {
	r.events = append(r.events, c.Event)
	if c.Cursor != 0 {
		r.cursor = c.Cursor
	}
	if c.Event == postings.EventNew && c.Job != nil {
		r.jobs[c.Number] = &replayed{Fields: jsonFields(c.Job), URL: c.URL}
	}
	p := r.jobs[c.Number]
	if p == nil {
		return nil // it was dropped later
	}
	if c.Event == postings.EventDropped {
		delete(r.jobs, c.Number)
	}
	if c.Cluster != 0 {
		p.Cluster = c.Cluster
	}
	if c.Original != nil {
		p.Original = *c.Original
	}
	if c.URL != "" {
		p.URL = c.URL
	}
	if c.Life != nil {
		p.Life = *c.Life
	}
	for name, change := range c.Fields {
		p.change(name, change)
	}
	return nil
}

func (p *replayed) change(name string, c postings.FieldChange) {
	switch {
	case name == "original":
		p.Original = string(c.New) == "true"
	case name == "state_reason": // the life has it
	case c.New == nil:
		delete(p.Fields, name)
	default:
		p.Fields[name] = c.New
	}
}

// jsonFields are the fields of a posting but its state, which belongs to its life.
func jsonFields(p *job.Posting) (fields map[string]json.RawMessage) {
	plain := *p
	plain.State, plain.StateReason = "", ""
	text, _ := json.Marshal(&plain)
	_ = json.Unmarshal(text, &fields)
	return fields
}

// agrees returns an error unless the events gave what the store has.
func (r *replay) agrees(db *DB) error {
	n := 0
	err := db.Postings().Each(func(p *postings.Posting) error {
		n++
		got := r.jobs[p.Number]
		if got == nil {
			return fmt.Errorf("posting %d is in no event", p.Number)
		}
		want := &replayed{jsonFields(p.Job), p.URL, p.Cluster, p.Original, lasting(p.Life)}
		if got.Life = lasting(got.Life); !reflect.DeepEqual(got, want) {
			return fmt.Errorf("posting %d is\n%s, events say\n%s", p.Number, said(want), said(got))
		}
		return nil
	})
	if err == nil && n != len(r.jobs) {
		err = fmt.Errorf("%d postings, events tell of %d", n, len(r.jobs))
	}
	return err
}

func said(p *replayed) string {
	text := fmt.Sprintf("%s cluster %d original %v life %+v", p.URL, p.Cluster, p.Original, p.Life)
	for _, name := range slices.Sorted(maps.Keys(p.Fields)) {
		text += fmt.Sprintf(" %s=%s", name, p.Fields[name])
	}
	return text
}

// lasting is what of a life does not change with every visit.
func lasting(l life.Life) life.Life {
	return life.Life{State: l.State, Reason: l.Reason, By: l.By, After: l.After, Before: l.Before, Reopened: l.Reopened}
}

// follow reads the events since the last time.
func (r *replay) follow(db *DB) error { return db.Postings().Changes(r.cursor, r.apply) }

// TestReplayOfTheLedgerIsTheExport: whatever is put, observed, read again and regrouped, the events give the postings, read from
// the beginning, from any cursor on, and through a ledger of a few events.
func TestReplayOfTheLedgerIsTheExport(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		file := filepath.Join(dir, "pages.db")
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		db, err := Options{NoSync: true}.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		if rapid.Bool().Draw(t, "short ledger") {
			db.SetLedger(postings.Ledger{Bytes: 400, Age: time.Hour})
		}
		following := newReplay()
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			changeAny(t, db)
			if err := following.follow(db); errors.Is(err, postings.ErrOldCursor) {
				following = newReplay()
				err = following.follow(db)
				if err != nil {
					t.Fatal(err)
				}
			} else if err != nil {
				t.Fatal(err)
			}
			fresh := newReplay()
			if err := errors.Join(fresh.follow(db), fresh.agrees(db), following.agrees(db)); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Check(func(problem string) error { return errors.New(problem) }); err != nil {
			t.Fatal(err)
		}
	})
}

// changeAny puts pages, observes, reads pages again or regroups.
func changeAny(t *rapid.T, db *DB) {
	var err error
	db.SetDecider(drawDecider(t, db))
	switch rapid.IntRange(0, 3).Draw(t, "step") {
	case 0:
		o := Observation{URL: fmt.Sprintf("http://h.test/%d", rapid.IntRange(0, 7).Draw(t, "observed"))}
		o.At = start.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "at")) * time.Hour)
		o.What = life.What(rapid.IntRange(0, int(life.Listed)).Draw(t, "what"))
		_, err = db.Observe([]Observation{o})
	case 1:
		r := Reading{Page: uint64(rapid.IntRange(1, 8).Draw(t, "page"))}
		if p := drawPage(t); len(p.Postings) > 0 {
			r.Posting = p.Postings[0]
			r.Posting.Job.Skills = rapid.SampledFrom([][]string{nil, {"steel"}}).Draw(t, "skills")
		}
		_, err = db.PutPostings([]Reading{r})
	case 2:
		err = db.Regroup(drawGroups(t, db))
	default:
		_, err = db.Put(rapid.SliceOfN(rapid.Custom(drawPage), 1, 4).Draw(t, "batch"))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// drawDecider decides anything about new postings, as far as it knows clusters of earlier transactions.
func drawDecider(t *rapid.T, db *DB) postings.Decider {
	var clusters []uint64
	if err := db.Postings().Each(func(p *postings.Posting) error { clusters = append(clusters, p.Cluster); return nil }); err != nil {
		t.Fatal(err)
	}
	var decisions []job.Decision // drawn before the transaction, which takes panics for damage
	for range 4 {
		var d job.Decision
		if len(clusters) > 0 && rapid.Bool().Draw(t, "joins") {
			d.Cluster, d.Original = rapid.SampledFrom(clusters).Draw(t, "cluster"), rapid.Bool().Draw(t, "original")
			d.NewOriginal = d.Cluster
		}
		decisions = append(decisions, d)
	}
	return func(n uint64, _ *postings.Found) (job.Decision, error) { return decisions[n%4], nil }
}

// drawGroups puts all postings into one cluster, or each into its own.
func drawGroups(t *rapid.T, db *DB) (list []postings.Regrouped) {
	one, original := rapid.Bool().Draw(t, "one cluster"), rapid.IntRange(0, 9).Draw(t, "original")
	err := db.Postings().Each(func(p *postings.Posting) error {
		r := postings.Regrouped{Number: p.Number, Decision: job.Decision{Cluster: p.Number}}
		if one && len(list) > 0 {
			r.Decision = job.Decision{Cluster: list[0].Number, Original: len(list) == original}
		}
		list = append(list, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// eventsAfter returns the events after a cursor.
func eventsAfter(t *testing.T, db *DB, cursor uint64) string {
	t.Helper()
	r := newReplay()
	if err := db.Postings().Changes(cursor, r.apply); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(r.events)
}

func TestEventsInTheirOrder(t *testing.T) {
	db := openTest(t)
	welder := newJob("Welder", "Iron", "Oslo", "Weld.")
	welder.State = job.Open
	put(t, db, jobPage("http://a.test/1", 0, welder))
	better := *welder
	better.Salary.Max = 30
	better.Description = "Weld well."
	put(t, db, jobPage("http://a.test/1", 1, &better))
	for i, what := range []life.What{life.Gone, life.Same, life.Unlisted, life.Gone, life.Failed, life.Seen} {
		if _, err := db.Observe([]Observation{{"http://a.test/1", life.Observation{At: start.Add(time.Duration(i+2) * time.Minute), What: what}}}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := eventsAfter(t, db, 0), "[new changed suspected opened suspected closed reopened]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := eventsAfter(t, db, 5), "[closed reopened]"; got != want {
		t.Errorf("after cursor 5: %s, want %s", got, want)
	}
	err := db.Postings().Changes(1, func(c *postings.Change) error {
		if c.Cursor == 2 && (len(c.Fields) != 2 || string(c.Fields["description"].Old) != `"Weld."` || string(c.Fields["description"].New) != `"Weld well."`) {
			t.Errorf("changed: %+v", c.Fields)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Postings().Changes(8, nil); !errors.Is(err, postings.ErrNoCursor) {
		t.Error("a cursor beyond the end:", err)
	}
}

// TestPagesSeenAgainCostNothing: a thousand visits of a page that stays as it is leave no event, and a life as long as before.
func TestPagesSeenAgainCostNothing(t *testing.T) {
	db := openTest(t)
	visit := func(n int) {
		put(t, db, jobPage("http://a.test/1", 60*n, newJob("Welder", "Iron", "Oslo", "Weld.")))
		if _, err := db.Observe([]Observation{{"http://a.test/1", life.Observation{At: start.Add(time.Duration(n) * time.Hour), What: life.Same}}}); err != nil {
			t.Fatal(err)
		}
	}
	size := func() (bytes int) {
		err := db.bolt.View(func(tx *bolt.Tx) error {
			for _, name := range []string{"lives", "changes", "versions", "postings"} {
				bytes += int(tx.Bucket([]byte(name)).Stats().LeafInuse)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	for n := range 3 {
		visit(n)
	}
	before := size()
	for n := range 1000 {
		visit(n + 3)
	}
	if after := size(); after > before+8 { // counts grow by a byte
		t.Errorf("%d bytes, %d after a thousand visits", before, after)
	}
	if got, want := eventsAfter(t, db, 0), "[new]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLedgerIsBounded: old events are dropped, a cursor before the rest is refused, and one from the beginning gets a snapshot.
func TestLedgerIsBounded(t *testing.T) {
	for _, bounds := range []postings.Ledger{{Bytes: 2000, Age: 1e6 * time.Hour}, {Bytes: 1 << 20, Age: 30 * time.Minute}} {
		db := openTest(t)
		db.SetLedger(bounds)
		put(t, db, jobPage("http://a.test/1", 0, newJob("Nurse", "Ward", "Oslo", "Care.")))
		for n := range 300 {
			put(t, db, jobPage("http://a.test/2", n, newJob(fmt.Sprint("Welder ", n), "Iron", "Oslo", "Weld.")))
		}
		if err := db.Postings().Changes(1, nil); !errors.Is(err, postings.ErrOldCursor) {
			t.Error(err)
		}
		r := newReplay()
		if err := errors.Join(r.follow(db), r.agrees(db)); err != nil || len(r.events) != 2 || r.cursor != 301 {
			t.Errorf("%v, %v, cursor %d", err, r.events, r.cursor)
		}
		n := 0
		err := db.Postings().Changes(290, func(*postings.Change) error { n++; return nil })
		if err != nil || n != 11 {
			t.Errorf("%d events, %v", n, err)
		}
		if problems := checked(t, db); len(problems) > 0 {
			t.Error(problems)
		}
	}
}

// TestLedgerBeginsInAnOldStore: a store of an earlier version tells of its postings once, and of changes from then on.
func TestLedgerBeginsInAnOldStore(t *testing.T) {
	file := frozen(t, 2)
	old, err := OpenReadOnly(file)
	if err != nil {
		t.Fatal(err)
	}
	r := newReplay()
	if err := errors.Join(r.follow(old), r.agrees(old), old.Close()); err != nil || r.cursor != 1 {
		t.Fatalf("%v, cursor %d", err, r.cursor)
	}
	db, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	put(t, db, jobPage("http://new.test/", 1, newJob("New", "Co", "Rome", "x")))
	told := len(r.events)
	if err := errors.Join(r.follow(db), r.agrees(db)); err != nil || len(r.events) != told+1 {
		t.Errorf("%v, %v", err, r.events[told:])
	}
}

// TestRepairBeginsTheLedgerAnew: what was mended is told by no event.
func TestRepairBeginsTheLedgerAnew(t *testing.T) {
	db := fullStore(t)
	r := newReplay()
	if err := r.follow(db); err != nil {
		t.Fatal(err)
	}
	err := db.bolt.Update(func(tx *bolt.Tx) error {
		k, _ := tx.Bucket([]byte("postings")).Cursor().First()
		return tx.Bucket([]byte("postings")).Delete(slices.Clone(k))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Repair(func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := r.follow(db); !errors.Is(err, postings.ErrOldCursor) {
		t.Error(err)
	}
	if r = newReplay(); errors.Join(r.follow(db), r.agrees(db)) != nil {
		t.Error(r.follow(db), r.agrees(db))
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Error(problems)
	}
}
