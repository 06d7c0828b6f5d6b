package watch

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// site is a host that is visited four times a day: its list, the new postings, and some of the known ones.
type site struct {
	name     string
	r        *rand.Rand
	listed   int     // links of the list
	lives    float64 // days of a posting
	perDay   float64
	sections [][4]float64 // shares of postings with company, location, pay and date; a day's postings are of few sections
	weekend  bool         // nothing happens at weekends
	other    float64      // share of pages in another language
	section  int
}

const round = 6 * time.Hour

func newSite(name string, r *rand.Rand) *site {
	s := &site{
		name: name, r: r, listed: 8 + r.IntN(60), lives: 10 + 40*r.Float64(), weekend: r.IntN(2) == 0,
		other: []float64{0, 0, 0, .02, .3}[r.IntN(5)],
	}
	s.perDay = float64(s.listed) / s.lives * 1.2
	for range 1 + r.IntN(4) {
		share := func() float64 { return []float64{0, .1, .9, 1, 1, .98, .6}[r.IntN(7)] }
		s.sections = append(s.sections, [4]float64{share(), share(), share(), share()})
	}
	return s
}

func (s *site) chance(p float64) bool { return s.r.Float64() < p }

func (s *site) poisson(mean float64) (n int) {
	for p := s.r.Float64(); p > math.Exp(-mean) && n < 1000; n++ {
		p *= s.r.Float64()
	}
	return n
}

// A breakage changes what a round of a broken host shows.
type breakage struct {
	name   string
	list   func(*Fact)
	page   func(*Reading)
	skip   func(*site) bool // the host has nothing that could break
	failed bool             // no request is answered
	moved  bool             // every request is redirected to another host
}

var noPosting = func(r *Reading) { *r = Reading{Known: r.Known, Text: 7, Language: r.Language} }

// fewDates reports whether a section of the site has postings without dates.
func fewDates(s *site) bool {
	return slices.ContainsFunc(s.sections, func(shares [4]float64) bool { return shares[3] < .9 })
}

var breakages = []breakage{
	{name: "list halved", list: func(f *Fact) { f.Good, f.Bad = f.Good/2, f.Bad+f.Good-f.Good/2 }},
	{name: "list empty", list: func(f *Fact) { f.Good, f.Bad = 0, f.Good+f.Bad }},
	{name: "another's list", list: func(f *Fact) { f.Good, f.Bad = 0, f.Good+f.Bad }},
	{name: "field gone", page: func(r *Reading) { r.Altered = r.Altered || r.Description; r.Description = false }},
	{name: "titles equal", page: func(r *Reading) { r.Title, r.Altered = 5, true }},
	{name: "dates shifted", page: func(r *Reading) { r.DateFalse = true }, skip: fewDates},
	{name: "captcha", page: noPosting},
	{name: "login", page: noPosting},
	{name: "soft 404", page: noPosting},
	{name: "5xx", failed: true},
	{name: "another language", page: func(r *Reading) { r.Language, r.Altered = "xx", true }},
	{name: "host moved", moved: true},
}

// visit makes one round and returns the alarms that began.
func (s *site) visit(w *Watch, at time.Time, b *breakage) (begun []Alarm) {
	note := func(list []Alarm) {
		for _, a := range list {
			if !a.Over {
				begun = append(begun, a)
			}
		}
	}
	quiet := s.weekend && (at.Weekday() == time.Saturday || at.Weekday() == time.Sunday)
	fresh, gone := 0, 0
	if !quiet {
		fresh = s.poisson(s.perDay / 4)
		for range s.listed {
			if s.chance(.25 / s.lives) {
				gone++
			}
		}
	}
	known := 2 + s.poisson(s.perDay/4)
	if b != nil && (b.failed || b.moved) {
		for range 1 + known {
			if b.failed {
				note(w.Record(s.name, at, FactOf(Answers, false)))
			} else {
				note(w.Record(s.name, at, FactOf(Answers, true), FactOf(Stays, false)))
			}
		}
		return begun
	}
	list := Fact{Lists, s.listed - gone, gone}
	if b != nil && b.list != nil {
		b.list(&list)
	}
	note(w.Record(s.name, at, FactOf(Answers, !s.chance(.01)), FactOf(Stays, true), list))
	if s.chance(.3) {
		s.section = s.r.IntN(len(s.sections))
	}
	for i := range fresh + known {
		r := s.reading(i >= fresh)
		if b != nil && b.page != nil {
			b.page(&r)
		}
		note(w.Record(s.name, at, FactOf(Answers, !s.chance(.01)), FactOf(Stays, !s.chance(.002))))
		note(w.RecordReading(s.name, at, r))
	}
	return begun
}

