package main

import (
	"fmt"
	"io"
	"time"

	"gannet/internal/testweb/jobweb"
	"gannet/job"
)

// cause is why a crawl calls a posting open that has ended.
type cause int

const (
	notListed   cause = iota // no list or sitemap links to the posting at any time
	listUnasked              // neither its list nor its sitemap was asked since it ended
	pageUnasked              // one of them was, and its page was not
	silent                   // its page was, and shows it as before
	pageAsked                // its page was, and does not show it as open
	causes
)

func (c cause) String() string {
	return [...]string{"on no list", "no list asked since", "page not asked since", "page stays as it was", "page asked since"}[c]
}

// settledAt is from when on such time counts, as in training/freshness.
const settledAt = 10 * day

// wrongDays are posting-days by cause. As a time.Duration the sum over a large web would overflow after 292 years.
type wrongDays [causes]float64

func (d *wrongDays) total() (sum float64) {
	for _, days := range d {
		sum += days
	}
	return sum
}

// wronglyOpen adds up for how long postings were called open after they had ended, by cause.
func (s *server) wronglyOpen(said []saidOf) (sums wrongDays) {
	byHost := s.logByHost()
	open := make(map[string]time.Time)
	until := func(url string, at time.Time) {
		if from, is := open[url]; is {
			delete(open, url)
			s.addWrong(&sums, s.courses[url], byHost, from, at)
		}
	}
	for _, one := range said {
		if s.courses[one.url] == nil {
			continue
		}
		if one.life.State == job.Suspected || one.life.State == job.Closed {
			until(one.url, one.at)
		} else if _, is := open[one.url]; !is {
			open[one.url] = one.at
		}
	}
	for url := range open {
		until(url, s.now())
	}
	return sums
}

// addWrong adds what of a span, in which a posting was called open, is after its end.
func (s *server) addWrong(sums *wrongDays, c *jobweb.Course, byHost map[string][]*asked, from, to time.Time) {
	for i, span := range c.Open {
		back := to
		if i+1 < len(c.Open) {
			back = earlier(back, c.Open[i+1].From)
		}
		list, page := s.firstAsked(c, byHost[c.Host], span.To)
		ended := later(later(span.To, from), s.from.Add(settledAt))
		list, page = earlier(later(list, ended), back), earlier(later(page, ended), back)
		if list.After(page) {
			list = page
		}
		last, before := pageAsked, listUnasked
		if c.Ending == jobweb.Unlisted {
			last = silent
		}
		if !c.Listed {
			before = notListed
		}
		for why, d := range map[cause]time.Duration{before: list.Sub(ended), pageUnasked: page.Sub(list), last: back.Sub(later(page, ended))} {
			wrong := max(0, d).Hours() / 24
			sums[why] += wrong
			s.wrongList(c).sums[why] += wrong
		}
	}
}

// firstAsked returns when a list or sitemap that names a posting was first asked after it had ended, and when its page was.
func (s *server) firstAsked(c *jobweb.Course, log []*asked, ended time.Time) (list, page time.Time) {
	list, page = s.now(), s.now()
	for i := len(log) - 1; i >= 0 && !log[i].at.Before(ended); i-- {
		a := log[i]
		switch {
		case a.status == 0 || a.status >= 500:
		case a.url == c.URL:
			page = a.at
		case c.Listed && (a.answer.Shows == jobweb.ShowsSitemap || len(a.answer.Pages) > 0 && a.answer.Pages[0] == c.List):
			list = a.at
		}
	}
	return list, page
}

// writeCauses writes why postings were called open that had ended.
func writeCauses(w io.Writer, o *options, list []*server) {
	fmt.Fprintf(w, "\nWhy postings were called open that had ended, as shares of that time:\n\n| web ")
	for c := range causes {
		fmt.Fprintf(w, "| %s ", c)
	}
	fmt.Fprintf(w, "|\n|--:|--:|--:|--:|--:|--:|\n")
	for i, s := range list {
		fmt.Fprintf(w, "| %d ", o.Seed+uint64(i))
		for _, days := range s.wrong {
			fmt.Fprintf(w, "| %.1f %% ", percent(days, s.wrong.total()))
		}
		fmt.Fprintln(w, "|")
	}
}

// percent returns what percentage of the whole a part is, 0 if there is nothing.
func percent(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * part / whole
}
