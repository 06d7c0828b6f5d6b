package crawler

import (
	"strings"
	"testing"
	"time"

	"gannet/crawler/robots"
	"gannet/frontier"
	"gannet/store"
	"gannet/store/postings"
)

// TestWatchTellsThatAHostIsDown: a host whose robots.txt is an error of the server is asked for nothing else. That is told, too.
func TestWatchTellsThatAHostIsDown(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(float64) []int { return upTo(25) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	s.down = func(at float64) bool { return at >= 12 && at < 15 }
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 16, func(p *Parts, _ *Limits) { p.Robots = robots.New("gannet") })
	if told := alarmsIn(t, db); !strings.Contains(told, `"answers"`) {
		t.Errorf("the ledger tells %q; want that the host does not answer", told)
	}
}

// alarmsIn returns the alarms in the ledger of a store.
func alarmsIn(t *testing.T, db *store.DB) (told string) {
	t.Helper()
	err := db.Postings().Changes(0, func(c *postings.Change) error {
		if c.Event == postings.EventAlarm {
			told += string(c.Alarm)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// TestWatchTellsThatASitemapIsNone: where a form to log in stands in place of the sitemap, that is told, and nothing closes.
func TestWatchTellsThatASitemapIsNone(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(float64) []int { return upTo(3) }
	s.sitemap = func(float64) []int { return upTo(25) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	s.wall = func(at float64) bool { return at >= 12 && at < 15 }
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 16, func(p *Parts, _ *Limits) { p.Robots = robots.New("gannet") })
	if told := alarmsIn(t, db); !strings.Contains(told, `"links of lists"`) {
		t.Errorf("the ledger tells %q; want that the sitemap names nothing", told)
	}
}

// TestAWallClosesNothing: for some time a host gives one text in place of all its pages, as soon as on the second day. Nothing closes, though
// each page has lost what it showed, and that is told. A host whose pages say so of postings that have ended closes these.
func TestAWallClosesNothing(t *testing.T) {
	for _, ended := range []int{0, 5} {
		s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
		over := func(at float64) int { return min(ended, max(0, int(at)-6)) } // one a day from the seventh on
		s.list = func(at float64) []int { return upTo(25)[over(at):] }
		s.second = func(float64) []int { return []int{31} }
		s.page = func(n int, at float64) (status, version int) {
			if n <= over(at) {
				return 200, -1
			}
			return 200, 1
		}
		s.walls = func(at float64) bool { return at >= 2 && at < 5 }
		db := openDB(t)
		watchSite(t, s, db, frontier.NewMemory(), 15, func(p *Parts, _ *Limits) { p.Revisits.Options.MaxAge = 2 * day })
		told := alarmsIn(t, db)
		if begun, ended := strings.Count(told, `"pages of their own","since"`), strings.Count(told, `"pages of their own","over"`); begun != 1 || ended != 1 {
			t.Errorf("the ledger tells %q of a host that gives one text for all pages", told)
		}
		closed := 0
		for n, state := range lives(t, db) {
			switch {
			case strings.HasPrefix(state, "closed"):
				closed++
			case !strings.HasPrefix(state, "open"):
				t.Errorf("posting %s is %q", n, state)
			}
		}
		if closed != ended {
			t.Errorf("%d postings are closed, %d have ended", closed, ended)
		}
	}
}

// TestWatchTellsThatDatesAreFalse: all pages of a host change every day, and then state a day of posting years ago, or in the future.
func TestWatchTellsThatDatesAreFalse(t *testing.T) {
	for _, years := range []int{0, -7, 1} {
		s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
		broken := func(at float64) bool { return at >= 8 && at < 11 && years != 0 }
		s.list = func(float64) []int { return upTo(25) }
		s.page = func(_ int, at float64) (status, version int) { return 200, 1 + int(at) }
		s.posted = func(at float64) time.Time {
			if broken(at) {
				return s.begin.AddDate(years, 0, 0)
			}
			return s.begin
		}
		db := openDB(t)
		watchSite(t, s, db, frontier.NewMemory(), 11, func(p *Parts, _ *Limits) { p.Revisits.Options.MaxAge = 2 * day })
		if told := alarmsIn(t, db); strings.Contains(told, `"dates"`) != (years != 0) {
			t.Errorf("the ledger tells %q of dates that are %d years off", told, years)
		}
	}
}

// TestWatchTellsThatAListLacksWhatTheSitemapNames: nothing is missing, since the sitemap names all. But the list is broken.
func TestWatchTellsThatAListLacksWhatTheSitemapNames(t *testing.T) {
	for _, named := range []int{100, 12, 0} {
		s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
		open := func(at float64) int { return 25 + int(at) }
		s.list = func(at float64) []int {
			if at >= 12 {
				return upTo(min(open(at), named))
			}
			return upTo(open(at))
		}
		s.sitemap = func(at float64) []int { return upTo(open(at)) }
		s.page = func(int, float64) (status, version int) { return 200, 1 }
		db := openDB(t)
		watchSite(t, s, db, frontier.NewMemory(), 16, func(p *Parts, _ *Limits) { p.Robots = robots.New("gannet") })
		if told := alarmsIn(t, db); strings.Contains(told, `"links of lists"`) != (named < 25) {
			t.Errorf("the ledger tells %q of a list that names %d at most", told, named)
		}
		for n, state := range lives(t, db) {
			if strings.HasPrefix(state, "closed") {
				t.Errorf("posting %s is %q", n, state)
			}
		}
	}
}

func TestDatesThatAreFalse(t *testing.T) {
	const today = 20_000
	now := time.Unix(today*secondsPerDay+7, 0)
	for _, c := range []struct {
		posted, before int64
		known, bad     bool
	}{
		{posted: 0},
		{posted: today},
		{posted: today + 1},
		{posted: today + 2, bad: true},
		{posted: today - oldAd},
		{posted: today - oldAd - 1, bad: true},
		{posted: today - 3*oldAd, known: true}, // as an earlier version kept it, without the day
		{posted: today - 3*oldAd, before: today - 3*oldAd, known: true},
		{posted: today - 10, before: today - 40, known: true}, // posted anew
		{posted: today - 41, before: today - 40, known: true},
		{posted: today - 42, before: today - 40, known: true, bad: true},
	} {
		if l := (appearance{posted: c.posted}); l.isDateFalse(appearance{posted: c.before}, c.known, now) != c.bad {
			t.Errorf("%+v: %v", c, !c.bad)
		}
	}
}

func TestAppearancesAreReadAsWritten(t *testing.T) {
	want := appearance{title: 1 << 60, fields: hasDate | hasPay, language: "de", posted: 20_000}
	facts := want.encode()
	if got, ok := decodeAppearance(facts); !ok || got != want {
		t.Errorf("%+v, %v", got, ok)
	}
	want.posted = 0 // an earlier version's facts end with the language
	if got, ok := decodeAppearance(facts[:11]); !ok || got != want {
		t.Errorf("%+v, %v of an earlier version", got, ok)
	}
	if _, ok := decodeAppearance(nil); ok {
		t.Error("nothing is read as facts")
	}
}
