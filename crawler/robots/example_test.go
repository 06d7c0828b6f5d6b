package robots_test

import (
	"fmt"
	"time"

	"gannet/crawler/robots"
)

// The caller makes the request that Next names, and passes the answer to Answer.
func Example() {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	cache := robots.New("gannet")
	page := "http://a.example/private/1"
	if _, ok := cache.Cached(now, page); !ok {
		target, _ := cache.Next(now, page)
		fmt.Println("request", target)
		body := "User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n"
		cache.Answer(now, page, &robots.Answer{Status: 200, Body: []byte(body)}, nil)
	}
	rules, _ := cache.Cached(now, page)
	fmt.Println(rules.Explain(page))
	fmt.Println(rules.Explain("http://a.example/"))
	fmt.Println(rules.CrawlDelay)
	// Output:
	// request http://a.example/robots.txt
	// false robots.txt line 2: Disallow: /private/
	// true no rule matches
	// 2s
}
