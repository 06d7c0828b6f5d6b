package cluster_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"gannet/cluster/clustertest"
	"gannet/frontier"
)

// TestMachinesWaitForBetterLinksOfOthers: while one machine has links of much promise, the others leave theirs. They go on once it has none, or
// when it is paused.
func TestMachinesWaitForBetterLinksOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		eager, patient := newUneven(t, 0), newUneven(t, 10*time.Second)
		for _, u := range []*uneven{eager, patient} {
			u.crawl(t, false)
			if u.good != goodPages || u.poor != poorPages {
				t.Errorf("%d good pages and %d poor ones were fetched", u.good, u.poor)
			}
		}
		t.Logf("of %d poor pages %d come before the last good one, %d without patience", poorPages, patient.before, eager.before)
		if patient.before > eager.before/4 {
			t.Errorf("%d poor pages come before the last good one, %d without patience", patient.before, eager.before)
		}
		paused := newUneven(t, 10*time.Second)
		paused.crawl(t, true)
		if paused.good > 1 || paused.left > 0 {
			t.Errorf("%d good pages were fetched, and machines still wait with %d links", paused.good, paused.left)
		}
	})
}

// uneven is a crawl by three machines of hosts of which one alone has good pages.
type uneven struct {
	machines           []*machine
	good, poor, before int // pages fetched, and poor ones before the last good one
	left               int // links of machines that are not paused
}

const (
	goodPages = 40
	poorPages = 4 * (webHosts - 1)
)

func newUneven(t *testing.T, patience time.Duration) *uneven {
	net, u := clustertest.New(1, ttl, clustertest.Faults{}), new(uneven)
	for n := range 3 {
		m := &machine{name: fmt.Sprint("m", n), ctx: t.Context()}
		m.join(t, net)
		m.links.SetPatience(patience, func(priority float32) (float32, bool) { return priority, patience > 0 })
		u.machines = append(u.machines, m)
	}
	time.Sleep(ttl) // all have their hosts
	var links []frontier.Link
	for page := range goodPages {
		links = append(links, linkTo(0, page, .9))
	}
	for n := range poorPages {
		links = append(links, linkTo(1+n%(webHosts-1), n/(webHosts-1), .1))
	}
	if _, err := u.machines[0].links.Push(time.Now(), links); err != nil {
		t.Fatal(err)
	}
	time.Sleep(ttl / 2) // all have their links
	return u
}

// crawl crawls to the end. pause says whether the machine with good pages is paused after the first.
func (u *uneven) crawl(t *testing.T, pause bool) {
	var paused *machine
	for range 2 * goodPages * 10 {
		for _, m := range u.machines {
			for m != paused {
				l, _, err := m.links.Take(time.Now())
				if err != nil {
					break
				}
				if l.Priority < .5 {
					u.poor++
				} else if u.good, u.before = u.good+1, u.poor; pause {
					paused = m
				}
				if err := m.links.Done(time.Now(), l.ID, frontier.Outcome{Result: frontier.Finish}); err != nil {
					t.Fatal(err)
				}
			}
		}
		time.Sleep(webDelay / 10)
	}
	for _, m := range u.machines {
		if m != paused {
			u.left += m.local.Stats().Queued
		}
		if err := m.node.Close(); err != nil {
			t.Error(err)
		}
	}
}
