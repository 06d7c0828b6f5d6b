package crawldir

import (
	"context"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
)

// memoFetcher remembers the pages that it fetches while it is recording. Afterwards it returns each of them once.
type memoFetcher struct {
	crawler.Fetcher

	mu        sync.Mutex // guards the fields below
	recording bool
	answers   map[string]*fetch.Response
	keep      func()    // keeps the clocks of hosts, in case the process is killed; called before requests while recording
	kept      time.Time // when keep was last called
	began     time.Time // when the latest request began
}

// clockInterval is the least time between two times at which clocks are kept.
const clockInterval = 50 * time.Millisecond

// idle returns the time since the latest request began.
func (m *memoFetcher) idle() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.began)
}

// beginRequest is called before each request.
func (m *memoFetcher) beginRequest() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.began = time.Now()
	if now := m.began; m.recording && now.Sub(m.kept) >= clockInterval {
		m.kept = now
		m.keep()
	}
}

// File implements crawler.Fetcher: it requests a file of any type, such as robots.txt.
func (m *memoFetcher) File(ctx context.Context, url string, limit int64) (*fetch.Response, error) {
	m.beginRequest()
	return m.Fetcher.File(ctx, url, limit)
}

// Fetch implements crawler.Fetcher: it requests a page.
func (m *memoFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	m.mu.Lock()
	held := m.answers[url]
	if !m.recording {
		delete(m.answers, url)
	}
	m.mu.Unlock()
	if held != nil {
		return held, nil
	}
	m.beginRequest()
	r, err := m.Fetcher.Fetch(ctx, url)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil && m.recording {
		m.answers[url] = r
	}
	return r, err
}

// stopRecording ends the recording.
func (m *memoFetcher) stopRecording() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recording = false
}

// target returns where the redirects of a URL led.
func (m *memoFetcher) target(url string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for range len(m.answers) {
		if r := m.answers[url]; r != nil && r.Redirect != "" {
			url = r.Redirect
		}
	}
	return url
}
