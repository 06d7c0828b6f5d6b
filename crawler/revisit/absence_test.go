package revisit

import (
	"fmt"
	"testing"
	"time"
)

// silentEnds has postings of a host go missing whose pages stay, from one time on. Each is lacked once more after hours, and then
// closed, or named again. It returns for how long they have to be lacked at the end.
func silentEnds(p *Policy, host string, from time.Time, n int, hours float64, back bool) (enough time.Duration) {
	for i := range uint64(n) {
		id := uint64(p.Len()) + i<<32
		page := Page{ID: id, Host: host, Kind: Posting, Listed: true}
		p.Add(page, from)
		_, _ = p.Lack(id, from, false)
		p.Observe(id, Visit{At: from.Add(time.Minute), Suspected: true})
		later := from.Add(time.Duration(hours * float64(time.Hour)))
		_, enough = p.Lack(id, later, false)
		if back {
			p.Seen(id, later)
		}
		p.Drop(id)
	}
	return enough
}

func TestHowLongIsEnoughIsLearned(t *testing.T) {
	p := New(Options{})
	told := func(host string) string {
		p.Add(Page{ID: 1, Host: host, Kind: Posting}, start)
		defer p.Drop(1)
		_, enough := p.Lack(1, start, false)
		return fmt.Sprint(enough.Hours())
	}
	if got := told("a"); got != "72" {
		t.Errorf("%s hours before anything is known, want 72", got)
	}
	silentEnds(p, "a", start, 300, 72, false)
	if got := told("a") + " " + told("b"); got != "24 24" {
		t.Errorf("after 300 silent ends %s hours there and elsewhere, want 24 in both", got)
	}
	for id := range uint64(5) { // what may have fallen off a list tells nothing
		p.Add(Page{ID: id, Host: "full", Kind: Posting, Listed: true}, start)
		_, _ = p.Lack(id, start, true)
		p.Observe(id, Visit{At: after(1), Suspected: true})
		_, _ = p.Lack(id, after(9), true)
		p.Seen(id, after(10))
		p.Drop(id)
	}
	if got := told("a") + " " + told("full"); got != "24 24" {
		t.Errorf("after postings fell off a list %s hours, want 24 still", got)
	}
	silentEnds(p, "cut", start, 5, 40, true)
	if got := told("a") + " " + told("cut"); got != "42 42" {
		t.Errorf("after troubles of 40 hours %s hours on another host and there, want 42 on both", got)
	}
	silentEnds(p, "longer", start, 2, 100, true)
	if got := told("longer") + " " + told("b"); got != "120 72" {
		t.Errorf("after troubles of 100 hours %s hours there and elsewhere, want 120 and 72", got)
	}
}

// TestAWrongClosingIsLearnedFrom: what was closed because lists no longer linked to it, and is named again soon, was in trouble all the time.
func TestAWrongClosingIsLearnedFrom(t *testing.T) {
	p := New(Options{})
	silentEnds(p, "a", start, 400, 72, false)
	for i, days := range []float64{2.4, 2.6} { // the second has opened again
		id := uint64(1000 + i)
		page := Page{ID: id, Host: "a", Kind: Posting, Listed: true}
		p.Add(page, start)
		_, _ = p.Lack(id, start, false)
		p.Observe(id, Visit{At: start.Add(time.Minute), Suspected: true})
		_, _ = p.Lack(id, after(2), false)
		p.Drop(id)
		p.Add(page, after(days))
	}
	if got := p.absence.Back[5] - p.absence.Back[6]; absences[5] != 48*time.Hour || got != 1 {
		t.Errorf("%+v: want one trouble of 48 to 60 hours", p.absence)
	}
}

func TestWhenAPostingWasNamedLast(t *testing.T) {
	p := New(Options{})
	p.Add(Page{ID: 1, Host: "a", Kind: Posting, Listed: true}, start)
	first, _ := p.Lack(1, after(.5), false)
	p.Seen(1, after(1))
	p.Seen(1, after(2))
	p.Observe(1, Visit{At: after(3)})
	second, _ := p.Lack(1, after(4), false)
	if !first.IsZero() || !second.Equal(after(2)) {
		t.Errorf("named %v and %v, want never and %v", first, second, after(2))
	}
}

func TestAbsencesAreTakenOver(t *testing.T) {
	p, q := New(Options{}), New(Options{})
	silentEnds(p, "a", start, 300, 72, false)
	q.SetHosts(map[string][]byte{"": p.AppendHost(nil, ""), "a": p.AppendHost(nil, "a")})
	for _, policy := range []*Policy{p, q} {
		policy.Add(Page{ID: 1, Host: "a", Kind: Posting, Listed: true}, start)
	}
	_, enough := p.Lack(1, after(2), false)
	if _, e := q.Lack(1, after(2), false); e != enough || e == usualAbsence {
		t.Errorf("%v after it was taken over, want %v", e, enough)
	}
}

// TestAListThatLostMuchIsAskedAgain: it is believed at the second visit if it lost a third, and after a day and a half if it lost
// more than it does by itself.
func TestAListThatLostMuchIsAskedAgain(t *testing.T) {
	p := New(Options{})
	p.Add(Page{ID: 1, Host: "a", Kind: List}, start)
	for i := 1; i <= 40; i++ {
		p.Observe(1, Visit{At: after(float64(i) / 4), Changes: i % 2})
	}
	for i, c := range []struct {
		day      float64
		lost, of int
		want     bool
	}{
		{10.25, 1, 9, true}, {10.5, 1, 3, true}, {10.5, 1, 2, false}, {10.6, 1, 2, true}, {10.6, 1, 1, false}, {10.7, 0, 1, true},
		{10.7, 20, 90, false}, {11.7, 20, 90, false}, {12.3, 20, 90, true},
	} {
		if got := p.Believe(1, after(c.day), c.lost, c.of); got != c.want {
			t.Errorf("visit %d lacks %d of %d: %v, want %v", i, c.lost, c.of, got, c.want)
		}
	}
}
