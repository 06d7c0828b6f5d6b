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
