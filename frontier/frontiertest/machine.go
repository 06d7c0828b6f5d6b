package frontiertest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"time"

	"pgregory.net/rapid"

	"gannet/frontier"
	"gannet/internal/weburl"
)

// Property is a property test of a Store: it runs random operations on a frontier and on a simple model of a frontier, and compares their
// results. Each call of open opens the same store again, after it was closed.
func Property(t *rapid.T, open func() (frontier.Store, error)) {
	now := time.Unix(1_700_000_000, 0)
	m := &machine{open: open, now: now, oracle: newOracle(drawOptions(t), now)}
	m.oracle.patience = rapid.SampledFrom([]time.Duration{0, 2 * time.Second, 20 * time.Second}).Draw(t, "patience")
	m.start(t)
	defer m.stop(t)
	t.Repeat(map[string]func(*rapid.T){
		"Push": m.push, "Push revisits": m.pushRevisits, "Take": m.take, "Take again": m.take, "Take beside others": m.takeBesideOthers, "Promise": m.promise, "Reserve": m.reserve, "Reorder": m.reorder, "Yield": m.yield, "Release": m.release, "Made": m.made, "Done": m.done,
		"Adjust": m.adjust, "Sleep": m.sleep, "Until free": m.untilFree, "Reopen": m.reopen, "": m.compare,
	})
}

func drawOptions(t *rapid.T) frontier.Options {
	return frontier.Options{
		Delay: time.Second, MaxDelay: 10 * time.Second, DelayFactor: 2, Lease: 30 * time.Second,
		Connections:  rapid.IntRange(1, 3).Draw(t, "Connections"),
		PerHost:      rapid.SampledFrom([]int{frontier.NoLimit, 1, 3}).Draw(t, "PerHost"),
		Retries:      rapid.IntRange(1, 3).Draw(t, "Retries"),
		LinkBackoff:  3 * time.Second,
		Backoff:      5 * time.Second,
		MaxBackoff:   12 * time.Second,
		HostFailures: rapid.SampledFrom([]int{frontier.NoLimit, 2, 4}).Draw(t, "HostFailures"),
	}
}

// machine has a frontier and the oracle.
type machine struct {
	open     func() (frontier.Store, error)
	frontier *frontier.Frontier
	oracle   *oracle
	now      time.Time
	ids      []uint64 // all leases since the last start
}

func (m *machine) start(t *rapid.T) {
	s, err := m.open()
	if err != nil {
		t.Fatal(err)
	}
	m.ids = nil
	if m.frontier, err = frontier.Open(s, m.oracle.opt, m.now); err != nil {
		t.Fatal(err)
	}
	if m.oracle.patience > 0 {
		m.frontier.SetPatience(m.oracle.patience, func(priority float32) (float32, bool) { return priority, true })
	}
}

func (m *machine) stop(t *rapid.T) {
	if err := m.frontier.Close(); err != nil {
		t.Fatal(err)
	}
}

// priorities are only a few, so that many links share the same one.
var priorities = []float32{0, 1, -1, 0.5, 2, float32(math.NaN()), float32(math.Inf(1)), float32(math.Copysign(0, -1))}

// push draws links from few hosts and few URLs, so that many links are pushed again.
func (m *machine) push(t *rapid.T) {
	links := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) frontier.Link {
		h := rapid.IntRange(0, 5).Draw(t, "host")
		return frontier.Link{
			URL:      fmt.Sprintf("http://h%d/%d", h, rapid.IntRange(0, 12).Draw(t, "page")),
			Host:     fmt.Sprintf("h%d", h),
			Priority: rapid.SampledFrom(priorities).Draw(t, "priority"),
			Replace:  rapid.Bool().Draw(t, "replace"),
			AsNew:    rapid.IntRange(0, 9).Draw(t, "again") == 0,
			Attempts: uint8(rapid.IntRange(0, 3).Draw(t, "attempts")),
			Data:     rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "data"),
		}
	}), 0, 8).Draw(t, "links")
	m.oracle.advance(m.now)
	want := m.oracle.push(links)
	got, err := m.frontier.Push(m.now, links)
	if err != nil || got != want {
		t.Fatalf("Push: %d new, %v; want %d", got, err, want)
	}
}

