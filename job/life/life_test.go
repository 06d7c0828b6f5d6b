package life

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gannet/job"
)

var start = time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)

// at returns a time some hours after the start.
func at(hours int) time.Time { return start.Add(time.Duration(hours) * time.Hour) }

// ad is a posting whose page takes applications.
func ad() *job.Posting { return &job.Posting{State: job.Open, StateReason: job.ReasonApplies} }

// told is the state of a life after each observation.
func told(l *Life, list ...Observation) string {
	var states []string
	for _, o := range list {
		l.Observe(o)
		states = append(states, strings.TrimSpace(fmt.Sprint(l.State, " ", l.By)))
	}
	return strings.Join(states, ", ")
}

func TestLivesByExample(t *testing.T) {
	ends := ad()
	ends.ValidThrough = at(-9) // midnight: the day ends at hour 15
	silent := &job.Posting{State: job.Open, StateReason: job.ReasonSeen}
	doubtful := &job.Posting{State: job.Suspected, StateReason: job.ReasonMaySay}
	closed := &job.Posting{State: job.Closed, StateReason: job.ReasonSaysSo}
	seen := func(hours int) Observation { return Shown(ad(), at(hours)) }
	is := func(what What, hours int) Observation { return Observation{At: at(hours), What: what} }
	fell := func(hours int) Observation { return Observation{At: at(hours), What: Unlisted, FellOff: true} }
	for _, c := range []struct {
		name, want string
		list       []Observation
	}{
		{"one 404 is a suspicion", "open, suspected gone, open", []Observation{seen(0), is(Gone, 1), seen(2)}},
		{"two close", "open, suspected gone, closed gone", []Observation{seen(0), is(Gone, 1), is(Gone, 2)}},
		{"410 is believed", "open, closed gone", []Observation{seen(0), {At: at(1), What: Gone, Status: 410}}},
		{"a miss and a look", "open, suspected unlisted, closed gone", []Observation{seen(0), is(Unlisted, 1), is(Gone, 2)}},
		{"a look and a miss", "open, suspected not shown, closed unlisted and confirmed", []Observation{seen(0), is(NotShown, 1), is(Unlisted, 2)}},
		{"gone, and then unlisted", "open, suspected gone, closed gone", []Observation{seen(0), is(Gone, 1), is(Unlisted, 2)}},
		{"a list that was cut", "open, suspected unlisted, suspected unlisted, suspected unlisted, open", []Observation{seen(0), is(Unlisted, 1), is(Same, 2), is(Unlisted, 3), is(Listed, 4)}},
		{"a list that was cut for a moment", "open, suspected unlisted, open", []Observation{seen(0), is(Unlisted, 1), is(Listed, 2)}},
		{"listed says nothing against a look", "open, suspected gone, suspected gone", []Observation{seen(0), is(Gone, 1), is(Listed, 2)}},
		{"failures", "open, open, suspected not shown, suspected not shown", []Observation{seen(0), is(Failed, 1), is(NotShown, 2), is(Failed, 3)}},
		{"a clock that was set back", "open, open, open", []Observation{seen(9), {At: at(1), What: Gone, Status: 410}, is(Ended, 2)}},
		{"a banner", "open, closed banner, closed banner, open", []Observation{seen(0), Shown(closed, at(1)), is(Same, 2), seen(3)}},
		{"its last day, without another look at the text", "open, open, closed valid-through", []Observation{Shown(ends, at(0)), is(Same, 14), is(Same, 15)}},
		{"a later last day", "closed valid-through, open", []Observation{Shown(ends, at(20)), seen(21)}},
		{"moved to a list", "open, suspected moved to a list, closed moved to a list", []Observation{seen(0), is(MovedToList, 1), is(MovedToList, 2)}},
		{"moved, then moved to the root", "open, suspected moved, closed moved to the root", []Observation{seen(0), is(Moved, 1), is(MovedToRoot, 2)}},
		{"pages that flap", "open, suspected gone, open, suspected gone, open", []Observation{seen(0), is(Gone, 1), seen(2), is(Gone, 3), seen(4)}},
		{"a page that names no end", "open, open, open", []Observation{Shown(silent, at(0)), is(Same, 1), Shown(silent, at(2))}},
		{"a page that may say so", "open, suspected banner, suspected banner, suspected banner, open",
			[]Observation{seen(0), Shown(doubtful, at(1)), is(Same, 2), is(Listed, 3), seen(4)}},
		{"a page that may say so, and is gone", "suspected banner, suspected gone, closed gone", []Observation{Shown(doubtful, at(0)), is(Gone, 1), is(Gone, 2)}},
		{"nothing begins with a denial", ", , open", []Observation{is(Gone, 0), is(Unlisted, 1), seen(2)}},
		{"on no list for days", "open, suspected unlisted, suspected unlisted, suspected unlisted, closed unlisted and confirmed, closed unlisted and confirmed, open",
			[]Observation{seen(0), is(Unlisted, 10), seen(11), is(Unlisted, 40), is(Unlisted, 82), is(Same, 90), is(Listed, 99)}},
		{"fallen off the end of a list", "open, suspected unlisted, open, open, open",
			[]Observation{seen(0), fell(10), seen(11), fell(40), fell(82)}},
		{"not fallen off, as a later visit of the list shows", "open, suspected unlisted, open, suspected unlisted, suspected unlisted, suspected unlisted, closed unlisted and confirmed",
			[]Observation{seen(0), fell(10), seen(11), is(Unlisted, 82), seen(83), is(Unlisted, 120), is(Unlisted, 154)}},
	} {
		if got := told(new(Life), c.list...); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

func TestClosedIsAnInterval(t *testing.T) {
	var l Life
	told(&l, Shown(ad(), at(0)), Observation{At: at(5), What: Same}, Observation{At: at(9), What: NotShown}, Observation{At: at(12), What: NotShown})
	if l.After != at(5) || l.Before != at(9) || l.Checked != at(12) || l.Last != at(5) {
		t.Errorf("%+v", l)
	}
	told(&l, Shown(ad(), at(13)))
	if !l.After.IsZero() || !l.Before.IsZero() || l.Reopened != 1 || l.State != job.Open {
		t.Errorf("reopened: %+v", l)
	}
	for hours, want := range map[int]job.State{0: job.Open, 8: job.Open, 9: job.Suspected, 12: job.Closed, 13: job.Open, 99: job.Open} {
		if got, ok := l.On(at(hours)); got != want || !ok {
			t.Errorf("after %d hours it is %q, want %q", hours, got, want)
		}
	}
	if _, ok := l.On(at(-1)); ok {
		t.Error("it is known before it was seen")
	}
}

// TestTheIntervalBeginsWhenAListLastNamedIt: nothing is told while lists link to a posting, but the first that lacks it says when.
func TestTheIntervalBeginsWhenAListLastNamedIt(t *testing.T) {
	lacks := func(hours, named int) Observation {
		return Observation{At: at(hours), What: Unlisted, Named: at(named)}
	}
	is := func(what What, hours int) Observation { return Observation{At: at(hours), What: what} }
	for _, c := range []struct {
		name          string
		list          []Observation
		after, before int
	}{
		{"missed and gone", []Observation{lacks(50, 45), is(Gone, 51)}, 45, 51},
		{"gone, then missed", []Observation{is(Gone, 51), lacks(53, 45)}, 45, 51},
		{"its page was seen later than that", []Observation{is(Same, 48), lacks(50, 45), is(Gone, 51)}, 48, 51},
		{"a list has named it since the look: one of them is wrong", []Observation{is(Gone, 40), lacks(50, 45)}, 0, 50},
		{"its page stays", []Observation{lacks(50, 45), is(Same, 51), lacks(90, 45), lacks(130, 45)}, 45, 50},
		{"its page stays at the same time", []Observation{lacks(50, 45), is(Same, 50), lacks(90, 45), lacks(130, 45)}, 45, 50},
		{"its page stayed, then said so", []Observation{lacks(50, 45), is(Same, 51), is(SaysClosed, 60)}, 45, 60},
		{"it may have fallen off the end", []Observation{{At: at(50), What: Unlisted, Named: at(45), FellOff: true}, is(Same, 51), is(Gone, 70)}, 51, 70},
		{"a list of the future", []Observation{lacks(50, 60), is(Gone, 51)}, 0, 51},
	} {
		var l Life
		told(&l, append([]Observation{Shown(ad(), at(0))}, c.list...)...)
		if !l.Closed() || l.After != at(c.after) || l.Before != at(c.before) {
			t.Errorf("%s: %s, closed after %v and before %v, want %v and %v", c.name, l.State, l.After, l.Before, at(c.after), at(c.before))
		}
	}
}

func TestListsCloseAsSoonAsTheirTroublesAreKnownToEnd(t *testing.T) {
	lacks := func(hours int) Observation { return Observation{At: at(hours), What: Unlisted, Lasts: 20 * time.Hour} }
	seen := func(hours int) Observation { return Shown(ad(), at(hours)) }
	for want, list := range map[string][]Observation{
		"open, suspected unlisted, suspected unlisted, suspected unlisted, closed unlisted and confirmed": {seen(0), lacks(10), seen(11), lacks(20), lacks(30)},  // three of them
		"open, suspected unlisted, suspected unlisted, suspected unlisted":                                {seen(0), lacks(10), seen(11), lacks(40)},             // two
		"open, suspected unlisted, suspected unlisted":                                                    {seen(0), lacks(10), seen(40)},                        // one
		"open, suspected unlisted, suspected unlisted, suspected unlisted, suspected unlisted":            {seen(0), lacks(10), lacks(20), lacks(30), lacks(40)}, // no look
	} {
		if got := told(new(Life), list...); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestTrueTimeIsInTheInterval observes postings that vanish for good, through failures and lists that are cut. None is closed
// before it vanishes, and every interval has the true time.
func TestTrueTimeIsInTheInterval(t *testing.T) {
	closed := 0
	rapid.Check(t, func(t *rapid.T) {
		ends := rapid.IntRange(1, 400).Draw(t, "vanishes after hours")
		deny := rapid.SampledFrom([]What{Gone, MovedToList, MovedToRoot, Moved, NotShown, SaysClosed}).Draw(t, "how")
		var l Life
		named := at(0)
		l.Observe(Shown(ad(), at(0)))
		for hour := 0; hour < 500 && !l.Closed(); {
			hour += rapid.IntRange(1, 30).Draw(t, "pause")
			o := Observation{At: at(hour)}
			switch rapid.IntRange(0, 3).Draw(t, "visit") {
			case 0:
				o.What = Failed
			case 1: // a list, which is cut now and then
				o.What = Listed
				if hour >= ends || rapid.IntRange(0, 9).Draw(t, "cut") == 0 {
					o.What, o.FellOff, o.Named = Unlisted, hour < ends || rapid.Bool().Draw(t, "fell off"), named
				} else if named = o.At; rapid.Bool().Draw(t, "nothing told") {
					o.What = Failed
				}
			default:
				o.What = Seen
				if hour >= ends {
					o.What = deny
				}
			}
			l.Observe(o)
		}
		if !l.Closed() {
			return
		}
		if closed++; !l.After.Before(at(ends)) || l.Before.Before(at(ends)) || l.Checked.Before(l.Before) {
			t.Fatalf("vanished at %v, closed between %v and %v", at(ends), l.After, l.Before)
		}
	})
	if closed == 0 {
		t.Error("nothing was ever closed: the test shows nothing")
	}
}

func drawObservation(t *rapid.T) Observation {
	o := Observation{At: at(rapid.IntRange(0, 200).Draw(t, "at")), What: What(rapid.IntRange(0, int(Listed)).Draw(t, "what"))}
	if rapid.Bool().Draw(t, "says") {
		p := &job.Posting{State: rapid.SampledFrom([]job.State{"", job.Open, job.Closed}).Draw(t, "state")}
		if rapid.Bool().Draw(t, "has a last day") {
			p.ValidThrough = at(rapid.IntRange(0, 200).Draw(t, "last day"))
		}
		o = Shown(p, o.At)
	}
	o.FellOff, o.Named = rapid.Bool().Draw(t, "fell off"), at(rapid.IntRange(0, 200).Draw(t, "named"))
	o.Lasts = time.Duration(rapid.IntRange(0, 100).Draw(t, "lasts")) * time.Hour
	if rapid.IntRange(0, 4).Draw(t, "410") == 0 {
		o.Status = 410
	}
	return o
}

// TestLivesKeepTheirRules holds the rules of the package for any observations in any order.
func TestLivesKeepTheirRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Life
		states := map[time.Time]job.State{} // after the last observation of each time
		for range rapid.IntRange(1, 20).Draw(t, "observations") {
			before, o := l, drawObservation(t)
			got := l.Observe(o)
			if (o.What == Failed || o.At.Before(before.Checked)) && (len(got) > 0 || !reflect.DeepEqual(l, before)) {
				t.Fatalf("%v changes %+v to %+v", o, before, l)
			}
			if len(got) > 0 != (l.State != before.State) || len(got) > 1 {
				t.Fatalf("%v: from %q to %q by %v", o, before.State, l.State, got)
			}
			if o.What != Failed && !o.At.Before(l.Checked) {
				states[o.At] = l.State
			}
			checkLife(t, &l, &before, o)
		}
		for when, want := range states {
			if then, ok := l.AsOf(when); want != "" && (!ok || then.State != want || then.Reopened < 0 || then.Reopened > l.Reopened) {
				t.Fatalf("on %v it was %q, is told as %+v of %+v", when, want, then, l)
			}
			if state, ok := l.On(when); want != "" && (state != want || !ok) {
				t.Fatalf("on %v it was %q, is told as %q: %+v", when, want, state, l)
			}
		}
	})
}

func checkLife(t *rapid.T, l, before *Life, o Observation) {
	t.Helper()
	closes := l.Closed() && !before.Closed()
	proof := before.Vanished() || !before.Doubt.Missing.IsZero() || o.Status == 410 || o.What == SaysClosed || l.By == ByValidThrough ||
		before.Look == SaysClosed
	if closes && !proof {
		t.Fatalf("%v alone closes %+v", o, before)
	}
	if closes && (l.After.After(l.Before) || l.Before.After(o.At)) {
		t.Fatalf("closed between %v and %v, on %v", l.After, l.Before, o.At)
	}
	if !l.Closed() && !(l.After.IsZero() && l.Before.IsZero()) || len(l.Past) > MaxPast || l.Last.Before(l.First) || l.Checked.Before(l.Last) {
		t.Fatalf("%+v", l)
	}
}

func TestRepostsAreCounted(t *testing.T) {
	run := func(site string, list ...Observation) Member {
		l := new(Life)
		told(l, list...)
		return Member{l, site}
	}
	first := run("a.test", Shown(ad(), at(0)), Observation{At: at(50), What: Gone}, Observation{At: at(60), What: Gone})
	beside := run("b.test", Shown(ad(), at(5)))
	next := run("a.test", Shown(ad(), at(49))) // found a little before the end of the first was
	other := run("b.test", Shown(ad(), at(49)))
	for want, members := range [][]Member{{first, beside, other}, {first, beside, other, next}, {first, next, run("c.test", Shown(ad(), at(70)))}} {
		if got := Reposts(members); got != want {
			t.Errorf("%d reposts of %d postings, want %d", got, len(members), want)
		}
	}
}
