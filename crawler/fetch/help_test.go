package fetch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// web is a network in memory.
type web func(*http.Request) (*http.Response, error)

func (w web) RoundTrip(r *http.Request) (*http.Response, error) { return w(r) }

// answer makes a response in memory; headers come in pairs.
func answer(status int, body io.Reader, headers ...string) *http.Response {
	h := http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		h.Add(headers[i], headers[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(body), ContentLength: -1}
}

// withDefaults returns o with the default of each option that is zero.
func withDefaults(o Options) Options {
	standard, fields := reflect.ValueOf(DefaultOptions()), reflect.ValueOf(&o).Elem()
	for i := range fields.NumField() {
		if fields.Field(i).IsZero() {
			fields.Field(i).Set(standard.Field(i))
		}
	}
	return o
}

// client makes a client that may talk to this machine.
func client(t testing.TB, o Options) *Client {
	t.Helper()
	o = withDefaults(o)
	if o.Transport == nil {
		o.AllowPrivate = true
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// server runs a handler. At the end it closes client connections, so that waiting handlers return.
func server(t testing.TB, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL
}

func fetchOK(t testing.TB, c *Client, url string) *Response {
	t.Helper()
	resp, err := c.Fetch(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func fetchFails(t testing.TB, c *Client, url string, kind Kind) *Error {
	t.Helper()
	resp, err := c.Fetch(context.Background(), url)
	var failure *Error
	if !errors.As(err, &failure) || !errors.Is(err, kind) || failure.Kind != kind {
		t.Fatalf("want a %s error, got %v, %+v", kind, err, resp)
	}
	return failure
}

func packed(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// drip is a body of count pieces, with a pause before each; it ends with err.
type drip struct {
	pause time.Duration
	piece string
	count int
	ctx   context.Context
	rest  string // of a piece that was longer than the reader's buffer
}

func (d *drip) Read(p []byte) (int, error) {
	if d.rest != "" {
		n := copy(p, d.rest)
		d.rest = d.rest[n:]
		return n, nil
	}
	if d.count == 0 {
		return 0, io.EOF
	}
	d.count--
	select {
	case <-time.After(d.pause):
		n := copy(p, d.piece)
		d.rest = d.piece[n:]
		return n, nil
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

// brotliOf compresses data with brotli.
func brotliOf(data []byte) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, 5)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}
