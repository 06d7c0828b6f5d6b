package overview

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/revisit"
	"gannet/frontier"
	"gannet/job"
	"gannet/job/life"
	"gannet/store"
	"gannet/store/postings"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// openStore returns a store with pages, every third of them relevant, a minute after the one before.
func openStore(t *testing.T, pages int) *store.DB {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var list []*store.Page
	for i := range pages {
		list = append(list, &store.Page{URL: fmt.Sprintf("http://h.test/%d", i), Relevant: i%3 == 0, Fetched: start.Add(time.Duration(i) * time.Minute)})
	}
	if _, err := db.Put(list); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestTheCurveIsReadInParts reads a crawl that is larger than what one overview reads, while it grows.
func TestTheCurveIsReadInParts(t *testing.T) {
	db := openStore(t, pagesARead+2000)
	tracker, in := NewTracker(), Input{Now: start, Running: true}
	from := Source{db, db.Postings()}
	for part, whole := range []bool{false, true, true} {
		o, err := tracker.Of(from, in)
		if err != nil || o.Worth.Whole != whole || len(o.Worth.Curve) > curvePoints {
			t.Fatalf("part %d: whole %v, %d points, %v", part, o.Worth.Whole, len(o.Worth.Curve), err)
		}
		for _, p := range o.Worth.Curve {
			if p.Relevant != (p.Pages+2)/3 || !p.Time.Equal(start.Add(time.Duration(p.Pages-1)*time.Minute)) {
				t.Fatalf("point %+v", p)
			}
		}
		if o.Worth.Latest != latestPages || o.Worth.Harvest < latestPages/3-1 || o.Worth.Harvest > latestPages/3+1 {
			t.Errorf("%d of the latest %d pages are relevant", o.Worth.Harvest, o.Worth.Latest)
		}
		if _, err := db.Put([]*store.Page{{URL: fmt.Sprintf("http://h.test/more/%d", part), Fetched: start}}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFreshnessIsCountedInPasses compares a pass over postings with the postings.
func TestFreshnessIsCountedInPasses(t *testing.T) {
	var p pass
	now := start.Add(100 * time.Hour)
	for i := range 100 {
		state := job.Open
		if i%4 == 0 {
			state = job.Closed
		}
		at := start.Add(time.Duration(i) * time.Hour)
		p.add(&postings.Posting{Number: uint64(i + 1), URL: fmt.Sprint(i), Last: at, Life: life.Life{State: state, Checked: at.Add(time.Minute)}}, now)
	}
	want := Fresh{SeenOf: 75, Seen: 18, Oldest: start.Add(time.Hour + time.Minute), OldestURL: "1", OldestID: 2}
	if !reflect.DeepEqual(p.under, want) || p.after != 100 {
		t.Errorf("%+v instead of %+v, after %d", p.under, want, p.after)
	}
}

// TestListsShowPostings: a posting that lists show is fresh, though its page is asked for once a month.
func TestListsShowPostings(t *testing.T) {
	for fresh, want := range map[int]int{90: 0, 10: 1} {
		p := &crawler.Progress{Revisits: &crawler.RevisitCounts{Shown: revisit.Shown{Of: 100, Fresh: fresh}}}
		o := &Overview{Fresh: &Fresh{SeenOf: 100, Seen: 3, Counted: start, Shown: &p.Revisits.Shown}}
		list := findings(Input{Running: true, Progress: p}, o)
		if len(list) != want || want == 1 && !strings.Contains(list[0].Sentence, "Only 10 of 100") {
			t.Errorf("%d of 100 are fresh: %+v", fresh, list)
		}
	}
}

// TestEveryStateOfACrawlHasASentence brings a crawl into trouble, and looks for the sentence and its remedy.
func TestEveryStateOfACrawlHasASentence(t *testing.T) {
	kept := store.Stats{Pages: 500, Last: start}
	for _, c := range []struct {
		in     Input
		level  Level
		says   string
		remedy string
	}{
		{Input{Running: true}, Good, "is starting", ""},
		{Input{Running: true, Now: start, Progress: &crawler.Progress{Frontier: frontier.Stats{Queued: 7}}, Rate: 2}, Good, "2.0 pages a second, 7 links are waiting", ""},
		{Input{Running: true, Progress: &crawler.Progress{Paused: true}}, Warning, "paused", "Resume"},
		{Input{Running: true, Progress: &crawler.Progress{Trouble: "the proxy fails"}}, Bad, "the proxy fails", "proxy"},
		{Input{Running: true, Progress: &crawler.Progress{Waiting: []crawler.WaitingHost{{HostWait: frontier.HostWait{Host: "a.test"}, Why: "timeout"}}}}, Bad, "a.test: timeout", "seeds"},
		{Input{Running: true, Now: start.Add(time.Hour), Progress: &crawler.Progress{}}, Warning, "No page was kept for 60 minutes", "hosts"},
		{Input{Running: true, Now: start.Add(time.Hour), Progress: &crawler.Progress{Revisits: &crawler.RevisitCounts{Made: 9}}}, Good, "made 9 requests", ""},
		{Input{}, Resting, "unknown", ""},
		{Input{Progress: &crawler.Progress{}}, Bad, "killed", "nothing is lost"},
		{Input{Ended: true, Progress: &crawler.Progress{Ended: crawler.EndPages}}, Resting, "page budget spent", "--pages"},
		{Input{Ended: true, Progress: &crawler.Progress{Ended: crawler.EndFailed}}, Bad, "failed", "check"},
		{Input{Ended: true, Progress: &crawler.Progress{Ended: "something new"}}, Resting, "something new", ""},
	} {
		f := well(c.in, kept, &Worth{Latest: 1000, Harvest: 300})
		if f.Level != c.level || !strings.Contains(f.Sentence, c.says) || !strings.Contains(f.Remedy, c.remedy) {
			t.Errorf("%+v: %+v", c.in, f)
		}
	}
	for harvest, level := range map[int]Level{0: Warning, 9: Warning, 10: Good} {
		f := well(Input{Running: true, Now: start, Progress: &crawler.Progress{}}, kept, &Worth{Latest: 1000, Harvest: harvest})
		if f.Level != level {
			t.Errorf("%d of 1,000 pages are relevant: %+v", harvest, f)
		}
	}
}

// TestFindingsAreFewAndTheMostUrgent makes many findings at once.
func TestFindingsAreFewAndTheMostUrgent(t *testing.T) {
	p := &crawler.Progress{
		Asked: 1000, Refused: map[string]int64{"status 404": 10, "robots.txt": 700},
		Revisits: &crawler.RevisitCounts{Alarms: []crawler.Alarm{{Host: "a.test", Signal: "postings"}}},
	}
	hosts := map[frontier.Standing]int{frontier.HostGivenUp: 5, frontier.HostFails: 2, frontier.HostIdle: 3}
	in := Input{Running: true, Progress: p, Hosts: hosts}
	o := &Overview{Stages: load{workers: 4}.stages(p, hosts), Worth: Worth{Pages: 2000, Relevant: 1000, Latest: 1000, Harvest: 10}}
	list := findings(in, o)
	if len(list) != mostFindings || list[0].Level != Bad || !strings.Contains(list[0].Sentence, "a.test") ||
		!strings.Contains(list[1].Sentence, "700 of 1000 links gave no page: robots.txt") || list[2].Link != "hosts?state=given+up" {
		t.Errorf("%+v", list)
	}
	for _, f := range list {
		if f.Remedy == "" || f.Link == "" {
			t.Errorf("no way on from %+v", f)
		}
	}
}

// TestOneStageSetsThePace looks for the bottleneck.
func TestOneStageSetsThePace(t *testing.T) {
	queued := func(n int) *crawler.Progress { return &crawler.Progress{Frontier: frontier.Stats{Queued: n}} }
	hosts := func(ready, pausing int) map[frontier.Standing]int {
		return map[frontier.Standing]int{frontier.HostReady: ready, frontier.HostPauses: pausing}
	}
	spread := func(n int) *crawler.Progress {
		p := queued(n)
		p.Revisits = &crawler.RevisitCounts{NextNew: time.Unix(1, 0)}
		return p
	}
	for _, c := range []struct {
		want  string
		p     *crawler.Progress
		hosts map[frontier.Standing]int
		l     crawler.Load
	}{
		{"links", queued(0), nil, crawler.Load{Workers: 4, Visiting: 1}},
		{"hosts", queued(9), hosts(0, 9), crawler.Load{Workers: 4, Visiting: 1}},
		{"hosts", queued(99), hosts(50, 9), crawler.Load{Workers: 4, Visiting: 1}},
		{"hosts", spread(3), hosts(3, 0), crawler.Load{Workers: 16, Visiting: 1}},
		{"workers", queued(9), hosts(5, 0), crawler.Load{Workers: 4, Visiting: 4}},
		{"store", queued(9), hosts(5, 0), crawler.Load{Workers: 4, Visiting: 4, Keeping: 8}},
		{"", &crawler.Progress{Paused: true}, nil, crawler.Load{Workers: 4}},
		{"", queued(9), hosts(1, 5), crawler.Load{Workers: 4, Visiting: 3}},
	} {
		got, tracker := "", NewTracker()
		tracker.Sample(c.l)
		for _, s := range tracker.meanLoad().stages(c.p, c.hosts) {
			if s.Busy < 0 || s.Busy > 1 {
				t.Errorf("%s is busy by %v", s.Name, s.Busy)
			}
			if s.Holds {
				got += s.Name
			}
			if s.Patient && s.Spread || s.Spread != (s.Holds && c.p.Revisits != nil) {
				t.Errorf("%s: patient %v, spread %v", s.Name, s.Patient, s.Spread)
			}
		}
		if got != c.want {
			t.Errorf("%+v: %q sets the pace, want %q", c.l, got, c.want)
		}
	}
}
