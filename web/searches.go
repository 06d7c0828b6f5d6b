package web

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"

	"gannet/crawldir"
	"gannet/feed/atom"
	"gannet/feed/search"
)

// searchesView lists the saved searches, each with its feed, with a form for a new one.
type searchesView struct {
	Saved []search.Saved
	Form  search.Search // what the form begins with
	May   bool
}

func (v *searchesView) title() string { return "Searches" }

func viewSearches(r *request) (view, error) {
	list, err := search.List(r.Dir)
	return &searchesView{Saved: list, Form: search.FromValues(r.URL.Query()), May: r.mayControl}, err
}

// feedOf returns the address of a search's feed.
func feedOf(s search.Search) string { return after("feed.atom?", s.Values().Encode()) }

// saveSearch saves the search of a form, or removes a saved one, and shows all of them again.
func (s *Server) saveSearch(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil || !s.mayControl(w, r, c) {
		return
	}
	form, err := formOf(w, r, mostBody)
	if err == nil {
		err = c.saveSearch(strings.TrimSpace(form.Get("name")), form.Get("remove"), search.FromValues(form))
	}
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
		return
	}
	http.Redirect(w, r, "searches", http.StatusSeeOther)
}

func (c *crawl) saveSearch(name, remove string, s search.Search) error {
	c.mu.Lock() // the file is read and written again
	defer c.mu.Unlock()
	if remove != "" {
		return search.Remove(c.dir, remove)
	}
	return search.Save(c.dir, search.Saved{Name: name, Search: s})
}

// feed sends the latest changes of the postings that meet a search, as an Atom document.
func (s *Server) feed(w http.ResponseWriter, r *http.Request) {
	c := s.crawlOf(w, r)
	if c == nil {
		return
	}
	var f *atom.Feed
	err := c.read(r.Context(), func(reader *crawldir.Reader) (err error) {
		f, err = atom.Postings(reader.Postings, search.FromValues(r.URL.Query()))
		return err
	})
	if err != nil {
		s.fail(w, r, c, statusOf(err), err)
		return
	}
	f.Title = c.name + ": " + f.Title
	f.Self = ownURL(r)
	s.writeFeed(w, r, f)
}

// ownURL returns the URL of a request.
func ownURL(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + r.Host + r.URL.RequestURI()
}

// writeFeed sends a feed. A reader that has it already gets status 304.
func (s *Server) writeFeed(w http.ResponseWriter, r *http.Request, f *atom.Feed) {
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		s.fail(w, r, nil, http.StatusInternalServerError, err)
		return
	}
	w.Header().Set("Content-Type", atom.MediaType+"; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("ETag", fmt.Sprintf("%q", fmt.Sprintf("%x", sha256.Sum256(text.Bytes()))))
	http.ServeContent(w, r, "", f.Updated, bytes.NewReader(text.Bytes()))
}

// isFeed reports whether a path is that of a feed.
func isFeed(path string) bool { return strings.HasSuffix(path, ".atom") }
