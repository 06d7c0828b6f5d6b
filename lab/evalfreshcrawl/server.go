package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"gannet/internal/testweb/jobweb"
	"gannet/training/freshness"
)

// server serves a web and counts what it is asked for.
type server struct {
	web   *jobweb.Web
	now   func() time.Time
	lists map[string]bool // first pages of lists
	from  time.Time       // requests count from then on

	most  int    // requests, after which spent is called; 0: any number
	spent func() // may be nil

	keepLog bool // all requests, for what they tell of mistakes

	mu         sync.Mutex // guards the fields below
	served     map[string]uint64
	cuts       *freshness.Cuts
	requests   int
	again      int // of these, for what was served before
	half       int // different postings that half of most requests gave
	byDay      map[int]int
	could      int // requests for what had not changed since the last one, of servers that compare
	same       int // of these, answered with 304
	status     map[int]int
	postings   map[string]bool // URLs of postings that were served
	kinds      [requestKinds]int
	courses    map[string]*jobweb.Course
	visits     map[string][]time.Time // of postings whose pages were there
	log        []asked                // nil unless keepLog
	wrong      wrongDays              // for how long postings were called open that had ended
	wrongLists map[string]*listed     // the same by list
}

// requestKind is what a request was for.
type requestKind int

const (
	forRobots requestKind = iota
	forNew                // the first visit of a posting
	forEnded              // another visit of a posting that has ended
	forOpen               // another visit of one that is open
	forLists
	forSitemaps // and feeds
	forOthers
	requestKinds
)

// kindOf returns what a request was for.
func (s *server) kindOf(url string, a *jobweb.Answer, asked bool, now time.Time) requestKind {
	c := s.courses[url]
	switch {
	case strings.HasSuffix(url, "/robots.txt"):
		return forRobots
	case c != nil && !asked:
		return forNew
	case c != nil && c.IsOpen(now):
		return forOpen
	case c != nil:
		return forEnded
	case a.Shows == jobweb.ShowsList:
		return forLists
	case a.Shows == jobweb.ShowsSitemap || a.Shows == jobweb.ShowsFeed:
		return forSitemaps
	}
	return forOthers
}

func newServer(web *jobweb.Web, now func() time.Time, from time.Time) *server {
	courses := make(map[string]*jobweb.Course)
	for _, c := range web.Courses() {
		courses[c.URL] = &c
	}
	lists := make(map[string]bool)
	for _, url := range listsOf(web) {
		lists[url] = true
	}
	return &server{lists: lists, courses: courses, web: web, now: now, from: from, served: make(map[string]uint64), cuts: freshness.NewCuts(),
		byDay: make(map[int]int), status: make(map[int]int), postings: make(map[string]bool), visits: make(map[string][]time.Time)}
}

// RoundTrip implements http.RoundTripper.
func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	now, url := s.now(), r.URL.String()
	answer := s.web.Look(url, now)
	response, err := s.web.RoundTrip(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	status := 0
	if err == nil {
		status = response.StatusCode
	}
	s.count(url, &answer, status, now)
	if s.keepLog {
		s.log = append(s.log, asked{now, url, status, answer})
	}
	return response, err
}

func (s *server) count(url string, a *jobweb.Answer, status int, now time.Time) {
	s.cuts.See(a, now)
	known, asked := s.served[url]
	if a.Status == http.StatusOK {
		s.served[url] = a.Tag
	}
	if a.Shows == jobweb.ShowsPosting {
		s.postings[url] = true
		s.visits[url] = append(s.visits[url], now)
	}
	if now.Before(s.from) {
		return
	}
	s.requests++
	s.kinds[s.kindOf(url, a, asked, now)]++
	switch {
	case s.most > 0 && s.requests == s.most/2:
		s.half = len(s.postings)
	case s.requests == s.most:
		s.spent()
	}
	s.byDay[int(now.Sub(s.from)/day)]++
	s.status[status]++
	if strings.HasSuffix(url, "/robots.txt") {
		return
	}
	if asked {
		s.again++
	}
	if asked && a.Status == http.StatusOK && a.Tag == known && (a.ETag || a.Dated) {
		s.could++
		if status == http.StatusNotModified {
			s.same++
		}
	}
}

const day = 24 * time.Hour

// busiest returns the requests of the day with most of them.
func (s *server) busiest() int {
	most := 0
	for _, n := range s.byDay {
		most = max(most, n)
	}
	return most
}

func (s *server) String() string {
	return fmt.Sprintf("%d requests, by kind %v, %d on one day, %d of %d unchanged ones 304, by status %v", s.requests, s.kinds, s.busiest(), s.same,
		s.could, s.status)
}

// writeServed writes what the servers saw.
func writeServed(w io.Writer, o *options, list []*server) {
	fmt.Fprintf(w, "\n| web | requests | on one day at most | for unchanged pages, where the server compares | of these 304 |\n|--:|--:|--:|--:|--:|\n")
	for i, s := range list {
		fmt.Fprintf(w, "| %d | %d | %d | %d | %.2f %% |\n", o.Seed+uint64(i), s.requests, s.busiest(), s.could, 100*share(s.same, s.could))
	}
	fmt.Fprintf(w, "\nWhat the requests were for, and their shares:\n")
	fmt.Fprintf(w, "\n| web | new postings | postings that ended | open ones again | lists | sitemaps, feeds | robots.txt | others |\n|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for i, s := range list {
		fmt.Fprintf(w, "| %d ", o.Seed+uint64(i))
		for _, kind := range []requestKind{forNew, forEnded, forOpen, forLists, forSitemaps, forRobots, forOthers} {
			fmt.Fprintf(w, "| %.1f %% ", 100*share(s.kinds[kind], s.requests))
		}
		fmt.Fprintln(w, "|")
	}
	writeCauses(w, o, list)
	writeChanges(w, list)
}
