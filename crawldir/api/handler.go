package api

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"

	"gannet/crawldir/lists"
)

// handler answers requests from a source.
type handler struct {
	Source
	listed lists.Source // what lists are made of
}

// NewHandler returns the HTTP handler of the interface of a running crawl, which takes its answers from the given source. It writes errors
// with WriteError.
func NewHandler(of Source) http.Handler {
	h := &handler{Source: of}
	mux := http.NewServeMux()
	for _, route := range Routes() {
		mux.HandleFunc(route.pattern(), func(w http.ResponseWriter, r *http.Request) {
			if err := route.check(r); err != nil {
				WriteError(w, err)
				return
			}
			if route.Lines {
				writeLines(w, r, func(r *http.Request, write func(any) error) error { return route.lines(h.of(r), r, write) })
				return
			}
			writeAnswer(w, r, func(r *http.Request) (any, error) { return route.answer(h.of(r), r) })
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refuses, pattern := mux.Handler(r)
		if pattern == "" {
			answered := &silent{header: w.Header()}
			refuses.ServeHTTP(answered, r)
			WriteError(w, answered.err())
			return
		}
		begun := &begun{ResponseWriter: w}
		defer begun.recover(r)
		mux.ServeHTTP(begun, r)
	})
}

// of returns a handler for one request, which reads the store while its client waits for the response.
func (h *handler) of(r *http.Request) *handler {
	one := &handler{h.Source, lists.Source{Store: h.Store, Postings: h.Postings, Crawls: h.Crawls}}
	if h.Store != nil {
		one.Store = h.Store.In(r.Context(), h.Turns)
	}
	if h.Postings != nil {
		one.Postings = h.Postings.In(r.Context(), h.Turns)
	}
	return one
}

// silent keeps the status and the header of a response by http.ServeMux, such as the field Allow, and drops its body.
type silent struct {
	header http.Header
	status int
}

func (s *silent) Header() http.Header         { return s.header }
func (s *silent) Write(b []byte) (int, error) { return len(b), nil }
func (s *silent) WriteHeader(status int)      { s.status = status }

func (s *silent) err() error {
	if s.status == http.StatusMethodNotAllowed {
		return errNoMethod
	}
	return errNoPath
}

// begun records whether a response has begun, because no error can be sent after that.
type begun struct {
	http.ResponseWriter
	yes bool
}

func (b *begun) Write(p []byte) (int, error) {
	b.yes = true
	return b.ResponseWriter.Write(p)
}

func (b *begun) WriteHeader(status int) {
	b.yes = true
	b.ResponseWriter.WriteHeader(status)
}

// recover answers a request whose handler has panicked, unless the panic is http.ErrAbortHandler.
func (b *begun) recover(r *http.Request) {
	why := recover()
	if why == nil {
		return
	}
	if why == http.ErrAbortHandler {
		panic(why)
	}
	slog.Error("a request cannot be answered", "path", r.URL.Path, "cause", why, "stack", string(debug.Stack()))
	if b.yes {
		panic(http.ErrAbortHandler) // so that nobody takes what was written for the whole
	}
	WriteError(b, errFailed)
}

// writeAnswer writes one JSON value.
func writeAnswer(w http.ResponseWriter, r *http.Request, answer func(*http.Request) (any, error)) {
	v, err := answer(r)
	if err != nil {
		WriteError(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // the client may have gone
}

// errEnough ends lines at their limit.
var errEnough = errors.New("enough")

// writeLines writes JSON Lines. An error after the first line is the last line.
func writeLines(w http.ResponseWriter, r *http.Request, answer func(*http.Request, func(any) error) error) {
	limit, err := number(r.URL.Query().Get("limit"))
	if err != nil {
		WriteError(w, err)
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
		WriteError(w, err)
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
