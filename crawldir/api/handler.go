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
	for _, route := range Routes() {
		mux.HandleFunc(route.pattern(), func(w http.ResponseWriter, r *http.Request) {
			if route.Lines {
				writeLines(w, r, func(r *http.Request, write func(any) error) error { return route.lines(h, r, write) })
				return
			}
			writeAnswer(w, r, func(r *http.Request) (any, error) { return route.answer(h, r) })
		})
	}
	return mux
}

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
