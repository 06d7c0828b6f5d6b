package fetch

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"gannet/crawler/cookies"
)

// Version is the version of the crawler that its User-Agent header states.
const Version = "0.1.0"

// Options say how a Client fetches. A field that is zero means zero, not a default; DefaultOptions has the usual values.
type Options struct {
	// UserAgent begins with the product token for which robots.txt is read.
	UserAgent string
	// Contact is a URL or mail address at which site owners can reach the operator of the crawler. It is sent as "(+CONTACT)".
	Contact string
	// Header has fields that are sent in addition to the client's own, but only to HeaderOrigins. It may have secrets: no error quotes it, and no
	// Response includes it.
	Header http.Header
	// Sign adds fields to the header of each request, by which servers can verify who sent it. It may be nil.
	Sign func(h http.Header, method, url string, now time.Time)
	// HeaderOrigins are the origins to which Header is sent, such as "https://example.org". A redirect to another origin is requested without it.
	HeaderOrigins []string
	// Cookies are sent to the hosts to which they belong; nil for none. They are secrets, as Header is. If a request had secrets, its Response has no
	// Set-Cookie.
	Cookies *cookies.Jar
	// ConnectTimeout bounds DNS, TCP and TLS together. The longer it is, the longer a dead server occupies a worker.
	ConnectTimeout time.Duration
	// HeaderTimeout bounds the time from the connection to the response's header. If it is short, pages that a server makes slowly are lost.
	HeaderTimeout time.Duration
	// BodyTimeout bounds the time from the header to the end of the body. A slow server may occupy a worker for this long.
	BodyTimeout time.Duration
	// IdleTimeout bounds the time from one byte of the body to the next, and how long a body may be slower than MinRate.
	IdleTimeout time.Duration
	// MinRate is how many bytes per second a body must have on average. With 0, only the time-outs end a slow body. A modem reaches the default of
	// 512, but a server that is slow on purpose does not.
	MinRate int64
	// MaxBody is how many bytes of a body are read after decompression; the rest is cut off. Each request may need that much memory. Hardly any page
	// is as long as the default of 4 MiB.
	MaxBody int64
	// MaxHeader is how many bytes the header of a response may have, at least 1.
	MaxHeader int64
	// MaxIdle is how many connections are kept open for another request. Each needs a file descriptor. With 0 every request opens a new connection.
	MaxIdle int
	// ResolveFor is how long an address is used before the name is resolved again. If it is short, many DNS requests are made; if it is long, we
	// notice late that a host has moved.
	ResolveFor time.Duration
	// AllowPrivate allows addresses that are not part of the public web: private, loopback, link-local and the like.
	AllowPrivate bool
	// Proxies are URLs of http, https and socks5 proxies for all requests. A host always uses the same proxy, or another one while that proxy fails.
	// The proxies resolve names, so they must refuse private addresses themselves. A host that is written as an address is checked here.
	Proxies []string
	// ProxyRests is called when one of several proxies fails and is not used for some time; it may be nil. proxy has no password, and left is how
	// many other proxies can be used.
	ProxyRests func(proxy string, rest time.Duration, left int, why error)
	// Transport replaces the network, for instance by a web in memory. Proxies and all options of connections then have
	// no effect.
	Transport http.RoundTripper
	// TLS is the base of the TLS configuration, for other certificate authorities.
	TLS *tls.Config
	// Lookup resolves names; nil is the system's resolver.
	Lookup Lookup
	// Archive stores each exchange; with nil none is stored. The bodies of redirects and errors are then read, too.
	Archive Archive
	// Now is the clock for measuring Response.Took and for comparing Retry-After dates; nil is time.Now.
	Now func() time.Time
}

// DefaultOptions returns the usual options for crawling the public web. The caller has to add the Contact.
func DefaultOptions() Options {
	return Options{
		UserAgent:      "gannet/" + Version,
		ConnectTimeout: 10 * time.Second, HeaderTimeout: 20 * time.Second,
		BodyTimeout: time.Minute, IdleTimeout: 10 * time.Second,
		MinRate: 512, MaxBody: 4 << 20, MaxHeader: 128 << 10, MaxIdle: 512, ResolveFor: 5 * time.Minute,
	}
}

// validate checks each option.
func (o *Options) validate() error {
	for _, d := range []time.Duration{o.ConnectTimeout, o.HeaderTimeout, o.BodyTimeout, o.IdleTimeout, o.ResolveFor} {
		if d <= 0 {
			return errors.New("ResolveFor and the time-outs must be positive")
		}
	}
	switch {
	case o.MinRate < 0 || o.MaxBody < 0 || o.MaxIdle < 0:
		return errors.New("MinRate, MaxBody and MaxIdle must not be negative")
	case o.MaxHeader < 1:
		return errors.New("MaxHeader must be at least 1")
	case productToken(o.UserAgent) == "":
		return fmt.Errorf("user agent %q must begin with a name of letters, '-' and '_'", o.UserAgent)
	case strings.ContainsFunc(o.UserAgent+o.Contact, func(r rune) bool { return r < ' ' || r > '~' }):
		return errors.New("user agent and contact must be printable ASCII")
	}
	return errors.Join(o.validateHeader(), o.validateProxies())
}

// ownFields are the fields that the client or net/http sets, and those that change what a response means.
const ownFields = " Accept-Encoding Connection Content-Length Expect Host If-Match If-Modified-Since If-None-Match If-Range If-Unmodified-Since" +
	" Keep-Alive Range Te Trailer Transfer-Encoding Upgrade User-Agent "

// validateHeader checks Header. Its errors quote no value, because it may be secret.
func (o *Options) validateHeader() error {
	for name, values := range o.Header {
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return errors.New("a header needs a name of letters, digits and hyphens, such as Authorization")
		case strings.Contains(ownFields, " "+name+" ") || strings.HasPrefix(name, "Proxy-"):
			return fmt.Errorf("header %s: the crawl sets it itself", name)
		case slices.ContainsFunc(values, func(v string) bool { return !httpguts.ValidHeaderFieldValue(v) }):
			return fmt.Errorf("header %s: its value has characters that no header can have", name)
		}
	}
	return nil
}

// validateProxies checks Proxies. Its errors quote no URL, because it may have a password.
func (o *Options) validateProxies() error {
	known := make(map[string]bool)
	for i, text := range o.Proxies {
		name := "the proxy"
		if len(o.Proxies) > 1 {
			name = fmt.Sprintf("proxy %d of %d", i+1, len(o.Proxies))
		}
		u, err := url.Parse(text)
		if err != nil || u.Hostname() == "" || !strings.Contains(" http https socks5 socks5h ", " "+u.Scheme+" ") {
			return fmt.Errorf("%s must be a URL such as http://host:3128 or socks5://host:1080", name)
		}
		if known[text] {
			return fmt.Errorf("%s is given twice: leave it out", name)
		}
		known[text] = true
	}
	return nil
}

// Identity returns the value of the User-Agent header, which says who crawls.
func (o Options) Identity() string {
	if o.Contact == "" {
		return o.UserAgent
	}
	return o.UserAgent + " (+" + o.Contact + ")"
}

// productToken returns the name at the beginning of a User-Agent (RFC 9309 section 2.2.1), in lower case.
func productToken(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_'
	})
	if end < 0 {
		end = len(agent)
	}
	return strings.ToLower(agent[:end])
}
