package web

import (
	"errors"
	"fmt"
	"net/http"

	"gannet/crawldir"
	"gannet/crawldir/api"
)

var errNoControl = errors.New("nothing can be changed here without a token: start the page again with --token-file")

// mayControl reports whether a request may change a crawl, and answers it if not. The guard has seen the token.
func (s *Server) mayControl(w http.ResponseWriter, r *http.Request, c *crawl) bool {
	if s.sessions == nil {
		s.fail(w, r, c, http.StatusForbidden, errNoControl)
		return false
	}
	named := r.Header.Get("Authorization") != ""
	if !named && r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == "" {
		s.fail(w, r, c, http.StatusForbidden, errOtherSite) // a cookie alone does not show who asks
		return false
	}
	return true
}

// control does what a button of the page says, and shows the crawl again.
func (s *Server) control(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil || !s.mayControl(w, r, c) {
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	verb := api.Verb(r.PostFormValue("verb"))
	if verb != api.Pause && verb != api.Resume && verb != api.Stop {
		s.fail(w, r, c, http.StatusBadRequest, fmt.Errorf("%w: a crawl cannot be told to %q", errAsked, verb))
		return
	}
	if err := c.read(func(reader *crawldir.Reader) error { return reader.Control(verb) }); err != nil {
		s.fail(w, r, c, statusOf(err), err)
		return
	}
	s.log.Info("a crawl is controlled", "crawl", c.name, "verb", verb)
	c.forget()
	http.Redirect(w, r, "now", http.StatusSeeOther)
}

// forget has the next overview made anew.
func (c *crawl) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = nil
}

// api answers as the socket of a crawl that runs does.
func (s *Server) api(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil || r.Method != http.MethodGet && !s.mayControl(w, r, c) {
		return
	}
	err := c.read(func(reader *crawldir.Reader) error {
		h := api.NewHandler(reader.Source(c.tracker))
		if r.PathValue("crawl") != "" {
			h = http.StripPrefix("/crawl/"+c.name, h)
		}
		h.ServeHTTP(w, r)
		return nil
	})
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
	}
}

// assist answers assistants, which only read.
func (s *Server) assist(w http.ResponseWriter, r *http.Request) {
	if c := s.crawlOf(w, r); c != nil {
		c.mcp.ServeHTTP(w, r)
	}
}
