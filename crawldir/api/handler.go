package api

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"

	"gannet/store"
	"gannet/store/postings"
)

// handler answers requests from a source.
type handler struct{ Source }

// NewHandler returns what answers requests from a source.
func NewHandler(of Source) http.Handler {
	h := &handler{of}
	mux := http.NewServeMux()
	for path, answer := range map[string]func(*http.Request) (any, error){
		"/{$}": h.hello, "/status": h.status, "/stats": h.stats, "/facts": h.fact,
		"/page": h.page, "/lookup": h.lookup, "/path": h.path, "/link": h.link,
		"/posting": h.postingAt, "/postings/{number}": h.posting, "/postings/{number}/versions": h.versions,
		"/clusters/{number}": h.members,
	} {
		mux.HandleFunc(pattern(path), func(w http.ResponseWriter, r *http.Request) { writeAnswer(w, r, answer) })
	}
	for path, answer := range map[string]func(*http.Request, func(any) error) error{
		"/pages": h.pages, "/postings": h.postings, "/check": h.check,
	} {
		mux.HandleFunc(pattern(path), func(w http.ResponseWriter, r *http.Request) { writeLines(w, r, answer) })
	}
	return mux
}

// pattern returns the pattern of a path. Requests that would change something have none.
func pattern(path string) string { return fmt.Sprintf("GET /v%d%s", Version, path) }

// writeAnswer writes one JSON value.
func writeAnswer(w http.ResponseWriter, r *http.Request, answer func(*http.Request) (any, error)) {
	v, err := answer(r)
	if err != nil {
		writeFailure(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client may have gone
}

func writeFailure(w http.ResponseWriter, err error) {
	f, status := failureOf(err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(f)
}

// errEnough ends lines at their limit.
var errEnough = errors.New("enough")

// writeLines writes JSON Lines. An error after the first line is the last line.
func writeLines(w http.ResponseWriter, r *http.Request, answer func(*http.Request, func(any) error) error) {
	limit, err := number(r.FormValue("limit"))
	if err != nil {
		writeFailure(w, err)
		return
	}
	out := bufio.NewWriterSize(w, 1<<16)
	lines, written := json.NewEncoder(out), uint64(0)
	w.Header().Set("Content-Type", "application/x-ndjson")
	err = answer(r, func(v any) error {
		if limit > 0 && written == limit {
			return errEnough
		}
		written++
		return errors.Join(lines.Encode(v), r.Context().Err())
	})
	switch {
	case r.Context().Err() != nil:
		panic(http.ErrAbortHandler) // so that nobody takes this for the end
	case err == nil, errors.Is(err, errEnough):
	case written == 0:
		writeFailure(w, err)
		return
	default:
		f, _ := failureOf(err)
		_ = lines.Encode(f)
	}
	_ = out.Flush()
}

// number reads a number of a request; "" is 0.
func number(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %q is no number", errBadRequest, text)
	}
	return n, nil
}

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
