package frontier

import (
	"testing"
	"time"
)

// takeFrom leases the next link, which must be of a host.
func takeFrom(t *testing.T, f *Frontier, now time.Time, host string) Lease {
	t.Helper()
	l := mustTake(t, f, now)
	if l.Host != host {
		t.Fatalf("Take: %s; want a link of %s", l.URL, host)
	}
	return l
}

func TestWaitsTellWhatAStalledFrontierWaitsFor(t *testing.T) {
	now := start
	f := mustOpen(t, DefaultOptions())
	mustPush(t, f, now, page("dead.test", ""), page("dead.test", "2"), page("live.test", ""))
	for range 2 {
		l := mustTake(t, f, now)
		o := Outcome{Result: Finish}
		if l.Host == "dead.test" {
			o = Outcome{Result: Retry}
		} else if f.Stalled(now) {
			t.Error("stalled with a link of a live host out")
		}
		mustDo(t, f.Done(now, l.ID, o))
	}
	if !f.Stalled(now) {
		t.Error("not stalled, and all that is left is of a host that failed")
	}
	waits := f.Waits(now.Add(10 * time.Second))
	if len(waits) != 1 || waits[0] != (HostWait{Host: "dead.test", Links: 2, After: 20 * time.Second, Fails: true}) {
		t.Errorf("waits: %+v", waits)
	}
	mustPush(t, f, now, page("new.test", ""))
	if f.Stalled(now) {
		t.Error("stalled, and a host waits that was never asked")
	}
}

func TestAdoptTakesOverClocks(t *testing.T) {
	now := start
	first := mustOpen(t, options(func(o *Options) { o.Delay, o.DelayFactor = 2*time.Second, 0 }))
	mustPush(t, first, now, page("a.test", ""), page("b.test", ""))
	a := takeFrom(t, first, now, "a.test")
	if ok, err := first.Reserve(now, a.ID, "192.0.2.1"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	first.SetDelay("a.test", 50*time.Second)
	mustDo(t, first.Done(now, a.ID, Outcome{Result: Finish}))
	takeFrom(t, first, now, "b.test") // and is being asked

	f := mustOpen(t, options(func(o *Options) { o.DelayFactor = 0 }))
	if err := f.AdoptClocks(now, first); err != nil {
		t.Fatal(err)
	}
	mustPush(t, f, now, page("a.test", "2"), page("b.test", "2"), page("c.test", ""))
	c := takeFrom(t, f, now, "c.test")
	if ok, err := f.Reserve(now, c.ID, "192.0.2.1"); ok || err != nil {
		t.Errorf("the address is free: %v, %v", ok, err)
	}
	takeFrom(t, f, now.Add(2*time.Second), "b.test")
	c = takeFrom(t, f, now.Add(2*time.Second), "c.test")
	mustDo(t, f.Done(now.Add(2*time.Second), c.ID, Outcome{Result: Finish}))
	if _, _, err := f.Take(now.Add(49 * time.Second)); err != ErrWait {
		t.Errorf("a host that asked for 50 s is asked after 49: %v", err)
	}
	takeFrom(t, f, now.Add(50*time.Second), "a.test")
}

func TestForgivenHostIsTriedAgain(t *testing.T) {
	now := start
	store := NewMemory()
	open := func(forgive ...string) *Frontier {
		o := DefaultOptions()
		o.HostFailures, o.Forgive = 1, forgive
		f, err := Open(store, o, now)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := open()
	mustPush(t, f, now, page("dead.test", ""), page("dead.test", "2"))
	l := takeFrom(t, f, now, "dead.test")
	mustDo(t, f.Done(now, l.ID, Outcome{Result: Retry}))
	f.Close()
	if f = open(); f.Stats().DeadHosts != 1 {
		t.Errorf("%+v", f.Stats())
	}
	f.Close()
	f = open("dead.test", "unknown.test")
	defer f.Close()
	if s := f.Stats(); s.DeadHosts != 0 || s.Queued != 2 {
		t.Errorf("%+v", s)
	}
	mustPush(t, f, now, Link{URL: "http://dead.test/", Host: "dead.test", AsNew: true})
	takeFrom(t, f, now.Add(time.Second), "dead.test") // whose back-off would last 30 s
}
