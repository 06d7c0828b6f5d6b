package frontier

import (
	"testing"
	"time"
)

func pushRevisit(t *testing.T, f *Frontier, now time.Time, host string) {
	t.Helper()
	mustDo(t, f.PushRevisits(now, []Revisit{{URL: "http://" + host + "/known", Host: host, Data: []byte("again")}}))
}

// TestRevisitOpensDeadHost: a dead host is asked once a back-off. Once it answers, its links wait again and new ones come in.
func TestRevisitOpensDeadHost(t *testing.T) {
	now := start
	f := mustOpen(t, options(func(o *Options) { o.HostFailures = 1 }))
	mustPush(t, f, now, page("a.test", "1"), page("a.test", "2"))
	mustDo(t, f.Done(now, mustTake(t, f, now).ID, Outcome{Result: Retry}))
	before := f.Stats()
	if before.DeadHosts != 1 || before.Dropped != 2 {
		t.Fatalf("%+v; want a dead host with two links", before)
	}
	pushRevisit(t, f, now, "a.test")
	if _, wait, err := f.Take(now); err != ErrWait || wait <= 0 {
		t.Fatalf("Take: %v, wait %v; want to wait for the back-off", err, wait)
	}
	now = now.Add(DefaultOptions().MaxBackoff)
	l := mustTake(t, f, now)
	if !l.Revisit || string(l.Data) != "again" {
		t.Fatalf("Take: %+v; want the revisit", l)
	}
	mustDo(t, f.Done(now, l.ID, Outcome{Result: Finish}))
	mustPush(t, f, now, page("a.test", "3"))
	if s := f.Stats(); s.DeadHosts != 0 || s.Queued != 3 || s.Dropped != 0 || s.Refused != 0 || s.Revisits != 0 {
		t.Errorf("%+v; want three queued links", s)
	}
	for _, want := range []string{"http://a.test/2", "http://a.test/3", "http://a.test/1"} { // the one that failed comes last
		now = now.Add(time.Second)
		if l := mustTake(t, f, now); l.URL != want || l.Revisit {
			t.Errorf("Take: %s; want %s", l.URL, want)
		} else {
			mustDo(t, f.Done(now, l.ID, Outcome{Result: Finish}))
		}
	}
}

// TestBackOffOutlivesItsDeadHost: a link that was in back-off when its host was given up is asked after the host answers again.
func TestBackOffOutlivesItsDeadHost(t *testing.T) {
	for _, reopened := range []bool{false, true} {
		now, store, o := start, NewMemory(), options(func(o *Options) { o.HostFailures = 1 })
		f, err := Open(store, o, now)
		mustDo(t, err)
		mustPush(t, f, now, page("a.test", "1"))
		mustDo(t, f.Done(now, mustTake(t, f, now).ID, Outcome{Result: Retry, After: 40 * time.Second}))
		if reopened {
			mustDo(t, f.Close())
			f, err = Open(store, o, now)
			mustDo(t, err)
		}
		pushRevisit(t, f, now, "a.test")
		_, _, _ = f.Take(now) // asks how long to wait
		now = now.Add(41 * time.Second)
		l := mustTake(t, f, now)
		mustDo(t, f.Done(now, l.ID, Outcome{Result: Finish}))
		now = now.Add(DefaultOptions().MaxBackoff)
		if l := mustTake(t, f, now); l.URL != "http://a.test/1" || l.Attempt != 2 {
			t.Errorf("reopened %v: %+v", reopened, l)
		}
	}
}

// TestRevisitsCountToNoBudget: a host whose budget is spent has revisits, and they come before links of other hosts.
func TestRevisitsCountToNoBudget(t *testing.T) {
	now := start
	f := mustOpen(t, options(func(o *Options) { o.PerHost = 1 }))
	mustPush(t, f, now, page("full.test", "1"), page("other.test", "1"))
	l := takeFrom(t, f, now, "full.test")
	mustDo(t, f.Done(now, l.ID, Outcome{Result: Finish}))
	for range 3 {
		now = now.Add(time.Minute)
		pushRevisit(t, f, now, "full.test")
		if l = takeFrom(t, f, now, "full.test"); !l.Revisit {
			t.Fatalf("Take: %+v; want the revisit", l)
		}
		mustDo(t, f.Done(now, l.ID, Outcome{Result: Finish}))
	}
	if s := f.Stats(); s.FullHosts != 1 || s.Fetched != 1 || s.Queued != 1 {
		t.Errorf("%+v; want one page fetched and one link queued", s)
	}
}

// TestUrgentRevisitsComeFirst: an urgent revisit is taken before those of other hosts that were pushed earlier, and TakeUrgent takes only such.
func TestUrgentRevisitsComeFirst(t *testing.T) {
	now := start
	f := mustOpen(t, DefaultOptions())
	pushRevisit(t, f, now, "a.test")
	mustPush(t, f, now, page("c.test", "1"))
	if _, _, err := f.TakeUrgent(now); err != ErrWait {
		t.Errorf("TakeUrgent: %v; want to wait", err)
	}
	for _, url := range []string{"http://b.test/1", "http://b.test/2"} {
		mustDo(t, f.PushRevisits(now, []Revisit{{URL: url, Host: "b.test", Priority: Urgent}}))
	}
	for _, want := range []string{"http://b.test/1", "http://b.test/2"} {
		l, _, err := f.TakeUrgent(now)
		if err != nil || l.URL != want {
			t.Fatalf("TakeUrgent: %s, %v; want %s", l.URL, err, want)
		}
		mustDo(t, f.Done(now, l.ID, Outcome{Result: Finish}))
		now = now.Add(time.Minute)
	}
	if l := mustTake(t, f, now); l.URL != "http://a.test/known" {
		t.Errorf("Take: %s", l.URL)
	}
}
