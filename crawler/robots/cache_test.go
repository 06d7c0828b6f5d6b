package robots

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

const page = "http://a.example/page"

// site answers requests and records them.
type site struct {
	answers map[string]*Answer
	asked   []string
}

func (s *site) get(url string) (*Answer, error) {
	s.asked = append(s.asked, url)
	if a := s.answers[url]; a != nil {
		return a, nil
	}
	return nil, errors.New("no route to host")
}

// load returns the rules, from the cache or by as many requests as it takes.
func load(t *testing.T, c *Cache, get func(url string) (*Answer, error), now time.Time, url string) *Rules {
	t.Helper()
	if rules, ok := c.Cached(now, url); ok {
		return rules
	}
	for range 10 {
		target, _ := c.Next(now, url)
		a, err := get(target)
		if rules := c.Answer(now, url, a, err); rules != nil {
			return rules
		}
	}
	t.Fatal("asked ten times, and there are no rules")
	return nil
}

func TestStatuses(t *testing.T) {
	body := []byte("User-agent: *\nDisallow: /page\n")
	for status, want := range map[int]struct{ allowed, again bool }{
		200: {false, false}, 206: {false, false}, 304: {true, false}, 301: {true, false}, // no target
		400: {true, false}, 401: {true, false}, 403: {true, false}, 404: {true, false}, 410: {true, false},
		429: {false, true}, 500: {false, true}, 503: {false, true}, 599: {false, true}, 0: {false, true}, 103: {false, true},
	} {
		s := &site{answers: map[string]*Answer{"http://a.example/robots.txt": {Status: status, Body: body}}}
		rules := load(t, New("gannet"), s.get, noon, page)
		if rules.Allowed(page) != want.allowed || rules.Unreachable != want.again {
			t.Errorf("%d: allowed %v, %+v", status, rules.Allowed(page), rules)
		}
		if rules.Reason == "" || want.again && !strings.Contains(rules.Reason, fmt.Sprint(status)) {
			t.Errorf("%d: %q", status, rules.Reason)
		}
		keep := Keep
		if want.again {
			keep = Retry
		}
		if rules.Expires != noon.Add(keep) {
			t.Errorf("%d: kept until %v", status, rules.Expires)
		}
	}
}

func TestNetworkErrorDisallowsForAWhile(t *testing.T) {
	s := &site{}
	c := New("gannet")
	rules := load(t, c, s.get, noon, page)
	if rules.Allowed(page) || !rules.Unreachable || !strings.Contains(rules.Reason, "no route to host") {
		t.Errorf("got %+v", rules)
	}
	s.answers = map[string]*Answer{"http://a.example/robots.txt": {Status: 404}}
	if load(t, c, s.get, noon.Add(Retry-time.Second), page).Allowed(page) || len(s.asked) != 1 {
		t.Error("asked again too early")
	}
	if !load(t, c, s.get, noon.Add(Retry), page).Allowed(page) {
		t.Error("the server answers again")
	}
}

func TestServerThatFailsIsAskedEverMoreSeldom(t *testing.T) {
	s := &site{}
	c := New("gannet")
	now := noon
	for _, wait := range []time.Duration{Retry, 2 * Retry, 4 * Retry, 8 * Retry, 16 * Retry, 32 * Retry, Keep, Keep} {
		rules := load(t, c, s.get, now, page)
		if got := rules.Expires.Sub(now); got != wait {
			t.Errorf("asked again after %v, want %v", got, wait)
		}
		now = rules.Expires
	}
	s.answers = map[string]*Answer{"http://a.example/robots.txt": {Status: 404}}
	load(t, c, s.get, now, page)
	s.answers = nil
	if rules := load(t, c, s.get, now.Add(Keep), page); rules.Expires != now.Add(Keep+Retry) {
		t.Errorf("after an answer: kept until %v", rules.Expires)
	}
}

