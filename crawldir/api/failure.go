package api

import (
	"encoding/json"
	"errors"
	"net/http"

	"gannet/store"
	"gannet/store/postings"
)

// kinds are the errors that a client gets as the server had them, each with its name in answers.
var kinds = []struct {
	name   string
	is     error
	status int
}{
	{"no page", store.ErrNotFound, http.StatusNotFound},
	{"no posting", postings.ErrNotFound, http.StatusNotFound},
	{"old cursor", postings.ErrOldCursor, http.StatusGone},
	{"no cursor", postings.ErrNoCursor, http.StatusNotFound},
	{"no fact", errNoFact, http.StatusNotFound},
	{"no answer", errNoAnswer, http.StatusNotFound},
	{"long query", postings.ErrLong, http.StatusBadRequest},
	{"bad request", errBadRequest, http.StatusBadRequest},
	{"damaged", store.ErrDamaged, http.StatusInternalServerError},
	{"damaged entry", store.ErrEntry, http.StatusInternalServerError},
	{"no explanation", errNoExplanation, http.StatusNotFound},
	{"bad command", ErrCommand, http.StatusBadRequest},
	{"at rest", ErrAtRest, http.StatusConflict},
	{"no path", errNoPath, http.StatusNotFound},
	{"no method", errNoMethod, http.StatusMethodNotAllowed},
	{failedKind, errFailed, http.StatusInternalServerError},
}

// failedKind is the kind of all other errors.
const failedKind = "failed"

var (
	errNoFact     = errors.New("no such fact")
	errBadRequest = errors.New("bad request")
	errNoPath     = errors.New("there is no such path: /v1/openapi.json describes all paths")
	errNoMethod   = errors.New("the path does not know this method: the field Allow names those that it knows")
	errFailed     = errors.New("gannet could not make the answer: this is a fault of the program")

	errNoExplanation = errors.New("no explanation")
)

// A Refusal is an error with the HTTP status and the error kind of the response, for example if a request has no token.
type Refusal struct {
	Kind   string
	Status int
	Err    error
}

// Error implements error: it returns the text of the cause.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the error that was the cause of the refusal.
func (r *Refusal) Unwrap() error { return r.Err }

// WriteError answers a request with an error, as JSON and with the HTTP status that openapi.json gives for it. All errors of the interface
// are written by this function.
func WriteError(w http.ResponseWriter, err error) {
	f, status := failureOf(err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(f) // the client may have gone
}

// failure is an error in a response. Lines of other answers do not begin with "error".
type failure struct {
	Text string `json:"error"`
	Kind string `json:"kind"`
}

// failureOf returns the answer for an error, with its HTTP status.
func failureOf(err error) (failure, int) {
	if r, ok := errors.AsType[*Refusal](err); ok {
		return failure{err.Error(), r.Kind}, r.Status
	}
	for _, k := range kinds {
		if errors.Is(err, k.is) {
			return failure{err.Error(), k.name}, k.status
		}
	}
	return failure{err.Error(), failedKind}, http.StatusInternalServerError
}

// decodeFailure returns the error that a response says. A path that the server does not know is of another version.
func decodeFailure(answer []byte) error {
	var f failure
	err := json.Unmarshal(answer, &f)
	if err != nil || f.Text == "" || errors.Is(&f, errNoPath) || errors.Is(&f, errNoMethod) {
		return ErrVersion
	}
	return &f
}

// Error implements error: it returns the text that the server sent.
func (f *failure) Error() string { return f.Text }

// Unwrap returns the error of this package that has this kind, so that errors.Is finds it in an error from the client.
func (f *failure) Unwrap() error {
	for _, k := range kinds {
		if k.name == f.Kind {
			return k.is
		}
	}
	return nil
}
