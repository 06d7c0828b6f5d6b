package eval

import (
	"reflect"
	"testing"

	"gannet/topic"
)

// TestAClassifierLearnedFromSeedsCountsTheSamePages compares both classifiers on the same draw.
func TestAClassifierLearnedFromSeedsCountsTheSamePages(t *testing.T) {
	site, labels := frozen(t, 1500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	background, err := topic.LearnBackground(web.vectors, 1)
	if err != nil {
		t.Fatal(err)
	}
	o := beekeeping(1)
	o.Strategies, o.Background = []string{"bfs", "parent"}, background
	results := map[string][]Result{}
	for _, o.Classifier = range []string{Labelled, FromSeeds} {
		report, err := Run(t.Context(), web, labels, o)
		if err != nil {
			t.Fatal(err)
		}
		if report.Classifier != o.Classifier {
			t.Errorf("the report names classifier %q, not %q", report.Classifier, o.Classifier)
		}
		results[o.Classifier] = report.Results
	}
	labelled, seeds := results[Labelled], results[FromSeeds]
	if !reflect.DeepEqual(labelled[0], seeds[0]) {
		t.Errorf("breadth first does not ask the classifier, but has %+v and %+v", labelled[0], seeds[0])
	}
	if reflect.DeepEqual(labelled[1].Curve, seeds[1].Curve) {
		t.Error("parent goes the same way by both classifiers")
	}
}

// TestStrategiesGetTheClassifierOfTheDraw holds what strategies are made of against what judges the pages.
func TestStrategiesGetTheClassifierOfTheDraw(t *testing.T) {
	site, labels := frozen(t, 600)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	o, err := beekeeping(0).complete(labels)
	if err != nil {
		t.Fatal(err)
	}
	d, err := web.draw(labels.pages["beekeeping"], o, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	needs := d.needs(o)
	if needs.Classifier == nil || needs.Query != d.query {
		t.Fatalf("strategies are made of classifier %v and query %v", needs.Classifier, needs.Query)
	}
	for id, v := range web.vectors {
		if got := needs.Classifier.Score(v); got != d.probability[id] {
			t.Fatalf("page %d has probability %v, by the strategies' classifier %v", id, d.probability[id], got)
		}
	}
}
