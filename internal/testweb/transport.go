package testweb

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
)

// answer is what the web answers to one request.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// answer makes the answer to a request for a path of a host.
func (w *Web) answer(name, path string) *answer {
	p, found := w.locate(name, path)
	a := &answer{status: http.StatusNotFound, header: make(http.Header)}
	a.header.Set("Content-Type", "text/html; charset=utf-8")
	if !found {
		return a
	}
	switch p.form {
	case plain, printed:
		a.status, a.body = http.StatusOK, w.render(&p)
	case moved:
		a.redirect(string(w.appendLocal(nil, &p.host, p.page, plain, 0)))
	case outward:
		to := w.hostAt(p.to)
		a.redirect(string(w.appendURL(nil, &to, p.page, plain, 0)))
	}
	return a
}

func (a *answer) redirect(to string) {
	a.status = http.StatusMovedPermanently
	a.header.Set("Location", to)
}

// RoundTrip answers a request in process, as an http.RoundTripper.
func (w *Web) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	name := r.URL.Hostname()
	if _, found := w.hostNamed(name); !found {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	a := w.answer(name, r.URL.RequestURI())
	return &http.Response{Status: strconv.Itoa(a.status) + " " + http.StatusText(a.status), StatusCode: a.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: a.header, Request: r,
		ContentLength: int64(len(a.body)), Body: io.NopCloser(bytes.NewReader(a.body))}, nil
}

// ServeHTTP answers by Host header, or by the absolute address a forward proxy is asked for.
func (w *Web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	name := r.Host
	if r.URL.Host != "" {
		name = r.URL.Host
	}
	a := w.answer(name, r.URL.RequestURI())
	for key, values := range a.header {
		rw.Header()[key] = values
	}
	rw.WriteHeader(a.status)
	_, _ = rw.Write(a.body)
}
