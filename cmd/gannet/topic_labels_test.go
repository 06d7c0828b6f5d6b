package main

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/store"
	"gannet/topic/label"
)

// labelAll answers for a person who knows the verdict on each page of a crawl. Each fifth answer is held out.
func labelAll(t *testing.T, crawl string) (pages int) {
	t.Helper()
	r, err := crawldir.Read(crawl)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = r.Store.Select(store.Selection{}, func(p *store.Page) error {
		a := label.Answer{URL: p.URL, Verdict: label.No, Time: time.Unix(1, 0)}
		if p.Relevant {
			a.Verdict = label.Yes
		}
		if pages++; pages%5 == 0 {
			a.HeldOut = 1
		}
		return label.Append(filepath.Join(crawl, crawldir.LabelsFile), a)
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// annotated returns how many pages of a crawl annotate takes for relevant.
func annotated(t *testing.T, crawl string) (relevant int) {
	t.Helper()
	out := runJobs(t, "annotate", crawl, "-o", t.TempDir())
	fields := strings.Fields(strings.Split(out, "\n")[1]) // list, topic, pages, relevant
	relevant, err := strconv.Atoi(fields[3])
	if err != nil {
		t.Fatal(out)
	}
	return relevant
}

// relevantPage returns the first relevant page of a crawl.
func relevantPage(t *testing.T, crawl string) (url string) {
	t.Helper()
	r, err := crawldir.Read(crawl)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	err = r.Store.Select(store.Selection{Relevant: true, Limit: 1}, func(p *store.Page) error {
		url = p.URL
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// TestTopicIsLearnedFromLabels learns a topic from what a person said of a crawl's pages. A crawl takes the topic.
func TestTopicIsLearnedFromLabels(t *testing.T) {
	dir := copyOf(t, workshop(t))
	crawl, learned := filepath.Join(dir, "crawl"), filepath.Join(dir, "learned.yaml")
	learn := []string{"topic", "learn", "bees", "--labels", crawl, "-o", learned}
	if status, line := try(learn...); status != cli.ExitFailed || !strings.Contains(line, "nobody has labelled a page of this crawl") {
		t.Errorf("without answers: status %d: %s", status, line)
	}
	if status, line := try(append(learn, "--positive", dir)...); status != cli.ExitUsage || !strings.Contains(line, "leave --positive out") {
		t.Errorf("with --positive: status %d: %s", status, line)
	}
	labelAll(t, crawl)
	if out := runJobs(t, learn...); !strings.Contains(out, "learned from 32 answers") || !strings.Contains(out, "by 8 answers that did not teach it") {
		t.Errorf("learn: %s", out)
	}
	runJobs(t, "check", crawl)
	relevant := annotated(t, crawl)
	if err := label.Append(filepath.Join(crawl, crawldir.LabelsFile), label.Answer{URL: relevantPage(t, crawl), Verdict: label.No}); err != nil {
		t.Fatal(err)
	}
	if after := annotated(t, crawl); after != relevant-1 {
		t.Errorf("annotate finds %d relevant pages, and %d after a person said that one is not", relevant, after)
	}
	runJobs(t, "crawl", "--topic", learned, "--web", filepath.Join(dir, "web.warc.gz"), "--out", filepath.Join(dir, "next"), "--pages", "10", "--quiet")
}
