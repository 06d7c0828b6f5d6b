package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"

	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

// errNoAnswer says that this source cannot answer the question.
var errNoAnswer = errors.New("nothing is known of it here")

func (h *handler) hello(*http.Request) (any, error) {
	return hello{h.Software, Version, os.Getpid()}, nil
}

func (h *handler) status(*http.Request) (any, error) { return h.Status() }

func (h *handler) stats(*http.Request) (any, error) { return h.Store.Stats() }

func (h *handler) fact(r *http.Request) (any, error) {
	var value json.RawMessage
	ok, err := h.Store.Meta(r.URL.Query().Get("key"), &value)
	if err == nil && !ok {
		err = fmt.Errorf("%q: %w", r.URL.Query().Get("key"), errNoFact)
	}
	return value, err
}

func (h *handler) page(r *http.Request) (any, error) {
	p, err := h.Store.Get(r.URL.Query().Get("url"))
	if err != nil {
		return nil, err
	}
	return encodePage(p), nil
}

func (h *handler) lookup(r *http.Request) (any, error) {
	p, outcome, err := h.Store.Lookup(r.URL.Query().Get("url"))
	if err != nil {
		return nil, err
	}
	return lookup{encodePage(p), outcome == store.Aliased}, nil
}

func (h *handler) explain(r *http.Request) (any, error) {
	url, err := weburl.Canonical(r.URL.Query().Get("url"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBadRequest, err)
	}
	e, err := h.Explain(url)
	if err != nil {
		err = fmt.Errorf("%w: %w", errNoExplanation, err)
	}
	return e, err
}

func (h *handler) employers(*http.Request) (any, error) {
	if h.Employers == nil {
		return nil, errNoAnswer
	}
	return h.Employers(h.Store, h.Postings)
}

func (h *handler) path(r *http.Request) (any, error) { return h.Store.Path(r.URL.Query().Get("url")) }

func (h *handler) revisit(r *http.Request) (any, error) {
	return h.Store.Revisit(r.URL.Query().Get("url"))
}

func (h *handler) link(r *http.Request) (any, error) { return h.Link(r.URL.Query().Get("url")) }

// defaultHosts is the number of hosts in a response if the request sets no limit. mostHosts is the largest limit that a request may set.
const (
	defaultHosts = 100
	mostHosts    = 10_000
)

func (h *handler) hosts(r *http.Request) (any, error) {
	if h.Hosts == nil {
		return nil, errNoAnswer
	}
	skip, err := number(r.URL.Query().Get("skip"))
	if err != nil {
		return nil, err
	}
	limit, err := number(cmp.Or(r.URL.Query().Get("limit"), strconv.Itoa(defaultHosts)))
	if err != nil {
		return nil, err
	}
	q := frontier.HostQuery{
		Name: r.URL.Query().Get("name"), State: frontier.Standing(r.URL.Query().Get("state")), Order: frontier.HostOrder(r.URL.Query().Get("sort")),
		Skip: int(min(skip, math.MaxInt32)), Limit: int(min(limit, mostHosts)),
	}
	if q.State != "" && !slices.Contains(frontier.Standings(), q.State) {
		return nil, fmt.Errorf("%w: no host can be %q", errBadRequest, q.State)
	}
	if q.Order != "" && !slices.Contains(frontier.HostOrders(), q.Order) {
		return nil, fmt.Errorf("%w: hosts cannot be sorted by %q", errBadRequest, q.Order)
	}
	return h.Hosts(q)
}

func (h *handler) overview(*http.Request) (any, error) {
	if h.Overview == nil {
		return nil, errNoAnswer
	}
	return h.Overview()
}

func (h *handler) pages(r *http.Request, write func(any) error) error {
	after, err := number(r.URL.Query().Get("after"))
	if err != nil {
		return err
	}
	before, err := number(r.URL.Query().Get("before"))
	if err != nil {
		return err
	}
	limit, err := number(r.URL.Query().Get("limit"))
	if err != nil {
		return err
	}
	with := func(what string) bool { return strings.Contains(","+r.URL.Query().Get("with")+",", ","+what+",") }
	s := store.Selection{
		After: after, Relevant: r.URL.Query().Get("relevant") == "true", Body: with("body"), Links: with("links"), Path: with("path"),
		Before: before, Newest: r.URL.Query().Get("newest") == "true", Limit: int(min(limit, math.MaxInt32)),
	}
	return h.Store.Select(s, func(p *store.Page) error { return write(encodePage(p)) })
}

func (h *handler) pageChanges(r *http.Request) (any, error) {
	since, err := number(r.URL.Query().Get("since"))
	if err != nil {
		return nil, err
	}
	return h.Store.PageChanges(since)
}

func (h *handler) postings(r *http.Request, write func(any) error) error {
	var q postings.Query
	if text := r.URL.Query().Get("q"); text != "" {
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&q); err != nil {
			return fmt.Errorf("%w: q: %w", errBadRequest, err)
		}
	}
	return h.Postings.Find(q, func(p *postings.Posting) error { return write(p) })
}

func (h *handler) changes(r *http.Request, write func(any) error) error {
	since, err := number(r.URL.Query().Get("since"))
	if err != nil {
		return err
	}
	return h.Postings.Changes(since, func(c *postings.Change) error { return write(c) })
}

func (h *handler) latestChange(*http.Request) (any, error) {
	crawl, err := h.Postings.Crawl()
	if err != nil {
		return nil, err
	}
	cursor, err := h.Postings.LatestChange()
	return latestChange{cursor, crawl}, err
}

func (h *handler) postingAt(r *http.Request) (any, error) {
	n, err := h.Postings.NumberAt(r.URL.Query().Get("url"))
	return numberAt{n}, err
}

func (h *handler) posting(r *http.Request) (any, error) {
	n, err := number(r.PathValue("number"))
	if err != nil {
		return nil, err
	}
	return h.Postings.Get(n)
}

func (h *handler) versions(r *http.Request) (any, error) {
	n, err := number(r.PathValue("number"))
	if err != nil {
		return nil, err
	}
	return h.Postings.Versions(n)
}

func (h *handler) members(r *http.Request) (any, error) {
	n, err := number(r.PathValue("number"))
	if err != nil {
		return nil, err
	}
	return h.Postings.Members(n)
}

func (h *handler) check(r *http.Request, write func(any) error) error {
	return h.Check(r.Context(), func(text string) error { return write(problem{text}) })
}
