package annotate

import (
	"fmt"
	"slices"
	"testing"

	"gannet/features"
	"gannet/ranker"
)

// ledger is a memory that counts the pages learned from, and the links seen to each target.
type ledger struct {
	ranker.BreadthFirst
	t       *testing.T
	learned []string
	in      map[string]int
}

func (l *ledger) Learn(src *ranker.Source) { l.learned = append(l.learned, src.Page.URL) }

func (l *ledger) Rank(src *ranker.Source, _ []ranker.Score) {
	if last := l.learned[len(l.learned)-1]; last != src.Page.URL {
		l.t.Errorf("the links of %s are taken in after %s", src.Page.URL, last)
	}
	for _, link := range src.Page.Links {
		l.in[link.URL]++
	}
}

func (l *ledger) Preview(*ranker.Source, []ranker.Score) {}

func (l *ledger) Revise(string) (float32, bool) { return 0, false }

func (l *ledger) Revised() []ranker.Revision { return nil }

func (l *ledger) ReasonsOf(string) (float32, func() []ranker.Reason, bool) { return 0, nil, false }

func (l *ledger) Vector(url string, dst []float64) bool {
	dst[0], dst[1] = float64(len(l.learned)), float64(l.in[url])
	return l.in[url] > 0
}

func newLedger(t *testing.T) *ledger { return &ledger{t: t, in: map[string]int{}} }

var counted = []features.Feature{{Name: "pages"}, {Name: "in_links"}}

// TestSnapshotsAreOfLinksThatWait holds every list against the crawl read by itself up to the list's moment.
func TestSnapshotsAreOfLinksThatWait(t *testing.T) {
	c := drawnCrawl(t, 200)
	set, sum, err := Snapshots(c, newLedger(t), "count/1", counted, Moments{First: 10, Growth: 2, Links: 1 << 20, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Lists) != 5 || set.Schema != "count/1" || !slices.Equal(set.Names, []string{"pages", "in_links"}) || sum.Rows != sum.Links {
		t.Fatalf("%d lists of %s %q, %+v", len(set.Lists), set.Schema, set.Names, sum)
	}
	g, err := readGraph(c)
	if err != nil {
		t.Fatal(err)
	}
	for n, list := range set.Lists {
		pages := 10 << n
		in := map[int32]int{}
		for from := range pages {
			for _, to := range g.out(int32(from)) {
				if int(to) >= pages {
					in[to]++
				}
			}
		}
		if len(list.Rows) != len(in) || list.Topic != "honey" {
			t.Errorf("after %d pages %d links wait, want %d", pages, len(list.Rows), len(in))
		}
		for _, row := range list.Rows {
			var to int32
			if _, err := fmt.Sscanf(row.Note, host+"/%d", &to); err != nil {
				t.Fatal(err)
			}
			if row.Grade != g.grades[to] || int(row.X[0]) != pages || int(row.X[1]) < in[to] || in[to] == 0 {
				t.Errorf("after %d pages %s has grade %d and features %v, want %d and %d links at least", pages, row.Note, row.Grade, row.X, g.grades[to], in[to])
			}
		}
	}
}

func TestSnapshotsAreDrawnFrom(t *testing.T) {
	c := drawnCrawl(t, 200)
	o := DefaultMoments(1)
	o.Links = 20
	set, sum, err := Snapshots(c, newLedger(t), "count/1", counted, o)
	if err != nil || sum.Lists != len(set.Lists) || sum.Lists < 8 || sum.Links <= sum.Rows {
		t.Fatalf("%+v, %v", sum, err)
	}
	for _, list := range set.Lists {
		if len(list.Rows) > 20 {
			t.Errorf("a list of %d rows", len(list.Rows))
		}
	}
}

func TestSnapshotsFollowRedirects(t *testing.T) {
	set, _, err := Snapshots(small(t), newLedger(t), "count/1", counted, Moments{First: 1, Growth: 1, Links: 10, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"1 /b", "2 /old"}, {"2 /old", "0 /x?s=1"}, {"0 /x?s=1", "0 /x"}}
	for i, list := range set.Lists {
		if i >= len(want) || !slices.Equal(told(list), want[i]) {
			t.Errorf("list %d is %q", i, told(list))
		}
	}
	if len(set.Lists) != len(want) {
		t.Errorf("%d lists, want %d", len(set.Lists), len(want))
	}
}
