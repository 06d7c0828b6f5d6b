package main

import (
	"context"
	"testing"
	"time"

	"gannet/lab/freshness"
	"gannet/lab/testweb/jobweb"
)

// TestACrawlTrustsLastmodWhereItIsTrue crawls a small web of jobs with a clock. Changes of postings are seen more often where sitemaps
// say when pages were modified. Where they call every page new, known postings are visited hardly more often than without dates.
func TestACrawlTrustsLastmodWhereItIsTrue(t *testing.T) {
	o := options{Options: freshness.DefaultOptions(), fresh: 24 * time.Hour, dir: t.TempDir()}
	o.Open, o.PerDay, o.Days = 300, 90, 16
	_, s, err := follow(context.Background(), &o, 5)
	if err != nil {
		t.Fatal(err)
	}
	seen := s.changesSeen()
	rate := func(way jobweb.Lastmod) float64 { return float64(seen[way].again) / max(1, seen[way].days) }
	for _, way := range lastmods {
		c := seen[way]
		t.Logf("%s: %d of %d changes seen after %.2f days, %.3f visits a day of a known posting in %.0f days", way, len(c.delays), c.changes, c.median(), rate(way), c.days)
	}
	right, wrong := seen[jobweb.TrueDates], seen[jobweb.AlwaysNow]
	if right.changes < 10 || wrong.changes < 10 {
		t.Fatal("this web has too few such postings")
	}
	if 2*len(right.delays) < right.changes {
		t.Error("lastmod was true, and yet most changes were not seen")
	}
	if rate(jobweb.AlwaysNow) > rate(jobweb.WithoutDates)+.05 {
		t.Error("lastmod was always now, and was believed")
	}
}
