package frontiertest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gannet/frontier"
)

// crawl lets several goroutines take, push and finish links of a small web, and reopens the frontier in the middle. Every link
// must be leased exactly once, and no host or address twice at a time.
func crawl(t *testing.T, place Place) {
	o := frontier.DefaultOptions()
	o.HostFailures = frontier.NoLimit
	c := &crawler{now: time.Unix(1e9, 0), busy: map[string]bool{}, times: map[string]int{}}
	for _, until := range []int{300, crawlPages} {
		f, err := frontier.Open(mustOpen(t, place), o, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Push(c.now, []frontier.Link{crawlLink(0)}); err != nil {
			t.Fatal(err)
		}
		var workers sync.WaitGroup
		for range 4 {
			workers.Go(func() {
				if err := c.work(f, until); err != nil {
					t.Error(err)
				}
			})
		}
		workers.Wait()
		if got := f.Stats().Fetched; got < until || f.Stats().Leased != 0 {
			t.Errorf("%+v after %d pages", f.Stats(), until)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for url, n := range c.times {
		if n != 1 {
			t.Errorf("%s was fetched %d times", url, n)
		}
	}
	if len(c.times) != crawlPages {
		t.Errorf("%d pages were fetched, want %d", len(c.times), crawlPages)
	}
}

const crawlPages = 600

// crawlLink is page n of a web in which page n links to 2n+1 and 2n+2.
func crawlLink(n int) frontier.Link {
	return frontier.Link{URL: fmt.Sprintf("http://h%d/%d", n%17, n), Host: fmt.Sprintf("h%d", n%17), Data: fmt.Append(nil, n)}
}

type crawler struct {
	mu    sync.Mutex // guards the fields below
	now   time.Time
	busy  map[string]bool
	times map[string]int
}

func (c *crawler) work(f *frontier.Frontier, until int) error {
	for f.Stats().Fetched < until {
		c.mu.Lock()
		now := c.now
		c.mu.Unlock()
		l, wait, err := f.Take(now)
		switch {
		case errors.Is(err, frontier.ErrEmpty):
			return nil
		case errors.Is(err, frontier.ErrWait):
			c.sleep(max(wait, time.Millisecond))
		case err != nil:
			return err
		default:
			if err := c.visit(f, l, now); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *crawler) sleep(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *crawler) visit(f *frontier.Frontier, l frontier.Lease, now time.Time) error {
	var n int
	if _, err := fmt.Sscan(string(l.Data), &n); err != nil {
		return fmt.Errorf("data of %s: %w", l.URL, err)
	}
	ip := fmt.Sprintf("10.0.0.%d", n%17%5)
	if ok, err := f.Reserve(now, l.ID, ip); !ok || err != nil {
		return err
	}
	if err := c.enter(l.Host, ip); err != nil {
		return err
	}
	var links []frontier.Link
	for _, child := range []int{2*n + 1, 2*n + 2} {
		if child < crawlPages {
			links = append(links, crawlLink(child))
		}
	}
	if _, err := f.Push(now, links); err != nil {
		return err
	}
	c.leave(l, ip)
	if err := f.Release(now, l.ID, time.Millisecond); err != nil {
		return err
	}
	return f.Done(now, l.ID, frontier.Outcome{Result: frontier.Finish})
}

func (c *crawler) enter(keys ...string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range keys {
		if c.busy[key] {
			return fmt.Errorf("two connections to %s", key)
		}
		c.busy[key] = true
	}
	return nil
}

func (c *crawler) leave(l frontier.Lease, ip string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy[l.Host], c.busy[ip] = false, false
	c.times[l.URL]++
}