func TestAnswerLivesADayPerOrigin(t *testing.T) {
	s := &site{answers: map[string]*Answer{
		"http://a.example/robots.txt":      {Status: 200, Body: []byte("User-agent: *\nDisallow: /page")},
		"https://a.example/robots.txt":     {Status: 404},
		"http://a.example:8080/robots.txt": {Status: 404},
	}}
	c := New("gannet")
	if _, ok := c.Cached(noon, page); ok {
		t.Error("nothing is known yet")
	}
	for url, allowed := range map[string]bool{page: false, "https://a.example/page": true, "http://a.example:8080/page": true} {
		if load(t, c, s.get, noon, url).Allowed(url) != allowed {
			t.Errorf("%s: allowed is not %v", url, allowed)
		}
	}
	if rules, ok := c.Cached(noon.Add(Keep-time.Second), page); !ok || rules.Allowed(page) {
		t.Error("the answer lives 24 hours")
	}
	if _, ok := c.Cached(noon.Add(Keep), page); ok {
		t.Error("the answer lives 24 hours and no longer")
	}
	load(t, c, s.get, noon.Add(Keep), page)
	if len(s.asked) != 4 {
		t.Errorf("asked %v", s.asked)
	}
}

func TestRedirects(t *testing.T) {
	s := &site{answers: map[string]*Answer{"http://a.example/robots.txt": {Status: 301, Redirect: "https://www1.example/robots.txt"}}}
	for i := 1; i < 5; i++ {
		s.answers[fmt.Sprintf("https://www%d.example/robots.txt", i)] = &Answer{
			Status: 302, Redirect: fmt.Sprintf("https://www%d.example/robots.txt", i+1)}
	}
	s.answers["https://www5.example/robots.txt"] = &Answer{Status: 200, Body: []byte("User-agent: *\nDisallow: /page")}
	rules := load(t, New("gannet"), s.get, noon, page)
	if rules.Allowed(page) || len(s.asked) != 6 {
		t.Errorf("five redirects must be followed, over hosts: %v, %+v", s.asked, rules)
	}

	s.answers["https://www5.example/robots.txt"] = &Answer{Status: 302, Redirect: "http://a.example/robots.txt"}
	s.asked = nil
	if rules := load(t, New("gannet"), s.get, noon, page); !rules.Allowed(page) || len(s.asked) != 6 {
		t.Errorf("a loop is an unavailable file: %v, %+v", s.asked, rules)
	}
}

func TestRedirectThatIsNotAnsweredIsUnreachable(t *testing.T) {
	c := New("gannet")
	c.Answer(noon, page, &Answer{Status: 301, Redirect: "http://b.example/robots.txt"}, nil)
	for n := range 3 {
		if target, before := c.Next(noon, page); target != "http://b.example/robots.txt" || before != n {
			t.Errorf("next is %s, told %d times before; want %d", target, before, n)
		}
	}
	c.Next(noon.Add(moveTime+1), page)
	if rules, ok := c.Cached(noon.Add(moveTime+1), page); !ok || !rules.Unreachable {
		t.Errorf("%+v", rules)
	}
	if target, _ := c.Next(noon.Add(moveTime+1), page); target != "http://a.example/robots.txt" {
		t.Errorf("asked again at %s", target)
	}
}

func TestCacheIsBounded(t *testing.T) {
	big := []byte("User-agent: *\n" + strings.Repeat("Disallow: /"+strings.Repeat("x", 1000)+"\n", 400))
	get := func(url string) (*Answer, error) {
		if strings.HasPrefix(url, "http://big") {
			return &Answer{Status: 200, Body: big}, nil
		}
		return &Answer{Status: 404}, nil
	}
	c := New("gannet")
	load(t, c, get, noon, page)
	for i := range 500 {
		load(t, c, get, noon, page) // used again and again, so it stays
		load(t, c, get, noon, fmt.Sprintf("http://big%d.example/", i))
	}
	if c.bytes > maxMemory || c.recent.Len() != len(c.entries) || c.recent.Len() >= 500 {
		t.Errorf("%d bytes in %d entries", c.bytes, c.recent.Len())
	}
	if _, ok := c.Cached(noon, page); !ok {
		t.Error("what is used stays")
	}
	for i := range maxOrigins + 10 {
		load(t, c, get, noon, fmt.Sprintf("http://small%d.example/", i))
	}
	if c.recent.Len() != maxOrigins || len(c.moved) != 0 {
		t.Errorf("%d entries, %d redirects", c.recent.Len(), len(c.moved))
	}
	for i := range maxMoved + 10 {
		c.Answer(noon, fmt.Sprintf("http://moved%d.example/", i), &Answer{Status: 301, Redirect: page}, nil)
	}
	if len(c.moved) > maxMoved {
		t.Errorf("%d redirects", len(c.moved))
	}
}
