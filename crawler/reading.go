package crawler

import (
	"context"
	"runtime"

	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/frontier"
)

// pageMemory is how many bytes all pages that are being made may take. A page of 4 MiB is made alone, six of 100 kB
// beside each other: more than most machines have processors for.
const pageMemory = 150_000_000

// pageTakes is how many of these bytes a page with a body of n bytes may take.
func pageTakes(n int) int64 { return min(int64(features.Memory(n)), pageMemory) }

// whenRoom makes the page of a lease, with a body of n bytes, as soon as there is memory for the most that one may take. If
// the crawl ends before that, nobody waits for the page, and its link is left to the next run.
func (c *Crawl) whenRoom(ctx context.Context, lease frontier.Lease, n int, page func()) {
	takes := pageTakes(n)
	if ctx.Err() != nil || c.room.Acquire(ctx, takes) != nil {
		c.done(lease, frontier.Outcome{Result: frontier.Requeue, Unasked: true})
		return
	}
	defer c.room.Release(takes)
	if n > heavyBody {
		defer runtime.GC() // or what is left of it lets the heap grow to twice its size
	}
	page()
}

// heavyBody is the size in bytes from which what is left of a page is collected at once.
const heavyBody = 1 << 20

// reading is what can be made of a page alone.
type reading struct {
	page        *features.Page
	probability float64 // the topic's
	err         error
}

// readAhead is judged, with room for it; nil if ctx ended before.
func (c *Crawl) readAhead(ctx context.Context, resp *fetch.Response) *reading {
	takes := pageTakes(len(resp.Body))
	if c.room.Acquire(ctx, takes) != nil {
		return nil
	}
	defer c.room.Release(takes)
	return c.judged(resp)
}

// judged reads and judges a page that was fetched.
func (c *Crawl) judged(resp *fetch.Response) *reading {
	page, err := c.read(resp)
	if err != nil {
		return &reading{err: err}
	}
	return &reading{page: page, probability: c.judge(page)}
}

func (c *Crawl) readPage(resp *fetch.Response) (*features.Page, error) {
	r := c.readers.Get().(*features.Reader)
	defer c.readers.Put(r)
	return r.Read(resp.URL, resp.Body)
}
