package fetch

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Version is the crawler's version as it names itself to servers.
const Version = "0.1.0"

const maxIdle = 512

// Options say how to fetch. A zero field means its default.
type Options struct {
	// UserAgent begins with the product token that robots.txt is read for; default "gannet/" + Version.
	UserAgent string
	// Contact is a URL or mail address where a site's owner reaches the crawler's; it is sent as "(+CONTACT)".
	Contact string
	// ConnectTimeout bounds DNS, TCP and TLS together; default 10 s.
	ConnectTimeout time.Duration
	// HeaderTimeout bounds the time from the connection to the answer's header; default 20 s.
	HeaderTimeout time.Duration
	// BodyTimeout bounds the time from the header to the body's end; default 60 s.
	BodyTimeout time.Duration
	// IdleTimeout bounds the time from one byte of the body to the next, and is how long a body may be slower than
	// MinRate; default 10 s.
	IdleTimeout time.Duration
	// MinRate is the number of bytes per second that a body must come with on average; default 512, which a modem
	// reaches and a tarpit does not.
	MinRate int64
	// MaxBody is the number of bytes that are read of a body, after decompression; default 4 MiB, which hardly
	// any page has and sixteen workers can hold at once. More is cut off.
	MaxBody int64
	// MaxHeader is the number of bytes that an answer's header may have; default 128 KiB.
	MaxHeader int64
	// MaxIdle is the number of connections that are kept open for another request; default, and at most, 512.
	MaxIdle int
	// ResolveFor is how long an address is used before the name is resolved again; default 5 min.
	ResolveFor time.Duration
	// AllowPrivate lets the client talk to addresses that are not part of the public web: private, loopback,
	// link-local and the like.
	AllowPrivate bool
	// Proxy is the URL of an http, https or socks5 proxy that every request goes through. It resolves the names, so
	// keeping off private addresses is its business, except for those written as an address.
	Proxy string
	// Transport stands for the network, such as a web in memory. Proxy and all that is about connections then has
	// no meaning.
	Transport http.RoundTripper
	// TLS is the base of the TLS configuration, for own certificate authorities.
	TLS *tls.Config
	// Lookup resolves names; default is the system's resolver.
	Lookup Lookup
	// Now is the clock that Retry-After dates are compared with and Took is measured by; default time.Now.
	Now func() time.Time
}

func (o Options) withDefaults() (Options, error) {
	for _, d := range []struct {
		field    *time.Duration
		standard time.Duration
	}{
		{&o.ConnectTimeout, 10 * time.Second}, {&o.HeaderTimeout, 20 * time.Second},
		{&o.BodyTimeout, time.Minute}, {&o.IdleTimeout, 10 * time.Second}, {&o.ResolveFor, 5 * time.Minute},
	} {
		if *d.field < 0 {
			return o, errors.New("a time-out cannot be negative")
		}
		if *d.field == 0 {
			*d.field = d.standard
		}
	}
	for _, d := range []struct {
		field    *int64
		standard int64
	}{{&o.MinRate, 512}, {&o.MaxBody, 4 << 20}, {&o.MaxHeader, 128 << 10}} {
		if *d.field < 0 {
			return o, errors.New("a size cannot be negative")
		}
		if *d.field == 0 {
			*d.field = d.standard
		}
	}
	if o.UserAgent == "" {
		o.UserAgent = "gannet/" + Version
	}
	if o.MaxIdle < 0 {
		return o, errors.New("MaxIdle cannot be negative")
	}
	if o.MaxIdle == 0 || o.MaxIdle > maxIdle {
		o.MaxIdle = maxIdle
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o, o.check()
}

func (o Options) check() error {
	if productToken(o.UserAgent) == "" {
		return fmt.Errorf("user agent %q must begin with a name of letters, '-' and '_'", o.UserAgent)
	}
	if strings.ContainsFunc(o.UserAgent+o.Contact, func(r rune) bool { return r < ' ' || r > '~' }) {
		return errors.New("user agent and contact must be printable ASCII")
	}
	if o.Proxy == "" {
		return nil
	}
	u, err := url.Parse(o.Proxy)
	if err != nil || u.Host == "" || !strings.Contains(" http https socks5 socks5h ", " "+u.Scheme+" ") {
		return errors.New("the proxy must be a URL such as http://host:3128 or socks5://host:1080")
	}
	return nil
}

// identity is the User-Agent header.
func (o Options) identity() string {
	if o.Contact == "" {
		return o.UserAgent
	}
	return o.UserAgent + " (+" + o.Contact + ")"
}

// productToken gives the name that a User-Agent begins with (RFC 9309 section 2.2.1), in lower case.
func productToken(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_'
	})
	if end < 0 {
		end = len(agent)
	}
	return strings.ToLower(agent[:end])
}
