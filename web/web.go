// Package web owns the page on which people see their crawls: its views, its events, and who may ask for them. `gannet
// serve` and `gannet crawl --serve` show it.
//
// Everything that the page shows it reads as other readers do, with crawldir.Read. Under /v1 it speaks the interface that a
// crawl that runs speaks at its socket (docs/reference/api.md). All files are embedded, so that the page needs no network.
package web

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"gannet/crawldir/schedule"
)

// Options say which crawls a Server shows, and who may see them.
type Options struct {
	Dirs []string // of crawls
	// Token is needed to see anything. If it is "", everybody who reaches the page may see it, and nothing can be changed.
	Token string
	// Names are the host names of the page, in addition to IP addresses and localhost.
	Names []string
	Log   *slog.Logger // nil: nothing is logged
	// Schedule has the crawls that may be started from the page; nil: none may.
	Schedule *schedule.Schedule
	// Version is gannet's, for assistants.
	Version string
}

// ErrShortToken says that an access token is so short that it could be guessed.
var ErrShortToken = errors.New("the token is too short to be safe")

// shortestToken is how many bytes a token has at least.
const shortestToken = 16

// Server serves the web page about crawls. It is safe for concurrent use.
type Server struct {
	crawls   []*crawl
	sessions *sessions // nil without a token
	refusals *pauses   // of who sends searches that are too long
	names    map[string]bool
	log      *slog.Logger
	schedule *schedule.Schedule // may be nil
	listen   chan struct{}      // as many elements as there may be listeners for events
	ended    chan struct{}      // closed by Close, once
	end      sync.Once
	handler  http.Handler
}

// New returns a server of the web page. It does not open the directories of the crawls, because a crawl may begin or end at any time.
func New(o Options) (*Server, error) {
	if o.Token != "" && len(o.Token) < shortestToken {
		return nil, fmt.Errorf("%w: it has %d characters, and needs %d", ErrShortToken, len(o.Token), shortestToken)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		crawls: namedCrawls(o), names: map[string]bool{"localhost": true}, log: o.Log, schedule: o.Schedule, refusals: newPauses(),
		listen: make(chan struct{}, mostListeners), ended: make(chan struct{}),
	}
	for _, name := range o.Names {
		s.names[name] = true
	}
	if o.Token != "" {
		s.sessions = newSessions(o.Token)
	}
	s.handler = s.guard(s.routes())
	return s, nil
}

// ServeHTTP implements http.Handler: it answers a request for the web page.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends streams of events, and work in the background such as indexing. It may be called more than once.
func (s *Server) Close() {
	s.end.Do(func() { close(s.ended) })
	for _, c := range s.crawls {
		c.teaching.Close()
		c.lists.Close()
		c.memory.Close()
	}
}

// HTTP returns an http.Server for the web page.
func (s *Server) HTTP() *http.Server {
	return &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 32 << 10, // longer ones are refused by net/http, and their connections closed
	}
}

// routes returns the handler of all paths.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	static, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // it is embedded
	}
	mux.Handle("GET /static/", http.StripPrefix("/static/", cached(http.FileServerFS(static))))
	mux.HandleFunc("GET /login", s.showLogin)
	mux.HandleFunc("POST /login", s.login)
	mux.HandleFunc("POST /logout", s.logout)
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /compare", s.compare)
	mux.HandleFunc("GET /notices.atom", s.notices)
	mux.HandleFunc("GET /runs", s.runs)
	mux.HandleFunc("POST /runs", s.plan)
	for view, answer := range map[string]func(*request) (view, error){
		"now": viewNow, "hosts": viewHosts, "pages": viewPages, "jobs": viewJobs, "changes": viewChanges, "posting": viewPosting,
		"where": viewWhere, "employers": viewEmployers, "searches": viewSearches, "why": viewWhy, "page": viewPage, "control": viewControl,
	} {
		mux.HandleFunc("GET /crawl/{crawl}/"+view, s.view(view, answer))
	}
	mux.HandleFunc("GET /crawl/{crawl}/{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "now", http.StatusFound) })
	mux.HandleFunc("GET /crawl/{crawl}/copy", s.copy)
	mux.HandleFunc("GET /crawl/{crawl}/events", s.events)
	mux.HandleFunc("POST /crawl/{crawl}/control", s.control)
	mux.HandleFunc("POST /crawl/{crawl}/searches", s.saveSearch)
	mux.HandleFunc("GET /crawl/{crawl}/feed.atom", s.feed)
	mux.HandleFunc("GET /crawl/{crawl}/label", s.label)
	mux.HandleFunc("POST /crawl/{crawl}/label", s.answer)
	mux.HandleFunc("/crawl/{crawl}/v1/", s.api)
	mux.HandleFunc("/v1/", s.api)
	mux.HandleFunc("/crawl/{crawl}/mcp", s.assist)
	mux.HandleFunc("/mcp", s.assist)
	return mux
}

// cached lets browsers keep files that change with the program alone.
func cached(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=300")
		h.ServeHTTP(w, r)
	})
}

// front leads to the crawl, or shows all crawls if there are several.
func (s *Server) front(w http.ResponseWriter, r *http.Request) {
	if len(s.crawls) == 1 {
		http.Redirect(w, r, "/crawl/"+s.crawls[0].name+"/now", http.StatusFound)
		return
	}
	s.write(w, r, http.StatusOK, "front", nil, viewCrawls(s.crawls))
}

var errNoCrawl = errors.New("there is no such crawl here: the page / lists the crawls")

// crawlOf returns the crawl that a request names, and nil after a response that there is none.
func (s *Server) crawlOf(w http.ResponseWriter, r *http.Request) *crawl {
	name := r.PathValue("crawl")
	for _, c := range s.crawls {
		if c.name == name || name == "" && len(s.crawls) == 1 {
			return c
		}
	}
	s.fail(w, r, nil, http.StatusNotFound, errNoCrawl)
	return nil
}
