package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/revisit"
	"gannet/dedup"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/testweb/jobweb"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/extract"
	"gannet/job/life"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/store"
	"gannet/store/postings"
)

// replica is what a reader of the feed knows. It begins with nothing.
type replica map[uint64]*postings.Posting

// take applies an event as docs/guide/12-exports.md says.
func (r replica) take(c *postings.Change) error {
	p := r[c.Number]
	switch {
	case c.Event == postings.EventAlarm:
		return nil
	case c.Event == postings.EventDropped:
		delete(r, c.Number)
		return nil
	case c.Event == postings.EventNew:
		p = &postings.Posting{Number: c.Number}
		r[c.Number] = p
	case p == nil:
		return nil
	}
	if c.Job != nil {
		p.Job = c.Job
	}
	if c.URL != "" {
		p.URL = c.URL
	}
	if c.Cluster != 0 {
		p.Cluster = c.Cluster
	}
	if c.Original != nil {
		p.Original = *c.Original
	}
	if err := setFields(p, c.Fields); err != nil {
		return err
	}
	if c.Life != nil {
		p.Life = *c.Life
	}
	p.Job.State, p.Job.StateReason, p.First = p.Life.State, p.Life.Reason, p.Life.First
	return nil
}

// setFields sets the fields that changed: "original" is the crawl's, the others are the posting's own.
func setFields(p *postings.Posting, fields map[string]postings.FieldChange) error {
	if original, ok := fields["original"]; ok {
		if err := json.Unmarshal(original.New, &p.Original); err != nil {
			return err
		}
	}
	text, err := json.Marshal(p.Job)
	if err != nil {
		return err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for name, change := range fields {
		delete(all, name)
		if change.New != nil && name != "original" {
			all[name] = change.New
		}
	}
	if text, err = json.Marshal(all); err != nil {
		return err
	}
	p.Job = new(job.Posting)
	return json.Unmarshal(text, p.Job)
}

// rows returns the rows of an export, without what the feed does not tell.
func (r replica) rows() (rows []jobRow) {
	members := make(map[uint64][]life.Member)
	for _, p := range r {
		members[p.Cluster] = append(members[p.Cluster], life.Member{Life: &p.Life, Site: weburl.Host(p.URL)})
	}
	for _, number := range slices.Sorted(maps.Keys(r)) {
		p := r[number]
		p.Copies, p.Reposts = len(members[p.Cluster]), life.Reposts(members[p.Cluster])
		rows = append(rows, told(p))
	}
	return rows
}

// told is the row of a posting as far as the feed tells it.
func told(p *postings.Posting) jobRow { return untold(rowOf(p)) }

// untold leaves out the columns that change without an event.
func untold(row jobRow) jobRow {
	row.LastSeen, row.LastChecked, row.Seen, row.Versions = nil, nil, 0, 0
	return row
}

// replayLines reads the lines of `gannet jobs changes`.
func replayLines(t *testing.T, into replica, lines string) (cursor uint64, events map[postings.Event]int) {
	t.Helper()
	events = make(map[postings.Event]int)
	for line := range strings.Lines(lines) {
		var c postings.Change
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if err := into.take(&c); err != nil {
			t.Fatal(err)
		}
		cursor = max(cursor, c.Cursor)
		events[c.Event]++
	}
	return cursor, events
}

// exportedRows returns the rows of an export of all postings.
func exportedRows(t *testing.T, dir string) (rows []jobRow) {
	t.Helper()
	err := withJobs(dir, nil, func(jobs postings.Finder) error {
		return jobs.Find(postings.Query{All: true}, func(p *postings.Posting) error {
			rows = append(rows, told(p))
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(rows, func(a, b jobRow) int { return int(a.Number) - int(b.Number) })
	return rows
}

// differences names the fields of two rows that differ.
func differences(a, b jobRow) (list []string) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for _, f := range reflect.VisibleFields(x.Type()) {
		if f.Anonymous {
			continue
		}
		if v, w := x.FieldByIndex(f.Index).Interface(), y.FieldByIndex(f.Index).Interface(); !reflect.DeepEqual(v, w) {
			list = append(list, fmt.Sprintf("%s is %.60v, not %.60v", f.Name, v, w))
		}
	}
	return list
}

func compareRows(t *testing.T, got, want []jobRow) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d postings by the feed, %d exported", len(got), len(want))
	}
	wrong := 0
	for i := range want {
		if reflect.DeepEqual(got[i], want[i]) {
			continue
		}
		if wrong++; wrong < 4 {
			t.Errorf("posting %d: %s", want[i].Number, strings.Join(differences(got[i], want[i]), "; "))
		}
	}
	if wrong > 0 {
		t.Errorf("%d postings of %d differ", wrong, len(want))
	}
}

// TestReplayedFeedIsTheExport crawls a generated job web for some days, and goes on. After each part the feed is read on and
// a data set is appended to. Then both have what the crawl exports.
func TestReplayedFeedIsTheExport(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "data")
	r := make(replica)
	var cursor uint64
	var events map[postings.Event]int
	reposted := false
	for days := 6; days <= 12; days += 6 {
		crawlJobWeb(t, dir, days-6, days)
		cursor, events = replayLines(t, r, runJobs(t, "jobs", "changes", dir, "--since", fmt.Sprint(cursor)))
		runJobs(t, "jobs", "export", dir, "--partition", "day,country", "-o", out)
		want := exportedRows(t, dir)
		compareRows(t, r.rows(), want)
		reposted = reposted || slices.ContainsFunc(want, func(row jobRow) bool { return row.Reposts > 0 })
		for i := range want {
			want[i] = asRead(want[i])
		}
		compareRows(t, newestRows(t, out), want)
	}
	if !reposted {
		t.Error("no job was posted again: the test shows little")
	}
	for _, e := range []postings.Event{postings.EventNew, postings.EventChanged, postings.EventClosed, postings.EventReopened} {
		if events[e] == 0 {
			t.Errorf("no event %q: the test shows little: %v", e, events)
		}
	}
}

// compareFeed replays the whole feed of a crawl and compares it with the export.
func compareFeed(t *testing.T, dir string) {
	t.Helper()
	r := make(replica)
	replayLines(t, r, runJobs(t, "jobs", "changes", dir))
	compareRows(t, r.rows(), exportedRows(t, dir))
}

// asRead returns a row as it is read from a data set: parquet-go has no nil in columns that it converts, and the country's name is
// in another column.
func asRead(r jobRow) jobRow {
	r.Country = ""
	for _, at := range []**time.Time{&r.Posted, &r.ValidThrough, &r.FirstSeen, &r.ClosedAfter, &r.ClosedBefore} {
		if *at == nil {
			*at = new(time.Time)
		}
		day := (*at).Truncate(time.Millisecond)
		*at = &day
	}
	for _, is := range []**bool{&r.Remote, &r.DirectApply} {
		if *is == nil {
			*is = new(bool)
		}
	}
	for _, degrees := range []**float64{&r.Latitude, &r.Longitude} {
		if *degrees == nil {
			*degrees = new(float64)
		}
	}
	return r
}

// newestRows returns the newest row of each posting in a data set.
func newestRows(t *testing.T, dir string) (list []jobRow) {
	t.Helper()
	newest := make(map[uint64]datasetRow)
	for _, f := range manifestOf(t, dir).Files {
		rows, err := parquet.ReadFile[datasetRow](filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.Cursor >= newest[row.Number].Cursor {
				newest[row.Number] = row
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(newest)) {
		list = append(list, asRead(untold(newest[n].jobRow)))
	}
	return list
}

// crawlJobWeb crawls a generated job web from one day of virtual time to another. An earlier crawl goes on.
func crawlJobWeb(t *testing.T, dir string, from, to int) {
	t.Helper()
	const day = 24 * time.Hour
	begin := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	clock := crawler.NewVirtual(begin.Add(time.Duration(from)*day), crawler.FixedLatency(crawler.FetchTime))
	o := jobweb.DefaultOptions(1)
	o.Clock = jobweb.DefaultClock(clock.Now)
	o.Clock.Start, o.Clock.Days, o.Clock.Open, o.Clock.Life, o.Clock.Returns = begin, 20, 40, 8*day, .4
	web, err := jobweb.New(o)
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rules := frontier.DefaultOptions()
	rules.Lease = 10000 * time.Hour // virtual days pass while the keeper writes
	f, err := frontier.Open(frontier.NewMemory(), rules, clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	limits := crawler.DefaultLimits()
	limits.Time = time.Duration(to-from) * day
	c, err := crawler.New(crawler.Parts{
		Frontier: f, Fetcher: clientOf(t, web, clock), Judge: func(*features.Page) float64 { return 1 }, Strategy: ranker.BreadthFirst{},
		Keeper: promptKeeper{db}, Jobs: jobsOf(t, db), Clock: clock, Revisits: &crawler.Revisits{Store: db, Options: revisit.DefaultOptions()},
	}, limits, 0)
	if err != nil {
		t.Fatal(err)
	}
	seeds := slices.DeleteFunc(web.Pages(), func(url string) bool { return web.Kind(url) == jobweb.Other })
	for _, step := range []func() error{
		func() error { return c.Watch(t.Context()) }, func() error { return c.Seed(seeds) }, func() error { return c.Run(t.Context()) },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
}

func clientOf(t *testing.T, web http.RoundTripper, clock crawler.Clock) *fetch.Client {
	t.Helper()
	o := fetch.DefaultOptions()
	o.Transport, o.Now = web, clock.Now
	client, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// promptKeeper keeps each page at once. A StoreKeeper waits for others, in real time.
type promptKeeper struct{ db *store.DB }

func (k promptKeeper) Keep(p *store.Page, done func(store.Result, error)) {
	results, err := k.db.Put([]*store.Page{p})
	if err != nil {
		results = make([]store.Result, 1)
	}
	done(results[0], err)
}

func (k promptKeeper) KeepSitemap(l *store.Lesson, done func(error)) { done(k.db.PutSitemap(l)) }

func (k promptKeeper) KeepVisit(v *store.Visit, done func(store.VisitResult, error)) {
	results, err := k.db.PutVisits([]*store.Visit{v})
	if err != nil {
		results = make([]store.VisitResult, 1)
	}
	done(results[0], err)
}

// Recall implements crawler.Keeper.
func (k promptKeeper) Recall(url string) (*store.Page, error) {
	p, err := k.db.Get(url)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return p, err
}

// jobsOf returns what extracts and compares postings.
func jobsOf(t *testing.T, db *store.DB) *crawler.Jobs {
	t.Helper()
	model, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	same, err := dedup.NewDeduper(dedup.DefaultOptions(model))
	if err != nil {
		t.Fatal(err)
	}
	languages, err := shipped.Languages()
	if err != nil {
		t.Fatal(err)
	}
	kind, err := shipped.PageKind()
	if err != nil {
		t.Fatal(err)
	}
	jobs := &crawler.Jobs{Extract: &extract.Extractor{Languages: languages, Kind: kind}, Dedup: same}
	if err := jobs.Restore(db); err != nil {
		t.Fatal(err)
	}
	return jobs
}