// reading is a page: a new posting, or one that is known and may be closed.
func (s *site) reading(known bool) Reading {
	fields := s.sections[s.section]
	r := Reading{
		Known: known, Shows: !known || !s.chance(.05), Text: 100 + s.r.Uint64N(1<<40), Language: "en", Title: 100 + s.r.Uint64N(50),
		Company: s.chance(fields[0]), Location: s.chance(fields[1]), Pay: s.chance(fields[2]), Date: s.chance(fields[3]),
		Description: s.chance(.99), DateFalse: s.chance(.01), Altered: s.chance(.03),
	}
	if s.chance(s.other) {
		r.Language = "de"
	}
	return r
}

// run visits a site for so many days and returns the alarms that began, with the rounds since the end of the quiet days.
func (s *site) run(w *Watch, from time.Time, days int, b *breakage) (begun []Alarm, rounds []int) {
	for i := range days * 4 {
		for _, a := range s.visit(w, from.Add(time.Duration(i)*round), b) {
			begun, rounds = append(begun, a), append(rounds, i+1)
		}
	}
	return begun, rounds
}

var start = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// TestFalseAlarmsAreRare watches hosts on which nothing breaks.
func TestFalseAlarmsAreRare(t *testing.T) {
	const hosts, days = 200, 120
	r := rand.New(rand.NewPCG(1, 1))
	w := New()
	bySignal := map[string]int{}
	total := 0
	for i := range hosts {
		s := newSite(fmt.Sprint(i), r)
		begun, _ := s.run(w, start, days, nil)
		for _, a := range begun {
			bySignal[a.Signal.String()]++
			total++
		}
	}
	t.Logf("%d false alarms in %d host-days: %v", total, hosts*days, bySignal)
	if total > hosts*days/FalseAlarm {
		t.Errorf("%d false alarms in %d host-days, want at most one in %d", total, hosts*days, FalseAlarm)
	}
}

// TestBreakagesAreTold breaks hosts after four weeks, for three days.
func TestBreakagesAreTold(t *testing.T) {
	const hosts = 60
	for _, b := range breakages {
		t.Run(b.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, 2))
			w := New()
			broken, told, ended := 0, 0, 0
			for i := range hosts {
				s := newSite(fmt.Sprint(i), r)
				if b.skip != nil && b.skip(s) {
					continue
				}
				broken++
				s.run(w, start, 28, nil)
				if _, rounds := s.run(w, start.Add(28*24*time.Hour), 3, &b); len(rounds) > 0 && rounds[0] <= 2 {
					told++
				}
				s.run(w, start.Add(31*24*time.Hour), 7, nil)
				if !w.DoubtsListings(s.name) {
					ended++
				}
			}
			t.Logf("%d of %d told at the first or second round; %d ended within a week after the repair", told, broken, ended)
			if broken < hosts/6 || told*10 < broken*9 || ended*10 < broken*9 {
				t.Error("want nine in ten of each")
			}
		})
	}
}

// TestASecondBreakageIsTold breaks hosts for two days, and once more five days after they were repaired.
func TestASecondBreakageIsTold(t *testing.T) {
	const hosts, day = 60, 24 * time.Hour
	for i := range breakages {
		b := &breakages[i]
		t.Run(b.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, 2))
			w := New()
			broken, told := 0, 0
			for i := range hosts {
				s := newSite(fmt.Sprint(i), r)
				if b.skip != nil && b.skip(s) {
					continue
				}
				s.run(w, start, 28, nil)
				s.run(w, start.Add(28*day), 2, b)
				if s.run(w, start.Add(30*day), 5, nil); w.DoubtsListings(s.name) {
					continue
				}
				broken++
				if _, rounds := s.run(w, start.Add(35*day), 2, b); len(rounds) > 0 && rounds[0] <= 2 {
					told++
				}
			}
			t.Logf("%d of %d told at the first or second round", told, broken)
			if broken < hosts/6 || told*10 < broken*9 {
				t.Error("want nine in ten")
			}
		})
	}
}

