package freshness

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gannet/crawler/fresh"
	"gannet/internal/testweb/jobweb"
)

// small is a web and a budget that a test can afford. The share of requests to postings is that of the document.
func small(schedules ...string) Options {
	o := DefaultOptions()
	o.Days, o.Open, o.PerDay, o.Seeds, o.Schedules = 30, 400, 75, 1, schedules
	return o
}

func TestListsFirstAndTheAdAsProofAreBetter(t *testing.T) {
	rows, err := Run(context.Background(), small("ours", "uniform", "sweep", "oracle"), nil)
	if err != nil {
		t.Fatal(err)
	}
	ours, uniform, sweep, oracle := rows[0].Webs[0], rows[1].Webs[0], rows[2].Webs[0], rows[3].Webs[0]
	for _, f := range []Figures{ours, uniform, sweep, oracle} {
		if f.Requests > 75 {
			t.Errorf("%.1f requests a day, want at most 75", f.Requests)
		}
	}
	if ours.New > uniform.New/2 || ours.WronglyOpen > uniform.WronglyOpen/3 || ours.Right < .999 || ours.WrongByCut > 0 {
		t.Errorf("ours: %s\nuniform: %s", ours, uniform)
	}
	if sweep.Right > .9 || sweep.WrongByCut == 0 {
		t.Errorf("closing what a cut list lacks is right in %.3f of the cases: is no list cut?", sweep.Right)
	}
	if oracle.New > .05 || oracle.Right < 1 || oracle.Known < .99 {
		t.Errorf("oracle: %s", oracle)
	}
}

