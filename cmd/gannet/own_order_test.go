//go:build !race && unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gannet/training"
)

// checkOwnOrder measures the order that docs/guide/13-order.md has trained in dir, on the topic from which it has not learned. Crawls must confirm what
// `gannet train` said of it: an order that was not called worse than the default is not worse by more than ownOrderSlack, and both find more than
// `parent`.
func checkOwnOrder(t *testing.T, dir string) {
	verdict := trainedVerdict(t, filepath.Join(dir, "order.json.json"))
	own, parent := meanArea(t, dir, "learned", "--model", "order.json"), meanArea(t, dir, "parent")
	shipped := meanArea(t, dir, "learned")
	t.Logf("area of one's own order %.3f, of the default %.3f, of parent %.3f; train said: %s", own, shipped, parent, verdict)
	if worse := verdict.Difference < -2*verdict.Error; !worse && own < shipped-ownOrderSlack {
		t.Errorf("one's own order has area %.3f and the default %.3f; train said: %s", own, shipped, verdict)
	}
	if own <= parent || shipped <= parent {
		t.Errorf("areas %.3f and %.3f are not above that of parent, %.3f", own, shipped, parent)
	}
	found, byDefault := pagesOfTopic(t, dir, "ordered"), pagesOfTopic(t, dir, "default")
	t.Logf("of the first 200 pages, %d are of the topic by one's own order, and %d by the default", found, byDefault)
	if float64(found) < 0.9*float64(byDefault) {
		t.Errorf("by one's own order a crawl finds %d pages of the topic, and %d by the default", found, byDefault)
	}
}

// ownOrderSlack is about twice the difference between two draws of one order.
const ownOrderSlack = 0.02

// trainedVerdict returns how a model's card compares it with the order that gannet ships.
func trainedVerdict(t *testing.T, file string) *training.Beside {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var card training.Card
	if err := json.Unmarshal(text, &card); err != nil {
		t.Fatal(err)
	}
	if card.Validation == nil || card.Validation.Shipped == nil {
		t.Fatalf("%s does not compare the model with the one that is shipped", file)
	}
	return card.Validation.Shipped
}

// meanArea evaluates a strategy on the demo's topic, by three draws.
func meanArea(t *testing.T, dir, strategy string, flags ...string) float64 {
	t.Helper()
	args := []string{"eval", "--web", "demo/web.warc.gz", "--labels", "demo/labels.tsv", "--topics", demoTopic, "--strategies", strategy, "--draws", "3", "--json"}
	cmd := exec.CommandContext(t.Context(), "gannet", append(args, flags...)...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Results []struct{ Area float64 }
	}
	if err := json.Unmarshal(out, &report); err != nil || len(report.Results) != 3 {
		t.Fatalf("%d results, %v", len(report.Results), err)
	}
	sum := 0.0
	for _, r := range report.Results {
		sum += r.Area
	}
	return sum / 3
}

// pagesOfTopic returns how many kept pages of a crawl have the label of the demo's topic.
func pagesOfTopic(t *testing.T, dir, crawl string) (n int) {
	t.Helper()
	labels, err := os.ReadFile(filepath.Join(dir, "demo", "labels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	kept := pagesIn(t, filepath.Join(dir, crawl))
	for line := range strings.Lines(string(labels)) {
		url, topic, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if topic == demoTopic && kept[url] > 0 {
			n++
		}
	}
	return n
}