// TestStateIsKept compares a Watch with one that is restored in the middle.
func TestStateIsKept(t *testing.T) {
	s := newSite("one", rand.New(rand.NewPCG(3, 3)))
	w := New()
	s.run(w, start, 30, nil)
	s.run(w, start.Add(30*24*time.Hour), 1, &breakages[6])
	state, ok := w.AppendHost(nil, "one")
	if !ok || !w.DoubtsListings("one") || len(w.Alarms()) == 0 {
		t.Fatalf("kept %v, alarms %v", ok, w.Alarms())
	}
	t.Logf("%d bytes a host", len(state))
	again := New()
	if err := again.SetHost("one", state); err != nil {
		t.Fatal(err)
	}
	if err := again.SetGeneral(w.AppendGeneral(nil)); err != nil {
		t.Fatal(err)
	}
	at := start.Add(31 * 24 * time.Hour)
	for i := range 20 {
		for _, x := range []*Watch{w, again} {
			x.RecordReading("one", at, Reading{Known: true, Shows: i%3 == 0, Text: uint64(i) + 1})
			x.Record("one", at, Fact{Lists, 30, i % 2})
		}
		at = at.Add(round)
	}
	a, _ := w.AppendHost(nil, "one")
	b, _ := again.AppendHost(nil, "one")
	if !slices.Equal(a, b) {
		t.Error("a restored watch goes on differently")
	}
	for _, bad := range [][]byte{nil, {1}, {2, 3}, a[:len(a)-1], append(a, 0)} {
		if err := again.SetHost("two", bad); !errors.Is(err, ErrState) {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
	again.Forget(at.Add(2 * Memory))
	if _, known := again.AppendHost(nil, "one"); known {
		t.Error("an idle host is not forgotten")
	}
}

// TestABlockPageIsKept restores a host in the middle of one, also as version 1 of the state has kept it.
func TestABlockPageIsKept(t *testing.T) {
	w := New()
	w.Answer("one", start, 1, 7, true)
	if walled, changed := w.Answer("one", start, 2, 7, false); !walled || len(changed) != 1 {
		t.Fatal("two pages with one text are no block page")
	}
	state, _ := w.AppendHost(nil, "one")
	old := append([]byte{1}, state[1:len(state)-binary.Size(wall{})-16]...)
	for want, state := range map[bool][]byte{true: state, false: old} {
		again := New()
		if err := again.SetHost("one", state); err != nil || again.DoubtsListings("one") != want {
			t.Errorf("version %d: suspended %v, %v", state[0], !want, err)
		}
		if changed := again.ShowsAgain("one", start.Add(time.Hour)); (len(changed) == 1) != want {
			t.Errorf("version %d: %v", state[0], changed)
		}
	}
}

// TestAClockSetBackRaisesNoAlarm gives two days of facts that are older than others.
func TestAClockSetBackRaisesNoAlarm(t *testing.T) {
	s := newSite("one", rand.New(rand.NewPCG(4, 4)))
	w := New()
	s.run(w, start, 30, nil)
	if begun, _ := s.run(w, start.Add(-100*24*time.Hour), 2, nil); len(begun) > 0 {
		t.Error(begun)
	}
}

// TestEndedPostingsAreNoAlarm: a host is not under alarm because its ended ads, which all have one text, are all looked at again.
func TestEndedPostingsAreNoAlarm(t *testing.T) {
	w := New()
	at := time.Unix(1_780_000_000, 0)
	for day := range 60 {
		for ad := range 6 {
			w.RecordReading("a.example", at, Reading{Known: true, Shows: true, Text: uint64(1000 + 10*day + ad), Title: uint64(ad + 1)})
		}
		for range 40 * (day / 30) { // looks at ads that showed none at the visit before
			if alarms := w.RecordReading("a.example", at, Reading{Text: 7}); len(alarms) > 0 {
				t.Fatalf("day %d: %v", day, alarms)
			}
		}
		at = at.Add(24 * time.Hour)
	}
	if w.DoubtsListings("a.example") {
		t.Error("the host is under alarm")
	}
}

// TestAHostReadInADayIsNoAlarm: nothing is known yet of a host whose postings are all read on its first day. Its shares are its own.
func TestAHostReadInADayIsNoAlarm(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	w := New()
	usual := site{r: r, sections: [][4]float64{{1, 1, 1, 1}}}
	for range 2000 { // of other hosts, that have all fields in one language
		w.RecordReading("usual.example", start, usual.reading(false))
	}
	mixed := site{r: r, other: .4, sections: [][4]float64{{.9, .5, .6, .3}}}
	at := start
	for day := range 30 {
		for range map[bool]int{true: 3000, false: 120}[day == 0] {
			reading := mixed.reading(false)
			if mixed.chance(.02) {
				reading.Title = 1
			}
			if alarms := w.RecordReading("mixed.example", at, reading); len(alarms) > 0 {
				t.Fatalf("day %d: %v", day, alarms)
			}
		}
		at = at.Add(25 * time.Hour)
	}
}

// TestAHostOfTwoLanguagesIsNoAlarm: what is read first is in one language, and later pages are in either. A third one is told.
func TestAHostOfTwoLanguagesIsNoAlarm(t *testing.T) {
	w, at := New(), start
	read := func(language string) bool {
		return len(w.RecordReading("a.example", at, Reading{Language: language})) > 0
	}
	for day := range 30 {
		for n := range map[bool]int{true: 900, false: 30}[day == 0] {
			if read(map[bool]string{true: "de", false: "fr"}[day == 0 && n < 600 || day%3 == 1]) {
				t.Fatalf("day %d", day)
			}
		}
		at = at.Add(25 * time.Hour)
	}
	n := 1
	for ; n < mostVotes && !read("es"); n++ {
	}
	t.Logf("a third language is told after %d pages", n)
	if n > 20 {
		t.Error("want 20 at most")
	}
}

// TestAHostOfManyLanguagesIsNoAlarm: a young host has more languages than there is room for. Where others are seldom later, one that
// then changes is told.
func TestAHostOfManyLanguagesIsNoAlarm(t *testing.T) {
	names := []string{"de", "fr", "it", "en", "es", "pt"}
	for _, later := range []int{len(names), 1} {
		r, w, at := rand.New(rand.NewPCG(6, 6)), New(), start
		read := func(language string) bool {
			return len(w.RecordReading("a.example", at, Reading{Language: language})) > 0
		}
		for day := range 60 {
			count, of := 20, later
			if day == 0 {
				count, of = 600, len(names)
			}
			for range count {
				if language := names[r.IntN(of)]; read(language) {
					t.Fatalf("day %d: %s", day, language)
				}
			}
			at = at.Add(25 * time.Hour)
		}
		told := false
		for range 20 {
			told = told || read("fi")
		}
		if told != (later == 1) {
			t.Errorf("of %d languages: another one is told: %v", later, told)
		}
	}
}

// TestAChangeOfPostingsIsUsualInTheEnd: a host that no longer names companies is under alarm for a week, and one without postings as long as
// it lasts.
func TestAChangeOfPostingsIsUsualInTheEnd(t *testing.T) {
	for _, c := range []struct {
		is, after Reading
		days      int
	}{
		{Reading{Shows: true, Company: true}, Reading{Shows: true}, 8}, {Reading{Known: true, Shows: true}, Reading{Known: true}, 20},
	} {
		w, at, under := New(), start, 0
		for day := range 50 {
			r := c.is
			if day >= 30 {
				r = c.after
			}
			for range 20 {
				w.RecordReading("a.example", at, r)
			}
			if w.DoubtsListings("a.example") {
				under++
			}
			at = at.Add(24 * time.Hour)
		}
		if under < c.days-2 || under > c.days {
			t.Errorf("%d days under alarm, want some %d", under, c.days)
		}
	}
}

// TestWall: one text of a list and another page is a wall until the host shows something again. One of postings alone, or of several texts,
// is none, and after a week it is what the host is.
func TestWall(t *testing.T) {
	at := time.Unix(1_780_000_000, 0)
	type answer struct {
		page, text uint64
		list       bool
		after      time.Duration
		walled     bool
	}
	for name, answers := range map[string][]answer{
		"a list and a posting":    {{1, 7, true, 0, false}, {2, 7, false, 0, true}, {3, 7, false, 0, true}},
		"postings and a list":     {{1, 7, false, 0, false}, {2, 7, false, 0, false}, {3, 7, true, 0, true}, {4, 7, false, 0, true}},
		"two lists":               {{1, 7, true, 0, false}, {2, 7, true, 0, true}},
		"a list twice":            {{1, 7, true, 0, false}, {1, 7, true, 0, false}},
		"postings alone":          {{1, 7, false, 0, false}, {2, 7, false, 0, false}, {3, 7, false, 0, false}},
		"a list and another text": {{1, 7, true, 0, false}, {2, 8, false, 0, false}, {3, 8, false, 0, false}},
		"for long":                {{1, 7, true, 0, false}, {2, 7, false, 0, true}, {3, 7, false, 8 * 24 * time.Hour, false}, {4, 7, true, 9 * 24 * time.Hour, false}},
	} {
		w := New()
		for i, a := range answers {
			walled, changed := w.Answer("a.test", at.Add(a.after), a.page, a.text, a.list)
			was := i > 0 && answers[i-1].walled
			if walled != a.walled || (len(changed) > 0) != (walled != was) || w.DoubtsListings("a.test") != walled || w.DoubtsPages("a.test") != walled || len(w.Alarms()) > 0 != walled {
				t.Errorf("%s, answer %d: %v, %+v, alarms %+v", name, i, walled, changed, w.Alarms())
			}
		}
		walled := answers[len(answers)-1].walled
		if over := w.ShowsAgain("a.test", at); (len(over) == 1 && over[0].Over && over[0].Signal == Pages) != walled || w.DoubtsListings("a.test") {
			t.Errorf("%s: ends with %+v", name, over)
		}
	}
}
