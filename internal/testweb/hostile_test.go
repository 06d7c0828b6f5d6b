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

	"github.com/klauspost/compress/gzip"
	"golang.org/x/net/html"
)

// trappedHost gives a web and the first host that has a trap by its name.
func trappedHost(trap Trap) (*Web, string) {
	return New(Options{Seed: 21}), "http://" + TrapHost(trap, 3)
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

func TestEveryTrapHasAName(t *testing.T) {
	w := New(Options{Seed: 20, Hostile: Everything(.01)})
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
	if good < 500 || good > 700 {
		t.Errorf("%d of 1000 hosts behave", good)
	}
	if New(Options{}).Trap("no-such-trap.hostile-1.test") != "" {
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

// follow gives the addresses a chain of redirects passes, at most so many.
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

func TestPagesWithoutEnd(t *testing.T) {
	for _, trap := range []Trap{Calendar, Facets, PathLoop, SoftMissing, SessionID} {
		t.Run(string(trap), func(t *testing.T) {
			w, host := trappedHost(trap)
			seen := map[string]bool{}
			next := host + trapPath(trap)
			if trap == SessionID {
				next = host + "/"
			}
			for range 40 {
				response, body, err := try(t.Context(), w, next, 1<<20)
				if err != nil || response.StatusCode != http.StatusOK {
					t.Fatalf("%s: %v", next, err)
				}
				from := next
				for _, l := range readLinks(t, from, body) {
					if !seen[l.URL] && strings.HasPrefix(l.URL, host) {
						seen[l.URL], next = true, l.URL
						break
					}
				}
				if next == from {
					t.Fatalf("%s leads nowhere new", from)
				}
			}
		})
	}
}

func TestSessionPagesHaveTheLinksThatAreTrue(t *testing.T) {
	w, host := trappedHost(SessionID)
	first := w.Links(host + "/")[1].URL
	_, body := served(t, w, first)
	if got, want := readLinks(t, first, body), w.Links(first); len(got) == 0 || got[1] != want[1] {
		t.Errorf("%s: served %v, true %v", first, got, want)
	}
	if !strings.Contains(first, "PHPSESSID") && !strings.Contains(first, "jsessionid") {
		t.Errorf("%s has no session", first)
	}
	if w.Topic(first) != w.Topic(withoutSession(first)) {
		t.Error("a session changes the topic")
	}
}

func TestMirrorServesAnothersPages(t *testing.T) {
	w, host := trappedHost(Mirror)
	original := w.Original(strings.TrimPrefix(host, "http://"))
	name := strings.TrimPrefix(host, "http://")
	_, copied := served(t, w, host+"/")
	_, first := served(t, w, "http://"+original+"/")
	if original == name || !bytes.Equal(bytes.ReplaceAll(copied, []byte(name), []byte(original)), first) {
		t.Errorf("%s does not mirror %s", name, original)
	}
	for _, topic := range w.Topics() {
		if w.Relevant(topic, host+"/") {
			t.Error("a mirror's page counts as relevant")
		}
	}
}

func TestBombs(t *testing.T) {
	w, host := trappedHost(GzipBomb)
	_, packed, err := try(t.Context(), w, host+"/trap/page.html", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := io.Copy(io.Discard, io.LimitReader(z, 64<<20)); n != 64<<20 {
		t.Errorf("%d bytes out of a bomb", n)
	}
	w, host = trappedHost(BrotliBomb)
	response, packed, err := try(t.Context(), w, host+"/trap/page.html", 1<<20)
	if err != nil || response.Header.Get("Content-Encoding") != "br" || len(packed) < 500 || len(packed) > 2000 {
		t.Errorf("brotli bomb: %d bytes, %v", len(packed), err)
	}
	w, host = trappedHost(EndlessBody)
	if _, body, err := try(t.Context(), w, host+"/trap/page.html", 8<<20); err != nil || len(body) != 8<<20 {
		t.Errorf("endless body: %d bytes, %v", len(body), err)
	}
	w, host = trappedHost(SitemapHuge)
	if _, body, err := try(t.Context(), w, host+"/sitemap.xml", 8<<20); err != nil || len(body) != 8<<20 {
		t.Errorf("huge sitemap: %d bytes, %v", len(body), err)
	}
}

func TestHardPages(t *testing.T) {
	for _, c := range []struct {
		trap Trap
		is   func(body []byte) bool
	}{
		{DeepDOM, func(b []byte) bool { return bytes.Count(b, []byte("<div>")) == 100_000 }},
		{ManyLinks, func(b []byte) bool { return bytes.Count(b, []byte("<a href")) == 1_000_000 }},
		{AttributeBomb, func(b []byte) bool { return len(b) > 4<<20 && bytes.Count(b, []byte(" data-")) == 100_000 }},
		{NULs, func(b []byte) bool { return bytes.Count(b, []byte{0}) > 8 }},
		{InvalidUTF8, func(b []byte) bool { return !bytes.Equal(bytes.ToValidUTF8(b, nil), b) }},
		{SitemapBroken, func(b []byte) bool { return !bytes.Contains(b, []byte("</urlset>")) }},
	} {
		w, host := trappedHost(c.trap)
		path := trapPath(c.trap)
		if path == "" {
			path = "/sitemap.xml"
		}
		response, body, err := try(t.Context(), w, host+path, 1<<28)
		if err != nil || response.StatusCode != http.StatusOK || !c.is(body) {
			t.Errorf("%s: %v, %d bytes", c.trap, err, len(body))
		}
	}
	w := New(Options{Hostile: Hostile{Links: 10}})
	_, body, _ := try(t.Context(), w, "http://"+TrapHost(ManyLinks, 0)+"/trap/page.html", 1<<20)
	if bytes.Count(body, []byte("<a href")) != 10 {
		t.Error("the number of links cannot be set")
	}
}

func TestCharsetsLie(t *testing.T) {
	w, host := trappedHost(Charsets)
	for n, s := range samples {
		response, body, err := try(t.Context(), w, host+"/trap/"+strconv.Itoa(n)+".html", 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if s.encoding != nil {
			if body, err = s.encoding.NewDecoder().Bytes(body); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(html.UnescapeString(string(body)), CharsetText(n)) {
			t.Errorf("page %d does not say %q", n, CharsetText(n))
		}
		if !strings.HasSuffix(response.Header.Get("Content-Type"), s.label) {
			t.Errorf("page %d is labelled %q", n, response.Header.Get("Content-Type"))
		}
	}
}

func TestAddressTraps(t *testing.T) {
	w := New(Options{})
	if !w.Addr(TrapHost(PrivateAddr, 0)).IsPrivate() {
		t.Error("not private")
	}
	name := TrapHost(Rebinding, 0)
	first, second := w.Addr(name), w.Addr(name)
	if first.IsLoopback() == second.IsLoopback() {
		t.Errorf("%v, then %v", first, second)
	}
	if response, _ := served(t, w, "http://"+TrapHost(NoContentType, 0)+"/"); response.Header.Get("Content-Type") != "" {
		t.Error("has a Content-Type")
	}
}
