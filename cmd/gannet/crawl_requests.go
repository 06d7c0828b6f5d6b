package main

import (
	"errors"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"gannet/crawler/fetch"
	"gannet/internal/cli"
)

// requestFlags are the flags that say how requests look and how long they may take.
type requestFlags struct {
	headers []string
	cookies string
	ca      string
	sign    string
	timeout time.Duration
	expired int // cookies
}

// register adds the flags. Those that are options of fetch are stored in o at once.
func (f *requestFlags) register(s *pflag.FlagSet, o *fetch.Options) {
	s.StringVar(&o.UserAgent, "user-agent", o.UserAgent, "name in the User-Agent field; the crawl obeys robots.txt rules for its first word")
	s.StringArrayVar(&f.headers, "header", nil, "header field to send to the hosts of the seeds, such as 'Authorization: Bearer x'; gannet never stores it; may be repeated; none: no field")
	s.StringVar(&f.cookies, "cookies", "", "file of cookies in Netscape's format; each cookie is sent only to its own hosts, and gannet never stores it; none: no cookies")
	s.StringVar(&f.sign, "sign", "", "file with a key that 'gannet key' has made, to sign each request with (Web Bot Auth); none: no signature")
	s.StringVar(&f.ca, "ca", "", "PEM file of certificate authorities to trust in addition to the system's; none: no others")
	s.DurationVar(&f.timeout, "timeout", 0, "longest wait until a response begins, and again until it ends; default: 20s until it begins and 1m until it ends")
	s.Var(bodyLimit{&o.MaxBody}, "max-body", "largest number of bytes read of a page, such as 500k; the rest of a longer page is cut off")
}

// forNetwork returns a flag that was given and does nothing without a network, "" if there is none.
func (f *requestFlags) forNetwork() string {
	switch {
	case len(f.headers) > 0 && !f.noHeader():
		return "header"
	case f.cookies != "" && f.cookies != noLimit:
		return "cookies"
	case f.ca != "" && f.ca != noLimit:
		return "ca"
	case f.timeout > 0:
		return "timeout"
	}
	return ""
}

// noHeader reports whether --header is the word "none".
func (f *requestFlags) noHeader() bool { return len(f.headers) == 1 && f.headers[0] == noLimit }

// apply checks the flags and puts them into the options. Its errors quote no value of a header.
func (f *requestFlags) apply(o *fetch.Options) error {
	if err := f.addHeaders(o); err != nil {
		return err
	}
	if err := f.readCookies(o); err != nil {
		return err
	}
	if err := f.readAuthorities(o); err != nil {
		return err
	}
	if err := f.readKey(o); err != nil {
		return err
	}
	switch {
	case f.timeout < 0:
		return cli.Usagef("--timeout cannot be negative: give a time such as 30s")
	case f.timeout > 0:
		o.ConnectTimeout, o.IdleTimeout = min(o.ConnectTimeout, f.timeout), min(o.IdleTimeout, f.timeout)
		o.HeaderTimeout, o.BodyTimeout = f.timeout, f.timeout
	}
	client, err := fetch.New(*o)
	if err != nil {
		return cli.WrongUse(err)
	}
	client.Close()
	return nil
}

// addHeaders adds the fields of --header. The word "none" alone stands for no field.
func (f *requestFlags) addHeaders(o *fetch.Options) error {
	if f.noHeader() {
		return nil
	}
	for _, field := range f.headers {
		name, value, ok := strings.Cut(field, ":")
		if !ok {
			return cli.Usagef("--header: it has no colon: write 'Name: value', in quotes")
		}
		if o.Header == nil {
			o.Header = make(http.Header)
		}
		name = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
		o.Header[name] = append(o.Header[name], strings.TrimSpace(value))
	}
	return nil
}

// maxBody is the largest --max-body. Reading such a page may take all the memory that a crawl has for pages.
const maxBody = 4 << 20

// bodyLimit is the value of --max-body.
type bodyLimit struct{ value *int64 }

// Set implements pflag.Value: it parses the largest size of a body, such as 500k.
func (l bodyLimit) Set(text string) error {
	digits, unit := text, int64(1)
	for suffix, bytes := range map[string]int64{"k": 1 << 10, "M": 1 << 20} {
		if number, ok := strings.CutSuffix(text, suffix); ok {
			digits, unit = number, bytes
		}
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || n < 1 || n*unit > maxBody {
		return errors.New("give a number of bytes from 1 to 4M, such as 500k")
	}
	*l.value = n * unit
	return nil
}

// String implements pflag.Value: it returns the size as text.
func (l bodyLimit) String() string {
	switch {
	case l.value == nil:
		return ""
	case *l.value%(1<<20) == 0:
		return strconv.FormatInt(*l.value>>20, 10) + "M"
	case *l.value%(1<<10) == 0:
		return strconv.FormatInt(*l.value>>10, 10) + "k"
	}
	return strconv.FormatInt(*l.value, 10)
}

// Type implements pflag.Value: it returns the name of this type of flag in the help.
func (bodyLimit) Type() string { return "bytes" }
