package testweb

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// RoundTrip answers a request within the process, as an http.RoundTripper. Simulated broken connections give the same errors as in
// net/http; slow answers end with the request's context.
func (w *Web) RoundTrip(r *http.Request) (*http.Response, error) {
	done := w.observe(r.URL.Hostname(), r.URL.RequestURI())
	response, err := w.roundTrip(r)
	if err != nil {
		done(0)
		return nil, err
	}
	if w.told != nil {
		response.Body = &watched{ReadCloser: response.Body, over: func() { done(response.StatusCode) }}
	}
	return response, nil
}

func (w *Web) roundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.Body != nil {
		_ = r.Body.Close() // a RoundTripper closes it; nothing is ever read from it
	}
	a := w.requested(r, r.URL.Hostname())
	if err := pause(ctx, a.wait); err != nil {
		return nil, err
	}
	switch a.failure {
	case noName:
		return nil, &net.DNSError{Err: "no such host", Name: r.URL.Hostname(), IsNotFound: true}
	case noHandshake:
		return nil, fmt.Errorf("tls: failed to verify certificate: %w", x509.UnknownAuthorityError{})
	case resetEarly:
		return nil, broken()
	}
	length := int64(-1)
	if a.stream == nil {
		length = int64(len(a.body))
	}
	body := a.reader(ctx)
	switch a.failure {
	case switched:
		body, length = silence{}, -1
	case cutShort:
		body, length = failing(a.body, io.ErrUnexpectedEOF), 2*length
	case resetHalfway:
		body = failing(a.body[:len(a.body)/2], broken())
	}
	if length >= 0 {
		a.header.Set("Content-Length", strconv.FormatInt(length, 10))
	}
	if r.Method == http.MethodHead {
		body = bytes.NewReader(nil)
	}
	return &http.Response{Status: strconv.Itoa(a.status) + " " + http.StatusText(a.status), StatusCode: a.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: a.header, Request: r,
		ContentLength: length, Body: io.NopCloser(body)}, nil
}

// broken returns the error of a connection that the other side has reset.
func broken() error {
	return &net.OpError{Op: "read", Net: "tcp", Err: errors.Join(errReset, syscall.ECONNRESET)}
}

// requested makes the answer to a request. The answer is compressed if both the host and the request support it.
func (w *Web) requested(r *http.Request, name string) *answer {
	switch {
	case r.URL.Scheme == "https":
		return &answer{failure: noHandshake}
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return answerOf(http.StatusMethodNotAllowed, "text/plain", []byte("only GET and HEAD\n"))
	}
	a := w.answer(name, r.URL.RequestURI())
	if w.gzips(name) && acceptsGzip(r) {
		a.compress()
	}
	return a
}

// reader returns the body of a response. It is slow if the response is slow.
func (a *answer) reader(ctx context.Context) io.Reader {
	body := a.stream
	if body == nil {
		body = bytes.NewReader(a.body)
	}
	if a.drip > 0 {
		body = &dripping{ctx: ctx, body: body, drip: a.drip, piece: max(a.piece, 1)}
	}
	if a.stream != nil {
		body = &stopping{ctx: ctx, body: body}
	}
	return body
}

// silence is a connection on which no data arrive, however other connections end.
type silence struct{}

func (silence) Read([]byte) (int, error) { select {} }

// dripping is a body that returns one piece after each pause.
type dripping struct {
	ctx   context.Context
	body  io.Reader
	drip  time.Duration
	piece int
}

func (d *dripping) Read(b []byte) (int, error) {
	if err := pause(d.ctx, d.drip); err != nil {
		return 0, err
	}
	return d.body.Read(b[:min(d.piece, len(b))])
}

// stopping is a body that ends when its context does.
type stopping struct {
	ctx  context.Context
	body io.Reader
}

func (s *stopping) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.body.Read(b)
}

// pause waits for d, or for ever if d is negative, but never longer than the context lives.
func pause(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return nil
	}
	var over <-chan time.Time
	if d > 0 {
		timer := time.NewTimer(d)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// failing returns a reader that returns some bytes and then an error.
func failing(b []byte, err error) io.Reader {
	return io.MultiReader(bytes.NewReader(b), errorReader{err})
}

type errorReader struct{ err error }

func (e errorReader) Read([]byte) (int, error) { return 0, e.err }

// watched is a body that reports once when it has been read to its end or closed.
type watched struct {
	io.ReadCloser
	once sync.Once
	over func()
}

func (o *watched) Read(b []byte) (int, error) {
	n, err := o.ReadCloser.Read(b)
	if err != nil {
		o.once.Do(o.over)
	}
	return n, err
}

func (o *watched) Close() error {
	o.once.Do(o.over)
	return o.ReadCloser.Close()
}
