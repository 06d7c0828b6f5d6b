package web

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"syscall"

	"github.com/a-h/templ"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/crawldir/lists"
	"gannet/crawldir/schedule"
	"gannet/crawldir/teaching"
	"gannet/feed/search"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

//go:embed static
var files embed.FS

// view is the content of a page, inside of the layout that all pages share. The files *.templ have the HTML of each.
type view interface {
	title() string
	main(*shown) templ.Component
}

// tab is a link to a view of a crawl.
type tab struct{ View, Text string }

var tabs = []tab{
	{"now", "Now"}, {"hosts", "Hosts"}, {"pages", "Pages"}, {"jobs", "Jobs"}, {"where", "Where"},
	{"employers", "Employers"}, {"changes", "Changes"}, {"searches", "Searches"}, {"why", "Why"}, {"label", "Label"}, {"control", "Control"},
}

// ofJobs reports whether a view shows only postings.
func (t tab) ofJobs() bool {
	return slices.Contains([]string{"jobs", "where", "changes", "searches"}, t.View)
}

// has reports whether the crawl has what a view shows.
func (p *shown) has(t tab) bool {
	return !(p.NoJobs && t.ofJobs()) && (p.Boards || t.View != "employers")
}

// shown is what the layout shows around a view.
type shown struct {
	View    string
	Crawl   string // "" outside of a crawl
	NoJobs  bool   // it has no postings to show
	Boards  bool   // it has a registry of employers
	Several bool   // there are other crawls
	Times   string // what a viewer should know of the crawl's times; "" if they are ordinary
	Token   bool   // the viewer has given the token, so a crawl can be controlled
	Body    view
}

// curves reports whether the view draws curves.
func (p *shown) curves() bool { return p.View == "now" || p.View == "compare" }

// request is a request for a view of a crawl.
type request struct {
	*http.Request
	*crawldir.Reader
	crawl      *crawl
	mayControl bool // the viewer has given a token
}

// view returns the handler of a view.
func (s *Server) view(name string, answer func(*request) (view, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := s.crawlOf(w, r)
		if c == nil {
			return
		}
		c.lists.Follow()
		var body view
		err := c.read(r.Context(), func(reader *crawldir.Reader) (err error) {
			c.virtual.Store(reader.Virtual())
			c.noJobs.Store(!c.seeksPostings(reader))
			c.noteBoards(reader)
			body, err = answer(&request{r, reader, c, s.sessions != nil})
			return err
		})
		if err != nil {
			s.fail(w, r, c, statusOf(err), err)
			return
		}
		s.write(w, r, http.StatusOK, name, c, body)
	}
}

// write writes a view with an HTTP status.
func (s *Server) write(w http.ResponseWriter, r *http.Request, status int, name string, c *crawl, body view) {
	p := &shown{View: name, Several: len(s.crawls) > 1, Token: s.sessions != nil, Body: body}
	if c != nil {
		p.Crawl, p.NoJobs, p.Boards = c.name, c.noJobs.Load(), c.boards.Load()
		if c.virtual.Load() {
			p.Times = crawldir.VirtualTime
		}
	}
	var page bytes.Buffer
	if err := layout(p).Render(r.Context(), &page); err != nil {
		s.log.Error("a view cannot be written", "view", name, "cause", err)
		http.Error(w, "the view cannot be written", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w) // the viewer may have gone
}

// trouble is the content of a view that cannot be shown.
type trouble struct {
	Status int
	Text   string
}

func (t trouble) title() string { return "This cannot be shown" }

// fail sends an error: a page to people, JSON to programs under the paths of the interface, and plain text to others.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, c *crawl, status int, err error) {
	if status == http.StatusInternalServerError {
		s.log.Warn("a view cannot be shown", "path", r.URL.Path, "cause", err)
	}
	if status == http.StatusInsufficientStorage {
		err = fmt.Errorf("%w: make room there, then send it again", err)
	}
	if isAPI(r.URL.Path) {
		api.WriteError(w, &api.Refusal{Kind: cmp.Or(apiKinds[err], "unreadable"), Status: status, Err: err})
		return
	}
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		http.Error(w, err.Error(), status)
		return
	}
	s.write(w, r, status, "trouble", c, trouble{status, err.Error()})
}

// statusOf returns the HTTP status for an error.
func statusOf(err error) int {
	if _, field := errors.AsType[*search.FieldError](err); field {
		return http.StatusBadRequest
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return http.StatusInsufficientStorage
	case errors.Is(err, store.ErrNotFound), errors.Is(err, postings.ErrNotFound), errors.Is(err, crawldir.ErrNoCrawl), errors.Is(err, crawldir.ErrGathered), errors.Is(err, teaching.ErrUnknown), errors.Is(err, schedule.ErrUnknown):
		return http.StatusNotFound
	case errors.Is(err, errAsked), errors.Is(err, schedule.ErrInterval), errors.Is(err, search.ErrName), errors.Is(err, search.ErrEmpty), errors.Is(err, search.ErrMany), errors.Is(err, api.ErrCommand), errors.Is(err, lists.ErrSort), errors.Is(err, postings.ErrLong), errors.Is(err, lists.ErrCursor), errors.Is(err, weburl.ErrScheme), errors.Is(err, weburl.ErrLong), errors.Is(err, weburl.ErrInvalid):
		return http.StatusBadRequest
	case errors.Is(err, errNoForm):
		return http.StatusUnsupportedMediaType
	case errors.Is(err, errLongForm):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, api.ErrAtRest), errors.Is(err, schedule.ErrRuns):
		return http.StatusConflict
	case errors.Is(err, teaching.ErrReading):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// errAsked says that a request does not make sense.
var errAsked = errors.New("the address of this view is not right")
