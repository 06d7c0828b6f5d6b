package frontier_test

import (
	"fmt"
	"time"

	"gannet/frontier"
)

// A crawl pushes links, takes the best, and ends each lease with what became of the page.
func Example() {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	f, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), now)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	links := []frontier.Link{
		{URL: "http://a.example/", Host: "a.example", Priority: 0.9},
		{URL: "http://a.example/jobs", Host: "a.example", Priority: 0.8},
		{URL: "http://b.example/", Host: "b.example", Priority: 0.1},
	}
	if _, err := f.Push(now, links); err != nil {
		fmt.Println(err)
		return
	}
	for {
		lease, wait, err := f.Take(now)
		if err == frontier.ErrWait {
			fmt.Println("wait", wait)
			now = now.Add(wait)
			continue
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("fetch", lease.URL)
		if err := f.Done(now, lease.ID, frontier.Outcome{Result: frontier.Finish}); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// fetch http://a.example/
	// fetch http://b.example/
	// wait 1s
	// fetch http://a.example/jobs
	// frontier: nothing is queued and nothing is leased
}
