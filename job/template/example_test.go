package template_test

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/net/html"

	"gannet/job/template"
)

const file = `name: loom
hosts: ["*.loom.example"]
kinds: {detail: '/jobs/\d+$'}
fields: {title: h1, company: .firm, posted: time @datetime}`

func ExampleRead() {
	t, err := template.Read(strings.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := html.Parse(strings.NewReader(`<h1>Weaver</h1><p class=firm>Loom Ltd</p><time datetime=2026-04-01>today</time>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	url := "https://www.loom.example/jobs/7"
	for _, t := range template.NewSet(t).For(url) {
		kind, _ := t.Kind(url)
		posting := t.Extract(doc, url, time.Now())
		fmt.Println(kind, posting.Title, posting.Company, posting.Posted.Format(time.DateOnly))
	}
	// Output: detail Weaver Loom Ltd 2026-04-01
}
