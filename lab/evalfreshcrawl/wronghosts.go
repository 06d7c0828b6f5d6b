package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"gannet/internal/testweb/jobweb"
)

// listed is what was called open wrongly of the postings of a list.
type listed struct {
	host string
	list string
	sums wrongDays
}

// wrongList returns what is added up for the list of a posting.
func (s *server) wrongList(c *jobweb.Course) *listed {
	if s.wrongLists == nil {
		s.wrongLists = make(map[string]*listed)
	}
	if s.wrongLists[c.List] == nil {
		s.wrongLists[c.List] = &listed{host: c.Host, list: c.List}
	}
	return s.wrongLists[c.List]
}

// mostListed is how many lists writeWrongLists writes.
const mostListed = 25

// writeWrongLists writes of which lists most was called open wrongly, why, and how often they were asked.
func (s *server) writeWrongLists(w io.Writer) {
	byHost := s.logByHost()
	list, all := slices.Collect(maps.Values(s.wrongLists)), 0.0
	for _, l := range list {
		all += l.sums.total()
	}
	slices.SortFunc(list, func(a, b *listed) int { return cmp.Compare(b.sums.total(), a.sums.total()) })
	for _, l := range list[:min(len(list), mostListed)] {
		asks := make(map[string]int)
		for _, a := range byHost[l.host] {
			if slices.Contains(a.answer.Pages, l.list) {
				asks[a.url]++
			}
		}
		fmt.Fprintf(w, "LIST %s: %.1f %% of all, asked %v,", l.list, percent(l.sums.total(), all), asks)
		for c, days := range l.sums {
			fmt.Fprintf(w, " %s %.1f d", cause(c), days)
		}
		fmt.Fprintln(w)
	}
}
