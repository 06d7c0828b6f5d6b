package main

import (
	"testing"

	"gannet/crawler"
)

// TestRevisitsAreRequests: gannet_fetches_total rises in a crawl with --fresh that only revisits pages.
func TestRevisitsAreRequests(t *testing.T) {
	families, err := newRegistry(func() crawler.Progress {
		return crawler.Progress{Fetched: 3, Revisits: &crawler.RevisitCounts{Made: 4}}
	}).Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "gannet_fetches_total" {
			if n := f.GetMetric()[0].GetCounter().GetValue(); n != 7 {
				t.Errorf("%v requests, want 7", n)
			}
			return
		}
	}
	t.Error("the metric is missing")
}
