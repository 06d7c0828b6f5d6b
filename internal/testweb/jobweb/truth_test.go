package jobweb

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// shingles returns the sets of four words, or of four characters where words are not parted.
func shingles(p *Posting) map[string]bool {
	tokens := strings.Fields(p.Text)
	if !spaced(p.Lang) {
		tokens = strings.Split(p.Text, "")
	}
	set := map[string]bool{}
	for i := 4; i <= len(tokens); i++ {
		set[strings.Join(tokens[i-4:i], " ")] = true
	}
	return set
}

// overlap returns the shared part of two sets, of all and of the second.
func overlap(a, b map[string]bool) (jaccard, contained float64) {
	shared := 0
	for s := range a {
		if b[s] {
			shared++
		}
	}
	return float64(shared) / float64(max(1, len(a)+len(b)-shared)), float64(shared) / float64(max(1, len(b)))
}

func TestCopiesAreAsSimilarAsTheirKindSays(t *testing.T) {
	w := made(t, DefaultOptions(6))
	count, mean, length := map[Copy]int{}, map[Copy]float64{}, map[Copy]float64{}
	for j := range w.jobs {
		first, _ := w.Posting(w.pages[w.postings[w.jobs[j].postings[0]].page].url)
		if first.Copy != Original || first.Class != Employer && first.Class != Board {
			t.Fatalf("job %d is first posted as %s by %s", j, first.Copy, first.Class)
		}
		whole := shingles(&first)
		for _, n := range w.jobs[j].postings {
			p, _ := w.Posting(w.pages[w.postings[n].page].url)
			same, _ := overlap(whole, shingles(&p))
			count[p.Copy]++
			mean[p.Copy] += same
			length[p.Copy] += float64(len(p.Text)) / float64(len(first.Text))
		}
	}
	for _, want := range []struct {
		copied           Copy
		low, high, share float64 // mean Jaccard from and to, mean length at most
	}{{Original, 1, 1, 1}, {Verbatim, 1, 1, 1}, {Repost, .75, .999, 1.1}, {Edited, .5, .9, 1.1}, {Shortened, .35, .65, .7}, {Excerpt, .2, .5, .55},
		{Placed, .4, .9, 1.3}} {
		n := float64(count[want.copied])
		if got, size := mean[want.copied]/n, length[want.copied]/n; n < 30 || got < want.low-1e-9 || got > want.high+1e-9 || size > want.share+1e-9 {
			t.Errorf("%s: %v postings, mean Jaccard %.3f, want %v to %v; mean length %.2f, want at most %v", want.copied, n, got, want.low, want.high, size, want.share)
		}
	}
	if times := float64(len(w.postings)) / float64(w.Jobs()); times < 2 || times > 5 {
		t.Errorf("a job is posted %.1f times", times)
	}
}

func TestDifferentJobsAreAlikeAsTheirRelationSays(t *testing.T) {
	w := made(t, DefaultOptions(7))
	var all []Posting
	for j := range w.jobs {
		p, _ := w.Posting(w.pages[w.postings[w.jobs[j].postings[0]].page].url)
		all = append(all, p)
	}
	count, mean := map[Relation]int{}, map[Relation]float64{}
	for i := range all {
		for k := range all[:i] {
			relation := RelationOf(&all[i], &all[k])
			if relation == Unrelated && (i+k)%97 > 0 {
				continue
			}
			same, _ := overlap(shingles(&all[i]), shingles(&all[k]))
			count[relation]++
			mean[relation] += same
			if relation == OtherPlace && all[i].Place == all[k].Place {
				t.Errorf("jobs %d and %d are at one place, %s", all[i].Job, all[k].Job, all[i].Place)
			}
		}
	}
	for relation, want := range map[Relation][2]float64{OtherPlace: {.9, 1}, SameEmployer: {.05, .5}, Unrelated: {0, .02}} {
		if got := mean[relation] / float64(count[relation]); count[relation] < 20 || got < want[0] || got > want[1] {
			t.Errorf("%s: %d pairs, mean Jaccard %.3f, want %v", relation, count[relation], got, want)
		}
	}
	if RelationOf(&all[0], &all[0]) != SameJob {
		t.Error("a posting is not of its own job")
	}
}

// TestHostsAndAddressesDoNotTell guesses from the ending of a host's name and the form of its addresses whether a page
// posts a job: no better than by the share of all.
func TestHostsAndAddressesDoNotTell(t *testing.T) {
	o := DefaultOptions(8)
	o.Jobs = 3000
	w := made(t, o)
	hosts, portals, all := map[string]float64{}, map[string]float64{}, 0.
	for id := range w.hosts {
		h := &w.hosts[id]
		forms := []string{fmt.Sprint("addresses ", h.style.urls), fmt.Sprint("layout ", h.style.layout), "suffix " + h.name[strings.Index(h.name, "."):]}
		for _, form := range forms {
			hosts[form]++
			if h.class == portal {
				portals[form]++
			}
		}
		if h.class == portal {
			all += 1 / float64(len(w.hosts))
		}
	}
	for form, n := range hosts {
		if share := portals[form] / n; n > 60 && (share < all/3 || share > 2.5*all) {
			t.Errorf("%s: %.2f of %v hosts are general, of all hosts %.2f", form, share, n, all)
		}
	}
	for _, page := range w.Pages() {
		for _, word := range []string{"job", "listing", "detail", "board", "aggregator"} {
			if strings.Contains(page, word) {
				t.Errorf("%s says %q", page, word)
			}
		}
	}
}

func TestBestIsTheNearestThenTheEarliestThenTheMostComplete(t *testing.T) {
	day := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)
	postings := []Posting{
		{Class: Aggregator, Posted: day}, {Class: Board, Posted: day.AddDate(0, 0, 2), Text: "long text"},
		{Class: Board, Posted: day.AddDate(0, 0, 1)}, {Class: Board, Posted: day.AddDate(0, 0, 1), Text: "long"},
	}
	if got := Best(postings); got != 3 {
		t.Errorf("Best = %d, want 3", got)
	}
	if got := Best(append(postings, Posting{Class: Employer, Posted: day.AddDate(1, 0, 0)})); got != 4 {
		t.Errorf("Best = %d, want 4, the employer's", got)
	}
}
