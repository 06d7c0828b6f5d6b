package robots

import (
	"container/list"
	"fmt"
	"sync"
	"time"

	"gannet/internal/weburl"
)

// Bounds of the cache.
const (
	// Keep is how long a robots.txt is used before it is requested again (RFC 9309 section 2.4).
	Keep = 24 * time.Hour
	// Retry is how long to wait after the first failed request for a robots.txt. Each further failure doubles the wait, up to Keep. The RFC
	// lets a crawler treat the file as missing once it was unreachable for some 30 days (section 2.3.1.4); this crawler never does.
	Retry = 30 * time.Minute
	// maxRedirects is how many redirects are followed (RFC 9309 section 2.3.1.2).
	maxRedirects = 5
	// moveTime is how long the target of a redirect may take to answer. The request may have to wait, because the target's host has other links and
	// its own pauses.
	moveTime = 10 * time.Minute
	// maxOrigins, maxMoved and maxMemory bound the cache. A crawl seldom works on more hosts at once, and a dropped origin costs only one more
	// request. The rules of a usual site take less than 2 kB.
	maxOrigins = 1 << 16
	maxMoved   = 1 << 14
	maxMemory  = 64 << 20
)

// Answer is a server's answer to a request for robots.txt. Redirect is the canonical target of a redirect, or "".
type Answer struct {
	Status   int
	Body     []byte
	Redirect string
}

// Cache stores the robots.txt rules of origins, and says which URL to request if the rules of an origin are missing. It makes no request
// itself, because a robots.txt may be redirected to another server, which also has to be requested politely. It is safe for concurrent use.
type Cache struct {
	// Strict makes Judge refuse a URL if either reader refuses it. It must not change once the cache is used.
	Strict bool

	agent string

	mu       sync.Mutex               // guards the fields below
	entries  map[string]*list.Element // by origin
	recent   *list.List               // of *entry, the last used in front
	bytes    int
	moved    map[string]*move       // by origin
	useFiles map[string]keptUseFile // by URL

	seconds    [maxSeconds]*Rules // that the second reader has read, a ring
	nextSecond int
}

// move is the place to which the robots.txt of an origin was redirected.
type move struct {
	url       string
	redirects int
	since     time.Time // of the first redirect
	asked     int       // how often Next returned it
}

type entry struct {
	origin string
	rules  *Rules
	bytes  int
}

// Agent returns the product token of the crawler, in lower case. It is "" for a nil cache.
func (c *Cache) Agent() string {
	if c == nil {
		return ""
	}
	return token(c.agent)
}

// New returns an empty cache. agent is the crawler's product token or its whole User-Agent.
func New(agent string) *Cache {
	return &Cache{
		agent: agent, entries: make(map[string]*list.Element), recent: list.New(), moved: make(map[string]*move),
		useFiles: make(map[string]keptUseFile),
	}
}

// Cached returns the rules for a canonical URL. The second result is false if the cache does not have them or they have expired.
func (c *Cache) Cached(now time.Time, url string) (*Rules, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[weburl.Origin(url)]
	if !ok || !now.Before(e.Value.(*entry).rules.Expires) {
		return nil, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*entry).rules, true
}

// Next returns the URL to request for the robots.txt rules of url's origin, and how often Next has returned it before. It is the origin's
// robots.txt, or the URL to which that redirects. A redirect target that has not answered for moveTime counts as unreachable.
func (c *Cache) Next(now time.Time, url string) (target string, before int) {
	origin := weburl.Origin(url)
	c.mu.Lock()
	defer c.mu.Unlock()
	m, ok := c.moved[origin]
	if !ok {
		return origin + "/robots.txt", 0
	}
	if now.Sub(m.since) > moveTime {
		delete(c.moved, origin)
		c.settle(now, origin, unreachable(fmt.Errorf("robots.txt is redirected to %s, which did not answer in %v", m.url, moveTime)))
		return origin + "/robots.txt", 0
	}
	m.asked++
	return m.url, m.asked - 1
}

// Answer records the answer to a request for the URL that Next returned, or the error of the request. It returns the rules of the origin,
// or nil if the response is a redirect to follow; Next then returns its target. If the server cannot be reached, the rules disallow
// everything.
func (c *Cache) Answer(now time.Time, url string, a *Answer, err error) *Rules {
	origin := weburl.Origin(url)
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.moved[origin]
	switch {
	case err != nil:
		delete(c.moved, origin)
		rules := unreachable(fmt.Errorf("robots.txt cannot be fetched: %w", err))
		rules.Err = err
		return c.settle(now, origin, rules)
	case a.Status/100 != 3 || a.Redirect == "":
		delete(c.moved, origin)
		return c.settle(now, origin, c.judge(a, origin))
	case m == nil:
		m = &move{since: now}
		c.makeRoom()
		c.moved[origin] = m
	}
	if m.redirects++; m.redirects > maxRedirects {
		delete(c.moved, origin)
		return c.settle(now, origin, &Rules{Reason: "robots.txt is redirected more than five times: all is allowed"})
	}
	m.url, m.asked = a.Redirect, 0
	return nil
}

// makeRoom drops redirects if too many are being followed at once.
func (c *Cache) makeRoom() {
	for origin := range c.moved {
		if len(c.moved) < maxMoved {
			return
		}
		delete(c.moved, origin)
	}
}

// settle sets when rules expire and adds them to the cache.
func (c *Cache) settle(now time.Time, origin string, rules *Rules) *Rules {
	rules.Expires = now.Add(Keep)
	if rules.Unreachable {
		rules.failures = c.failures(origin) + 1
		rules.Expires = now.Add(min(Keep, Retry<<min(rules.failures-1, 10)))
	}
	c.keep(origin, rules)
	return rules
}

// failures returns how often in a row robots.txt of an origin could not be fetched.
func (c *Cache) failures(origin string) int {
	if e, ok := c.entries[origin]; ok {
		return e.Value.(*entry).rules.failures
	}
	return 0
}

// keep adds rules and drops those that were not used for the longest time.
func (c *Cache) keep(origin string, rules *Rules) {
	if old, ok := c.entries[origin]; ok {
		c.forget(old)
	}
	e := &entry{origin, rules, rules.size() + len(origin)}
	c.entries[origin] = c.recent.PushFront(e)
	c.bytes += e.bytes
	for c.recent.Len() > maxOrigins || c.bytes > maxMemory && c.recent.Len() > 1 {
		c.forget(c.recent.Back())
	}
}

func (c *Cache) forget(e *list.Element) {
	old := c.recent.Remove(e).(*entry)
	delete(c.entries, old.origin)
	c.bytes -= old.bytes
}

// judge turns a response that is no redirect into rules (RFC 9309 section 2.3.1).
func (c *Cache) judge(a *Answer, origin string) *Rules {
	switch {
	case a.Status >= 200 && a.Status < 300:
		return Parse(a.Body, c.agent, origin+"/robots.txt")
	case a.Status >= 300 && a.Status < 500 && a.Status != 429:
		return &Rules{Reason: fmt.Sprintf("robots.txt answered %d: all is allowed", a.Status)}
	}
	// 429 means that the server is overloaded, not that there is no file. Google treats it as unreachable, too.
	return unreachable(fmt.Errorf("robots.txt answered %d", a.Status))
}

func unreachable(err error) *Rules {
	return &Rules{Reason: err.Error() + ": nothing is allowed for now", Unreachable: true, none: true}
}
