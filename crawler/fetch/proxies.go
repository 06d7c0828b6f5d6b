package fetch

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/internal/weburl"
)

const (
	// A proxy that fails rests for proxyRest, and twice as long after each failure in a row, up to maxProxyRest.
	proxyRest    = 5 * time.Second
	maxProxyRest = 5 * time.Minute
	// maxDoubts is how many hosts in a row a proxy may fail to reach that another proxy does reach. It then rests.
	maxDoubts = 3
	// movedFor is how long a host uses another proxy after its own did not reach it.
	movedFor = 10 * time.Minute
	// maxMoved is how many hosts with another proxy are remembered.
	maxMoved = 8192
)

// proxies chooses a proxy for each host. A host always uses the same proxy, or another one while that proxy rests after a failure.
//
// Some failures may be the fault of the proxy or of the host, such as a connection that ends. The host is then requested once through
// another proxy. Only if that fails as well, it is the host's fault.
type proxies struct {
	now  func() time.Time
	rest func(proxy string, rest time.Duration, left int, why error) // may be nil

	mu    sync.Mutex // guards the fields below
	list  []*proxy
	moved map[string]*move // by host
}

// proxy is one of the proxies.
type proxy struct {
	url       *url.URL
	identity  string // see identify
	transport *http.Transport
	failures  int       // in a row
	doubts    int       // hosts in a row that another proxy reached and this one did not
	until     time.Time // when its rest ends
}

// move says that a host uses another proxy for a while.
type move struct {
	from    *proxy
	until   time.Time
	counted bool // another proxy has reached the host since
}

// newProxies returns the proxies of the options.
func newProxies(o Options) (*proxies, error) {
	p := &proxies{now: o.Now, rest: o.ProxyRests, moved: make(map[string]*move)}
	o.MaxIdle /= len(o.Proxies)
	for _, text := range o.Proxies {
		u, err := url.Parse(text)
		if err != nil {
			return nil, errors.New("the proxy is no URL") // the error would quote its password
		}
		t := newTransport(o)
		t.Proxy = http.ProxyURL(u)
		if o.MaxIdle > 0 {
			t.MaxIdleConnsPerHost = o.MaxIdle // all connections are to one host, the proxy
		}
		t.OnProxyConnectResponse = refusedConnect
		p.list = append(p.list, &proxy{url: u, identity: p.identify(u), transport: t})
	}
	return p, nil
}

// identify returns the text by which hosts are distributed to proxies. Proxies that differ only in their passwords are numbered.
func (p *proxies) identify(u *url.URL) string {
	identity, n := u.Scheme+"://"+u.User.Username()+"@"+u.Host, 0
	for _, x := range p.list {
		if x.url.Scheme == u.Scheme && x.url.Host == u.Host && x.url.User.Username() == u.User.Username() {
			n++
		}
	}
	return fmt.Sprint(identity, " ", n)
}

// isHTTP reports whether the proxy speaks HTTP, and not SOCKS.
func (x *proxy) isHTTP() bool { return strings.HasPrefix(x.url.Scheme, "http") }

// choose returns the proxy for a host: among the proxies that do not rest the one with the highest hash, except the one that did not reach the host.
// If all rest, it is the proxy whose rest ends first.
func (p *proxies) choose(host string) *proxy {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	var best *proxy
	for _, x := range p.list {
		if best == nil || p.better(host, x, best, now) {
			best = x
		}
	}
	return best
}

// better reports whether proxy x is preferred to y for a host.
func (p *proxies) better(host string, x, y *proxy, now time.Time) bool {
	restsX, restsY := now.Before(x.until), now.Before(y.until)
	switch from := p.movedFrom(host, now); {
	case restsX != restsY:
		return restsY
	case restsX && !x.until.Equal(y.until):
		return x.until.Before(y.until)
	case from == x || from == y:
		return from == y
	}
	return xxh3.HashString(host+" "+x.identity) > xxh3.HashString(host+" "+y.identity)
}

// movedFrom returns the proxy that did not reach a host, nil if there is none.
func (p *proxies) movedFrom(host string, now time.Time) *proxy {
	if m := p.moved[host]; m != nil && now.Before(m.until) {
		return m.from
	}
	return nil
}

// judge learns from the result of a request, and returns the failure for which the host is responsible. The kind is OtherProxy if the host should be
// requested again through another proxy.
func (p *proxies) judge(m *call, failure *Error) *Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	host := weburl.Host(m.url)
	switch blame(m, failure) {
	case blameProxy:
		if p.fail(m.proxy, failure.Err) {
			return &Error{Kind: OtherProxy, URL: m.url, Err: failure.Err, Unsent: failure.Unsent}
		}
	case blameEither:
		if p.ask(host, m.proxy) {
			return &Error{Kind: OtherProxy, URL: m.url, Err: doubt(m, failure)}
		}
	case blameNone:
		p.reached(host, m.proxy)
	}
	return failure
}

// fail lets a proxy rest after a failure, and reports whether there is another proxy to use. Failures during the rest do not count.
func (p *proxies) fail(x *proxy, why error) (other bool) {
	now := p.now()
	if !now.Before(x.until) {
		rest := min(maxProxyRest, proxyRest<<min(x.failures, 10))
		x.failures++
		x.until = now.Add(rest)
		x.transport.CloseIdleConnections()
		if p.rest != nil && len(p.list) > 1 {
			p.rest(x.url.Host, rest, p.others(x, now), why)
		}
	}
	return p.others(x, now) > 0
}

// others returns how many proxies besides x do not rest.
func (p *proxies) others(x *proxy, now time.Time) (n int) {
	for _, y := range p.list {
		if y != x && !now.Before(y.until) {
			n++
		}
	}
	return n
}

// ask reports whether a host that x did not reach should be requested through another proxy. It should not if x already is the other proxy.
func (p *proxies) ask(host string, x *proxy) bool {
	now := p.now()
	if p.movedFrom(host, now) != nil {
		delete(p.moved, host)
		return false
	}
	if p.others(x, now) == 0 {
		return false
	}
	if len(p.moved) >= maxMoved {
		maps.DeleteFunc(p.moved, func(_ string, m *move) bool { return !now.Before(m.until) })
	}
	if len(p.moved) >= maxMoved {
		clear(p.moved)
	}
	p.moved[host] = &move{from: x, until: now.Add(movedFor)}
	return true
}

// reached ends the rest of a proxy that reached a host. If another proxy did not reach this host before, that counts against the other proxy.
func (p *proxies) reached(host string, x *proxy) {
	x.failures, x.doubts, x.until = 0, 0, time.Time{}
	m := p.moved[host]
	if m == nil || m.counted || m.from == x {
		return
	}
	m.counted = true
	if m.from.doubts++; m.from.doubts >= maxDoubts {
		p.fail(m.from, errUnreached)
	}
}

// errUnreached is the reason for a rest if a proxy fails without an error of its own.
var errUnreached = errors.New("another proxy reaches hosts that it does not reach")

// CloseIdleConnections closes the idle connections through all proxies.
func (p *proxies) CloseIdleConnections() {
	for _, x := range p.list {
		x.transport.CloseIdleConnections()
	}
}
