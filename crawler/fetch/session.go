package fetch

import (
	"errors"
	"sync"

	"gannet/internal/weburl"
)

// ASP.NET without cookies redirects /p to /(S(token))/p, and answers only requests for the second URL. Both are one page with one canonical URL. The
// client therefore remembers the redirect, and requests its target the next time the page is fetched.

// Bounds of the sessions that are remembered. ASP.NET redirects at most twice, first to find out whether cookies work.
const (
	mostSessions  = 10_000
	mostRedirects = 3
)

var errSession = errors.New("it redirects to the same page with a session in the URL, where the next request goes")

// session is the URL of a page with the session that its server wants.
type session struct {
	url       string
	redirects int // that led there
}

// sessions are remembered by the canonical URL of their page until the page is requested.
type sessions struct {
	mu  sync.Mutex
	all map[string]session
}

// take returns the URL to request for a page, and removes its session.
func (s *sessions) take(canonical string) session {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.all[canonical]
	if !ok {
		return session{url: canonical}
	}
	delete(s.all, canonical)
	return found
}

// note remembers the target of a redirect from a page to itself. It reports whether the target has a session that the request did not have.
func (s *sessions) note(canonical string, sent session, location string) bool {
	target, err := weburl.WithSession(sent.url, location)
	if err != nil || target == sent.url || target == canonical || sent.redirects >= mostRedirects {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil || len(s.all) >= mostSessions {
		s.all = make(map[string]session)
	}
	s.all[canonical] = session{target, sent.redirects + 1}
	return true
}
