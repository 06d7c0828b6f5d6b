package web

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
	"gannet/store/postings"
)

// whyView says of any URL why the crawl has its page, or has not.
type whyView struct {
	URL     string
	Asked   bool // a URL was given
	Kept    bool
	Waits   bool
	Score   float64 // the topic's probability of a page that is kept
	Why     *crawldir.Explanation
	Path    []string // from a seed to the page, or to the page that the link stands on
	Bars    []bar
	Host    *crawler.HostRow
	Posting uint64 // on the page; 0 if there is none
}

// bar is a term of a priority.
type bar struct {
	ranker.Reason
	Adds  float64
	Width float64 // of 100, against the largest term
	Minus bool
}

func (v *whyView) title() string { return "Why" }

// standing says in a word what became of the URL.
func (v *whyView) standing() string {
	return either(v.Kept, "Kept", either(v.Waits, "Waits", "Not kept"))
}

// inBrackets puts a text in brackets behind another one; "" stays "".
func inBrackets(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// nextTurnIn says how long a host waits.
func nextTurnIn(after time.Duration) string {
	if after == 0 {
		return ""
	}
	return ", next turn in " + wait(after)
}

// inARow says how many requests of a host failed.
func inARow(failures int) string {
	if failures == 0 {
		return ""
	}
	return fmt.Sprintf(", %d failures in a row", failures)
}

func viewWhy(r *request) (view, error) {
	v := &whyView{URL: r.URL.Query().Get("url")}
	if v.URL == "" {
		return v, nil
	}
	url, err := weburl.Canonical(v.URL)
	if err != nil {
		return nil, err
	}
	v.URL, v.Asked = url, true
	if v.Why, err = r.Explain(url, crawldir.ExplainOptions{Quick: true}); err != nil {
		return nil, err
	}
	v.Kept, v.Waits = v.Why.Fetched != nil, v.Why.Fate.Waits()
	v.Bars = barsOf(v.Why.Reasons)
	if v.Why.Probability != nil {
		v.Score = *v.Why.Probability
	}
	if err := v.addPath(r); err != nil {
		return nil, err
	}
	v.addHost(r)
	if v.Kept {
		v.Posting, err = r.Postings.NumberAt(url)
	}
	return v, ignore(err, postings.ErrNotFound)
}

// addPath adds the way to the page, or to the page on which its link was found.
func (v *whyView) addPath(r *request) (err error) {
	at := v.URL
	if !v.Kept && v.Why.Fate != nil && v.Why.Fate.Via != "" {
		at = v.Why.Fate.Via
	}
	v.Path, err = r.Store.Path(at)
	return ignore(err, store.ErrNotFound)
}

// addHost adds where the URL's host stands. The frontier of a crawl at rest may be unreadable; then nothing is said.
func (v *whyView) addHost(r *request) {
	name := weburl.Host(v.URL)
	list, err := r.Hosts(frontier.HostQuery{Name: name, Limit: rows})
	if err != nil {
		return
	}
	if i := slices.IndexFunc(list.Hosts, func(h crawler.HostRow) bool { return h.Name == name }); i >= 0 {
		v.Host = &list.Hosts[i]
	}
}

// ignore returns an error unless it is one that means no harm.
func ignore(err, harmless error) error {
	if errors.Is(err, harmless) {
		return nil
	}
	return err
}

// mostBars is how many terms are shown. The others are small.
const mostBars = 24

// barsOf returns the terms of a priority, the largest first.
func barsOf(reasons []ranker.Reason) (bars []bar) {
	largest := 0.0
	for _, r := range reasons {
		adds := r.Value * r.Weight
		largest = max(largest, math.Abs(adds))
		bars = append(bars, bar{Reason: r, Adds: adds, Minus: adds < 0})
	}
	slices.SortStableFunc(bars, func(a, b bar) int {
		switch x, y := math.Abs(a.Adds), math.Abs(b.Adds); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for i := range bars {
		if largest > 0 {
			bars[i].Width = 100 * math.Abs(bars[i].Adds) / largest
		}
	}
	return bars[:min(len(bars), mostBars)]
}
