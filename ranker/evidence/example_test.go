package evidence_test

import (
	"fmt"
	"log"

	"gannet/features"
	"gannet/ranker"
	"gannet/ranker/evidence"
	"gannet/topic"
)

// A Collection is fed with pages in the order of the crawl. It describes each link that waits by its features.
func Example() {
	shark := ranker.NewShark(topic.NewQuery([]string{"honey"}, nil))
	collection := evidence.New(nil, shark)
	reader := features.NewReader()
	for _, fetched := range []struct {
		url         string
		probability float64
	}{{"http://a.example/", 0.9}, {"http://b.example/", 0.3}} {
		page, err := reader.Read(fetched.url, []byte(`<a href="http://c.example/bees">bees and honey</a>`))
		if err != nil {
			log.Fatal(err)
		}
		source := &evidence.Source{Page: page, Probability: fetched.probability}
		collection.AddFetched(source)
		texts := collection.ReadTexts(source)
		collection.AddLinks(nil, source, texts)
		texts.Free()
	}
	target, waits := collection.Find("http://c.example/bees")
	row := make([]float64, evidence.RowLength)
	collection.Vector(target, row)
	fmt.Println("waits:", waits)
	fmt.Printf("best source page: %.1f, best words: %.1f\n", row[evidence.PageMax], row[evidence.SharkMax])
	// Output:
	// waits: true
	// best source page: 0.9, best words: 0.7
}
