// Package fetch makes one polite request: it names its sender, follows nothing, reads no more than it was allowed,
// waits no longer than it was told, and refuses addresses that are not part of the public web.
//
// The request goes through one colly collector, synchronously. Everything colly would do on its own (visited set,
// cookies, robots.txt, redirects, charsets, environment variables) is off; the transport below it, tripper, decides
// what is sent and what is read.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gannet/internal/weburl"

	"github.com/gocolly/colly/v2"
)

// Client fetches. It is safe for concurrent use; Close frees its connections.
type Client struct {
	options   Options
	agent     string // product token, lower case
	header    http.Header
	collector *colly.Collector
	transport http.RoundTripper
	resolver  *resolver // nil where a Transport or Proxy stands for the network
	watched   bool      // the transport reports its connections
	absolute  bool      // requests that net/url cannot write are sent in absolute form
	readers   sync.Pool // of *unpacker
}

// New makes a client. Errors say which option is wrong.
func New(o Options) (*Client, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("fetch options: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Client{options: o, agent: productToken(o.UserAgent)}
	c.header = http.Header{
		"User-Agent":      {o.identity()},
		"Accept":          {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"},
		"Accept-Encoding": {"gzip, br"},
	}
	c.readers.New = func() any { return new(unpacker) }
	if err := c.connect(); err != nil {
		return nil, fmt.Errorf("fetch options: %w", err)
	}
	c.collector = newCollector(tripper{c})
	return c, nil
}

// newCollector makes a collector that fetches and does nothing else. It is not made by colly.NewCollector, because
// that obeys COLLY_* environment variables, and it has no cookie jar, because that would grow without bound.
func newCollector(t http.RoundTripper) *colly.Collector {
	collector := &colly.Collector{}
	collector.Init()
	collector.SetClient(&http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	collector.AllowURLRevisit = true
	collector.IgnoreRobotsTxt = true
	collector.ParseHTTPErrorResponse = true
	collector.MaxBodySize = 0 // the transport has the cap
	return collector
}

// Fetch makes one request for a page. A redirect is not followed but told in Response.Redirect. The body is read if
// the status is 2xx and the content type is HTML or XHTML, or missing and the first bytes look like HTML; another
// content type is an Error of kind ContentType. Answers with another status are no errors and have no body.
//
// Errors are of type *Error. One that Temporary is true for may go away when the request is made again later.
func (c *Client) Fetch(ctx context.Context, url string) (*Response, error) {
	resp, err := c.do(ctx, url, c.options.MaxBody, false)
	if err != nil {
		return nil, err
	}
	resp.Body, resp.Charset = toUTF8(resp.Body, resp.Header.Get("Content-Type"), resp.Truncated)
	if limit := c.options.MaxBody; int64(len(resp.Body)) > limit { // one byte may have become three
		resp.Body, resp.Truncated = wholeRunes(resp.Body[:limit]), true
	}
	resp.NoIndex, resp.NoFollow = robotsTag(resp.Header, c.agent)
	return resp, nil
}

// File makes one request for a robots.txt, a sitemap or any other file: at most limit bytes of it, as they are once a
// Content-Encoding is undone, whatever the content type. Otherwise it is like Fetch.
func (c *Client) File(ctx context.Context, url string, limit int64) (*Response, error) {
	return c.do(ctx, url, limit, true)
}

func (c *Client) do(ctx context.Context, raw string, limit int64, file bool) (*Response, error) {
	url, err := weburl.Canonical(raw)
	if err != nil {
		return nil, &Error{Kind: BadURL, URL: weburl.Redact(raw), Err: err}
	}
	if ctx.Err() != nil {
		return nil, &Error{Kind: Canceled, URL: url, Err: context.Cause(ctx)}
	}
	began := c.options.Now()
	made := &call{parent: ctx, url: url, limit: limit, file: file}
	made.watch.start(ctx)
	defer made.watch.stop()

	err = c.collector.Request(http.MethodGet, url, made, nil, c.header)
	if err != nil || made.resp == nil {
		failure := made.failure(err)
		if failure.Kind == Local {
			c.Close() // what waits for another request is what can be spared
		}
		return nil, failure
	}
	resp := made.resp
	resp.Truncated = made.truncated
	resp.Took = c.options.Now().Sub(began)
	resp.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), c.options.Now())
	if resp.Status >= 300 && resp.Status < 400 {
		resp.Redirect = redirect(url, resp.Header.Get("Location"))
	}
	return resp, nil
}

// Close closes the connections that wait for another request.
func (c *Client) Close() {
	if t, ok := c.transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// Resolve gives the address that requests to host, or "host:port", go to, or the zero Addr where a Transport or a
// Proxy stands for the network. Errors are of kind DNS, Private or Canceled.
func (c *Client) Resolve(ctx context.Context, host string) (netip.Addr, error) {
	if c.resolver == nil {
		return netip.Addr{}, nil
	}
	addr, err := c.resolver.address(ctx, hostname(host))
	if err != nil {
		return netip.Addr{}, classify(err, "//"+host, ctx, nil)
	}
	return addr, nil
}

// call is what one Fetch asks and gets. It goes through colly as the request's body, since colly hands on neither the
// caller's context nor anything else that differs between requests; as a body it is empty.
type call struct {
	parent context.Context
	url    string
	limit  int64
	file   bool
	watch  watch

	watched   bool         // the transport reports its connections
	connected atomic.Int32 // connections that the transport took for it
	reused    atomic.Bool  // the first of them had served another request
	refused   atomic.Bool  // one of them was closed before anything was written

	resp      *Response
	truncated bool
	err       error // the first error of the transport or the body, as it was
}

// Read makes a call an empty body.
func (m *call) Read([]byte) (int, error) { return 0, io.EOF }

// Close makes a call a body.
func (m *call) Close() error { return nil }

// trace reports the connection of a request to its call. Where net/http would send the request again by itself, on
// another connection or the same one, that connection is closed before anything is written: a second request is the
// frontier's to allow. So is a connection that was kept to an address which the host has no longer; reserved is the one
// that Resolve told, if it did.
func (m *call) trace(o Options, reserved netip.Addr) *httptrace.ClientTrace {
	return &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
		peer := addrOf(info.Conn)
		moved := info.Reused && reserved.IsValid() && peer != reserved
		if m.connected.Add(1) > 1 || moved {
			m.refused.Store(true)
			m.reused.Store(moved || m.reused.Load())
			info.Conn.Close()
			m.watch.cancel(errAgain)
			return
		}
		m.reused.Store(info.Reused)
		m.watch.arm("the answer's header", o.HeaderTimeout)
		if o.Proxy == "" {
			m.watch.peer.Store(&peer)
		}
	}}
}

