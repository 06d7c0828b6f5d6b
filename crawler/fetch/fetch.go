// Package fetch makes one polite request. It names its sender, follows no redirect, bounds what it reads and how long it
// waits, and refuses addresses that are not part of the public web.
//
// Each request goes through a clone of one colly collector, synchronously, with a context of its own. colly makes the request of
// the URL and the header, sends it, and gives the answer to a callback. Its own decisions are switched off,
// because the frontier and the packages beside this one decide for all requests alike: visited set, delays, cookies, robots.txt,
// redirects, charsets, environment variables. The transport below colly, tripper, sends the URL unchanged and bounds what is read.
package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	neturl "net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gannet/crawler/content"
	"gannet/internal/weburl"

	"github.com/gocolly/colly/v2"
)

// Client makes the HTTP requests of a crawler. It is safe for concurrent use. Close closes its idle connections.
type Client struct {
	options   Options
	agent     string // product token, lower case
	header    http.Header
	collector *colly.Collector
	transport http.RoundTripper
	resolver  *resolver // nil with a Transport or Proxies
	proxies   *proxies  // nil without
	sessions  sessions
	reports   bool      // the transport reports its connections
	absolute  bool      // send requests that net/url cannot write in absolute form
	buffers   sync.Pool // of *bytes.Buffer, which bodies are read into
}

// New returns a client. The error says which option is wrong.
func New(o Options) (*Client, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("fetch options: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Client{options: o, agent: productToken(o.UserAgent)}
	c.header = http.Header{
		"User-Agent":      {o.Identity()},
		"Accept":          {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"},
		"Accept-Encoding": {content.AcceptEncoding},
	}
	c.buffers.New = func() any { return new(bytes.Buffer) }
	if err := c.connect(); err != nil {
		return nil, fmt.Errorf("fetch options: %w", err)
	}
	if o.Archive != nil && c.reports {
		c.tapeConnections()
	}
	c.forgiveHeads()
	c.collector = newCollector(tripper{c})
	return c, nil
}

// Agent returns the crawler's product token, such as "gannet", in lower case. The token is a part of the User-Agent, and rules in robots.txt
// name crawlers by such tokens.
func (c *Client) Agent() string { return c.agent }

// newCollector returns a collector that only fetches. It does not use colly.NewCollector, which obeys COLLY_* environment variables. It has no cookie
// jar, because that would grow without bound.
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
	collector.MaxBodySize = 0 // the transport bounds the body
	return collector
}

// Fetch makes a single request for a page. It does not follow a redirect; Response.Redirect has the target.
//
// The body is read if the status is 2xx and the content type is HTML or XHTML. Without a content type, the first bytes must look like HTML.
// For any other content type, Fetch returns an Error of kind ContentType. For any other status it returns no error, and the body is empty.
// If the body of a page breaks off after some text, Fetch returns no error, and Response.Broken says what happened.
//
// The functions If, AcceptPDF, AcceptLists, AcceptData and AcceptScripts return contexts that change this. With If the request is
// conditional. With AcceptPDF, Fetch also reads a PDF, and with AcceptLists a feed or a sitemap; their Body is as it was received. With
// AcceptData it makes a page of a response in JSON or XML, and with AcceptScripts a page of a script.
//
// Errors are of type *Error. If Temporary is true, the same request may succeed later.
func (c *Client) Fetch(ctx context.Context, url string) (*Response, error) {
	resp, err := c.do(ctx, url, c.options.MaxBody, false)
	if err != nil {
		return nil, err
	}
	resp.List = resp.List || acceptsLists(ctx) && !resp.PDF && isList("", resp.Body)
	if resp.PDF || resp.List {
		return resp, nil
	}
	text := content.ToUTF8(resp.Body, content.Hints{
		Type: content.TypeOf(resp.Header.Values("Content-Type")), Host: weburl.Host(resp.URL), Cut: resp.Truncated || resp.Broken != nil,
	})
	resp.Body, resp.Charset, resp.Guessed = text.Body, text.Encoding, text.Guessed
	if resp.Data && len(resp.Body) > 0 {
		began := c.options.Now()
		err := resp.makePage(ctx)
		resp.Making = c.options.Now().Sub(began)
		return resp, err
	}
	if limit := c.options.MaxBody; int64(len(resp.Body)) > limit { // decoding may turn one byte into three
		resp.Body, resp.Truncated = content.WholeRunes(resp.Body[:limit]), true
	}
	return resp, nil
}

// File makes one request for a robots.txt, a sitemap or another file of any content type. It reads at most limit bytes after decoding the
// Content-Encoding. In all other ways it works as Fetch does.
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
	sent := c.sessions.take(url)
	made := &call{parent: ctx, url: sent.url, limit: limit, file: file, pdf: acceptsPDF(ctx), lists: acceptsLists(ctx), data: acceptsData(ctx), scripts: acceptsScripts(ctx), tape: c.newTape(limit)}
	made.watch.start(ctx)
	defer made.watch.stop()

	resp, err := c.visit(made)
	failure := c.failureOf(made, resp, err)
	c.archive(made, failure)
	if failure != nil {
		return nil, failure
	}
	resp.URL = url
	resp.Truncated, resp.PDF, resp.List = made.truncated, made.isPDF, made.isList
	resp.Data, resp.Received = made.isData, len(resp.Body)
	if made.broken != nil {
		resp.Broken = made.failure(made.broken)
	}
	resp.Took = c.options.Now().Sub(began)
	if resp.Status >= 300 && resp.Status < 400 && resp.Status != http.StatusNotModified {
		location := resp.Header.Get("Location")
		resp.Redirect = redirect(sent.url, location)
		if resp.Redirect == url && c.sessions.note(url, sent, location) {
			return nil, &Error{Kind: Session, URL: url, Err: errSession}
		}
	}
	return resp, nil
}

