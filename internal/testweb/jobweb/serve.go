package jobweb

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// RoundTrip answers GET and HEAD requests for pages of the generated and of the surrounding web, as an http.RoundTripper. Pages of the
// surrounding web that lead into the generated one get an additional paragraph with one to three links. URLs without a page, robots.txt
// included, get status 404.
func (w *Web) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.clock != nil {
		return w.roundTrip(r)
	}
	url := r.URL.String()
	id, own := w.byURL[url]
	switch {
	case own:
		return answer(r, http.StatusOK, w.render(id)), nil
	case w.byName[r.URL.Hostname()] || w.rest == nil:
		return answer(r, http.StatusNotFound, []byte("<p>not found</p>\n")), nil
	}
	response, err := w.rest.RoundTrip(r)
	if err != nil || response.StatusCode != http.StatusOK || len(w.planted(url)) == 0 {
		return response, err
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close() // it was read to its end
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", url, err)
	}
	body = w.insert(url, body)
	response.Header.Del("Content-Length")
	response.ContentLength, response.Body = int64(len(body)), io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// Has reports whether there is a page at a URL, in the generated or in the surrounding web.
func (w *Web) Has(url string) bool {
	_, own := w.byURL[url]
	return own || w.rest != nil && w.rest.Has(url)
}

// planted draws the generated pages to which a page of the rest of the web links. Most pages link to none.
func (w *Web) planted(url string) []int32 {
	r := w.drawFor("planted", url)
	if !r.chance(w.share) {
		return nil
	}
	out := make([]int32, r.between(1, 3))
	for i := range out {
		out[i] = w.somewhere(r)
	}
	return out
}

// insert inserts the planted links into a page, at the end of a paragraph in its middle or before its end.
func (w *Web) insert(url string, body []byte) []byte {
	r := w.drawFor("insert", url)
	var text strings.Builder
	l := w.words["en"]
	text.WriteString("<p>" + l.sentence(l.General, "en", r))
	for _, to := range w.planted(url) {
		text.WriteString(" <a href=\"" + escape(w.pages[to].url) + "\">" + escape(w.wording(to, l, r)) + "</a>")
	}
	text.WriteString("</p>\n")
	low := bytes.ToLower(body)
	at := len(body)
	if end := bytes.LastIndex(low, []byte("</body")); end >= 0 {
		at = end
	}
	if middle := bytes.Index(low[len(low)/3:], []byte("</p>")); middle >= 0 && len(low) == len(body) {
		at = len(low)/3 + middle + len("</p>")
	}
	return append(append(append([]byte(nil), body[:at]...), text.String()...), body[at:]...)
}

// answer makes a response.
func answer(r *http.Request, status int, body []byte) *http.Response {
	if r.Body != nil {
		_ = r.Body.Close() // nothing is ever read from it
	}
	header := http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Content-Length": {strconv.Itoa(len(body))}}
	response := &http.Response{Status: strconv.Itoa(status) + " " + http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1",
		ProtoMajor: 1, ProtoMinor: 1, Header: header, ContentLength: int64(len(body)), Request: r, Body: io.NopCloser(bytes.NewReader(body))}
	if r.Method == http.MethodHead {
		response.Body = http.NoBody
	}
	return response
}
