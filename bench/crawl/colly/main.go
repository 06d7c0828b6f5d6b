// Command colly is a bare asynchronous colly crawler: it visits every link and keeps nothing.
//
//	colly PROXY SEEDS
package main

import (
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/gocolly/colly/v2"
)

// parallelism is the number of requests at once.
const parallelism = 16

func main() {
	log.SetFlags(0)
	proxy, err := url.Parse(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	seeds, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	c := colly.NewCollector(colly.Async(true))
	c.WithTransport(&http.Transport{
		Proxy: http.ProxyURL(proxy), MaxIdleConnsPerHost: parallelism, IdleConnTimeout: time.Minute,
	})
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: parallelism}); err != nil {
		log.Fatal(err)
	}
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { _ = e.Request.Visit(e.Attr("href")) }) // fails where it was already
	for seed := range strings.FieldsSeq(string(seeds)) {
		_ = c.Visit(seed)
	}
	c.Wait()
}
