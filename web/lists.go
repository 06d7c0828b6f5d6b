package web

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gannet/crawldir/api"
	"gannet/crawldir/lists"
	"gannet/crawler"
	"gannet/frontier"
	"gannet/job"
	"gannet/store/postings"
)

const rows = 50 // of a list

// list is a part of a list, with the link to the next part.
type list struct {
	Form url.Values // what is asked for
	Next string     // query of the next part; "" if there is none
	// Searched says that the search was cut because it took long, so further matches may be in the next part.
	Searched bool
}

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
		if v := strings.TrimSpace(r.URL.Query().Get(f)); v != "" {
			form.Set(f, v)
		}
	}
	return form
}

// numberIn returns a number of a query, 0 if there is none.
func numberIn(r *request, field string) (n uint64, err error) {
	if text := r.URL.Query().Get(field); text != "" {
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

func viewHosts(r *request) (view, error) {
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

func (v *hostsView) title() string { return "Hosts" }

// howMany says how many hosts there are, and where the list begins.
func (v *hostsView) howMany() string {
	hosts := either(v.Total == 1, "1 host", count(v.Total)+" hosts")
	if len(v.Hosts) > 0 {
		hosts += fmt.Sprint(", from number ", v.First)
	}
	return hosts
}

// nextTurn says when a host may be requested again.
func nextTurn(h crawler.HostRow) string {
	switch {
	case h.After > 0:
		return "in " + wait(h.After)
	case h.State == frontier.HostReady, h.State == frontier.HostBusy:
		return "now"
	}
	return ""
}

// searchTime is how long a search may take. The viewer may then go on.
const searchTime = 120 * time.Millisecond

// sorting is a list that can be sorted by its columns.
type sorting struct {
	list
	Missing uint64 // entries that the index lacks
	Walked  bool   // there is no index yet
	sort    string // a column
	up      bool   // the smallest comes first
}

// asks reads which part of a list is asked for.
func (s *sorting) asks(r *request) lists.Asked {
	s.sort, s.up = cmp.Or(s.Form.Get("sort"), "number"), s.Form.Get("order") == "up"
	return lists.Asked{Sort: s.sort, Ascending: s.up, Cursor: r.URL.Query().Get("cursor"), Limit: rows, Time: searchTime}
}

// ends notes how a part ends.
func (s *sorting) ends(p *lists.Part) {
	s.Missing, s.Walked, s.Searched = p.Missing, p.Walked, p.Cut
	if p.Next != "" {
		s.Next = s.after("cursor", p.Next)
	}
}

// column is the heading of a column, with the link that sorts by it.
type column struct {
	Sorted string // how, in the word of aria-sort; "" if the list is sorted by another column
	Query  string
}

// column returns the head of a column. A second click turns the order around.
func (s *sorting) column(name string) (c column) {
	up := name != "number" && name != "score" && name != "copies" && name != "posted" && name != "fetched"
	if name == s.sort {
		c.Sorted, up = "descending", !s.up
		if s.up {
			c.Sorted = "ascending"
		}
	}
	form := maps.Clone(s.Form)
	form.Set("sort", name)
	form.Set("order", "down")
	if up {
		form.Set("order", "up")
	}
	c.Query = form.Encode()
	return c
}

// missingSoFar says how many entries are missing in an index that is being made.
func (s *sorting) missingSoFar() string {
	if s.Missing == 0 {
		return ""
	}
	return fmt.Sprintf(", %s entries are missing", count(s.Missing))
}

// soFar says that a search was cut.
func (l *list) soFar() string { return either(l.Searched, " among those searched so far", "") }

// pagesView lists pages.
type pagesView struct {
	sorting
	Pages []titledPage
}

func (v *pagesView) title() string { return "Pages" }

func viewPages(r *request) (view, error) {
	v := &pagesView{sorting: sorting{list: list{Form: asked(r, "text", "host", "relevant", "sort", "order")}}}
	q := lists.PageQuery{Asked: v.asks(r), Text: v.Form.Get("text"), Host: v.Form.Get("host"), Relevant: v.Form.Get("relevant")}
	found, err := r.crawl.lists.Pages(r.Context(), r.Lists(), q)
	if err != nil {
		return nil, err
	}
	v.Pages = r.crawl.titles.of(r.Context(), r.Reader, found.Rows)
	v.ends(&found.Part)
	return v, nil
}

// jobsView lists jobs.
type jobsView struct {
	sorting
	Jobs   []*postings.Posting
	States []job.State
}

func (v *jobsView) title() string { return "Jobs" }

func viewJobs(r *request) (view, error) {
	v := &jobsView{
		sorting: sorting{list: list{Form: asked(r, "text", "company", "place", "host", "language", "state", "since", "sort", "order")}},
		States:  []job.State{job.Open, job.Suspected, job.Closed, job.Unknown, postings.NotClosed},
	}
	where := postings.Query{
		Text: v.Form.Get("text"), Company: v.Form.Get("company"), Location: v.Form.Get("place"), Host: v.Form.Get("host"),
		Language: v.Form.Get("language"), State: job.State(v.Form.Get("state")),
	}
	var err error
	if where.Since, err = dayIn(v.Form.Get("since")); err != nil {
		return nil, err
	}
	found, err := r.crawl.lists.Jobs(r.Context(), r.Lists(), lists.JobQuery{Asked: v.asks(r), Where: where})
	if err != nil {
		return nil, err
	}
	v.Jobs = found.Rows
	v.ends(&found.Part)
	return v, nil
}

// dayIn reads a day; "" is none.
func dayIn(text string) (day time.Time, err error) {
	if text != "" {
		if day, err = time.Parse(time.DateOnly, text); err != nil {
			err = fmt.Errorf("%w: %q is no day such as 2026-11-01", errAsked, text)
		}
	}
	return day, err
}
