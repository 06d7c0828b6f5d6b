package main

import (
	"testing"

	"gannet/dedup/webpages"
)

// TestStatusOfPages: each page beside a known collection, by its URL, its text, and the group that it is in.
func TestStatusOfPages(t *testing.T) {
	one, other := [128]uint8{1}, [128]uint8{2}
	pages := []webpages.Page{
		{URL: "http://a.test/1", Slots: one}, {URL: "http://a.test/2", Slots: one},
		{URL: "http://a.test/1", Slots: one}, {URL: "http://a.test/2", Slots: other}, {URL: "http://b.test/1", Slots: one}, {URL: "http://b.test/2", Slots: other},
	}
	rows := make([]pageRow, 4)
	setStatus(rows, pages, []int{0, 0, 0, 3, 0, 5}, map[string]int{"http://a.test/1": 0, "http://a.test/2": 1})
	for i, want := range []string{"unchanged", "changed", "copy", "new"} {
		if rows[i].Status != want {
			t.Errorf("page %d is %q, want %q", i, rows[i].Status, want)
		}
	}
}
