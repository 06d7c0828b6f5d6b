package ranker_test

import (
	"fmt"
	"log"

	"gannet/features"
	"gannet/ranker"
	"gannet/topic"
)

// A strategy ranks the links of one page and explains each priority.
func Example() {
	strategy, err := ranker.New("shark", ranker.Needs{Query: topic.NewQuery([]string{"honey", "hive"}, nil)})
	if err != nil {
		log.Fatal(err)
	}
	page, err := features.NewReader().Read("http://example.org/", []byte(`
		<p>All about <a href="/honey">honey and hive</a> in the garden.</p>
		<p>Our <a href="/terms">terms</a> of service.</p>`))
	if err != nil {
		log.Fatal(err)
	}
	source := &ranker.Source{Page: page, Probability: 0.8}
	scores := make([]ranker.Score, len(page.Links))
	strategy.Rank(source, scores)
	for i, link := range page.Links {
		fmt.Printf("%s %.2f\n", link.URL, scores[i].Priority)
	}
	for _, r := range strategy.Explain(source, 0) {
		fmt.Printf("%s: %.2f × %.2f\n", r.Name, r.Value, r.Weight)
	}
	// Output:
	// http://example.org/honey 0.81
	// http://example.org/terms 0.09
	// inherited: 0.40 × 0.10
	// anchor: 0.82 × 0.72
	// context: 1.00 × 0.18
}
