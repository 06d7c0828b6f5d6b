package crawler_test

import (
	"net/netip"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/internal/weburl"
	"gannet/store"
)

// TestHostileWeb crawls for ten minutes a web that has every trap at least twice, and keeps the pages. All pages of the good
// hosts are fetched, and no good host waits for a hostile one. No host gets two requests at once. Refused pages are counted.
// The bubble fails if a goroutine is left.
func TestHostileWeb(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		hostile := testweb.Everything(.01)
		hostile.Links = 20_000
		o := testweb.DefaultOptions(41).Sized(100, 1500)
		o.Hostile = hostile
		r := newHostileRig(t, o)
		db, err := store.Open(filepath.Join(t.TempDir(), "crawl.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		keeper := crawler.NewStoreKeeper(db, nil)
		r.keeper = keeper
		good := r.unheld(r.good(r.web.Hosts(), 40))
		hosts := good
		for _, trap := range testweb.Traps() {
			domain := 0
			if trap == testweb.Mirror { // hosts on the registered domain of a mirror get only the requests for copies
				domain = 1
			}
			hosts = append(hosts, testweb.TrapHost(trap, domain))
		}
		seeds := r.homes(hosts)
		r.scope = nil
		p := r.crawl(t, frontier.DefaultOptions(), 5*time.Minute, seeds)
		keeper.Close()
		r.checkGood(t, good)
		r.checkPace(t, begin, good)
		r.checkCounted(t, p)
		held, err := db.Stats()
		if err != nil {
			t.Fatal(err)
		}
		if int64(held.Pages) != p.Kept || p.Pages < 500 {
			t.Errorf("%d pages are kept, %d counted", held.Pages, p.Kept)
		}
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		if memory.HeapAlloc > 128<<20 {
			t.Errorf("%d MiB are in use at the end", memory.HeapAlloc>>20)
		}
		t.Logf("%d good hosts; %d requests, %d pages, %d errors, %d MiB in use; %+v", len(good), r.log.Count(), p.Pages, p.Errors, memory.HeapAlloc>>20, p.Frontier)
	})
}

// unheld leaves out hosts that share their address with a tar pit, whose one connection it holds.
func (r *hostileRig) unheld(hosts []string) []string {
	pits := trapHosts(testweb.TarPit, 40)
	for i := range r.web.Hosts() {
		if host := r.web.Host(i); r.web.Trap(host) == testweb.TarPit {
			pits = append(pits, host)
		}
	}
	held := make(map[netip.Addr]bool)
	for _, host := range pits {
		held[r.web.Addr(host)] = true
	}
	return slices.DeleteFunc(hosts, func(host string) bool { return held[r.web.Addr(host)] })
}

// checkPace holds that good hosts are asked until they have no more pages, without long pauses and one request at a
// time, and no address twice at once.
func (r *hostileRig) checkPace(t *testing.T, begin time.Time, good []string) {
	t.Helper()
	const pause = 90 * time.Second // that of a host slowed by 64, and a good one may stand behind the address of a slow one
	is := make(map[string]bool)
	for _, host := range good {
		is[host] = true
	}
	last, longest := begin, time.Duration(0)
	for _, q := range r.log.Requests() {
		if is[q.Host] {
			longest = max(longest, q.Start.Sub(last))
			last = q.Start
		}
	}
	t.Logf("good hosts: the last request after %v, the longest pause between two %v", last.Sub(begin), longest)
	if longest > pause {
		t.Errorf("no good host was asked for %v", longest)
	}
	for host, p := range r.log.Politeness(testweb.ByHost) {
		if p.Concurrent > 1 {
			t.Errorf("%s: %d requests at once", host, p.Concurrent)
		}
	}
}

// checkCounted holds that every reason in the table is counted, and that no host has more than its turns.
func (r *hostileRig) checkCounted(t *testing.T, p crawler.Progress) {
	t.Helper()
	missed := make(map[testweb.Trap]bool)
	for trap, want := range hostileTraps {
		for reason := range want.reasons {
			if p.Reasons[reason] == 0 {
				t.Logf("nothing is counted as %q, of %s", reason, trap)
				missed[trap] = true
			}
		}
	}
	if len(missed) > 1 { // the traps share two registered domains: one of these may wait as a site of copies when its turn would come
		t.Errorf("%d traps are not met: %v", len(missed), missed)
	}
	for reason, n := range p.Reasons {
		t.Logf("%7d %s", n, reason)
	}
	asked := make(map[string]int)
	for _, q := range r.log.Requests() {
		asked[weburl.Host("http://"+q.Host+"/")]++
	}
	for host, n := range asked {
		if n > turns+1 {
			t.Errorf("%s was asked %d times in ten minutes", host, n)
		}
	}
}
