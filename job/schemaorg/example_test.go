package schemaorg_test

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/net/html"

	"gannet/job/schemaorg"
)

func ExampleRead() {
	doc, err := html.Parse(strings.NewReader(`<div itemscope itemtype="https://schema.org/JobPosting">
		<h1 itemprop="title">Weaver</h1><b itemprop="hiringOrganization">Loom Ltd</b><i itemprop="datePosted">1 April 2026</i></div>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range schemaorg.Read(doc, "https://loom.example/jobs/1", time.Date(2026, 4, 2, 0, 0, 0, 0, time.UTC)) {
		fmt.Println(p.Title, p.Company, p.Posted.Format(time.DateOnly), p.Provenance["title"].Method)
	}
	// Output: Weaver Loom Ltd 2026-04-01 microdata
}
