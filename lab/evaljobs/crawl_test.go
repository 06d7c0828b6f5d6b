package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/internal/testweb/jobweb"
	"gannet/models/shipped"
)

var update = flag.Bool("update", false, "write the golden file again")

// TestJobsAreFoundAsTheGoldenFileSays checks how fast each strategy finds the jobs of a small generated web with our own
// text, and how the postings are clustered. go test -update writes the file again.
func TestJobsAreFoundAsTheGoldenFileSays(t *testing.T) {
	o := jobweb.DefaultOptions(3)
	o.Jobs = 200
	web, err := jobweb.New(o)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newJobCrawls(web, 800)
	if err != nil {
		t.Fatal(err)
	}
	defer c.client.Close()
	outcomes, err := c.all(options{seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	fmt.Fprintf(&got, "%d jobs on %d of %d pages\n", web.Jobs(), len(web.Postings()), len(web.Pages()))
	for s, name := range crawlStrategies {
		areas := make([]float64, len(outcomes[s]))
		for i := range outcomes[s] {
			areas[i] = outcomes[s][i].found.area(web.Jobs(), c.budget)
			if jobs := outcomes[s][i].found.jobs; at(jobs, len(jobs)) > float64(web.Jobs()) || at(jobs, len(jobs)) < 40 {
				t.Errorf("%s, draw %d: %v jobs found", name, i, at(jobs, len(jobs)))
			}
		}
		mean, _ := meanAndError(areas)
		fmt.Fprintf(&got, "%-11s area %.3f\n", name, mean)
	}
	writePairs(&got, []*clustered{outcomes[len(outcomes)-1][0].clusters})
	golden(t, "testdata/crawl.golden", got.String())
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has\n%s\nnow it is\n%s", path, want, got)
	}
}

// posted makes a decision on a posting.
func posted(number uint64, job, ad, firm int, class jobweb.Class, copied jobweb.Copy, d dedup.Decision) decided {
	return decided{truth: jobweb.Posting{Job: job, Ad: ad, Firm: firm, Class: class, Copy: copied}, number: number, decision: d}
}

func TestClustersAreCountedAgainstTheTruth(t *testing.T) {
	same, other := verdict.Same.String(), verdict.OtherLocation.String()
	c := &clustered{original: map[uint64]uint64{1: 2, 3: 3}, decided: []decided{
		posted(1, 1, 1, 1, jobweb.Board, jobweb.Original, dedup.Decision{Cluster: 1, Original: true, Verdict: dedup.New}),
		posted(2, 1, 1, 1, jobweb.Employer, jobweb.Verbatim, dedup.Decision{Cluster: 1, Original: true, Of: 1, Verdict: same}),
		posted(3, 1, 1, 1, jobweb.Board, jobweb.Shortened, dedup.Decision{Cluster: 3, Original: true, Verdict: dedup.New}),
		posted(4, 2, 1, 1, jobweb.Employer, jobweb.Original, dedup.Decision{Cluster: 3, Of: 3, Verdict: same}),
		posted(5, 3, 2, 1, jobweb.Board, jobweb.Original, dedup.Decision{Cluster: 5, Original: true, Of: 4, Verdict: other}),
		posted(6, 4, 3, 2, jobweb.Board, jobweb.Original, dedup.Decision{Cluster: 5, Of: 5, Verdict: same}),
	}}
	p := c.pairs()
	if p.precision() != 1./3 || p.recall() != 1./3 {
		t.Errorf("precision %v, recall %v, want a third each", p.precision(), p.recall())
	}
	if p.all[jobweb.OtherPlace] != 3 || p.together[jobweb.OtherPlace] != 1 || p.all[jobweb.SameEmployer] != 4 || p.together[jobweb.Unrelated] != 1 {
		t.Errorf("pairs %v", p)
	}
	want := originals{all: [4]int{jobweb.Employer: 2, jobweb.Board: 1}, class: [4]int{jobweb.Employer: 1}, best: [4]int{jobweb.Employer: 1}}
	if got := c.originals(); got != want {
		t.Errorf("originals %v, want %v", got, want)
	}
	by := c.byCopy()
	if got, want := *by[jobweb.Verbatim], (called{again: 1, right: 1}); got != want {
		t.Errorf("copies: %+v, want %+v", got, want)
	}
	if got, want := *by[jobweb.Shortened], (called{again: 1}); got != want {
		t.Errorf("shortened: %+v, want %+v", got, want)
	}
	if got, want := *by[jobweb.Original], (called{first: 4, new: 2, merged: 2}); got != want {
		t.Errorf("originals: %+v, want %+v", got, want)
	}
}

func TestLanguagesOfTheJobWebAreKnown(t *testing.T) {
	known, err := shipped.Languages()
	if err != nil {
		t.Fatal(err)
	}
	codes := strings.Join(known.Known(), " ")
	for _, lang := range jobweb.Languages() {
		if !strings.Contains(codes, lang) {
			t.Errorf("%q is not among %s", lang, codes)
		}
	}
}
