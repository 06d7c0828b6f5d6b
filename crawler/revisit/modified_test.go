package revisit

import (
	"testing"
	"time"
)

// TestLastmodIsTrustedAsFarAsItHasProvedTrue: a host whose sitemap is right gets ever more looks, and one whose sitemap is wrong gets
// none after a few. A restart keeps that.
func TestLastmodIsTrustedAsFarAsItHasProvedTrue(t *testing.T) {
	p := New(Options{PerDay: 5000})
	for id := range uint64(200) {
		p.Add(Page{ID: id, Host: map[bool]string{true: "true", false: "false"}[id < 100], Kind: Posting, Listed: true}, start)
	}
	looks := func(p *Policy, from, to float64) (n [2]int) {
		for now := after(from); now.Before(after(to)); now = now.Add(time.Hour) {
			if now.Hour() == 0 {
				for id := range uint64(200) {
					p.Modified(id, now, now)
				}
			}
			for id, reason, ok := p.Next(now); ok; id, reason, ok = p.Next(now) {
				changes := 0
				if id < 100 {
					changes = 1
				}
				if reason == Changed {
					n[min(id/100, 1)]++
				}
				p.Observe(id, Visit{At: now, Changes: changes})
			}
		}
		return n
	}
	if n := looks(p, 0, 1); n[0] > untried || n[1] > untried {
		t.Errorf("%v looks on the first day, want %d of each host at most", n, untried)
	}
	if n := looks(p, 1, 10); n[0] < 200 || n[1] > 4 {
		t.Errorf("%v looks on the days after; want many of the host that was right, and few of the other", n)
	}
	q := New(Options{PerDay: 5000})
	takeOver(p, q, 0)
	if n := looks(q, 10, 11); n[0] < 20 || n[1] > 0 {
		t.Errorf("%v looks after a restart", n)
	}
}

// TestModifiedNeedsAReason: a page is not asked for what was modified before its latest visit, will be modified, or is no posting.
func TestModifiedNeedsAReason(t *testing.T) {
	p := New(Options{PerDay: 5000})
	p.Add(Page{ID: 1, Host: "a", Kind: Posting, Listed: true}, after(5))
	p.Add(Page{ID: 2, Host: "a", Kind: List}, after(5))
	p.Add(Page{ID: 3, Host: "a", Kind: Posting, Rare: true}, after(5))
	p.Modified(1, after(4), after(6))
	p.Modified(1, after(9), after(6))
	for id := range uint64(5) {
		if id != 1 {
			p.Modified(id, after(6), after(6))
		}
		if _, reason, ok := p.Due(id); ok && reason == Changed {
			t.Errorf("page %d is due for a lastmod", id)
		}
	}
	p.Modified(1, after(6.5), after(6)) // a day that is not over yet
	if due, reason, _ := p.Due(1); reason != Changed || !due.Equal(after(6.5)) {
		t.Errorf("it is due on %v for %v", due, reason)
	}
	p.Drop(1)
	if p.groups[p.groupOf("a", Posting, 0)].trials != 0 {
		t.Error("the trial of a page that was dropped is under way")
	}
}

// TestHostsOfEarlierVersionsAreRead: what a version without trials has kept is taken over.
func TestHostsOfEarlierVersionsAreRead(t *testing.T) {
	p, q := New(Options{}), New(Options{})
	p.Add(Page{ID: 1, Host: "a", Kind: Posting}, start)
	p.Observe(1, Visit{At: after(3), Changes: 1})
	state := p.AppendHost(nil, "a")
	state = state[:len(state)-16]
	state[0] = sharedVersion
	q.SetHosts(map[string][]byte{"a": state})
	q.Add(Page{ID: 1, Host: "a", Kind: Posting}, after(3))
	if got, want := q.groups[0].seen, p.groups[0].seen; got != want {
		t.Errorf("%+v was taken over, want %+v", got, want)
	}
}