func (m *machine) pushRevisits(t *rapid.T) {
	list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) frontier.Revisit {
		h := rapid.IntRange(0, 6).Draw(t, "host")
		return frontier.Revisit{
			URL: fmt.Sprintf("http://h%d/%d", h, rapid.IntRange(0, 12).Draw(t, "page")), Host: fmt.Sprintf("h%d", h),
			Priority: rapid.SampledFrom([]float32{0, 1, 2, frontier.Urgent}).Draw(t, "priority"),
			Data:     rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "data"),
		}
	}), 0, 3).Draw(t, "revisits")
	m.oracle.advance(m.now)
	m.oracle.pushRevisits(list)
	if err := m.frontier.PushRevisits(m.now, list); err != nil {
		t.Fatalf("PushRevisits: %v", err)
	}
}

// takeRevisit takes the revisit that the oracle expects.
func (m *machine) takeRevisit(t *rapid.T, want *revisit) {
	got, _, err := m.frontier.Take(m.now)
	if err != nil || !got.Revisit {
		t.Fatalf("Take: %+v, %v; want the revisit of %s", got, err, want.URL)
	}
	if got.URL != want.URL || got.Host != want.Host || got.Priority != want.Priority || !bytes.Equal(got.Data, want.Data) {
		t.Fatalf("Take: %+v; want %+v", got, want)
	}
	want.leased = true
	m.oracle.addLease(&lease{id: got.ID, revisit: want, host: m.oracle.host(want.Host)})
	m.ids = append(m.ids, got.ID)
}

func (m *machine) take(t *rapid.T) {
	m.oracle.advance(m.now)
	if revisit, _ := m.oracle.takeRevisit(); revisit != nil {
		m.takeRevisit(t, revisit)
		return
	}
	want, next := m.oracle.take()
	got, wait, err := m.frontier.Take(m.now)
	if want == nil {
		m.checkWait(t, next, wait, err)
		return
	}
	if err != nil {
		t.Fatalf("Take: %v; want %s", err, want.URL)
	}
	if got.URL != want.URL || got.Host != want.Host || got.Priority != want.Priority || !bytes.Equal(got.Data, want.Data) ||
		got.Attempt != want.attempts+1 || !got.Expires.Equal(m.oracle.now.Add(m.oracle.opt.Lease-m.oracle.skew)) {
		t.Fatalf("Take: %+v; want %+v", got, want)
	}
	m.oracle.recordLease(got.ID, want)
	m.ids = append(m.ids, got.ID)
}

// takeBesideOthers is like take, but other frontiers have links with some promise at the same time.
func (m *machine) takeBesideOthers(t *rapid.T) {
	m.oracle.elsewhere = rapid.SampledFrom([]float32{0.5, 1, 2, 4}).Draw(t, "elsewhere")
	m.frontier.SetElsewhere(m.oracle.elsewhere)
	m.take(t)
	m.oracle.elsewhere = 0
	m.frontier.SetElsewhere(0)
}

// promise compares the promise of the best link. Revisits have no promise, and hide the links of their host.
func (m *machine) promise(t *rapid.T) {
	m.oracle.advance(m.now)
	got := m.frontier.Promise(m.now)
	want, ok := m.oracle.promise()
	if m.oracle.patience > 0 && ok && !math.IsNaN(float64(want)) && m.oracle.stats().Revisits == 0 && got != want {
		t.Fatalf("Promise: %v, want %v", got, want)
	}
}

