package features_test

import (
	"fmt"

	"gannet/features"
)

func ExampleReader_Read() {
	body := []byte(`<title>Looms</title><main><p>We weave <a href="/linen">linen</a> every day.</p></main>`)
	page, err := features.NewReader().Read("https://loom.example/", body)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(page.TextOf(page.Title))
	for i := range page.Links {
		link := &page.Links[i]
		fmt.Println(link.URL, page.TextOf(link.Anchor), "in", page.TextOf(page.Window(link, 4)))
	}
	// Output:
	// Looms
	// https://loom.example/linen linen in We weave linen every day
}
