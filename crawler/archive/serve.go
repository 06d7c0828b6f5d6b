package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"gannet/internal/weburl"
)

// RoundTrip implements http.RoundTripper: it answers from the archives, with 404 where they have nothing.
func (w *Web) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if r.Body != nil {
		r.Body.Close()
	}
	resp := &http.Response{
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		StatusCode: http.StatusNotFound, Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}},
	}
	body := []byte("not in the archive\n")
	url, err := weburl.Canonical(r.URL.String())
	if err == nil {
		var rec *Record
		if rec, err = w.Get(url); err == nil {
			resp.StatusCode, resp.Header, body = rec.Status, rec.Header, rec.Body
		} else if !errors.Is(err, ErrNotFound) {
			return nil, err
		}
	}
	resp.Status = strconv.Itoa(resp.StatusCode) + " " + http.StatusText(resp.StatusCode)
	resp.ContentLength = int64(len(body))
	if r.Method == http.MethodHead {
		body = nil
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// hopByHop are the header fields that end at a proxy (RFC 9110, section 7.6.1).
var hopByHop = []string{
	"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer",
	"Transfer-Encoding", "Upgrade",
}

// Proxy gives an HTTP forward proxy whose upstream is web. It answers absolute-form requests for http URLs, and
// CONNECT, which https would need, with 501.
func Proxy(web http.RoundTripper) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodConnect:
			http.Error(rw, "this proxy serves http URLs only: ask for http://"+r.Host+"/", http.StatusNotImplemented)
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			http.Error(rw, "this proxy replays an archive: only GET and HEAD", http.StatusMethodNotAllowed)
			return
		case !r.URL.IsAbs():
			http.Error(rw, "this is a forward proxy: ask for a whole URL, as in curl -x http://"+r.Host+" URL", http.StatusBadRequest)
			return
		}
		out := r.Clone(r.Context())
		out.RequestURI, out.Body = "", nil
		for _, name := range hopByHop {
			out.Header.Del(name)
		}
		resp, err := web.RoundTrip(out)
		if err != nil {
			http.Error(rw, fmt.Sprintf("archive: %v", err), http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		copyResponse(rw, resp)
	})
}

func copyResponse(rw http.ResponseWriter, resp *http.Response) {
	for name, values := range resp.Header {
		rw.Header()[name] = values
	}
	for _, name := range hopByHop {
		rw.Header().Del(name)
	}
	if resp.ContentLength >= 0 {
		rw.Header().Set("Content-Length", strconv.FormatInt(resp.ContentLength, 10))
	}
	rw.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(rw, resp.Body) // a client that has gone needs no answer
}
