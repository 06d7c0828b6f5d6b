package kind

import (
	"fmt"
	"html"
	"os"
	"strings"
	"testing"

	"gannet/features"
	"gannet/job"
	"gannet/models"
	"gannet/topic"
)

// TestPagesNearPostings judges pages that speak of work, employers and people without being postings, and a few
// postings beside them, all of our own.
func TestPagesNearPostings(t *testing.T) {
	about := new(topic.Classifier)
	if err := about.UnmarshalText(models.Jobs()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("testdata/pages.txt")
	if err != nil {
		t.Fatal(err)
	}
	c := shipped(t)
	right, all := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(file)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 4 {
			continue
		}
		title := html.EscapeString(fields[2])
		p := read(t, fmt.Sprintf("<title>%s</title><ul><li><a href=/>1</a><li><a href=/b>2</a></ul><h1>%s</h1><p>%s</p>", title, title, strings.ReplaceAll(fields[3], ". ", ".</p><p>")))
		jobs := about.Probability(p)
		got, _ := c.Kind(p, topicOf(about, p))
		all[fields[0]]++
		if got.String() == fields[0] && (got == job.Other || jobs >= .5) {
			right[fields[0]]++
		} else {
			t.Logf("%s %q: %v, %.3f about jobs", fields[1], fields[2], got, jobs)
		}
	}
	if all["other"] < 20 || all["detail"] < 8 {
		t.Fatalf("pages: %v", all)
	}
	for kind, n := range all {
		if missed := n - right[kind]; missed > 1 {
			t.Errorf("%d of %d pages that are %s are taken for something else", missed, n, kind)
		}
	}
}

// topicOf returns what the classifier of the topic jobs says of a page.
func topicOf(about *topic.Classifier, p *features.Page) Topic {
	return Topic{Jobs: about.Probability(p), Known: about.Known(p)}
}
