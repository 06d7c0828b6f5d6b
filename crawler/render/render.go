// Package render makes pages as a browser does, because scripts insert the lists of some pages. The browser has no network of its own: each
// request of a page is passed to a Gate, which makes it or refuses it.
//
// A Browser is a chromium-headless-shell in processes of its own, driven by the Chrome DevTools Protocol. Each page has a browser
// context of its own, without cookies and storage of others. Time within a page is virtual. Timers fire at once, and
// time stands still while requests are under way, so the pauses of hosts are not counted.
package render

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"
)

// Options are the limits of a browser that renders pages. Start from DefaultOptions.
type Options struct {
	Path      string        // of the program, see Find
	UserAgent string        // that scripts see
	Pages     int           // made at the same time, each by a browser of its own
	Memory    int64         // bytes that the processes of one browser may take
	Processor time.Duration // of one page
	Time      time.Duration // of one page, the waits for its requests included
	Virtual   time.Duration // how long scripts go on after a page has loaded, by their own clock
	Requests  int           // of one page
}

// DefaultOptions returns the limits of a browser whose program is at path.
func DefaultOptions(path string) Options {
	return Options{
		Path: path, UserAgent: "gannet", Pages: 1, Memory: 1 << 30, Processor: 20 * time.Second, Time: 2 * time.Minute,
		Virtual:  5 * time.Second, // lists that wait for a timer before they load do so for one or two seconds
		Requests: 60,
	}
}

// Request is a request that a page makes while the browser renders it, for example for a script.
type Request struct {
	URL  string
	Data bool // a script makes it to read the response; otherwise it is for a script
}

// Answer is the crawl's answer to a Request of a page.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte // without a Content-Encoding
}

// Gate makes a request for a page that is being rendered, or refuses it with an error; the page then goes on without the response. It is
// called from several goroutines.
type Gate func(ctx context.Context, r Request) (*Answer, error)

// Result is a rendered page: its document, and what rendering has cost.
type Result struct {
	HTML      []byte        // the document, with the open shadow trees of its elements, in UTF-8
	Requests  int           // put to the gate
	Refused   int           // of these
	Cut       bool          // the page was not ready when its time was over
	Took      time.Duration // the waits for its requests included
	Processor time.Duration // of the browser, as far as its processes still run at the end; 0 where that is not known
}

// These are the errors of Browser.Page, in addition to the errors of its context.
var (
	// ErrMemory is returned by Browser.Page if the page takes more memory than Options allow.
	ErrMemory = errors.New("the page took more memory than a page may have")
	// ErrTime is returned by Browser.Page if the page takes more processor time than Options allow.
	ErrTime = errors.New("the page took more processor time than a page may have")
	// ErrDied is returned by Browser.Page if the browser's process ends while it renders the page.
	ErrDied = errors.New("the browser ended while it made the page")
	// ErrHung is returned by Browser.Page if the browser does not answer in time.
	ErrHung = errors.New("the browser did not answer in time")
	// ErrStart is returned by Browser.Page if the browser's process does not start.
	ErrStart = errors.New("the browser does not start")
)

// Browser renders pages in a headless browser. It is safe for concurrent use. The browser's process starts with the first page.
type Browser struct {
	options Options
	seats   chan *seat // those that are free
	closing sync.Once
}

// seat makes one page at a time.
type seat struct {
	process *process // nil: not started
	page    holder   // which is made now
}

// New returns a browser that is not started yet.
func New(o Options) *Browser {
	b := &Browser{options: o, seats: make(chan *seat, o.Pages)}
	for range o.Pages {
		b.seats <- &seat{}
	}
	return b
}

// Close waits for the pages that are being rendered, and then ends the browser. No page can be rendered after Close.
func (b *Browser) Close() {
	b.closing.Do(func() {
		for range b.options.Pages {
			if s := <-b.seats; s.process != nil {
				s.process.stop()
			}
		}
	})
}

// Page renders the page at url. first is the response that was received for it, and gate answers the further requests that the page makes. If
// the browser crashes or hangs, only this page fails: the next page gets a new process.
func (b *Browser) Page(ctx context.Context, url string, first *Answer, gate Gate) (*Result, error) {
	var s *seat
	select {
	case s = <-b.seats:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { b.seats <- s }()
	if err := s.start(b.options); err != nil {
		return nil, err
	}
	p := &page{process: s.process, options: b.options, url: url, first: first, gate: gate, ready: make(chan struct{})}
	s.page.set(p)
	defer s.page.set(nil)
	r, err := p.make(ctx)
	if err != nil {
		s.process.stop()
	}
	return r, err
}

// start starts the browser if it is not running.
func (s *seat) start(o Options) error {
	if s.process != nil && s.process.alive() {
		return nil
	}
	if s.process != nil {
		s.process.stop()
	}
	p, err := start(o, func(e event) {
		if p := s.page.get(); p != nil {
			p.take(e)
		}
	})
	if err != nil {
		s.process = nil
		return errors.Join(ErrStart, err)
	}
	s.process = p
	return nil
}
