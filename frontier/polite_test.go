package frontier

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

var start = time.Unix(1_000_000, 0)

func mustOpen(t *testing.T, o Options) *Frontier {
	t.Helper()
	f, err := Open(NewMemory(), o, start)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// options returns the default rules of a frontier as change leaves them.
func options(change func(*Options)) Options {
	o := DefaultOptions()
	change(&o)
	return o
}

func mustPush(t *testing.T, f *Frontier, now time.Time, links ...Link) {
	t.Helper()
	if _, err := f.Push(now, links); err != nil {
		t.Fatal(err)
	}
}

func mustTake(t *testing.T, f *Frontier, now time.Time) Lease {
	t.Helper()
	l, wait, err := f.Take(now)
	if err != nil {
		t.Fatal(err, wait)
	}
	return l
}

func mustWait(t *testing.T, f *Frontier, now time.Time, want time.Duration) {
	t.Helper()
	if l, wait, err := f.Take(now); err != ErrWait || wait != want {
		t.Fatalf("Take: %q, wait %v, %v; want %v", l.URL, wait, err, want)
	}
}

func mustDo(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func page(host, path string) Link { return Link{URL: "http://" + host + "/" + path, Host: host} }

// TestBudgetCountsLeases: leases count, so that a budget is never overdrawn.
func TestBudgetCountsLeases(t *testing.T) {
	f := mustOpen(t, options(func(o *Options) { o.PerHost, o.Delay = 2, 0 }))
	mustPush(t, f, start, page("a", "1"), page("a", "2"), page("a", "3"))
	first := mustTake(t, f, start)
	mustDo(t, f.Release(start, first.ID, 0))
	mustWait(t, f, start, 0) // the page is in the making
	mustDo(t, f.Made(start, first.ID))
	second := mustTake(t, f, start)
	mustDo(t, f.Release(start, second.ID, 0))
	mustDo(t, f.Made(start, second.ID))
	mustWait(t, f, start, 0)
	mustDo(t, f.Done(start, first.ID, Outcome{Result: Drop}))
	third := mustTake(t, f, start)
	mustDo(t, f.Done(start, second.ID, Outcome{Result: Finish}))
	mustDo(t, f.Done(start, third.ID, Outcome{Result: Finish}))
	mustPush(t, f, start, page("a", "4"))
	if s := f.Stats(); s.Fetched != 2 || s.FullHosts != 1 || s.Refused != 1 || s.Known != 3 {
		t.Errorf("%+v", s)
	}
}

// TestBudgetCountsPages: a link that gave no page does not spend the budget of its host, until ten times as many links have ended. A
// restart changes nothing of that.
func TestBudgetCountsPages(t *testing.T) {
	store, opt := NewMemory(), options(func(o *Options) { o.PerHost, o.Delay, o.DelayFactor = 2, 0, 0 })
	f, err := Open(store, opt, start)
	mustDo(t, err)
	end := func(path string, noPage bool) {
		t.Helper()
		mustPush(t, f, start, page("a", path))
		mustDo(t, f.Done(start, mustTake(t, f, start).ID, Outcome{Result: Finish, NoPage: noPage}))
	}
	end("page", false)
	for i := range 18 {
		end(strconv.Itoa(i), true)
	}
	if s := f.Stats(); s.FullHosts != 0 || s.Fetched != 19 {
		t.Errorf("after one page and 18 links without: %+v", s)
	}
	f, err = Open(store, opt, start)
	mustDo(t, err)
	end("last", true)
	mustPush(t, f, start, page("a", "late"))
	if s := f.Stats(); s.FullHosts != 1 || s.Refused != 1 || s.Fetched != 20 {
		t.Errorf("after 20 links: %+v", s)
	}
}

// TestBackoffOutlivesOldItems: an old item in the queue must not end the back-off of its link.
func TestBackoffOutlivesOldItems(t *testing.T) {
	f := mustOpen(t, options(func(o *Options) { o.Delay, o.Backoff, o.Retries = 0, time.Second, 5 }))
	push := func(now time.Time, path string, priority float32) {
		mustPush(t, f, now, Link{URL: "http://a/" + path, Host: "a", Priority: priority, Replace: true})
	}
	finish := func(now time.Time, path string, result Result, meanwhile string) {
		t.Helper()
		l := mustTake(t, f, now)
		if l.URL != "http://a/"+path {
			t.Fatalf("took %s, want %s", l.URL, path)
		}
		if meanwhile != "" {
			push(now, meanwhile, 9) // so that old items are not on top when the lease ends
		}
		mustDo(t, f.Done(now, l.ID, Outcome{Result: result}))
	}
	for _, priority := range []float32{1, 2, 1, 2, 1} {
		push(start, "1", priority)
	}
	finish(start, "1", Retry, "2")
	second := start.Add(time.Second)
	finish(second, "2", Finish, "") // ends the host's failures
	finish(second, "1", Retry, "3") // the host backs off for its first failure, the link for its second
	third := second.Add(time.Second)
	finish(third, "3", Finish, "")
	mustWait(t, f, third, time.Second)
}

// TestAddressIsFreedByRebinding: a host that moves to another address leaves the old one to its neighbours.
func TestAddressIsFreedByRebinding(t *testing.T) {
	f := mustOpen(t, options(func(o *Options) { o.Delay = 0 }))
	for _, host := range []string{"a", "b"} {
		mustPush(t, f, start, page(host, "1"))
		l := mustTake(t, f, start)
		if ok, err := f.Reserve(start, l.ID, "10.0.0.1"); !ok || err != nil {
			t.Fatal(ok, err)
		}
		mustDo(t, f.Done(start, l.ID, Outcome{Result: Finish}))
	}
	mustPush(t, f, start, page("a", "2"), page("b", "2"))
	a := mustTake(t, f, start)
	mustWait(t, f, start, 0)
	if ok, err := f.Reserve(start, a.ID, "10.0.0.2"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if b := mustTake(t, f, start); b.URL != "http://b/2" {
		t.Errorf("took %s", b.URL)
	}
}

// TestBusyAddress: two hosts of one address are not asked at once, and no attempt of the second is counted.
func TestBusyAddress(t *testing.T) {
	f := mustOpen(t, DefaultOptions())
	mustPush(t, f, start, page("a", "1"), page("b", "1"))
	a, b := mustTake(t, f, start), mustTake(t, f, start)
	if ok, err := f.Reserve(start, a.ID, "10.0.0.1"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if ok, err := f.Reserve(start, b.ID, "10.0.0.1"); ok || err != nil {
		t.Fatal(ok, err)
	}
	if err := f.Done(start, b.ID, Outcome{Result: Finish}); !errors.Is(err, ErrNoLease) {
		t.Fatal("the lease is still there:", err)
	}
	mustWait(t, f, start, 0)
	f.SetDelay("a", time.Hour)
	mustDo(t, f.Release(start, a.ID, 400*time.Millisecond))
	mustWait(t, f, start, 2*time.Second) // five times the duration; b does not have the Crawl-delay of a
	if b = mustTake(t, f, start.Add(2*time.Second)); b.Attempt != 1 {
		t.Errorf("attempt %d", b.Attempt)
	}
}

func TestPause(t *testing.T) {
	for _, c := range []struct{ took, delay, want time.Duration }{
		{0, 0, time.Second},
		{time.Second, 0, 5 * time.Second},
		{time.Hour, 0, time.Minute},
		{time.Hour, 2 * time.Minute, 2 * time.Minute},
		{time.Second, 7 * time.Second, 7 * time.Second},
		{-time.Hour, 0, time.Second},
	} {
		f := mustOpen(t, DefaultOptions())
		mustPush(t, f, start, page("a", "1"), page("a", "2"))
		f.SetDelay("a", c.delay)
		l := mustTake(t, f, start)
		mustDo(t, f.Release(start, l.ID, c.took))
		mustDo(t, f.Made(start, l.ID))
		mustWait(t, f, start, c.want)
	}
}

func TestOptions(t *testing.T) {
	for _, change := range []func(*Options){
		func(o *Options) { o.PerHost = -1 },
		func(o *Options) { o.PerHost = 0 },
		func(o *Options) { o.HostFailures = 0 },
		func(o *Options) { o.Retries = 0 },
		func(o *Options) { o.Retries = 256 },
		func(o *Options) { o.Lease = 0 },
		func(o *Options) { o.DelayFactor = math.NaN() },
		func(o *Options) { o.Delay = time.Hour },
		func(o *Options) { o.Backoff = time.Hour },
		func(o *Options) { *o = Options{} },
	} {
		o := options(change)
		if _, err := Open(NewMemory(), o, start); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestLinksWithoutURL(t *testing.T) {
	f := mustOpen(t, DefaultOptions())
	if _, err := f.Push(start, []Link{page("a", "1"), {Host: "a"}}); err == nil || f.Stats().Known != 0 {
		t.Error("a link without a URL was taken in")
	}
	if err := f.Done(start, 1, Outcome{}); err == nil || errors.Is(err, ErrNoLease) {
		t.Errorf("an outcome without a result: %v", err)
	}
}

// failing is a store that cannot be written.
type failing struct{ *Memory }

func (failing) Append(*Batch) error { return errors.New("disk full") }

// TestFailedStore: after a failed write every call fails.
func TestFailedStore(t *testing.T) {
	f, err := Open(failing{NewMemory()}, DefaultOptions(), start)
	mustDo(t, err)
	for range 2 {
		if _, err := f.Push(start, []Link{page("a", "1")}); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Fatal(err)
		}
	}
	if _, _, err := f.Take(start); err == nil || errors.Is(err, ErrWait) {
		t.Fatal(err)
	}
	mustDo(t, f.Close())
	mustDo(t, f.Close())
	if _, err := f.Push(start, nil); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
}
