package extract_test

import (
	"fmt"
	"time"

	"gannet/features"
	"gannet/job/extract"
)

func ExampleExtractor_Page() {
	body := []byte(`<script type="application/ld+json">{"@type": "JobPosting", "title": "Weaver",
		"hiringOrganization": {"name": "Loom Ltd"}, "jobLocation": {"address": "Paisley"}}</script><h1>Weaver</h1>`)
	page, err := features.NewReader().Read("https://loom.example/jobs/1", body)
	if err != nil {
		fmt.Println(err)
		return
	}
	var e extract.Extractor // set Templates, Languages and Kind for pages without markup
	kind, found := e.Page(page, time.Now())
	posting := found[0]
	fmt.Println(kind, posting.Title, posting.Company, posting.Location)
	// Output: detail Weaver Loom Ltd Paisley
}
