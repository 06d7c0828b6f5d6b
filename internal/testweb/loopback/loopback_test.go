package loopback

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gannet/internal/testweb"
	"gannet/internal/weburl"
)

// TestServed asks for pages by name over real connections.
func TestServed(t *testing.T) {
	defer goleak.VerifyNone(t)
	s, err := Start(Options{Web: testweb.DefaultOptions(3).Sized(200, 20_000)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	names := Resolver(s.DNS())
	transport := &http.Transport{DialContext: (&net.Dialer{Resolver: names}).DialContext}
	defer transport.CloseIdleConnections()
	client := http.Client{Transport: transport}
	hosts, addresses := make(map[string]bool), make(map[string]bool)
	for n := 0; n < s.Web().Pages(); n += 101 {
		url := s.Web().Page(n)
		host := weburl.Host(url)
		if !strings.HasSuffix(host, ":"+strconv.Itoa(s.port)) {
			t.Fatalf("%s has no port", url)
		}
		name, _, _ := strings.Cut(host, ":")
		addrs, err := names.LookupNetIP(t.Context(), "ip", name)
		if err != nil || len(addrs) != 1 || !addrs[0].IsLoopback() {
			t.Fatalf("%s is at %v: %v", host, addrs, err)
		}
		hosts[host], addresses[addrs[0].String()] = true, true
		response, err := client.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK || len(body) < 1000 {
			t.Fatalf("%s: status %d, %d bytes: %v", url, response.StatusCode, len(body), err)
		}
	}
	r := s.Report()
	if r.Hosts != len(hosts) || r.Addresses != len(addresses) || r.Addresses == r.Hosts || r.Astray > 0 || r.Twice > 0 {
		t.Errorf("%d hosts at %d addresses: %+v", len(hosts), len(addresses), r)
	}
	if _, err := names.LookupNetIP(context.Background(), "ip", "nobody.test"); err == nil {
		t.Error("an unknown name has an address")
	}
	response, err := client.Get(s.Control())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var told Report
	if err := json.NewDecoder(response.Body).Decode(&told); err != nil || told.Requests != r.Requests || told.BeforeRobots == 0 {
		t.Errorf("the control tells of %d requests: %v", told.Requests, err)
	}
}

// TestCounts has requests that should not be, one of each sort.
func TestCounts(t *testing.T) {
	web := testweb.New(testweb.DefaultOptions(3).Sized(200, 20_000))
	var host, slow, near string // without rules; with a Crawl-delay; at the same address as another one
	there := make(map[string]string)
	for i := range web.Hosts() {
		name := web.Host(i)
		at := address(web, name).String()
		switch {
		case web.CrawlDelay(name) > time.Second:
			slow = name
		case there[at] != "":
			host, near = there[at], name
		case web.Robots("http://" + name + "/out/"):
			there[at] = name
		}
	}
	at, second := address(web, host), time.Second
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	after := func(d time.Duration) time.Time { return begin.Add(d) }
	c := newCounts(web, second)
	polite := func(name, path string, from time.Duration) {
		c.begin(after(from), name, address(web, name), path).end(after(from + second))
	}
	polite(host, "/robots.txt", 0)
	polite(host, "/", 2*second)
	polite(near, "/robots.txt", 4*second)
	polite(slow, "/robots.txt", 0)
	polite(slow, "/", 10*second)
	if r := c.report(); r.Broken() || r.Requests != 5 || r.Robots != 3 || r.Shared != 1 || r.AtOnce != 1 || r.LeastHost != second || r.LeastAddr != second {
		t.Fatalf("polite requests: %+v", r)
	}
	q := c.begin(after(6*second), host, at, "/a")
	c.begin(after(6*second), near, at, "/b").end(after(6 * second)) // over the same address
	c.begin(after(6*second), host, at, "/c").end(after(6 * second))
	q.end(after(7 * second))
	polite(host, "/", 9*second)     // twice
	polite(host, "/d", 10*second+1) // 1 ns after that
	polite(slow, "/e", 12*second)   // less than its Crawl-delay
	c.begin(after(20*second), host, address(web, slow), "/f").end(after(20 * second))
	c.begin(after(30*second), web.Host(0), address(web, web.Host(0)), "/g").end(after(30 * second))
	r := c.report()
	want := Report{OverlapHosts: 1, OverlapAddrs: 2, SoonHosts: 2, SoonAddrs: 1, Twice: 1, BeforeRobots: 1, Astray: 1, AtOnce: 2}
	got := Report{OverlapHosts: r.OverlapHosts, OverlapAddrs: r.OverlapAddrs, SoonHosts: r.SoonHosts, SoonAddrs: r.SoonAddrs,
		Twice: r.Twice, BeforeRobots: r.BeforeRobots, Astray: r.Astray, AtOnce: r.AtOnce}
	if a, b := mustJSON(t, got), mustJSON(t, want); a != b || len(r.Examples) != 9 {
		t.Errorf("counted %s, want %s; %q", a, b, r.Examples)
	}
}

func mustJSON(t *testing.T, r Report) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