// callKey is the key of a call in the context of its visit.
type callKey struct{}

// visit makes a call with a collector of its own. The call, its time-outs and its end are all in the request's context.
func (c *Client) visit(made *call) (resp *Response, err error) {
	visit := c.collector.Clone()
	colly.StdlibContext(context.WithValue(made.watch.ctx, callKey{}, made))(visit)
	visit.OnResponse(func(r *colly.Response) {
		resp = made.resp
		resp.Status = r.StatusCode
	})
	err = visit.Request(http.MethodGet, parseable(made.url), nil, nil, c.headerOf(made))
	return resp, err
}

// parseable returns a form of a URL that colly can parse. net/url rejects some URLs that servers answer, such as "/100%"; tripper sends these
// unchanged all the same.
func parseable(canonical string) string {
	if _, err := neturl.Parse(canonical); err != nil {
		return weburl.Origin(canonical) + "/"
	}
	return canonical
}

// headerOf returns the header of a request. It is the only part of a request with secrets.
func (c *Client) headerOf(made *call) http.Header {
	h := c.header.Clone()
	addConditions(made.parent, h)
	if c.options.Sign != nil {
		c.options.Sign(h, http.MethodGet, made.url, time.Now()) // the wall clock: servers know no other
	}
	made.secret = c.addSecrets(made.parent, h, made.url)
	return h
}

// failureOf returns why a call has no response, nil if it has one.
func (c *Client) failureOf(made *call, resp *Response, err error) (failure *Error) {
	if err != nil || resp == nil {
		failure = made.failure(err)
	}
	if c.proxies != nil {
		failure = c.proxies.judge(made, failure)
	}
	if failure != nil && failure.Kind == Local {
		c.Close() // frees the files of idle connections
	}
	return failure
}

// Close closes the client's connections that are not in use.
func (c *Client) Close() {
	if c.proxies != nil {
		c.proxies.CloseIdleConnections()
	}
	if t, ok := c.transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// Resolve returns the IP address to which requests for host, or "host:port", are sent. It is the zero Addr if Options.Transport or
// Options.Proxies is set. Errors are of kind DNS, Private or Canceled.
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

// call is one request and its result. It is in the context of the request that colly makes.
type call struct {
	parent  context.Context
	url     string
	limit   int64
	file    bool
	pdf     bool // a PDF is read as well
	isPDF   bool // and this is one
	lists   bool // feeds and sitemaps are read as well
	isList  bool // and this is one
	data    bool // responses in JSON and XML are read as well
	scripts bool // scripts are read as well
	isData  bool // and this is data or a script
	watch   watch
	proxy   *proxy // nil without
	tape    *tape  // nil without an Archive
	secret  bool   // the request has fields that nobody but its server may see

	reports   bool         // the transport reports its connections
	connected atomic.Int32 // connections that the transport used
	reused    atomic.Bool  // the first of them had served another request
	dialled   atomic.Bool  // there was a connection to the server or the proxy
	refused   atomic.Bool  // a connection was closed before anything was written

	resp      *Response
	truncated bool
	err       error // the first error of the transport or the body
	broken    error // why the body is kept in part
}

// trace reports the connections of a request to its call. If net/http sends a request again by itself, the new connection is closed before anything
// is written, because only the frontier may allow a second request. An idle connection is closed too if it leads to another address than reserved,
// the one that Resolve returned.
func (m *call) trace(o Options, reserved netip.Addr) *httptrace.ClientTrace {
	noteDial := func(_, _ string, err error) {
		if err == nil {
			m.dialled.Store(true)
		}
	}
	return &httptrace.ClientTrace{ConnectDone: noteDial, GotConn: func(info httptrace.GotConnInfo) {
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
		m.tape.connect(info.Conn, o.Now())
		m.watch.arm("the answer's header", o.HeaderTimeout)
		if len(o.Proxies) == 0 {
			m.watch.peer.Store(&peer)
		}
	}}
}

// addrOf returns the address at the other end, or the zero Addr.
func addrOf(c net.Conn) netip.Addr {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

var errAgain = errors.New("the connection ended before the answer began, and the request is not repeated at once")

// unconnected reports whether ConnectTimeout ended the request.
func (m *call) unconnected() bool {
	l, ok := m.watch.cause().(late)
	return ok && l.what == waitConnection
}

// refine gives an error of the transport the kind that only the call can know. For example, the server may have closed a reused connection while the
// request was on its way; the next request then gets a new connection.
func (m *call) refine(err error) error {
	switch {
	case m.parent.Err() != nil:
		return err
	case m.unconnected() && m.unproxied():
		return &refusal{Proxy, m.watch.cause()}
	case m.refused.Load() && m.reused.Load():
		return &refusal{Stale, errAgain}
	case m.refused.Load():
		return &refusal{Reset, errAgain}
	}
	return err
}

// unproxied reports whether the connection that took too long was our connection to the proxy, and not the proxy's connection to the host.
func (m *call) unproxied() bool {
	return m.proxy != nil && (!m.dialled.Load() || m.proxy.isHTTP() && strings.HasPrefix(m.url, "http://"))
}

// failure returns the Error of a call. If both the transport and colly report an error, that of the transport is used.
func (m *call) failure(err error) *Error {
	if m.err != nil {
		err = m.err
	}
	if err == nil {
		err = errors.New("no answer")
	}
	failure := classify(err, m.url, m.parent, m.watch.cause())
	failure.Unsent = m.reports && m.connected.Load() == 0
	return failure
}
