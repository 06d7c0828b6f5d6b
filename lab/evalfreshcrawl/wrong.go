package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"gannet/internal/testweb/jobweb"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
)

// asked is a request that a host was asked, with what it answered.
type asked struct {
	at     time.Time
	url    string
	status int
	answer jobweb.Answer
}

// saidOf is what a crawl's feed says of a posting.
type saidOf struct {
	at   time.Time
	url  string
	life life.Life
}

// logByHost returns the requests of each host, in their order.
func (s *server) logByHost() map[string][]*asked {
	hosts := make(map[string][]*asked)
	for i := range s.log {
		host := weburl.Host(s.log[i].url)
		hosts[host] = append(hosts[host], &s.log[i])
	}
	return hosts
}

// writeWrong writes what led to closings of postings that were open: what the feed says of each, and which requests for its page and for
// what might name it came before.
func (s *server) writeWrong(w io.Writer, said []saidOf) {
	hosts := s.logByHost()
	for _, one := range said {
		course := s.courses[one.url]
		if course == nil || one.life.State != job.Closed || !course.IsOpen(one.at) {
			continue
		}
		fmt.Fprintf(w, "WRONG %s closed on %s by %q: %s\n  open %v, ending %v, listed %v by %s, valid %v\n", one.url, s.day(one.at), one.life.By, one.life.Reason,
			s.spans(course.Open), course.Ending, course.Listed, course.List, course.Valid)
		for _, other := range said {
			if other.url == one.url {
				fmt.Fprintf(w, "  feed  %s %s %q %s\n", s.day(other.at), other.life.State, other.life.By, other.life.Reason)
			}
		}
		s.writeRequests(w, hosts[course.Host], course, one.at)
	}
}

func (s *server) writeRequests(w io.Writer, list []*asked, course *jobweb.Course, closed time.Time) {
	for _, a := range list {
		if a.at.Before(closed.Add(-6*day)) || a.at.After(closed.Add(day)) {
			continue
		}
		of := slices.Contains(a.answer.Pages, course.List)
		mine := a.url == course.URL
		if !of && !mine && a.answer.Shows != jobweb.ShowsSitemap && a.answer.Shows != jobweb.ShowsFeed && a.status < 500 && a.status != 0 {
			continue
		}
		names := slices.ContainsFunc(a.answer.Entries, func(e jobweb.Entry) bool { return e.URL == course.URL })
		fmt.Fprintf(w, "  asked %s %d %s shows %v, %d entries, names it %v, cut %v\n", s.day(a.at), a.status, a.url, a.answer.Shows, len(a.answer.Entries), names,
			a.answer.Cut)
	}
}

func (s *server) day(t time.Time) string { return fmt.Sprintf("%.3f", t.Sub(s.from).Hours()/24) }

func (s *server) spans(list []jobweb.Interval) (out []string) {
	for _, i := range list {
		out = append(out, s.day(i.From)+"-"+s.day(i.To))
	}
	return out
}
