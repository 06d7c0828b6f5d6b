package web

import (
	"errors"
	"fmt"
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

// whyView says why the crawl has the page of a URL, or why it does not.
type whyView struct {
	URL     string
	Asked   bool // a URL was given
	Kept    bool
	Waits   bool
	Score   float64 // the topic's probability of a page that is kept
	Why     *crawldir.Explanation
	Sources []titledPage // the pages that link to the URL, if the crawl has no page of it
	Path    []titledPage // from a seed to the page, or to the page that the link stands on
	Bars    []bar
	Host    *crawler.HostRow
	Posting uint64 // on the page; 0 if there is none
}

// bar is a cause of a priority.
type bar struct {
	crawldir.Cause
	Width float64 // of 100, against the largest cause
	Minus bool
}

func (v *whyView) title() string { return "Why" }

// standing says in a word what happened to the URL.
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

// nextTurnIn says how long a host has to wait.
func nextTurnIn(after time.Duration) string {
	if after == 0 {
		return ""
	}
	return ", next turn in " + wait(after)
}

// inARow says how many requests of a host have failed in a row.
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
	v.Bars = barsOf(v.Why.Causes)
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

// addPath adds the pages that link to the URL, and the pages that lead from a seed to the page, or to the page on which its link was found.
func (v *whyView) addPath(r *request) error {
	at := v.URL
	if !v.Kept && v.Why.Fate != nil && v.Why.Fate.Via != "" {
		at = v.Why.Fate.Via
	}
	path, err := r.Store.Path(at)
	v.Path = r.crawl.titles.at(r.Context(), r.Reader, path)
	if v.Why.Fate != nil {
		v.Sources = r.crawl.titles.at(r.Context(), r.Reader, v.Why.Fate.Sources)
	}
	return ignore(err, store.ErrNotFound)
}

// addHost adds the state of the URL's host. If the frontier of a crawl at rest cannot be read, it adds nothing.
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

// ignore returns an error unless it is the harmless one.
func ignore(err, harmless error) error {
	if errors.Is(err, harmless) {
		return nil
	}
	return err
}

// barsOf returns the causes of a priority with the lengths of their bars.
func barsOf(causes []crawldir.Cause) (bars []bar) {
	largest := 0.0
	for _, c := range causes {
		largest = max(largest, c.Share)
	}
	for _, c := range causes {
		b := bar{Cause: c, Minus: c.Adds < 0}
		if largest > 0 {
			b.Width = 100 * c.Share / largest
		}
		bars = append(bars, b)
	}
	return bars
}

// expected says which topic probability a priority stands for, "" if it stands for none.
func expected(probability *float64) string {
	if probability == nil {
		return ""
	}
	return fmt.Sprintf(": it expected a topic probability of %.2f", *probability)
}

// valueOf returns the measured value of a term's feature, or "" if the term has none.
func valueOf(r ranker.Reason) string {
	if r.Measured == nil {
		return ""
	}
	return fmt.Sprintf(" is %.3g and", *r.Measured)
}
