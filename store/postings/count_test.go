package postings

import (
	"testing"

	"gannet/job"
)

// TestPlacesOfOldCrawlsAreCounted: a posting that has the text of its place only, as old crawls kept it, counts by the country that the text names.
func TestPlacesOfOldCrawlsAreCounted(t *testing.T) {
	old, unknown := &Posting{Job: &job.Posting{Location: "Leeds, United Kingdom"}}, &Posting{Job: &job.Posting{}}
	c := NewCounts("country", "town")
	c.Add(unknown)
	if c.Known() {
		t.Error("a place is known")
	}
	c.Add(old)
	if list := c.List(); len(list) != 2 || list[0].Values[0] != "GB" || list[0].Values[1] != "Leeds" || !c.Known() {
		t.Errorf("%v", list)
	}
}