// checkWait compares the wait that Take returned with the time at which the next link becomes free by time alone.
func (m *machine) checkWait(t *rapid.T, next time.Time, wait time.Duration, err error) {
	if s := m.oracle.stats(); s.Queued == 0 && s.Leased == 0 && s.Revisits == 0 {
		if err != frontier.ErrEmpty {
			t.Fatalf("Take: %v; want ErrEmpty", err)
		}
		return
	}
	if err != frontier.ErrWait {
		t.Fatalf("Take: %v; want ErrWait", err)
	}
	if !next.IsZero() && (wait <= 0 || m.oracle.now.Add(wait).After(next)) {
		t.Fatalf("Take: wait %v; a link is free after %v", wait, next.Sub(m.oracle.now))
	}
}

// untilFree waits as long as Take says until there is a link, like an idle crawl.
func (m *machine) untilFree(t *rapid.T) {
	for {
		m.oracle.advance(m.now)
		revisit, _ := m.oracle.takeRevisit()
		if want, next := m.oracle.take(); want != nil || revisit != nil || next.IsZero() {
			m.take(t)
			return
		}
		_, wait, err := m.frontier.Take(m.now)
		if !errors.Is(err, frontier.ErrWait) || wait <= 0 {
			t.Fatalf("Take: wait %v, %v; want some", wait, err)
		}
		m.now = m.oracle.now.Add(wait - m.oracle.skew)
	}
}

// drawLease draws one of the last leases. l is nil if it has ended; ok is false if there was none yet.
func (m *machine) drawLease(t *rapid.T) (id uint64, l *lease, ok bool) {
	if len(m.ids) == 0 {
		return 0, nil, false
	}
	m.oracle.advance(m.now)
	latest := min(len(m.ids), 8)
	id = rapid.SampledFrom(m.ids[len(m.ids)-latest:]).Draw(t, "lease")
	return id, m.oracle.lease(id), true
}

func (m *machine) reserve(t *rapid.T) {
	id, l, ok := m.drawLease(t)
	if !ok {
		return
	}
	ip := rapid.SampledFrom([]string{"10.0.0.1", "10.0.0.2", ""}).Draw(t, "ip")
	got, err := m.frontier.Reserve(m.now, id, ip)
	if l == nil || l.released {
		m.checkNoLease(t, "Reserve", err)
		return
	}
	if want := m.oracle.reserve(l, ip); err != nil || got != want {
		t.Fatalf("Reserve: %v, %v; want %v", got, err, want)
	}
}

func (m *machine) reorder(t *rapid.T) {
	orders := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) frontier.Order {
		url := fmt.Sprintf("http://h%d/%d", rapid.IntRange(0, 5).Draw(t, "host"), rapid.IntRange(0, 12).Draw(t, "page"))
		return frontier.Order{Fingerprint: weburl.Fingerprint(url), Priority: rapid.SampledFrom(priorities).Draw(t, "priority")}
	}), 0, 8).Draw(t, "orders")
	m.oracle.advance(m.now)
	m.oracle.reorder(orders)
	if err := m.frontier.Reorder(m.now, orders); err != nil {
		t.Fatalf("Reorder: %v", err)
	}
}

func (m *machine) yield(t *rapid.T) {
	id, l, ok := m.drawLease(t)
	if !ok {
		return
	}
	priority := rapid.SampledFrom(priorities).Draw(t, "priority")
	err := m.frontier.Yield(m.now, id, priority)
	if l == nil || l.released {
		m.checkNoLease(t, "Yield", err)
		return
	}
	if m.oracle.yield(l, priority); err != nil {
		t.Fatalf("Yield: %v", err)
	}
}

func (m *machine) checkNoLease(t *rapid.T, what string, err error) {
	if err != frontier.ErrNoLease {
		t.Fatalf("%s: %v; want ErrNoLease", what, err)
	}
}

func (m *machine) release(t *rapid.T) {
	id, l, ok := m.drawLease(t)
	if !ok {
		return
	}
	took := time.Duration(rapid.IntRange(0, 8000).Draw(t, "took")) * time.Millisecond
	err := m.frontier.Release(m.now, id, took)
	if l == nil {
		m.checkNoLease(t, "Release", err)
		return
	}
	m.oracle.release(l, m.oracle.now, took)
	if err != nil {
		t.Fatalf("Release: %v", err)
	}
}

