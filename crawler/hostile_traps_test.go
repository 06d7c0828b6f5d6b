package crawler_test

import (
	"testing"
	"testing/synctest"
	"time"

	"gannet/internal/testweb"
	"gannet/internal/weburl"
)

func TestHostileTraps(t *testing.T) {
	for _, trap := range testweb.Traps() {
		t.Run(string(trap), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				r := newHostileRig(t, testweb.Options{Seed: 31, Hosts: 100, Pages: 3000})
				good := r.good(3, 60)
				name := testweb.TrapHost(trap, 0)
				r.scope = map[string]bool{name: true}
				seeds := []string{"http://" + name + "/"}
				for _, host := range good {
					r.scope[host] = true
					seeds = append(seeds, "http://"+host+"/")
				}
				p := r.crawl(t, 10*time.Minute, seeds, nil)
				truth := r.reachable(good)
				if missed := r.missed(truth); len(missed) > 0 {
					t.Errorf("%d of %d pages of good hosts were not fetched, such as %s", len(missed), len(truth), missed[0])
				}
				requests, pages := 0, 0
				for _, q := range r.log.Requests() {
					if q.Host == name {
						requests++
					}
				}
				for url := range r.pages {
					if weburl.Host(url) == name {
						pages++
					}
				}
				delete(p.Reasons, "out of scope")
				t.Logf("%v: %d requests, %d pages, %d good, reasons %v; %+v", time.Since(begin), requests, pages, len(truth), p.Reasons, p.Frontier)
			})
		})
	}
}
