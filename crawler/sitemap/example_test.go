package sitemap_test

import (
	"fmt"
	"strings"

	"gannet/crawler/sitemap"
)

func ExampleParse() {
	file := `<urlset>
		<url><loc>https://a.example/jobs/1</loc></url>
		<url><loc>/jobs/2</loc></url>
		<url><loc>https://other.example/</loc></url>
	</urlset>`
	found, err := sitemap.Parse(strings.NewReader(file), "https://a.example/sitemap.xml", "", sitemap.MaxURLs)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, page := range found.Pages {
		fmt.Println(page.URL)
	}
	// Output:
	// https://a.example/jobs/1
	// https://a.example/jobs/2
}
