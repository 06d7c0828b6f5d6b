package fetch

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// testProxies are three proxies that count the requests of each host. bad says what a proxy does in place of answering.
type testProxies struct {
	urls   []string
	mu     sync.Mutex       // guards the fields below
	asked  []map[string]int // by proxy
	bad    map[int]http.HandlerFunc
	rested map[string]int
	clock  atomic.Int64 // seconds
}

func newTestProxies(t *testing.T) (*testProxies, *Client) {
	p := &testProxies{bad: make(map[int]http.HandlerFunc), rested: make(map[string]int)}
	for i := range 3 {
		p.asked = append(p.asked, make(map[string]int))
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.serve(i, w, r) }))
		t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
		p.urls = append(p.urls, strings.Replace(s.URL, "http://", "http://me:c2VjcmV0@", 1))
	}
	return p, client(t, Options{
		Proxies: p.urls, Now: func() time.Time { return time.Unix(p.clock.Load(), 0) },
		ProxyRests: func(name string, _ time.Duration, _ int, why error) {
			if text := name + why.Error(); strings.Contains(text, "c2VjcmV0") {
				t.Errorf("%s has the password", text)
			}
			p.rested[name]++
		},
	})
}

func (p *testProxies) serve(i int, w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	bad := p.bad[i]
	p.asked[i][r.Host]++
	p.mu.Unlock()
	if bad != nil {
		bad(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<p>honey")
}

// setBad says what a proxy does in place of answering; nil: it answers.
func (p *testProxies) setBad(i int, bad http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bad[i] = bad
}

// of returns the proxy that a host is asked through.
func (p *testProxies) of(t *testing.T, c *Client, host string) int {
	t.Helper()
	p.mu.Lock()
	for i := range p.asked {
		clear(p.asked[i])
	}
	p.mu.Unlock()
	fetchOK(t, c, "http://"+host+"/")
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.IndexFunc(p.asked, func(hosts map[string]int) bool { return hosts[host] > 0 })
}

func hosts(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("host%d.test", i))
	}
	return list
}

func (p *testProxies) all(t *testing.T, c *Client) []int {
	var list []int
	for _, host := range hosts(60) {
		list = append(list, p.of(t, c, host))
	}
	return list
}

// A host keeps its proxy. While that fails, its hosts use the others, and no other host moves. Later they return.
func TestHostKeepsItsProxy(t *testing.T) {
	p, c := newTestProxies(t)
	before := p.all(t, c)
	if again := p.all(t, c); fmt.Sprint(before) != fmt.Sprint(again) {
		t.Errorf("hosts changed their proxies: %v, then %v", before, again)
	}
	failing := before[0]
	p.setBad(failing, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) })
	if err := fetchFails(t, c, "http://host0.test/", OtherProxy); !err.Temporary() || strings.Contains(err.Error(), "c2VjcmV0") {
		t.Error(err)
	}
	count := make(map[int]int)
	for i, now := range p.all(t, c) {
		if count[now]++; now == failing || before[i] != failing && now != before[i] {
			t.Errorf("host %d moved from proxy %d to %d", i, before[i], now)
		}
	}
	if len(count) != 2 || len(p.rested) != 1 {
		t.Errorf("hosts of each proxy: %v, rests %v", count, p.rested)
	}
	p.setBad(failing, nil)
	p.clock.Add(int64(maxProxyRest.Seconds()))
	if again := p.all(t, c); fmt.Sprint(before) != fmt.Sprint(again) {
		t.Errorf("hosts did not return: %v, then %v", before, again)
	}
}

// Proxies that differ in their passwords alone share the hosts, too.
func TestProxiesOfOneAddress(t *testing.T) {
	p, err := newProxies(withDefaults(Options{Proxies: []string{"http://me:a@p.test:1", "http://me:b@p.test:1"}, Now: time.Now}))
	if err != nil {
		t.Fatal(err)
	}
	first := 0
	for _, host := range hosts(60) {
		if p.choose(host) == p.list[0] {
			first++
		}
	}
	if first == 0 || first == 60 {
		t.Errorf("the first proxy has %d hosts of 60", first)
	}
}

// If all proxies refuse us, no host is to blame and the failure is that of the proxies.
func TestAllProxiesFail(t *testing.T) {
	p, c := newTestProxies(t)
	for i := range p.urls {
		p.setBad(i, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) })
	}
	for _, kind := range []Kind{OtherProxy, OtherProxy, Proxy, Proxy} {
		fetchFails(t, c, "http://host0.test/", kind)
	}
	for i := range p.urls {
		p.setBad(i, nil)
	}
	fetchOK(t, c, "http://host0.test/")
}

// A failure that may be the proxy's or the host's is the host's only if another proxy has it, too.
func TestDoubtIsSettledByAnotherProxy(t *testing.T) {
	hangUp := func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) }
	for name, bad := range map[string]http.HandlerFunc{
		"no answer": hangUp,
		"502":       func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"squid": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Squid-Error", "ERR_ACCESS_DENIED 0")
			w.WriteHeader(http.StatusForbidden)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, c := newTestProxies(t)
			before := p.all(t, c)
			c.Close() // a connection that was used before says nothing
			p.setBad(before[0], bad)
			tried := 0
			for i, host := range hosts(60) {
				if before[i] != before[0] || len(p.rested) > 0 {
					continue
				}
				tried++
				fetchFails(t, c, "http://"+host+"/", OtherProxy)
				fetchOK(t, c, "http://"+host+"/")
			}
			if tried != maxDoubts || len(p.rested) != 1 {
				t.Errorf("%d hosts were tried; rests: %v", tried, p.rested)
			}
		})
	}
	p, c := newTestProxies(t)
	for i := range p.urls {
		p.setBad(i, hangUp)
	}
	fetchFails(t, c, "http://host0.test/", OtherProxy)
	fetchFails(t, c, "http://host0.test/", Reset)
	for i := range p.urls {
		p.setBad(i, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "5")
			w.WriteHeader(http.StatusServiceUnavailable)
		})
	}
	if resp := fetchOK(t, c, "http://host0.test/"); resp.Status != http.StatusServiceUnavailable {
		t.Errorf("%+v", resp)
	}
	if len(p.rested) != 0 {
		t.Errorf("proxies rest although the host is to blame: %v", p.rested)
	}
}
