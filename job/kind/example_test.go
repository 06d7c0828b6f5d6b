package kind_test

import (
	"fmt"
	"strings"

	"gannet/features"
	"gannet/job/kind"
	"gannet/models"
)

func ExampleClassifier_Kind() {
	classifier, err := kind.Load(models.Kinds())
	if err != nil {
		fmt.Println(err)
		return
	}
	body := "<title>Jobs</title><ul>" + strings.Repeat(`<li><a href="/jobs/4711-weaver">Linen weaver</a> <a href="/jobs/4712-cook">Cook</a>, posted today`, 20) + "</ul>"
	page, err := features.NewReader().Read("https://loom.example/jobs", []byte(body))
	if err != nil {
		fmt.Println(err)
		return
	}
	about := kind.Topic{Jobs: .98, Known: 1} // what a topic's classifier says of the page
	what, _ := classifier.Kind(page, about)
	fmt.Println(what)
	// Output: listing
}
