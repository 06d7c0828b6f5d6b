package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"gannet/internal/testweb/jobweb"
)

// lastmods are the ways of sitemaps, in the order of the table.
var lastmods = [...]jobweb.Lastmod{jobweb.TrueDates, jobweb.AlwaysNow, jobweb.NeverNew, jobweb.WithoutDates, jobweb.NoSitemap}

// seenChanges counts the changes of open postings that crawls saw, for hosts whose sitemaps treat lastmod in the same way.
type seenChanges struct {
	changes int
	delays  []time.Duration // of those that were seen while the posting was open
	again   int             // visits of known postings that were open
	days    float64         // over which known postings were open
}

// changesSeen returns what a crawl saw of the changes of postings that it knew, by what the sitemaps of their hosts say.
func (s *server) changesSeen() map[jobweb.Lastmod]*seenChanges {
	ways := make(map[string]jobweb.Lastmod)
	for _, h := range s.web.Hosts() {
		ways[h.Name] = h.Lastmod
	}
	out := make(map[jobweb.Lastmod]*seenChanges)
	for _, way := range lastmods {
		out[way] = new(seenChanges)
	}
	end := s.now()
	for url, visits := range s.visits {
		if course := s.courses[url]; course != nil {
			out[ways[course.Host]].add(course, visits, s.from, end)
		}
	}
	return out
}

// add takes in a posting and the visits of its page.
func (c *seenChanges) add(course *jobweb.Course, visits []time.Time, from, end time.Time) {
	for i, at := range visits {
		if i > 0 && !at.Before(from) && course.IsOpen(at) {
			c.again++
		}
	}
	known := visits[0]
	for _, open := range course.Open {
		c.days += max(0, earlier(open.To, end).Sub(later(open.From, later(known, from))).Hours()/24)
	}
	for _, change := range course.Changes {
		if change.At.Before(later(known, from)) || change.At.After(end) || !course.IsOpen(change.At) {
			continue
		}
		c.changes++
		next := slices.IndexFunc(visits, func(at time.Time) bool { return !at.Before(change.At) })
		if next >= 0 && course.IsOpen(visits[next]) {
			c.delays = append(c.delays, visits[next].Sub(change.At))
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// merge adds what another crawl saw.
func (c *seenChanges) merge(d *seenChanges) {
	c.changes += d.changes
	c.delays = append(c.delays, d.delays...)
	c.again += d.again
	c.days += d.days
}

// median returns the median delay of the changes that were seen, in days.
func (c *seenChanges) median() float64 {
	if len(c.delays) == 0 {
		return 0
	}
	slices.Sort(c.delays)
	return c.delays[len(c.delays)/2].Hours() / 24
}

// writeChanges writes what the crawls saw of the changes of open postings.
func writeChanges(w io.Writer, list []*server) {
	fmt.Fprintf(w, "\nChanges of open postings that the crawl knew, by what the sitemap of their host says of when its pages were modified. A change is seen if\n"+
		"the page was read again while the posting was open:\n")
	fmt.Fprintf(w, "\n| lastmod | changes | seen | after, d | visits of a known posting in 30 days while it was open |\n|---|--:|--:|--:|--:|\n")
	for _, way := range lastmods {
		var all seenChanges
		for _, s := range list {
			all.merge(s.changesSeen()[way])
		}
		fmt.Fprintf(w, "| %s | %d | %.1f %% | %.2f | %.2f |\n", way, all.changes, 100*share(len(all.delays), all.changes), all.median(), 30*float64(all.again)/max(1, all.days))
	}
}
