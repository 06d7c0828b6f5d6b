package api

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// handler answers requests from a source.
type handler struct{ Source }

// NewHandler returns what answers requests from a source.
func NewHandler(of Source) http.Handler {
	h := &handler{of}
	mux := http.NewServeMux()
	for path, answer := range map[string]func(*http.Request) (any, error){
		"/{$}": h.hello, "/status": h.status, "/stats": h.stats, "/facts": h.fact,
		"/page": h.page, "/explain": h.explain, "/lookup": h.lookup, "/path": h.path, "/link": h.link,
		"/changes/latest": h.latestChange, "/posting": h.postingAt, "/postings/{number}": h.posting, "/postings/{number}/versions": h.versions,
		"/clusters/{number}": h.members, "/hosts": h.hosts, "/overview": h.overview,
	} {
		mux.HandleFunc(pattern(path), func(w http.ResponseWriter, r *http.Request) { writeAnswer(w, r, answer) })
	}
	for path, answer := range map[string]func(*http.Request, func(any) error) error{
		"/pages": h.pages, "/postings": h.postings, "/changes": h.changes, "/check": h.check,
	} {
		mux.HandleFunc(pattern(path), func(w http.ResponseWriter, r *http.Request) { writeLines(w, r, answer) })
	}
	mux.HandleFunc("POST "+path("/control/{verb}"), func(w http.ResponseWriter, r *http.Request) { writeAnswer(w, r, h.control) })
	return mux
}

// pattern returns the pattern of a path that is read.
func pattern(of string) string { return "GET " + path(of) }

// path returns a path with its version.
func path(of string) string { return fmt.Sprintf("/v%d%s", Version, of) }

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
