package fetch

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"gannet/internal/weburl"
)

// idlePerHost is how many connections to one host are kept open at most.
const idlePerHost = 2

// connect sets up the transport: that of the caller, proxies, or real connections.
func (c *Client) connect() error {
	o := c.options
	if o.Transport != nil {
		c.transport, c.absolute = o.Transport, true
		return nil
	}
	if len(o.Proxies) > 0 {
		var err error
		c.proxies, err = newProxies(o)
		c.absolute, c.reports = true, true
		return err
	}
	c.resolver = &resolver{
		lookup: o.Lookup, keep: o.ResolveFor, timeout: o.ConnectTimeout,
		allowPrivate: o.AllowPrivate, known: make(map[string]known),
	}
	if c.resolver.lookup == nil {
		c.resolver.lookup = net.DefaultResolver
	}
	t, dialer := newTransport(o), newDialer(o)
	dialer.Control = c.resolver.control
	t.DialContext = c.resolver.dialer(dialer)
	c.transport, c.reports = t, true
	return nil
}

func newDialer(o Options) *net.Dialer {
	return &net.Dialer{Timeout: o.ConnectTimeout, KeepAlive: 30 * time.Second}
}

// newTransport returns a transport that makes real connections.
func newTransport(o Options) *http.Transport {
	t := &http.Transport{
		DialContext:            newDialer(o).DialContext,
		TLSClientConfig:        tlsConfig(o.TLS),
		TLSHandshakeTimeout:    o.ConnectTimeout,
		DisableCompression:     true, // body.go decompresses, within MaxBody
		ForceAttemptHTTP2:      true,
		MaxResponseHeaderBytes: o.MaxHeader,
		MaxIdleConns:           o.MaxIdle,
		MaxIdleConnsPerHost:    idlePerHost,
		IdleConnTimeout:        30 * time.Second,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: 15 * time.Second}, // finds dead connections
	}
	if o.MaxIdle == 0 {
		t.MaxIdleConnsPerHost = -1 // for net/http 0 is no limit
	}
	return t
}

func tlsConfig(base *tls.Config) *tls.Config {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if base != nil {
		config = base.Clone()
	}
	if config.ClientSessionCache == nil {
		config.ClientSessionCache = tls.NewLRUClientSessionCache(512)
	}
	return config
}

// control checks an address right before the connection is made, because the address of a name may change between resolving and dialling.
func (r *resolver) control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	return r.check(at.Addr())
}

// tripper is the transport under colly. It sends colly's request to exactly the call's URL, with the call's time-outs. It reads the body within its
// bounds, into memory that bodies share, and puts body and header into the call. colly gets only the status: with the header it would decompress and
// decode the body once more, and refuse a response whose Location cannot be parsed.
type tripper struct{ c *Client }

func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) {
	made, ok := r.Context().Value(callKey{}).(*call)
	if !ok {
		return nil, errors.New("not a request of this client")
	}
	resp, err := t.send(made, r)
	if err != nil {
		made.err = err
		return nil, err
	}
	resp.Request = r
	return resp, nil
}

func (t tripper) send(made *call, r *http.Request) (*http.Response, error) {
	c := t.c
	if c.proxies != nil && !c.options.AllowPrivate {
		if err := refuseLiteral(made.url); err != nil {
			return nil, err
		}
	}
	ctx := r.Context()
	if made.reports = c.reports; c.reports {
		made.watch.arm(waitConnection, c.options.ConnectTimeout)
		ctx = httptrace.WithClientTrace(ctx, made.trace(c.options, c.reserved(made.url)))
	} else {
		made.watch.arm("the answer's header", c.options.HeaderTimeout)
	}
	request := r.WithContext(ctx)
	request.URL = target(made.url, c.absolute)
	request.Host = request.URL.Host
	resp, err := c.route(made).RoundTrip(request)
	if err != nil {
		return nil, made.refine(err)
	}
	if err := c.final(resp); err != nil {
		resp.Body.Close()
		return nil, err
	}
	made.tape.begin(request, resp, c.reports)
	made.resp = &Response{
		URL: made.url, Status: resp.StatusCode, Header: resp.Header,
		RetryAfter: retryAfter(resp.Header.Get("Retry-After"), c.options.Now()),
	}
	if made.secret {
		made.resp.Header = c.withoutSecrets(made.url, resp.Header)
	}
	if peer := made.watch.peer.Load(); peer != nil {
		made.resp.Addr = *peer
	}
	if made.resp.Body, err = c.read(made, resp); err != nil {
		resp.Body.Close()
		return nil, err
	}
	return &http.Response{StatusCode: resp.StatusCode, Header: http.Header{}, Body: http.NoBody, Uncompressed: true}, nil
}

// reserved returns the address that Resolve returned for a URL's host, zero if none is known.
func (c *Client) reserved(url string) (addr netip.Addr) {
	if c.resolver != nil {
		addr, _ = c.resolver.recall(hostname(weburl.Host(url)))
	}
	return addr
}

// final refuses a response that is not final. After status 101, net/http returns the bare connection; no client asked to switch protocols (RFC 9110
// section 15.2.2), and no time-out would end reading from it.
func (c *Client) final(resp *http.Response) error {
	if resp.StatusCode < 200 {
		return &refusal{Protocol, fmt.Errorf("status %d is no final answer", resp.StatusCode)}
	}
	if c.proxies != nil {
		return refusedByProxy(resp.StatusCode)
	}
	return nil
}

// route returns the transport for a call. If there are proxies, it chooses one.
func (c *Client) route(made *call) http.RoundTripper {
	if c.proxies == nil {
		return c.transport
	}
	made.proxy = c.proxies.choose(weburl.Host(made.url))
	return made.proxy.transport
}

// target returns a URL that net/http writes exactly as canonical. net/url would write some paths differently: "|" as "%7C", and then "%2F" as "/". It
// rejects other paths, such as "/100%". All these paths are set as opaque.
func target(canonical string, absolute bool) *url.URL {
	u, err := url.Parse(canonical)
	if err == nil && u.RequestURI() == weburl.Path(canonical) {
		return u
	}
	scheme, host, _ := strings.Cut(weburl.Origin(canonical), "://")
	path, query, has := strings.Cut(weburl.Path(canonical), "?")
	if absolute && scheme == "http" || strings.HasPrefix(path, "//") {
		path = "//" + host + path
	}
	return &url.URL{Scheme: scheme, Host: host, Opaque: path, RawQuery: query, ForceQuery: has && query == ""}
}

// refuseLiteral refuses a URL whose host is an address that is not public.
func refuseLiteral(canonical string) error {
	addr, err := netip.ParseAddr(hostname(weburl.Host(canonical)))
	if err != nil {
		return nil
	}
	return (&resolver{}).check(addr)
}
