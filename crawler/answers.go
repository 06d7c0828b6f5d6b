package crawler

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"

	"gannet/crawler/fetch"
)

// answers remember in words what came of requests that gave no page: the latest of each host, and that of each seed and
// of what seeds redirect to.
type answers struct {
	mu    sync.Mutex // guards the fields below
	hosts lately[string]
	seeds lately[string]
	tried lately[struct{}] // seeds that were queued again
}

// again returns true the first time that it is asked about a URL.
func (a *answers) again(url string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, known := a.tried.get(url)
	if !known {
		a.tried.set(url, struct{}{})
	}
	return !known
}

func (a *answers) note(host, url string, t *trail, what string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hosts.set(host, what)
	if t.via == "" {
		a.seeds.set(url, what)
	}
}

func (a *answers) of(host string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	what, _ := a.hosts.get(host)
	return what
}

// SeedFailure tells in a few words what came of a seed, or of what a seed redirects to, that gave no page in this run; "" if
// nothing is known.
func (c *Crawl) SeedFailure(url string) string {
	c.answers.mu.Lock()
	defer c.answers.mu.Unlock()
	what, _ := c.answers.seeds.get(url)
	return what
}

// brief tells an error in a few words, without the URL, which whoever reads it has.
func brief(err error) string {
	var number syscall.Errno
	var dns *net.DNSError
	var failure *fetch.Error
	prefix := ""
	if errors.As(err, &failure) && failure.Kind == fetch.Proxy {
		prefix = "proxy: "
	}
	switch {
	case errors.As(err, &dns):
		return prefix + "DNS: " + dns.Err
	case errors.As(err, &number):
		return prefix + number.Error()
	case failure != nil:
		return fmt.Sprintf("%s: %v", failure.Kind, failure.Err)
	}
	return err.Error()
}
