// Command colly is a bare colly crawler: it visits every link and keeps nothing. Its links wait in colly's own queue,
// each put there once, or in a goroutine each, which is what an asynchronous collector does.
//
//	colly queue|async PROXY SEEDS
package main

import (
	"log"
	"math"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/gocolly/colly/v2"
	"github.com/gocolly/colly/v2/queue"
)

// parallelism is the number of requests at once.
const parallelism = 16

func main() {
	log.SetFlags(0)
	proxy, err := url.Parse(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	seeds, err := os.ReadFile(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	c := colly.NewCollector()
	c.WithTransport(&http.Transport{
		Proxy: http.ProxyURL(proxy), MaxIdleConnsPerHost: parallelism, IdleConnTimeout: time.Minute,
	})
	crawl := map[string]func(*colly.Collector, []string) error{"queue": queued, "async": async}[os.Args[1]]
	if err := crawl(c, strings.Fields(string(seeds))); err != nil {
		log.Fatal(err)
	}
}

func queued(c *colly.Collector, seeds []string) error {
	q, err := queue.New(parallelism, &queue.InMemoryQueueStorage{MaxSize: math.MaxInt})
	if err != nil {
		return err
	}
	var known sync.Map
	add := func(url string) {
		if _, was := known.LoadOrStore(url, true); !was {
			_ = q.AddURL(url) // fails where it is none
		}
	}
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { add(e.Request.AbsoluteURL(e.Attr("href"))) })
	for _, seed := range seeds {
		add(seed)
	}
	return q.Run(c)
}

func async(c *colly.Collector, seeds []string) error {
	c.Async = true
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: parallelism}); err != nil {
		return err
	}
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { _ = e.Request.Visit(e.Attr("href")) }) // fails where it was already
	for _, seed := range seeds {
		_ = c.Visit(seed)
	}
	c.Wait()
	return nil
}
