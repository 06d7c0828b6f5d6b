package testweb

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// trappedHost returns a web and the first host that has a trap by its name.
func trappedHost(trap Trap) (*Web, string) {
	return New(DefaultOptions(21)), "http://" + TrapHost(trap, 3)
}

// try asks for an address and reads the answer as far as limit.
func try(ctx context.Context, w http.RoundTripper, address string, limit int64) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, err
	}
	response, err := w.RoundTrip(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, limit))
	return response, body, err
}

// hostileOptions returns the usual options with misbehaving hosts.
func hostileOptions(seed uint64, h Hostile) Options {
	o := DefaultOptions(seed)
	o.Hostile = h
	return o
}

func TestEveryTrapHasAName(t *testing.T) {
	w := New(hostileOptions(20, Everything(.01)))
	met := map[Trap]bool{}
	good := 0
	for id := range w.Hosts() {
		trap := w.Trap(w.Host(id))
		met[trap] = true
		if trap == "" {
			good++
		}
	}
	for _, trap := range Traps() {
		if !met[trap] {
			t.Errorf("no host of 1000 has the trap %s at a share of 0.01", trap)
		}
		if got := w.Trap(TrapHost(trap, 7)); got != trap {
			t.Errorf("%s has the trap %q", TrapHost(trap, 7), got)
		}
	}
	if want := 1000 - 10*len(Traps()); good < want-80 || good > want+80 {
		t.Errorf("%d of 1000 hosts behave, want about %d", good, want)
	}
	if New(DefaultOptions(0)).Trap("no-such-trap.hostile-1.test") != "" {
		t.Error("an unknown trap has a host")
	}
}

func TestTrapsAreLinked(t *testing.T) {
	for _, trap := range Traps() {
		w, host := trappedHost(trap)
		if path := trapPath(trap); path != "" {
			found := false
			for _, l := range w.Links(host + "/") {
				found = found || l.URL == host+path
			}
			if !found {
				t.Errorf("%s: no link to %s", trap, path)
			}
		}
	}
}

func TestRobotsTraps(t *testing.T) {
	for _, c := range []struct {
		trap    Trap
		status  int
		size    int // at least
		allowed bool
	}{
		{RobotsError, 503, 0, false},
		{RobotsHuge, 200, 1 << 20, true},
		{RobotsBinary, 200, 1 << 16, true},
		{RobotsForbidden, 0, 0, true},
		{RobotsRedirects, 301, 0, true},
		{RobotsLoop, 302, 0, true},
		{RobotsPrivate, 302, 0, false},
		{CrawlDelay, 200, 0, true},
	} {
		w, host := trappedHost(c.trap)
		response, body, err := try(t.Context(), w, host+"/robots.txt", 1<<20)
		if err != nil {
			t.Fatalf("%s: %v", c.trap, err)
		}
		if c.status > 0 && response.StatusCode != c.status || len(body) < c.size {
			t.Errorf("%s: status %d, %d bytes", c.trap, response.StatusCode, len(body))
		}
		if got := w.Robots(host + "/"); got != c.allowed {
			t.Errorf("%s: allowed %v", c.trap, got)
		}
	}
	w, host := trappedHost(RobotsForbidden)
	if response, _, _ := try(t.Context(), w, host+"/robots.txt", 9); response.StatusCode != 401 && response.StatusCode != 403 {
		t.Errorf("status %d", response.StatusCode)
	}
	w, host = trappedHost(CrawlDelay)
	if w.CrawlDelay(strings.TrimPrefix(host, "http://")) != time.Hour {
		t.Error("no Crawl-delay of an hour")
	}
}

func TestRobotsRedirectsEnd(t *testing.T) {
	w, host := trappedHost(RobotsRedirects)
	next := host + "/robots.txt"
	for hop := range 5 {
		response, body, err := try(t.Context(), w, next, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode == http.StatusOK {
			if hop != 3 || !bytes.Contains(body, []byte("Disallow: /print/")) || w.Robots(host+"/print/5") {
				t.Errorf("after %d redirects: %s", hop, body)
			}
			return
		}
		next = host + response.Header.Get("Location")
	}
	t.Error("no robots.txt after five redirects")
}

func TestSlowAnswersHonourTheContext(t *testing.T) {
	for _, c := range []struct {
		trap Trap
		path string
	}{{SlowHeader, "/"}, {SlowBody, "/"}, {RobotsTimeout, "/robots.txt"}} {
		synctest.Test(t, func(t *testing.T) {
			w, host := trappedHost(c.trap)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			start := time.Now()
			_, body, err := try(ctx, w, host+c.path, 1<<20)
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Minute {
				t.Errorf("%s: %v after %v", c.trap, err, time.Since(start))
			}
			if len(body) > 60 {
				t.Errorf("%s: %d bytes in a minute", c.trap, len(body))
			}
		})
	}
}

func TestBrokenConnections(t *testing.T) {
	for _, c := range []struct {
		trap  Trap
		wrong func(error) bool
		early bool
	}{
		{Truncated, func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }, false},
		{Reset, func(err error) bool { return errors.Is(err, syscall.ECONNRESET) }, true},
		{ResetMidBody, func(err error) bool { return errors.Is(err, syscall.ECONNRESET) }, false},
		{Unresolvable, func(err error) bool { var e *net.DNSError; return errors.As(err, &e) && e.IsNotFound }, true},
		{TLSFailure, func(err error) bool { return strings.Contains(err.Error(), "certificate") }, true},
	} {
		w, host := trappedHost(c.trap)
		response, _, err := try(t.Context(), w, host+"/", 1<<20)
		if err == nil || !c.wrong(err) || c.early != (response == nil) {
			t.Errorf("%s: %v", c.trap, err)
		}
	}
}

