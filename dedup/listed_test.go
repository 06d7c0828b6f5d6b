package dedup_test

import (
	"fmt"
	"strings"
	"testing"

	"gannet/dedup"
	"gannet/job"
)

const careers = "https://weir-orchards.example/careers"

// listed returns an ad of one site. n names it in its URL.
func listed(n int) *job.Posting {
	p := samples[0].posting()
	p.URL, p.Description = fmt.Sprintf("https://weir-orchards.example/careers/keeper-%d", n), samples[0].text
	return p
}

// clustersOf decides on ads that a list linked to, and returns their clusters.
func clustersOf(t *testing.T, o dedup.Options, lists []string, ads ...*job.Posting) (clusters []uint64) {
	t.Helper()
	d, err := dedup.NewDeduper(o)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range ads {
		if _, err := d.Decide(uint64(i+1), d.PrepareListed(p, lists[min(i, len(lists)-1)])); err != nil {
			t.Fatal(err)
		}
	}
	for i := range ads {
		_, cluster := d.Original(uint64(i + 1))
		clusters = append(clusters, cluster)
	}
	return clusters
}

// TestAListTellsItsPostingsApart: openings of one list are as many jobs, unless number, text and place say that it links to one twice.
func TestAListTellsItsPostingsApart(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(a, b *job.Posting)
		one  bool
	}{
		{"the same in all but the URL", func(_, _ *job.Posting) {}, false},
		{"two numbers", func(a, b *job.Posting) { a.ID, b.ID = "R-7101", "R-7102" }, false},
		{"one number", func(a, b *job.Posting) { a.ID, b.ID = "R-7101", "R-7101" }, true},
		{"one number, two towns", func(a, b *job.Posting) {
			a.ID, b.ID, b.Location = "R-7101", "R-7101", samples[0].otherTown
		}, false},
		{"one number, two texts", func(a, b *job.Posting) {
			a.ID, b.ID, b.Description = "R-7101", "R-7101", samples[0].other
		}, false},
		{"another parameter", func(a, b *job.Posting) { b.URL = a.URL + "?from=featured" }, true},
		{"another section", func(a, b *job.Posting) { b.URL = strings.Replace(a.URL, "/careers/", "/featured/", 1) }, true},
		{"a page below", func(a, b *job.Posting) { b.URL = a.URL + "/apply" }, true},
		{"the number in a parameter", func(a, b *job.Posting) {
			a.URL, b.URL = "https://weir-orchards.example/show?opening=7101", "https://weir-orchards.example/show?opening=7102"
		}, false},
		{"the same number in a parameter", func(a, b *job.Posting) {
			a.URL, b.URL = "https://weir-orchards.example/show?opening=7101", "https://weir-orchards.example/show?opening=7101&from=top"
		}, true},
	} {
		a, b := listed(1), listed(2)
		c.make(a, b)
		got := clustersOf(t, dedup.DefaultOptions(shippedModel(t)), []string{careers + "?page=1", careers + "?page=2"}, a, b)
		if one := got[0] == got[1]; one != c.one {
			t.Errorf("%s: one job %v, want %v", c.name, one, c.one)
		}
	}
}

// TestPostingsOfTwoListsMayBeOneJob: it is the list that tells them apart.
func TestPostingsOfTwoListsMayBeOneJob(t *testing.T) {
	for _, lists := range [][]string{{""}, {careers, "https://weir-orchards.example/"}} {
		if got := clustersOf(t, dedup.DefaultOptions(shippedModel(t)), lists, listed(1), listed(2)); got[0] != got[1] {
			t.Errorf("lists %q: two jobs", lists)
		}
	}
}

// TestARepostIsTheSameJob: the list no longer links to the posting of before.
func TestARepostIsTheSameJob(t *testing.T) {
	for gone, one := range map[uint64]bool{0: false, 1: true} {
		o := dedup.DefaultOptions(shippedModel(t))
		o.Listed = func(number uint64) (bool, error) { return number != gone, nil }
		if got := clustersOf(t, o, []string{careers}, listed(1), listed(2)); (got[0] == got[1]) != one {
			t.Errorf("posting %d is not listed: one job %v, want %v", gone, got[0] == got[1], one)
		}
	}
}

// TestTwoOfAListDoNotMeetInACopy: a board has copied the first, and the second is like the copy.
func TestTwoOfAListDoNotMeetInACopy(t *testing.T) {
	copied := listed(1)
	copied.URL = "https://board.example/ads/9"
	for _, order := range [][]*job.Posting{{listed(1), copied, listed(2)}, {copied, listed(1), listed(2)}} {
		lists := []string{careers, careers, careers}
		for i, p := range order {
			if p == copied {
				lists[i] = "https://board.example/all"
			}
		}
		if got := clustersOf(t, dedup.DefaultOptions(shippedModel(t)), lists, order...); got[1] == got[2] || got[0] == got[2] || got[0] != got[1] {
			t.Errorf("clusters %v, want the first two in one", got)
		}
	}
}
