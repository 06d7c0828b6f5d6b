package archive

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"gannet/internal/weburl"
)

// RoundTrip answers a GET or HEAD request from the archive. If a URL is archived only with the other scheme, http or https, the response redirects to
// that, so that one page does not become two. The answer is 404 for everything else that is not archived, including robots.txt, and 405 for other
// methods. A body that broke off when it was archived breaks off again. RoundTrip only fails if the request's context has ended, the URL is not a web
// address, or the archive cannot be read.
func (w *Web) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer req.Body.Close()
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	if req.Method != "" && req.Method != http.MethodGet && req.Method != http.MethodHead {
		resp := message(req, http.StatusMethodNotAllowed, "an archive can only be read")
		resp.Header.Set("Allow", "GET, HEAD")
		return resp, nil
	}
	url, err := weburl.Canonical(req.URL.String())
	if err != nil {
		return nil, fmt.Errorf("replay archive: %w", err)
	}
	archived, ok := w.Find(url)
	switch {
	case !ok:
		resp := message(req, http.StatusNotFound, "not in the archive")
		resp.Header.Set(absentField, "1")
		return resp, nil
	case archived != url:
		resp := message(req, http.StatusMovedPermanently, "archived as "+archived)
		resp.Header.Set("Location", archived)
		return resp, nil
	}
	r, err := w.exact(url)
	if err != nil {
		return nil, err
	}
	resp := answer(req, r.Status, r.Header, r.Body)
	if r.broke != io.EOF && req.Method != http.MethodHead {
		resp.Header.Del("Content-Length")
		resp.ContentLength = -1
		resp.Body = io.NopCloser(io.MultiReader(bytes.NewReader(r.Body), endsWith{r.broke}))
	}
	return resp, nil
}

// absentField is a header field of answers for pages that are not in an archive. It distinguishes them from a 404 of the archived server.
const absentField = "X-Not-In-Archive"

// IsAbsent reports whether a header is that of the 404 response which Web.RoundTrip makes for a page that is not in the archive.
func IsAbsent(h http.Header) bool { return h.Get(absentField) != "" }

func otherScheme(url string) string {
	if rest, ok := strings.CutPrefix(url, "http://"); ok {
		return "https://" + rest
	}
	return "http://" + strings.TrimPrefix(url, "https://")
}

// leadsTo reports whether the page of a URL is a redirect to another: mostly from http to https.
func (w *Web) leadsTo(url, to string) bool {
	i, ok := w.find(url)
	if !ok || w.entries[i].rank&^toGet != moved {
		return false
	}
	r, err := w.exact(url)
	return err == nil && leads(url, r.Header.Get("Location"), to)
}

func message(req *http.Request, status int, text string) *http.Response {
	header := make(http.Header, 3)
	header.Set("Content-Type", "text/plain; charset=utf-8")
	return answer(req, status, header, []byte(text+"\n"))
}

// answer returns a response. It changes and keeps header.
func answer(req *http.Request, status int, header http.Header, body []byte) *http.Response {
	header.Set("Content-Length", strconv.Itoa(len(body)))
	resp := &http.Response{
		Status: strconv.Itoa(status) + " " + http.StatusText(status), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, ContentLength: int64(len(body)), Request: req,
		Body: io.NopCloser(bytes.NewReader(body)),
	}
	if req.Method == http.MethodHead {
		resp.Body = http.NoBody
	}
	return resp
}
