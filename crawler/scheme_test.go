package crawler_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"gannet/frontier"
	"gannet/internal/testweb"
)

// TestOneSchemeThatFailsRestsNoHost begins with https links to a host that speaks only http. All its http pages are fetched
// meanwhile. The https links are given up in the end, after a few requests.
func TestOneSchemeThatFailsRestsNoHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newHostileRig(t, testweb.DefaultOptions(31).Sized(100, 3000))
		good := r.good(1, 60)
		home := r.homes(good)
		var seeds []string
		for n := range 40 {
			seeds = append(seeds, fmt.Sprintf("https://%s/%d", good[0], n))
		}
		begin := time.Now()
		p := r.crawl(t, frontier.DefaultOptions(), 12*time.Hour, append(seeds, home...))
		r.checkGood(t, good)
		last, failed := begin, 0
		for _, q := range r.log.Requests() {
			if q.Status == 0 {
				failed++
			} else {
				last = q.Start
			}
		}
		if took := last.Sub(begin); took > 10*time.Minute {
			t.Errorf("the last page was fetched after %v", took)
		}
		if failed != 3 {
			t.Errorf("asked %d times by https, want once for each attempt", failed)
		}
		if p.Frontier.Dropped < len(seeds) || p.Frontier.Queued > 0 || p.Frontier.DeadHosts > 0 {
			t.Errorf("%+v", p.Frontier)
		}
		if p.Reasons["robots.txt unreachable"] != int64(3*len(seeds)) {
			t.Errorf("%v", p.Reasons)
		}
	})
}
