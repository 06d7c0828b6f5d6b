package main

import (
	"testing"
	"time"

	"gannet/crawler"
	"gannet/frontier"
)

// TestEndOfAStalledCrawl: a crawl that has ended promises no further request.
func TestEndOfAStalledCrawl(t *testing.T) {
	hosts := []crawler.WaitingHost{
		{HostWait: frontier.HostWait{Host: "a.test", Links: 3, After: 30 * time.Second, Fails: true}, Why: "status 503"},
		{HostWait: frontier.HostWait{Host: "b.test", Links: 1, After: time.Minute, Fails: true}},
	}
	const want = "3 links wait for a.test: status 503; 1 link waits for b.test: the reason is no longer known"
	if got := ending(crawler.Progress{Ended: crawler.EndStalled, Waiting: hosts}); got != "ended: only hosts that do not answer are left; "+want {
		t.Error(got)
	}
	failing := []crawler.WaitingHost{{HostWait: frontier.HostWait{Host: "c.test", Links: 2}, Why: "status 500"}}
	if got := ending(crawler.Progress{Ended: crawler.EndFailing, Waiting: failing}); got != "ended: only links that fail are left; 2 links fail on c.test: status 500" {
		t.Error(got)
	}
	if got := waits(hosts[:1], false); got != "3 links wait for a.test: status 503, again in 30s" {
		t.Error(got)
	}
}

// TestEndByBudgetsOfHosts: a crawl says that links were left out, and names the flag.
func TestEndByBudgetsOfHosts(t *testing.T) {
	for want, stats := range map[string]frontier.Stats{
		"ended: no link left": {FullHosts: 1},
		"ended: no link left; 2 links were dropped because the page budget (--per-host) of 1 host is spent": {FullHosts: 1, DroppedFull: 2, Dropped: 3},
		"ended: no link left; links were left out because the page budget (--per-host) of 2 hosts is spent": {FullHosts: 2, Refused: 4},
	} {
		if got := ending(crawler.Progress{Ended: crawler.EndEmpty, Frontier: stats}); got != want {
			t.Error(got)
		}
	}
}
