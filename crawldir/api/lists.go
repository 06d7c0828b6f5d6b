package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"gannet/crawldir/lists"
	"gannet/job"
	"gannet/store/postings"
)

// Bounds of a part of a list.
const (
	usualRows  = 50
	mostRows   = 1000
	searchTime = 120 * time.Millisecond // after which a search is cut
)

// part says how a part of a list ends; see lists.Part.
type part struct {
	Next    string `json:"next,omitempty"`
	Cut     bool   `json:"cut,omitempty"`
	Walked  bool   `json:"unsorted,omitempty"`
	Missing uint64 `json:"missing,omitempty"`
}

// jobList is a part of the jobs.
type jobList struct {
	part
	Rows []*postings.Posting `json:"rows"`
}

// pageList is a part of the pages.
type pageList struct {
	part
	Rows []page `json:"rows"`
}

// sortParams are those of every list that can be sorted.
var sortParams = []Param{
	{"sort", "string", "a column; without it the newest come first", false}, {"order", "string", "up or down; down without it", false},
	{"cursor", "string", "next of the part before", false}, {"limit", "integer", "at most so many rows, up to 1000; 50 without it", false},
}

// filterParams are parameters of texts.
func filterParams(names ...string) (list []Param) {
	for _, name := range names {
		list = append(list, Param{name, "string", "bounds the list, as on the web page", false})
	}
	return append(list, sortParams...)
}

// askedOf reads which part of a list is asked for.
func askedOf(r *http.Request) (lists.Asked, error) {
	a := lists.Asked{Sort: r.URL.Query().Get("sort"), Cursor: r.URL.Query().Get("cursor"), Ascending: r.URL.Query().Get("order") == "up", Time: searchTime}
	if order := r.URL.Query().Get("order"); order != "" && order != "up" && order != "down" {
		return a, fmt.Errorf("%w: the order is up or down, not %q", errBadRequest, order)
	}
	limit, err := number(cmp.Or(r.URL.Query().Get("limit"), strconv.Itoa(usualRows)))
	a.Limit = int(min(max(limit, 1), mostRows))
	return a, err
}

func partOf(p *lists.Part) part { return part{p.Next, p.Cut, p.Walked, p.Missing} }

func (h *handler) listJobs(r *http.Request) (any, error) {
	asked, err := askedOf(r)
	if err != nil {
		return nil, err
	}
	q := lists.JobQuery{Asked: asked, Where: postings.Query{
		Text: r.URL.Query().Get("text"), Company: r.URL.Query().Get("company"), Location: r.URL.Query().Get("place"), Host: r.URL.Query().Get("host"),
		Language: r.URL.Query().Get("language"), State: job.State(r.URL.Query().Get("state")),
	}}
	if day := r.URL.Query().Get("since"); day != "" {
		if q.Where.Since, err = time.Parse(time.DateOnly, day); err != nil {
			return nil, fmt.Errorf("%w: %q is no day such as 2026-11-01", errBadRequest, day)
		}
	}
	if h.Lists == nil {
		return nil, errNoAnswer
	}
	found, err := h.Lists.Jobs(r.Context(), h.listed, q)
	if err != nil {
		return nil, listError(err)
	}
	return jobList{partOf(&found.Part), append([]*postings.Posting{}, found.Rows...)}, nil
}

func (h *handler) listPages(r *http.Request) (any, error) {
	asked, err := askedOf(r)
	if err != nil {
		return nil, err
	}
	if h.Lists == nil {
		return nil, errNoAnswer
	}
	q := lists.PageQuery{Asked: asked, Text: r.URL.Query().Get("text"), Host: r.URL.Query().Get("host"), Relevant: r.URL.Query().Get("relevant")}
	found, err := h.Lists.Pages(r.Context(), h.listed, q)
	if err != nil {
		return nil, listError(err)
	}
	list := pageList{partOf(&found.Part), []page{}}
	for _, p := range found.Rows {
		list.Rows = append(list.Rows, encodePage(p))
	}
	return list, nil
}

// listError returns an error if the parameters of a request for a list make no sense, and nil otherwise.
func listError(err error) error {
	if errors.Is(err, lists.ErrSort) || errors.Is(err, lists.ErrCursor) {
		return fmt.Errorf("%w: %w", errBadRequest, err)
	}
	return err
}
