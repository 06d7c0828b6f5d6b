package atom

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gannet/feed/search"
	"gannet/store/postings"
)

const (
	// mostEntries is how many entries a feed has at most.
	mostEntries = 100
	// mostEvents is how many of the latest events are read for a feed. Otherwise a search that few postings meet would read the whole ledger.
	mostEvents = 10_000
	// firstEvents is how many events are read first. Each further reading has four times as many as the one before.
	firstEvents = 4 * mostEntries
)

// Postings returns a feed of the latest events of the postings that match a search: at most 100 events, among the latest 10,000 of the
// crawl. It leaves out events that the crawl has deleted. The error comes from search.Search.Query or from reading.
func Postings(jobs postings.Finder, s search.Search) (*Feed, error) {
	crawl, err := jobs.Crawl()
	if err != nil {
		return nil, err
	}
	keep, err := s.Keep(jobs)
	if err != nil {
		return nil, err
	}
	found, err := latest(jobs, keep)
	if err != nil {
		return nil, err
	}
	f := &Feed{ID: ID("postings", crawl, s.Values().Encode()), Title: cmp.Or(s.String(), "all postings")}
	for _, c := range found {
		entry, err := entryOf(jobs, crawl, c)
		if err != nil {
			return nil, err
		}
		f.Entries = append(f.Entries, entry)
	}
	if len(f.Entries) > 0 {
		f.Updated = f.Entries[0].Updated
	}
	return f, nil
}

// latest returns the latest events that keep chooses, the newest first.
func latest(jobs postings.Finder, keep func(*postings.Change) (bool, error)) (found []*postings.Change, err error) {
	last, err := jobs.LatestChange()
	if err != nil {
		return nil, err
	}
	first := firstCursor(jobs, last)
	if last > mostEvents {
		first = max(first, last-mostEvents)
	}
	for end, window := last, uint64(firstEvents); end > first && len(found) < mostEntries; window *= 4 {
		since := max(first, end-min(end, window))
		part, err := between(jobs, since, end, keep)
		if errors.Is(err, postings.ErrOldCursor) { // events were dropped since firstCursor
			if first = firstCursor(jobs, last); since < first {
				continue
			}
		}
		if err != nil {
			return nil, err
		}
		found, end = append(found, part...), since
	}
	return found[:min(len(found), mostEntries)], nil
}

var errPassed = errors.New("the last event of the part is passed")

// between returns the events from one cursor to another that keep chooses, the newest first. It leaves out the events of a snapshot, which replace
// events that are no longer kept.
func between(jobs postings.Finder, since, end uint64, keep func(*postings.Change) (bool, error)) (found []*postings.Change, err error) {
	err = jobs.Changes(since, func(c *postings.Change) error {
		if c.Cursor > end {
			return errPassed
		}
		kept, err := keep(c)
		if kept && c.Cursor > 0 {
			found = append(found, c)
		}
		return err
	})
	if errors.Is(err, errPassed) {
		err = nil
	}
	slices.Reverse(found)
	return found, err
}

// firstCursor returns the first cursor after which events can be read.
func firstCursor(jobs postings.Finder, last uint64) uint64 {
	whole := false // the ledger has its first event
	_ = jobs.Changes(0, func(c *postings.Change) error { whole = c.Cursor == 1; return errPassed })
	if whole {
		return 0
	}
	return uint64(sort.Search(int(last), func(n int) bool {
		return n > 0 && !errors.Is(jobs.Changes(uint64(n), func(*postings.Change) error { return errPassed }), postings.ErrOldCursor)
	}))
}

// alarm has the fields of a host's alarm that an entry shows.
type alarm struct {
	Host string
	Over bool
}

// entryOf returns the entry for an event. It shows the event's posting as it is now.
func entryOf(jobs postings.Finder, crawl string, c *postings.Change) (Entry, error) {
	e := Entry{ID: ID("event", crawl, strconv.FormatUint(c.Cursor, 10)), Updated: c.Time, Category: string(c.Event), Text: textOf(c)}
	if c.Event == postings.EventAlarm {
		var a alarm
		if err := json.Unmarshal(c.Alarm, &a); err != nil {
			return e, err
		}
		e.Title = "pages of " + a.Host + " are not as before"
		if a.Over {
			e.Title = "pages of " + a.Host + " are as before again"
		}
		return e, nil
	}
	k, err := jobs.Get(c.Number)
	if errors.Is(err, postings.ErrNotFound) {
		e.Title = fmt.Sprintf("%s: posting %d", c.Event, c.Number)
		return e, nil
	}
	if err != nil {
		return e, err
	}
	e.Title = string(c.Event) + ": " + listed(k.Job.Title, k.Job.Company, k.Job.Location)
	e.Link = webURL(cmp.Or(k.Job.URL, k.URL))
	return e, nil
}

// textOf returns a text that says which fields an event changed, and why its posting has another state.
func textOf(c *postings.Change) string {
	reason := ""
	if c.Life != nil && c.Event != postings.EventNew {
		reason = c.Life.Reason
	}
	return listed(strings.Join(slices.Sorted(maps.Keys(c.Fields)), ", "), reason)
}

// listed joins the texts that are not empty.
func listed(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ", ")
}

// webURL returns an absolute URL of the web, "" if the text is not one. A feed reader would otherwise follow a link with any scheme.
func webURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}
