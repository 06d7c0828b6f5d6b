package topic_test

import (
	"fmt"
	"log"
	"strings"

	"gannet/features"
	"gannet/topic"
)

// A topic file names a topic. A classifier, learned from labelled pages, recognises its pages.
func Example() {
	about, err := topic.Read(strings.NewReader("name: bees\nkeywords: [honey, hive]\nseeds: [http://example.org/bees]\n"))
	if err != nil {
		log.Fatal(err)
	}
	page := func(text string) *features.Page {
		p, err := features.NewReader().Read("http://example.org/", []byte("<p>"+text))
		if err != nil {
			log.Fatal(err)
		}
		return p
	}
	about.Classifier, err = topic.Train([]topic.Example{
		{Vector: topic.Vectorize(page("the queen lays eggs in the hive")), Positive: true},
		{Vector: topic.Vectorize(page("honey from the hive of the bees")), Positive: true},
		{Vector: topic.Vectorize(page("the engine of the car needs oil"))},
		{Vector: topic.Vectorize(page("four wheels and a tank of petrol"))},
	}, topic.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"a hive of bees", "a car with an engine"} {
		fmt.Printf("%s: relevant %t\n", text, about.Classifier.Probability(page(text)) >= 0.5)
	}
	// Output:
	// a hive of bees: relevant true
	// a car with an engine: relevant false
}
