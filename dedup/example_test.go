package dedup_test

import (
	"fmt"

	"gannet/dedup"
	"gannet/job"
	"gannet/models/shipped"
)

// A copy of an ad on another site joins the cluster of the first.
func Example() {
	model, err := shipped.Verdict()
	if err != nil {
		panic(err)
	}
	d, err := dedup.NewDeduper(dedup.DefaultOptions(model))
	if err != nil {
		panic(err)
	}
	const text = "You knead the dough at four in the morning, mind two ovens until noon, and keep the books of flour. We offer " +
		"free rolls, thirty days of leave and a bicycle. Write to us and say which bread you like best."
	for i, url := range []string{"https://jobs.board.example/7", "https://ads.market.example/x"} {
		p := d.Prepare(&job.Posting{URL: url, Title: "Baker", Company: "Slow Bread", Location: "Ely", Description: text, Language: "en"})
		decision, err := d.Decide(uint64(i+1), p)
		if err != nil {
			panic(err)
		}
		fmt.Println(url, "cluster", decision.Cluster, decision.Verdict)
	}
	// Output:
	// https://jobs.board.example/7 cluster 1 new
	// https://ads.market.example/x cluster 1 same
}
