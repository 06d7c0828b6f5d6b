package web

import (
	"fmt"
	"net/http"

	"gannet/crawldir"
	"gannet/store"
)

// pageView shows a stored page, with its copy in a frame.
type pageView struct {
	*store.Page
	Posting uint64
}

func (v *pageView) title() string { return "A page as the crawler got it" }

func viewPage(r *request) (view, error) {
	p, err := r.Store.Get(r.URL.Query().Get("url"))
	if err != nil {
		return nil, err
	}
	v := &pageView{Page: p}
	v.Posting, _ = r.Postings.NumberAt(p.URL) // most pages show none
	return v, nil
}

// copyPolicy allows a page of others nothing: no scripts, no forms, no requests. Only the page of this server may frame it.
const copyPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// copy sends a page as the crawler received it. Browsers may show it only in a frame, where its scripts do not run.
func (s *Server) copy(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil {
		return
	}
	if into := r.Header.Get("Sec-Fetch-Dest"); into != "" && into != "iframe" {
		s.fail(w, r, c, http.StatusForbidden, fmt.Errorf("%w: a copy is shown in a frame alone", errAsked))
		return
	}
	err := c.read(r.Context(), func(reader *crawldir.Reader) error {
		p, err := reader.Store.Get(r.URL.Query().Get("url"))
		if err == nil {
			h := w.Header()
			h.Set("Content-Security-Policy", copyPolicy)
			h.Set("X-Frame-Options", "SAMEORIGIN")
			h.Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(p.Body) // the viewer may have gone
		}
		return err
	})
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
	}
}