func TestBurstsAndTooManyRequests(t *testing.T) {
	w, host := trappedHost(ServerErrors)
	codes := map[int]int{}
	for range 60 {
		response, _, _ := try(t.Context(), w, host+"/", 1<<20)
		codes[response.StatusCode/100]++
	}
	if codes[2] != 40 || codes[5] != 20 {
		t.Errorf("answers by hundred: %v", codes)
	}
	w, host = trappedHost(TooMany)
	refused := 0
	for range 10 {
		response, _, _ := try(t.Context(), w, host+"/", 1<<20)
		if response.StatusCode == http.StatusTooManyRequests && response.Header.Get("Retry-After") != "" {
			refused++
		}
	}
	if refused != 3 {
		t.Errorf("%d of 10 refused", refused)
	}
}

func TestRetryDates(t *testing.T) {
	w, host := trappedHost(RetryDates)
	dates := map[string]int{}
	for range 10 {
		response, _, _ := try(t.Context(), w, host+"/", 1<<20)
		if response.StatusCode == http.StatusServiceUnavailable {
			date, err := http.ParseTime(response.Header.Get("Retry-After"))
			if err != nil {
				t.Fatal(err)
			}
			dates[date.Format("2006")]++
		}
	}
	if len(dates) != 2 || dates["1970"] != 1 || dates["9999"] != 1 {
		t.Errorf("dates of %v", dates)
	}
}

func TestVanishingHostIsGoneForGood(t *testing.T) {
	w, host := trappedHost(Vanishing)
	name := strings.TrimPrefix(host, "http://")
	for n := range 2 * vanishAfter {
		there := w.Addr(name).IsValid()
		_, _, err := try(t.Context(), w, host+"/", 1<<20)
		if gone := n >= vanishAfter; gone != (err != nil) || n > vanishAfter && there {
			t.Errorf("request %d: address %v, %v", n+1, there, err)
		}
	}
}

func TestSitemapsWithoutEnd(t *testing.T) {
	w, host := trappedHost(SitemapEndless)
	next := host + "/sitemap.xml"
	for range 10 {
		_, body, err := try(t.Context(), w, next, 1<<20)
		if err != nil || !bytes.Contains(body, []byte("<sitemapindex")) {
			t.Fatalf("%s: %s, %v", next, body, err)
		}
		listed := locations(body)
		if len(listed) != 3 || listed[2] == next {
			t.Fatalf("%s lists %v", next, listed)
		}
		next = listed[2]
	}
}

// follow returns the addresses a chain of redirects passes, at most so many.
func follow(t *testing.T, w *Web, from string, most int) []string {
	t.Helper()
	var passed []string
	for len(passed) < most {
		response, _, err := try(t.Context(), w, from, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		location := response.Header.Get("Location")
		if location == "" {
			break
		}
		base, err := url.Parse(from)
		if err != nil {
			t.Fatal(err)
		}
		next, err := base.Parse(location)
		if err != nil {
			t.Fatal(err)
		}
		from = next.String()
		passed = append(passed, from)
		if !strings.Contains(next.Host, ".hostile-") {
			break
		}
	}
	return passed
}

func TestRedirectTraps(t *testing.T) {
	w, host := trappedHost(RedirectLoop)
	if passed := follow(t, w, host+"/trap/0", 10); len(passed) != 10 || passed[0] != passed[2] || passed[0] == passed[1] {
		t.Errorf("loop: %v", passed)
	}
	w, host = trappedHost(RedirectChain)
	if passed := follow(t, w, host+"/trap/0", 50); len(passed) != 30 || passed[29] != host+"/" {
		t.Errorf("chain: %v", passed)
	}
	w, host = trappedHost(RedirectDisallowed)
	if passed := follow(t, w, host+"/trap/0", 5); len(passed) != 1 || w.Robots(passed[0]) {
		t.Errorf("disallowed: %v", passed)
	}
	w, host = trappedHost(RedirectPrivate)
	for n, want := range privateTargets {
		if passed := follow(t, w, host+"/trap/"+strconv.Itoa(n), 1); len(passed) != 1 || passed[0] != want {
			t.Errorf("private: %v", passed)
		}
	}
}
