package revisit

import (
	"slices"
	"testing"
	"time"
)

// TestAListThatIsGoneIsAskedSeldom: a list that is gone is asked after Fresh, and then later and later. Its rate counts again when it
// has come back, and it is asked at once when something names it anew.
func TestAListThatIsGoneIsAskedSeldom(t *testing.T) {
	p := New(Options{})
	p.SetDiscovery(.001)
	p.Add(Page{ID: 1, Host: "a", Kind: List}, start)
	var asked []int
	now, gone := start, 0
	for now.Before(after(60)) {
		if _, _, ok := p.Next(now); ok {
			asked = append(asked, int(now.Sub(start).Hours()/24+.5))
			gone++
			p.Observe(1, Visit{At: now, Gone: gone})
		}
		now = now.Add(time.Hour)
	}
	if want := []int{0, 1, 3, 7, 15, 31}; !slices.Equal(asked, want) {
		t.Errorf("it was asked on the days %v, want %v", asked, want)
	}
	if !p.Gone(1) || p.Gone(2) {
		t.Error("it is not known that the list is gone")
	}
	p.Suspect(1, now)
	if due, _, ok := p.Due(1); !ok || due.After(now) {
		t.Errorf("a list that is named again is due at %v, want %v", due, now)
	}
	if id, _, ok := p.Next(now); !ok || id != 1 {
		t.Fatal("it cannot be asked")
	}
	p.Observe(1, Visit{At: now, Changes: 1})
	if due, _, _ := p.Due(1); due.After(now.Add(2 * 24 * time.Hour)) {
		t.Errorf("a list that came back at %v is due at %v", now, due)
	}
}

// TestARarePageIsNeverSuspected: it is asked once per MaxAge, says nothing of how long postings live, and is asked as any other when it
// is rare no more.
func TestARarePageIsNeverSuspected(t *testing.T) {
	p := New(Options{})
	p.Add(Page{ID: 1, Host: "a", Kind: Posting, Rare: true}, start)
	p.Suspect(1, start)
	p.Lack(1, after(1), false)
	due, reason, _ := p.Due(1)
	if reason != Aged || due.Before(after(15)) || due.After(after(30)) {
		t.Errorf("it is due at %v by %v, want half of MaxAge or more", due, reason)
	}
	p.Next(after(31))
	p.Observe(1, Visit{At: after(31), Changes: 1, Suspected: true})
	if due, _, _ = p.Due(1); due.Before(after(31 + 15)) {
		t.Errorf("after a visit it is due at %v", due)
	}
	if p.kinds[Posting].Changes != 0 {
		t.Error("it counts as a posting that changed")
	}
	p.Add(Page{ID: 1, Host: "a", Kind: Posting, Listed: true}, after(31))
	p.Suspect(1, after(32))
	if due, reason, _ = p.Due(1); reason != Suspected || due.After(after(32)) {
		t.Errorf("as a posting it is due at %v by %v", due, reason)
	}
}

// TestOnlyWhatIsNeededIsPlanned: postings that are asked before MaxAge is over, because nothing else was due, take no requests from lists in
// the plan. Those that are asked after it do, and so does a robots.txt.
func TestOnlyWhatIsNeededIsPlanned(t *testing.T) {
	for at, want := range map[float64]float64{35: 0, 50: 1} {
		p := New(Options{PerDay: 100})
		p.Add(Page{ID: 1, Host: "a", Kind: Posting, Listed: true}, start)
		if _, reason, ok := p.Next(after(at)); !ok || reason != Aged {
			t.Fatalf("on day %v it was asked: %v, by %v", at, ok, reason)
		}
		if p.budget.looks.Count != want {
			t.Errorf("on day %v %v looks are counted, want %v", at, p.budget.looks.Count, want)
		}
	}
	p := New(Options{PerDay: 100})
	p.Add(Page{ID: 2, Host: "a", Kind: List}, start)
	if _, _, ok := p.Next(after(9)); !ok {
		t.Fatal("the list was not asked")
	}
	if p.Return(2); p.budget.looks.Count != 1 {
		t.Errorf("%v looks are counted, want that for the robots.txt", p.budget.looks.Count)
	}
}
