package web

import (
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gannet/crawldir/api"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

const (
	rows = 50 // of a list
	// A search reads so many entries, and then again, until it has its rows or its time is over. The viewer may then go on.
	pageStep   = 10_000
	jobStep    = 2000
	searchTime = 150 * time.Millisecond
)

// list is a part of a list, with the way to the next part.
type list struct {
	Form url.Values // what is asked for
	Next string     // query of the next part; "" if there is none
	// Searched says that the search took long and was cut: what is missing may be in the next part.
	Searched bool
}

// NextQuery returns Next for a link.
func (l *list) NextQuery() template.URL { return template.URL(l.Next) }

// after returns the query of the next part.
func (l *list) after(key string, value any) string {
	next := url.Values{}
	for k, v := range l.Form {
		next[k] = v
	}
	next.Set(key, fmt.Sprint(value))
	return next.Encode()
}

// asked returns the filled-in fields of a form.
func asked(r *request, fields ...string) url.Values {
	form := url.Values{}
	for _, f := range fields {
		if v := strings.TrimSpace(r.FormValue(f)); v != "" {
			form.Set(f, v)
		}
	}
	return form
}

// numberIn returns a number of a query, 0 if there is none.
func numberIn(r *request, field string) (n uint64, err error) {
	if text := r.FormValue(field); text != "" {
		if n, err = strconv.ParseUint(text, 10, 63); err != nil {
			return 0, fmt.Errorf("%w: %q is no number", errAsked, text)
		}
	}
	return n, nil
}

// hostsView lists hosts of the frontier.
type hostsView struct {
	list
	*api.HostList
	Standings []frontier.Standing
	Orders    []frontier.HostOrder
	First     int // number of the first row
}

func viewHosts(r *request) (any, error) {
	skip, err := numberIn(r, "skip")
	if err != nil {
		return nil, err
	}
	v := &hostsView{Standings: frontier.Standings(), Orders: frontier.HostOrders(), First: int(skip) + 1}
	v.Form = asked(r, "name", "state", "sort")
	q := frontier.HostQuery{
		Name: strings.ToLower(v.Form.Get("name")), State: frontier.Standing(v.Form.Get("state")),
		Order: frontier.HostOrder(v.Form.Get("sort")), Skip: int(skip), Limit: rows,
	}
	if v.HostList, err = r.Hosts(q); err != nil {
		return nil, err
	}
	if end := int(skip) + len(v.Hosts); end < v.Total {
		v.Next = v.after("skip", end)
	}
	return v, nil
}

// pagesView lists pages, the newest first.
type pagesView struct {
	list
	Pages []*store.Page
}

func viewPages(r *request) (any, error) {
	v := &pagesView{list: list{Form: asked(r, "text", "host", "relevant")}}
	before, err := numberIn(r, "before")
	if err != nil {
		return nil, err
	}
	if before == 0 {
		newest, err := newestPages(r.Store, store.Selection{Newest: true, Limit: 1})
		if err != nil || len(newest) == 0 {
			return v, err
		}
		before = newest[0].Seq + 1
	}
	from, err := search(before, pageStep, func(after, before uint64) error {
		q := store.Selection{Newest: true, After: after, Before: before, Limit: v.limit()}
		return r.Store.Select(q, func(p *store.Page) error { return v.take(p) })
	}, func() uint64 { return v.Pages[len(v.Pages)-1].Seq })
	if from > 1 {
		v.Next, v.Searched = v.after("before", from), len(v.Pages) < rows
	}
	return v, err
}

// limit is how many pages are read at most, if all are shown that are read.
func (v *pagesView) limit() int {
	if len(v.Form) > 0 {
		return 0
	}
	return rows
}

// errFull ends a search that has its rows.
var errFull = errors.New("the list is full")

// take adds a page that meets the query.
func (v *pagesView) take(p *store.Page) error {
	host := v.Form.Get("host")
	switch want := v.Form.Get("relevant"); {
	case want == "yes" && !p.Relevant, want == "no" && p.Relevant:
		return nil
	case host != "" && !ofHost(p.URL, host):
		return nil
	case !strings.Contains(strings.ToLower(p.URL+"\n"+p.ViaAnchor), strings.ToLower(v.Form.Get("text"))):
		return nil
	}
	if v.Pages = append(v.Pages, p); len(v.Pages) == rows {
		return errFull
	}
	return nil
}

// ofHost reports whether a URL is of a host, or of one below it.
func ofHost(address, host string) bool {
	name := weburl.Host(address)
	return name == host || strings.HasSuffix(name, "."+host)
}

// search reads entries downwards from before, step by step, until a list is full, its time is over or nothing is left. It
// returns the number below which it did not search. last is the number of the row that filled the list.
func search(before, step uint64, read func(after, before uint64) error, last func() uint64) (from uint64, err error) {
	for begin := time.Now(); before > 1; {
		after := before - min(before, step)
		err := read(after, before)
		switch {
		case errors.Is(err, errFull):
			return last(), nil
		case err != nil:
			return before, err
		}
		if before = after + 1; time.Since(begin) > searchTime {
			break
		}
	}
	return before, nil
}

// jobsView lists jobs, the newest first.
type jobsView struct {
	list
	Jobs   []*postings.Posting
	States []job.State
}

func viewJobs(r *request) (any, error) {
	v := &jobsView{
		list:   list{Form: asked(r, "text", "company", "place", "host", "language", "state")},
		States: []job.State{job.Open, job.Suspected, job.Closed, job.Unknown, postings.NotClosed},
	}
	before, err := numberIn(r, "before")
	if err != nil {
		return nil, err
	}
	if before == 0 {
		newest, err := newestJobs(r.Postings, postings.Query{Newest: true, Limit: 1, Brief: true})
		if err != nil || len(newest) == 0 {
			return v, err
		}
		before = newest[0].Cluster + 1
	}
	from, err := search(before, jobStep, func(after, before uint64) error {
		return r.Postings.Find(v.query(after, before), v.take)
	}, func() uint64 { return v.Jobs[len(v.Jobs)-1].Cluster })
	if from > 1 {
		v.Next, v.Searched = v.after("before", from), len(v.Jobs) < rows
	}
	return v, err
}

// query returns what is asked for among some clusters.
func (v *jobsView) query(after, before uint64) postings.Query {
	return postings.Query{
		Text: v.Form.Get("text"), Company: v.Form.Get("company"), Location: v.Form.Get("place"), Host: v.Form.Get("host"),
		Language: v.Form.Get("language"), State: job.State(v.Form.Get("state")),
		Newest: true, Brief: true, After: after, Before: before, Limit: rows - len(v.Jobs),
	}
}

func (v *jobsView) take(p *postings.Posting) error {
	if v.Jobs = append(v.Jobs, p); len(v.Jobs) == rows {
		return errFull
	}
	return nil
}
