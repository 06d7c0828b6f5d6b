package crawler

import (
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"

	"gannet/crawler/fetch"
)

// failures describes how requests failed: the latest failure of each host, and the latest of each seed, including the pages to which seeds redirect.
type failures struct {
	mu      sync.Mutex // guards the fields below
	hosts   recentMap[string]
	seeds   recentMap[string]
	retried recentMap[struct{}] // seeds that were queued again
}

// firstRetry returns true the first time that it is called for a seed.
func (f *failures) firstRetry(seed string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, known := f.retried.get(seed)
	if !known {
		f.retried.set(seed, struct{}{})
	}
	return !known
}

// record remembers why a link gave no page.
func (f *failures) record(host, url string, t *trail, why string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hosts.set(host, why)
	if t.via == "" {
		f.seeds.set(url, why)
	}
}

func (f *failures) ofHost(host string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	why, _ := f.hosts.get(host)
	return why
}

// HostErrors returns a map from each host to a description of its latest failed request. Failures of long ago are forgotten.
func (c *Crawl) HostErrors() map[string]string {
	f := &c.failures
	f.mu.Lock()
	defer f.mu.Unlock()
	all := maps.Clone(f.hosts.old)
	if all == nil {
		all = make(map[string]string)
	}
	maps.Copy(all, f.hosts.young)
	return all
}

// SeedFailure describes in a few words why a seed, or the URL to which the seed was redirected, gave no page in this run. It returns "" if
// nothing is known.
func (c *Crawl) SeedFailure(url string) string { return c.failures.ofSeed(url) }

// brief describes an error in a few words, without the URL, which the reader has.
func brief(err error) string {
	var number syscall.Errno
	var dns *net.DNSError
	var failure *fetch.Error
	prefix := ""
	if errors.As(err, &failure) && (failure.Kind == fetch.Proxy || failure.Kind == fetch.OtherProxy) {
		prefix = "proxy: "
	}
	switch {
	case errors.As(err, &dns):
		return prefix + "DNS: " + dns.Err
	case errors.As(err, &number):
		return prefix + number.Error()
	case failure != nil:
		return fmt.Sprintf("%s: %s", failure.Kind, cause(failure.Err))
	}
	return err.Error()
}

// libraryWords removes the beginnings of errors from Go's libraries that say nothing to a user.
var libraryWords = strings.NewReplacer("tls: failed to verify certificate: ", "", "x509: ", "", "tls: ", "")

// cause describes the error of a request without the words of Go's libraries. For a certificate of an unknown authority it adds what the user can do.
func cause(err error) string {
	text := err.Error()
	var op *net.OpError
	if errors.As(err, &op) {
		text = strings.Replace(text, op.Error(), op.Err.Error(), 1)
	}
	text, _, _ = strings.Cut(libraryWords.Replace(text), " (possibly because of ")
	var unknown x509.UnknownAuthorityError
	var noRoots x509.SystemRootsError
	if errors.As(err, &unknown) || errors.As(err, &noRoots) {
		text += ": --ca trusts the authorities in a file"
	}
	return text
}

// outage is a failure that keeps the crawl from making any requests: the proxy does not serve it, or this machine has no files or ports left. No host
// is to blame for it, and no link is lost by it. The zero value is ready.
type outage struct {
	mu       sync.Mutex // guards the fields below
	end      End        // why the crawl would end; "" without an outage
	why      string
	since    time.Time
	next     time.Time // when the next request is made
	failures int       // in a row
}

// maxOutagePause is the longest pause between two requests in an outage.
const maxOutagePause = 5 * time.Second

// recordRequest learns from the result of a request. It returns true if that shows an outage.
func (o *outage) recordRequest(now time.Time, err error) bool {
	end := End("")
	switch {
	case errors.Is(err, fetch.Proxy):
		end = EndProxy
	case errors.Is(err, fetch.Local):
		end = EndLocal
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if end == "" {
		if !errors.Is(err, fetch.Canceled) && !errors.Is(err, fetch.OtherProxy) {
			o.end, o.failures = "", 0
		}
		return false
	}
	if o.end == "" {
		o.since = now
	}
	o.end, o.why = end, brief(err)
	if !now.Before(o.next) { // requests made at the same time count once
		o.next = now.Add(min(maxOutagePause, time.Second<<min(o.failures, 10)))
		o.failures++
	}
	return true
}

// pause returns how long no request may be made because of the outage.
func (o *outage) pause(now time.Time) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.end == "" {
		return 0
	}
	return o.next.Sub(now)
}

// over returns why the crawl ends after an outage that has lasted for wait, or "" if it goes on.
func (o *outage) over(now time.Time, wait time.Duration) End {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.end != "" && wait != NoLimit && now.Sub(o.since) > wait {
		return o.end
	}
	return ""
}

// reason describes the outage, or is "" without one.
func (o *outage) reason() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.end == "" {
		return ""
	}
	return o.why
}