func (m *machine) made(t *rapid.T) {
	id, l, ok := m.drawLease(t)
	if !ok {
		return
	}
	err := m.frontier.Made(m.now, id)
	if l == nil {
		m.checkNoLease(t, "Made", err)
		return
	}
	l.making = false
	if err != nil {
		t.Fatalf("Made: %v", err)
	}
}

func (m *machine) done(t *rapid.T) {
	id, l, ok := m.drawLease(t)
	if !ok {
		return
	}
	results := []frontier.Result{frontier.Finish, frontier.Drop, frontier.Retry, frontier.Retry, frontier.Postpone, frontier.Requeue, frontier.RetryLink, frontier.RetryLink, frontier.DropHost}
	out := frontier.Outcome{Result: rapid.SampledFrom(results).Draw(t, "outcome"), Unasked: rapid.Bool().Draw(t, "unasked"), NoPage: rapid.Bool().Draw(t, "no page")}
	out.After = time.Duration(rapid.IntRange(-1, 20).Draw(t, "after")) * time.Second
	out.Rest = time.Duration(rapid.SampledFrom([]int{0, 0, 0, -1, 3}).Draw(t, "rest")) * time.Second
	err := m.frontier.Done(m.now, id, out)
	if l == nil {
		m.checkNoLease(t, "Done", err)
		return
	}
	m.oracle.done(l, out)
	if err != nil {
		t.Fatalf("Done: %v", err)
	}
}

func (m *machine) adjust(t *rapid.T) {
	name := fmt.Sprintf("h%d", rapid.IntRange(0, 5).Draw(t, "host"))
	if rapid.Bool().Draw(t, "slow") {
		factor := rapid.SampledFrom([]float64{0.5, 1, 2, 3.5, 1e9, math.NaN()}).Draw(t, "factor")
		m.frontier.SetSlowdown(name, factor)
		m.oracle.host(name).slow = 1
		if factor >= 1 {
			m.oracle.host(name).slow = float32(min(factor, 100))
		}
		return
	}
	if known := rapid.Bool().Draw(t, "awaited"); known {
		awaited := rapid.Bool().Draw(t, "awaits")
		m.frontier.SetAwaited(name, awaited)
		for _, h := range m.oracle.hosts {
			if h.name == name {
				h.notAwaited = !awaited
			}
		}
		return
	}
	delay := time.Duration(rapid.IntRange(-1, 15).Draw(t, "delay")) * time.Second
	m.frontier.SetDelay(name, delay)
	m.oracle.host(name).delay = max(delay, 0)
}

// sleep moves the time forward, and sometimes back.
func (m *machine) sleep(t *rapid.T) {
	m.now = m.now.Add(time.Duration(rapid.IntRange(-2000, 20_000).Draw(t, "ms")) * time.Millisecond)
}

func (m *machine) reopen(t *rapid.T) {
	m.stop(t)
	m.now = m.now.Add(time.Duration(rapid.SampledFrom([]int{0, 0, 1, -1, -1000}).Draw(t, "hours")) * time.Hour)
	m.start(t)
	m.oracle.reopen(m.now)
	m.oracle.advance(m.now)
}

// compare compares all answers of the frontier with those of the oracle.
func (m *machine) compare(t *rapid.T) {
	if got, want := m.frontier.Stats(), m.oracle.stats(); got != want {
		t.Fatalf("Stats: %+v\nwant   %+v", got, want)
	}
	for _, l := range m.oracle.links {
		if got, want := m.frontier.State(l.URL), m.oracle.state(l); got != want {
			t.Fatalf("State(%s): %d, want %d", l.URL, got, want)
		}
	}
	m.oracle.advance(m.now)
	if got, want := m.frontier.Stalled(m.now), m.oracle.stalled(); got != want {
		t.Fatalf("Stalled: %v, want %v", got, want)
	}
	if got := m.frontier.State("http://never/"); got != frontier.Unknown {
		t.Fatalf("State of a URL never pushed: %d", got)
	}
}
