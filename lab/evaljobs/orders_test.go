package main

import (
	"testing"

	"gannet/internal/testweb/jobweb"
)

// TestOrdersFindJobsAndPostings compares two orders on a small web. Both areas are of what there is to find, and breadth-first finds less.
func TestOrdersFindJobsAndPostings(t *testing.T) {
	o := jobweb.DefaultOptions(3)
	o.Jobs = 200
	web, err := jobweb.New(o)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newJobCrawls(web, 300)
	if err != nil {
		t.Fatal(err)
	}
	defer c.client.Close()
	areas, err := c.orders(options{seed: 1}, []string{"bfs", "parent-mean"}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for draw := range 2 {
		bfs, parents := areas[0], areas[1]
		if bfs.jobs[draw] <= 0 || bfs.jobs[draw] >= parents.jobs[draw] || parents.jobs[draw] > 1 {
			t.Errorf("draw %d: areas of jobs %v, %v", draw, bfs.jobs[draw], parents.jobs[draw])
		}
		if bfs.postings[draw] <= 0 || bfs.postings[draw] >= parents.postings[draw] || parents.postings[draw] > 1 {
			t.Errorf("draw %d: areas of postings %v, %v", draw, bfs.postings[draw], parents.postings[draw])
		}
	}
}

func TestOrderCells(t *testing.T) {
	if got, want := orderCells([]float64{.5, .7, .6}, []float64{.4, .6, .7}), " 0.600 | +0.0333 ± 0.0667 | 2 of 3 |"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