// TestRulesOfWholeCrawls: with light visits the rules of package fresh are nearly as fresh as visits of whole lists are. A rule that is switched
// off changes the figures.
func TestRulesOfWholeCrawls(t *testing.T) {
	o := small("rules")
	rows, err := Run(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := rows[0].Webs[0]
	if f.Requests > 75 || f.New > 1 || f.WronglyOpen > .04 || f.Right < .995 || f.Found < .95 || f.Closings < 300 {
		t.Errorf("rules: %s", f)
	}
	if o.Without, err = fresh.RuleNamed("truncated"); err != nil {
		t.Fatal(err)
	}
	if rows, err = Run(context.Background(), o, nil); err != nil || rows[0].Webs[0] == f {
		t.Errorf("the same figures without a rule: %s, %v", rows[0].Webs[0], err)
	}
}

func TestTheSameSeedGivesTheSameFigures(t *testing.T) {
	var figures []string
	for range 2 {
		o := small("ours", "nutch")
		o.Open, o.PerDay, o.Listed = 150, 30, .5
		rows, err := Run(context.Background(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		var table strings.Builder
		Write(&table, rows)
		figures = append(figures, table.String())
	}
	if figures[0] != figures[1] {
		t.Errorf("%s\n%s", figures[0], figures[1])
	}
}

// TestNutchAndStormCrawler holds the two rules to their definitions, by hand.
func TestNutchAndStormCrawler(t *testing.T) {
	start := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	p := &asked{interval: 10, modified: start}
	var got []string
	for i, changed := range []bool{false, true} {
		got = append(got, fmt.Sprintf("%.2f", nutch(p, changed, start.AddDate(0, 0, 5+i))))
	}
	q := &asked{interval: 12}
	for _, changed := range []bool{false, true} {
		got = append(got, fmt.Sprintf("%.2f", stormCrawler(q, changed, start)))
	}
	if want := "[12.50 11.20 14.00 7.02]"; fmt.Sprint(got) != want { // 14 - .3*5; 14*.8; 14 at most; 7 + 1/48
		t.Errorf("intervals %v, want %s", got, want)
	}
}

func TestFiguresAreCountedByHand(t *testing.T) {
	start := jobweb.DefaultClock(time.Now).Start
	day := func(n float64) time.Time { return start.Add(time.Duration(n * 24 * float64(time.Hour))) }
	course := func(from, to float64) jobweb.Course {
		return jobweb.Course{Open: []jobweb.Interval{{From: day(from), To: day(to)}}, List: "l"}
	}
	w := &world{o: &Options{Days: 60}, start: start, end: day(60), cuts: NewCuts(), courses: []jobweb.Course{
		course(-5, 20), course(12, 30), course(15, 70), course(16, 17), course(20, 25)}}
	w.said = []said{
		{state: closed, known: start, endings: []ending{{day(22), day(19), day(22)}}},       // right, two days late
		{state: closed, known: day(13), endings: []ending{{day(30.5), day(30.2), day(31)}}}, // right, the interval is wrong
		{state: closed, known: day(18), endings: []ending{{day(30), day(29), day(30)}}},     // wrong, after a cut
		{},                              // never known, open for a day
		{state: open, known: day(20.5)}, // never called closed
	}
	w.cuts.See(&jobweb.Answer{Cut: true, Pages: []string{"l"}}, day(29))
	f := w.measure()
	got := fmt.Sprintf("new %.2f, missed %.2f, ended %.1f, found %.3f, right %.3f of %d, interval %.1f, cut %d", f.New, f.Missed, f.Ended, f.Found, f.Right,
		f.Closings, f.Interval, f.WrongByCut)
	if want := "new 3.00, missed 0.00, ended 2.0, found 0.667, right 0.667 of 3, interval 0.5, cut 1"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestALostPostingIsOneThatACutListTook: a list that was cut later, or long ago, took nothing, nor did one if a list has linked to the posting since.
func TestALostPostingIsOneThatACutListTook(t *testing.T) {
	day := func(n int) time.Time { return time.Unix(1_780_000_000, 0).AddDate(0, 0, n) }
	c, course := NewCuts(), &jobweb.Course{URL: "a", List: "l"}
	c.See(&jobweb.Answer{Pages: []string{"l"}, Entries: []jobweb.Entry{{URL: "a"}}}, day(1))
	c.See(&jobweb.Answer{Cut: true, Pages: []string{"l"}}, day(10))
	c.See(&jobweb.Answer{Pages: []string{"l", "l2"}, Entries: []jobweb.Entry{{URL: "a"}}}, day(12))
	for at, want := range map[int]bool{9: false, 11: true, 12: false, 14: false} {
		if got := c.lost(course, day(at)); got != want {
			t.Errorf("day %d: %v", at, got)
		}
	}
	if !c.lost(&jobweb.Course{URL: "b", List: "l"}, day(12)) || c.lost(&jobweb.Course{URL: "b", List: "l"}, day(14)) {
		t.Error("want a posting lost for three days that no list links to")
	}
}

func TestBadOptionsAreRefused(t *testing.T) {
	for _, change := range []func(*Options){func(o *Options) { o.Days = 5 }, func(o *Options) { o.Schedules = []string{"no"} }, func(o *Options) { o.Listed = 2 }} {
		o := small("ours")
		change(&o)
		if _, err := Run(context.Background(), o, nil); err == nil {
			t.Errorf("%+v is not refused", o)
		}
	}
}

// TestALastDayEndsByTheEmployersClock: a posting counts as rightly closed on its last day once that is over anywhere, and not before.
func TestALastDayEndsByTheEmployersClock(t *testing.T) {
	day := time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC)
	at := func(hours float64) time.Time { return day.Add(time.Duration(hours * float64(time.Hour))) }
	until := []jobweb.Interval{{From: at(-99), To: at(21)}}
	for _, c := range []struct {
		open  []jobweb.Interval
		valid time.Time
		hours float64
		want  bool
	}{
		{until, at(21), 9, false}, {until, at(21), 11, true}, {until, at(21), 22, false}, {until, time.Time{}, 11, false},
		{until, at(90), 20, false},
		{[]jobweb.Interval{{From: at(-300), To: at(-200)}, until[0]}, at(-200), 11, true},
		{[]jobweb.Interval{{From: at(-300), To: at(-200)}, until[0]}, at(-200), -9, false},
	} {
		if got := endOfLastDay(&jobweb.Course{Open: c.open, Valid: c.valid}, at(c.hours)); got.Equal(at(21)) != c.want {
			t.Errorf("open %v, valid until %v: the end is %v after %v hours", c.open, c.valid, got, c.hours)
		}
	}
}
