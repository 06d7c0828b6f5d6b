package robots

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"gannet/internal/weburl"
)

// How long answers are good for, and how many are kept.
const (
	// Keep is how long a robots.txt is used (RFC 9309 section 2.4).
	Keep = 24 * time.Hour
	// Again is when a server that could not be asked is asked again, twice as late after each failure in a row, and
	// after Keep at the latest. The RFC lets a crawler take a file that was unreachable for some 30 days for missing
	// (section 2.3.1.4); this one never does, such a site is not worth it.
	Again = 30 * time.Minute
	// maxRedirects is RFC 9309 section 2.3.1.2.
	maxRedirects = 5
	// maxOrigins and maxHeld bound the cache: a crawl seldom has more hosts under way, and an origin that was
	// forgotten costs one request. Rules of a usual site take less than 2 kB.
	maxOrigins = 1 << 16
	maxHeld    = 64 << 20
)

// Answer is what a server says to a request for robots.txt. Redirect is the canonical target of a 3xx, or empty.
type Answer struct {
	Status   int
	Body     []byte
	Redirect string
}

// Get makes one request and follows no redirect. Its errors mean that the server was not reached.
type Get = func(ctx context.Context, url string) (*Answer, error)

// Cache keeps the rules of origins. It is safe for concurrent use.
type Cache struct {
	get   Get
	agent string

	mu      sync.Mutex               // guards the fields below
	entries map[string]*list.Element // by origin
	recent  *list.List               // of *entry, the one used last in front
	bytes   int
	flights map[string]chan struct{} // closed when the origin's fetch is over
}

type entry struct {
	origin string
	rules  *Rules
	bytes  int
}

// New makes a cache for the crawler with the product token, or the whole User-Agent, agent.
func New(get func(ctx context.Context, url string) (*Answer, error), agent string) *Cache {
	return &Cache{
		get: get, agent: agent,
		entries: make(map[string]*list.Element), recent: list.New(), flights: make(map[string]chan struct{}),
	}
}

// Cached gives the rules for a canonical URL, if they are known and still good.
func (c *Cache) Cached(now time.Time, url string) (*Rules, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cached(now, weburl.Origin(url))
}

func (c *Cache) cached(now time.Time, origin string) (*Rules, bool) {
	e, ok := c.entries[origin]
	if !ok || !now.Before(e.Value.(*entry).rules.Expires) {
		return nil, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*entry).rules, true
}

// Load gives the rules for a canonical URL and fetches robots.txt if need be; one fetch for an origin is under way at a
// time, and the others wait for it. A server that cannot be reached is no error, but Rules that disallow everything;
// the only error is the end of ctx.
func (c *Cache) Load(ctx context.Context, now time.Time, url string) (*Rules, error) {
	origin := weburl.Origin(url)
	for {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("robots.txt of %s: %w", origin, context.Cause(ctx))
		}
		c.mu.Lock()
		if rules, ok := c.cached(now, origin); ok {
			c.mu.Unlock()
			return rules, nil
		}
		over, busy := c.flights[origin]
		if !busy {
			over = make(chan struct{})
			c.flights[origin] = over
			c.mu.Unlock()
			return c.fly(ctx, now, origin, over)
		}
		c.mu.Unlock()
		select {
		case <-over: // look again: the rules are there, or their fetcher's context ended and it is our turn
		case <-ctx.Done():
		}
	}
}

// fly fetches an origin's robots.txt and keeps what it says, unless ctx ended meanwhile.
func (c *Cache) fly(ctx context.Context, now time.Time, origin string, over chan struct{}) (rules *Rules, err error) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.flights, origin)
		close(over)
		if rules != nil {
			c.keep(origin, rules)
		}
	}()
	got := c.fetch(ctx, origin)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("robots.txt of %s: %w", origin, context.Cause(ctx))
	}
	got.Expires = now.Add(Keep)
	if got.Unreachable {
		got.failures = c.failures(origin) + 1
		got.Expires = now.Add(min(Keep, Again<<min(got.failures-1, 10)))
	}
	return got, nil
}

// failures is how often in a row an origin could not be asked.
func (c *Cache) failures(origin string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[origin]; ok {
		return e.Value.(*entry).rules.failures
	}
	return 0
}

// keep remembers rules and forgets those not used for the longest time.
func (c *Cache) keep(origin string, rules *Rules) {
	if old, ok := c.entries[origin]; ok {
		c.forget(old)
	}
	e := &entry{origin, rules, rules.size() + len(origin)}
	c.entries[origin] = c.recent.PushFront(e)
	c.bytes += e.bytes
	for c.recent.Len() > maxOrigins || c.bytes > maxHeld && c.recent.Len() > 1 {
		c.forget(c.recent.Back())
	}
}

func (c *Cache) forget(e *list.Element) {
	old := c.recent.Remove(e).(*entry)
	delete(c.entries, old.origin)
	c.bytes -= old.bytes
}

// fetch asks for an origin's robots.txt and follows its redirects, also to other hosts.
func (c *Cache) fetch(ctx context.Context, origin string) *Rules {
	url := origin + "/robots.txt"
	for range maxRedirects + 1 {
		answer, err := c.get(ctx, url)
		if err != nil {
			// 429 says that the server is overloaded, not that there is no file; Google counts it among these too.
			return unreachable(fmt.Errorf("robots.txt cannot be fetched: %w", err))
		}
		if answer.Status/100 != 3 || answer.Redirect == "" {
			return c.judge(answer, origin)
		}
		url = answer.Redirect
	}
	return &Rules{Reason: "robots.txt is redirected more than five times: all is allowed"}
}

// judge turns an answer that is no redirect into rules (RFC 9309 section 2.3.1).
func (c *Cache) judge(a *Answer, origin string) *Rules {
	switch {
	case a.Status >= 200 && a.Status < 300:
		return Parse(a.Body, c.agent, origin+"/robots.txt")
	case a.Status >= 300 && a.Status < 500 && a.Status != 429:
		return &Rules{Reason: fmt.Sprintf("robots.txt answered %d: all is allowed", a.Status)}
	}
	// 429 says that the server is overloaded, not that there is no file; Google counts it among these too.
	return unreachable(fmt.Errorf("robots.txt answered %d", a.Status))
}

func unreachable(err error) *Rules {
	return &Rules{Reason: err.Error() + ": nothing is allowed for now", Unreachable: true, none: true}
}
