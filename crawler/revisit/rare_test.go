package revisit

import (
	"slices"
	"testing"
	"time"
)

// TestAListThatIsGoneIsAskedSeldom: a list that is gone is asked after Fresh, and then later and later. Its rate counts again when it
// has come back, and it is asked at once when something names it again.
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
	p.Suspect(1, now)
	if due, _, ok := p.Due(1); !ok || due.After(now) {
		t.Errorf("a list that is requested at once is due at %v, want %v", due, now)
	}
	if id, _, ok := p.Next(now); !ok || id != 1 {
		t.Fatal("it cannot be asked")
	}
	p.Observe(1, Visit{At: now, Changes: 1})
	if due, _, _ := p.Due(1); due.After(now.Add(2 * 24 * time.Hour)) {
		t.Errorf("a list that came back at %v is due at %v", now, due)
	}
}

// TestARarePageIsNeverSuspected: it is requested once per MaxAge, and says nothing of how long postings live. When it is no longer
// rare, it is requested like any other page.
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

// TestADoubtedHostIsAskedLessAndLess: a look at a posting of a host that is to be doubted says nothing. It is repeated after Fresh, and then
// later and later, whatever its reason, and at once when the host is no longer to be doubted.
func TestADoubtedHostIsAskedLessAndLess(t *testing.T) {
	p := New(Options{})
	for id := range uint64(4) {
		page := Page{ID: id, Host: "a", Kind: Posting, Listed: true}
		if id == 2 {
			page.ValidThrough = after(1)
		}
		if id == 3 {
			page.Host = "b"
		}
		p.Add(page, start)
	}
	p.Suspect(1, after(1))
	p.Suspect(3, after(1))
	asked, until := make(map[uint64][]int), after(40.5)
	for now := after(1); now.Before(until); now = now.Add(time.Hour) {
		for id, _, ok := p.Next(now); ok; id, _, ok = p.Next(now) {
			if id > 0 {
				asked[id] = append(asked[id], int(days(now.Sub(start))))
			}
			p.Observe(id, Visit{At: now, Failed: id > 0, Doubted: id == 1 || id == 2})
		}
	}
	want := []int{1, 2, 4, 8, 16, 32}
	if !slices.Equal(asked[1], want) || !slices.Equal(asked[2], want) || len(asked[3]) < 40 {
		t.Errorf("asked on the days %v; want %v, and daily where the host is not to be doubted", asked, want)
	}
	p.Release("a", until)
	for id := range uint64(4) {
		if due, _, _ := p.Due(id); (id == 1 || id == 2) != due.Equal(until) {
			t.Errorf("after the release posting %d is due at %v, %.1f days after the start", id, due, days(due.Sub(start)))
		}
	}
}

// TestWhatFailedIsRequestedOnceItsHostAnswers: a sitemap failed for as long as its host did not answer, and waits for most of a day. It is
// requested at once when the host is as before, and that of another host is not.
func TestWhatFailedIsRequestedOnceItsHostAnswers(t *testing.T) {
	p, now := New(Options{}), after(1)
	for id, host := range []string{"a", "b"} {
		p.Add(Page{ID: uint64(id), Host: host, Kind: Sitemap}, start)
		for range 6 {
			p.Observe(uint64(id), Visit{At: now, Failed: true})
		}
	}
	p.Release("a", now)
	for id, want := range []bool{true, false} {
		if due, _, _ := p.Due(uint64(id)); due.After(now) == want {
			t.Errorf("sitemap %d is due %v after its host answers", id, due.Sub(now))
		}
	}
}

// TestListsGoOnBesideManyLooks: some thousand postings are suspected at once, three times what a day has requests for. Lists are asked
// meanwhile.
func TestListsGoOnBesideManyLooks(t *testing.T) {
	p := New(Options{PerDay: 1000})
	for id := range uint64(4000) {
		page := Page{ID: id, Host: "a", Kind: List}
		if id >= 300 {
			page.Kind, page.Listed = Posting, true
		}
		p.Add(page, start)
	}
	for id := uint64(1000); id < 4000; id++ {
		p.Suspect(id, after(1))
	}
	perDay := [4]struct{ lists, looks int }{}
	for now := after(1); now.Before(after(5)); now = now.Add(20 * time.Second) {
		if id, _, ok := p.Next(now); ok {
			on := &perDay[int(days(now.Sub(start)))-1]
			if id < 300 {
				on.lists++
			} else {
				on.looks++
			}
			p.Observe(id, Visit{At: now})
		}
	}
	for i, on := range perDay[1:3] { // on the first day lists are due since the day before
		if on.lists < 170 || on.looks < 700 {
			t.Errorf("day %d: %+v; want some 200 lists, and all else of the requests for looks", i+1, on)
		}
	}
}

// TestWhatIsDueByItsAgeLeavesRequestsToLists: twenty postings are due by MaxAge that have not expired, and a list changes at each visit. The list gets
// the requests, until only the postings could use them.
func TestWhatIsDueByItsAgeLeavesRequestsToLists(t *testing.T) {
	p := New(Options{PerDay: 6})
	p.SetDiscovery(0)
	p.Add(Page{ID: 100, Host: "a", Kind: List}, start)
	for n := range uint64(20) {
		p.Add(Page{ID: n, Host: "a", Kind: Posting, Listed: true}, start)
	}
	lists, postings := 0, 0
	for now := after(20); now.Before(after(30)); now = now.Add(time.Hour) {
		id, _, ok := p.Next(now)
		switch {
		case !ok:
			continue
		case id == 100:
			lists++
		default:
			postings++
		}
		p.Observe(id, Visit{At: now, Changes: 3 * int(id/100)})
	}
	if postings > 6 || lists < 40 {
		t.Errorf("%d requests for a list and %d for postings that have not expired", lists, postings)
	}
}

// TestASilentEndIsNotReadTwice: a posting that lists no longer link to and whose page stays is requested again after twice Fresh, because the lists
// close it before that. If its page denied it, Fresh is enough.
func TestASilentEndIsNotReadTwice(t *testing.T) {
	for _, c := range []struct {
		unlisted bool
		wait     int
	}{{true, 2}, {false, 1}} {
		p := New(Options{})
		p.Add(Page{ID: 1, Host: "a", Kind: Posting, Listed: true}, start)
		if c.unlisted {
			p.Lack(1, after(1), false)
		}
		p.Observe(1, Visit{At: after(1), Suspected: true})
		if due, reason, _ := p.Due(1); reason != Suspected || !due.Equal(after(float64(1+c.wait)).UTC()) {
			t.Errorf("listings no longer link to it: %v; it is due at %v by %v, want after %d days", c.unlisted, due, reason, c.wait)
		}
	}
}