// addrOf is the address at the other end, the zero Addr where it has none.
func addrOf(c net.Conn) netip.Addr {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

var errAgain = errors.New("the connection ended before the answer began, and the request is not repeated at once")

// unconnected says whether the time for the connection was over before there was one.
func (m *call) unconnected() bool {
	l, ok := m.watch.cause().(late)
	return ok && l.what == waitConnection
}

// refine gives an error of the transport the kind that only the call knows. A connection that was used before may have been
// closed by the server while the request was on its way; the next request has a new one.
func (m *call) refine(err error, proxied bool) error {
	switch {
	case m.parent.Err() != nil:
		return err
	case m.unconnected() && proxied && strings.HasPrefix(m.url, "http://"):
		return &refusal{Proxy, m.watch.cause()}
	case m.refused.Load() && m.reused.Load():
		return &refusal{Stale, errAgain}
	case m.refused.Load():
		return &refusal{Reset, errAgain}
	}
	return err
}

// failure makes the error of a call from what the transport saw, or else from what colly says.
func (m *call) failure(err error) *Error {
	if m.err != nil {
		err = m.err
	}
	if err == nil {
		err = errors.New("no answer")
	}
	failure := classify(err, m.url, m.parent, m.watch.cause())
	failure.Unsent = m.watched && m.connected.Load() == 0
	return failure
}
