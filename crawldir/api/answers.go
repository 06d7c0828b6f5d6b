package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"gannet/internal/weburl"
	"gannet/store"
	"gannet/store/postings"
)

func (h *handler) hello(*http.Request) (any, error) {
	return hello{h.Software, Version, os.Getpid()}, nil
}

func (h *handler) status(*http.Request) (any, error) { return h.Status() }

func (h *handler) stats(*http.Request) (any, error) { return h.Store.Stats() }

func (h *handler) fact(r *http.Request) (any, error) {
	var value json.RawMessage
	ok, err := h.Store.Meta(r.FormValue("key"), &value)
	if err == nil && !ok {
		err = fmt.Errorf("%q: %w", r.FormValue("key"), errNoFact)
	}
	return value, err
}

func (h *handler) page(r *http.Request) (any, error) {
	p, err := h.Store.Get(r.FormValue("url"))
	if err != nil {
		return nil, err
	}
	return encodePage(p), nil
}

func (h *handler) lookup(r *http.Request) (any, error) {
	p, outcome, err := h.Store.Lookup(r.FormValue("url"))
	if err != nil {
		return nil, err
	}
	return lookup{encodePage(p), outcome == store.Aliased}, nil
}

func (h *handler) explain(r *http.Request) (any, error) {
	url, err := weburl.Canonical(r.FormValue("url"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBadRequest, err)
	}
	e, err := h.Explain(url)
	if err != nil {
		err = fmt.Errorf("%w: %w", errNoExplanation, err)
	}
	return e, err
}

func (h *handler) path(r *http.Request) (any, error) { return h.Store.Path(r.FormValue("url")) }

func (h *handler) link(r *http.Request) (any, error) { return h.Link(r.FormValue("url")) }

func (h *handler) pages(r *http.Request, write func(any) error) error {
	after, err := number(r.FormValue("after"))
	if err != nil {
		return err
	}
	with := func(what string) bool { return strings.Contains(","+r.FormValue("with")+",", ","+what+",") }
	s := store.Selection{
		After: after, Relevant: r.FormValue("relevant") == "true", Body: with("body"), Links: with("links"), Path: with("path"),
	}
	return h.Store.Select(s, func(p *store.Page) error { return write(encodePage(p)) })
}

func (h *handler) postings(r *http.Request, write func(any) error) error {
	var q postings.Query
	if text := r.FormValue("q"); text != "" {
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&q); err != nil {
			return fmt.Errorf("%w: q: %w", errBadRequest, err)
		}
	}
	return h.Postings.Find(q, func(p *postings.Posting) error { return write(p) })
}

func (h *handler) changes(r *http.Request, write func(any) error) error {
	since, err := number(r.FormValue("since"))
	if err != nil {
		return err
	}
	return h.Postings.Changes(since, func(c *postings.Change) error { return write(c) })
}

func (h *handler) postingAt(r *http.Request) (any, error) {
	n, err := h.Postings.NumberAt(r.FormValue("url"))
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

func (h *handler) check(_ *http.Request, write func(any) error) error {
	return h.Check(func(text string) error { return write(problem{text}) })
}
