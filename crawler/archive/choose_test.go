package archive

import (
	"fmt"
	"strings"
	"testing"
)

const chosen = "http://a.test/x"

// answered is a response record of the URL chosen, with an id.
func answered(id, status, body string, fields ...string) string {
	return warcRecord("response", chosen, "HTTP/1.1 "+status+"\r\nContent-Type: text/html\r\n"+body, append(fields, "WARC-Record-ID: <"+id+">")...)
}

// requested is a request record of the URL chosen.
func requested(id, method string, fields ...string) string {
	return warcRecord("request", chosen, method+" /x HTTP/1.1\r\n\r\n", append(fields, "WARC-Record-ID: <"+id+">")...)
}

func concurrent(id string) string { return "WARC-Concurrent-To: <" + id + ">" }

// TestTheBestRecordOfAURLIsItsPage gives the archive several records of one URL, in each order.
func TestTheBestRecordOfAURLIsItsPage(t *testing.T) {
	page := answered("urn:page", "200 OK", "\r\npage")
	moved := answered("urn:moved", "302 Found", "Location: /y\r\n\r\n")
	for name, c := range map[string]struct {
		worse, better string
		want          string // status and body
	}{
		"a redirect to itself":         {answered("urn:1", "302 Found", "Location: /x#top\r\nSet-Cookie: a=b\r\n\r\n"), page, "200 page"},
		"a redirect to another":        {moved, page, "200 page"},
		"304":                          {answered("urn:1", "304 Not Modified", "ETag: x\r\n\r\n"), page, "200 page"},
		"304 with a Location":          {answered("urn:1", "304 Not Modified", "Location: /y\r\n\r\n"), moved, "302 "},
		"204":                          {answered("urn:1", "204 No Content", "\r\n"), page, "200 page"},
		"206":                          {answered("urn:1", "206 Partial Content", "Content-Range: bytes 0-1/4\r\n\r\npa"), page, "200 page"},
		"an error":                     {answered("urn:1", "503 Busy", "\r\nlater"), page, "200 page"},
		"an error, and a redirect":     {answered("urn:1", "404 Not Found", "\r\nnone"), moved, "302 "},
		"an error, and a part":         {answered("urn:1", "404 Not Found", "\r\nnone"), answered("urn:2", "206 Partial Content", "\r\npa"), "206 pa"},
		"cut, by WARC-Truncated":       {answered("urn:1", "200 OK", "\r\npa", "WARC-Truncated: time"), page, "200 page"},
		"cut, by Content-Length":       {answered("urn:1", "200 OK", "Content-Length: 4\r\n\r\npa"), page, "200 page"},
		"nothing behind the header":    {answered("urn:1", "200 OK", "Content-Length: 4\r\n\r\n"), page, "200 page"},
		"a status that was lost":       {answered("urn:1", "0 OK", "\r\npa"), page, "200 page"},
		"an error, and a lost status":  {answered("urn:1", "500 Error", "\r\n"), answered("urn:2", "0 OK", "\r\npage"), "200 page"},
		"the first of segments":        {answered("urn:1", "200 OK", "\r\npa", "WARC-Segment-Number: 1"), page, "200 page"},
		"HEAD":                         {answered("urn:1", "200 OK", "\r\nx") + requested("urn:2", "HEAD", concurrent("urn:1")), page, "200 page"},
		"POST":                         {answered("urn:1", "200 OK", "\r\nform") + requested("urn:2", "POST", concurrent("urn:1")), page, "200 page"},
		"POST, and a redirect":         {answered("urn:1", "200 OK", "\r\nform") + requested("urn:2", "POST", concurrent("urn:1")), moved, "302 "},
		"POST, and an error":           {answered("urn:1", "200 OK", "\r\nform") + requested("urn:2", "POST", concurrent("urn:1")), answered("urn:3", "404 X", "\r\nnone"), "404 none"},
		"POST, requested before":       {requested("urn:2", "POST", concurrent("urn:1")) + answered("urn:1", "200 OK", "\r\nform"), page, "200 page"},
		"POST, named by the answer":    {requested("urn:2", "POST") + answered("urn:1", "200 OK", "\r\nform", concurrent("urn:2")), page, "200 page"},
		"POST, named in time":          {answered("urn:1", "200 OK", "\r\nform", concurrent("urn:2")) + requested("urn:2", "POST"), page, "200 page"},
		"POST, among several":          {answered("urn:1", "200 OK", "\r\nform") + requested("urn:2", "POST", concurrent("urn:3"), concurrent("urn:1")), page, "200 page"},
		"POST, with its body appended": {strings.ReplaceAll(answered("urn:1", "200 OK", "\r\nform"), chosen, chosen+"?__wb_method=POST&a=b"), page, "200 page"},
		"lower case":                   {answered("urn:1", "404 X", "\r\nnone"), strings.Replace(page, "HTTP/1.1", "http/1.1", 1), "200 page"},
	} {
		for order, records := range map[string]string{"worse first": c.worse + c.better, "better first": c.better + c.worse} {
			w := open(t, DefaultOptions(), records)
			r := get(t, w, chosen)
			if got := fmt.Sprintf("%d %s", r.Status, r.Body); got != c.want || w.Len() != 1 {
				t.Errorf("%s, %s: %q of %q, want %q", name, order, got, w.URLs(), c.want)
			}
			if n := w.Counts(); n.Repeated != 1 || n.GaveWay != 1 {
				t.Errorf("%s, %s: counts %+v", name, order, n)
			}
		}
		if r := get(t, open(t, DefaultOptions(), c.worse), chosen); r.URL != chosen {
			t.Errorf("%s, alone: %+v", name, r)
		}
	}
}

func TestOfEqualRecordsTheFirstIsThePage(t *testing.T) {
	w := open(t, DefaultOptions(), answered("urn:1", "200 OK", "\r\none"), answered("urn:2", "200 OK", "\r\ntwo"), answered("urn:3", "404 X", "\r\n"))
	if r := get(t, w, chosen); string(r.Body) != "one" || w.Counts().Repeated != 2 || w.Counts().GaveWay != 1 {
		t.Errorf("body %q, counts %+v", r.Body, w.Counts())
	}
}

// TestRequestsFarFromTheirAnswers has all answers first, then all requests. Two of the three were forms.
func TestRequestsFarFromTheirAnswers(t *testing.T) {
	w := open(t, DefaultOptions(), answered("urn:1", "200 OK", "\r\none"), answered("urn:2", "200 OK", "\r\ntwo"), answered("urn:3", "200 OK", "\r\nthree"),
		requested("urn:4", "POST", concurrent("urn:1")), requested("urn:5", "GET", concurrent("urn:2")), requested("urn:6", "PUT", concurrent("urn:3")))
	if r := get(t, w, chosen); string(r.Body) != "two" || w.Counts().GaveWay != 2 {
		t.Errorf("body %q, counts %+v", r.Body, w.Counts())
	}
}

func revisited(path, message string, fields ...string) string {
	return warcRecord("revisit", "http://a.test/"+path, message, fields...)
}

func TestRevisits(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
	original := warcRecord("response", "http://a.test/original", ok+"original", "WARC-Record-ID: <urn:original>", "WARC-Payload-Digest: sha1:AAAA")
	records := []string{
		revisited("early", ok, "WARC-Refers-To: <urn:original>"), original,
		warcRecord("response", "http://a.test/original", ok+"second", "WARC-Record-ID: <urn:second>", "WARC-Payload-Digest: sha1:BBBB"),
		warcRecord("response", "http://a.test/nothing", "HTTP/1.1 302 Found\r\nLocation: /a\r\n\r\n", "WARC-Payload-Digest: sha1:NONE"),
		revisited("uri", ok, "WARC-Refers-To-Target-URI: <http://a.test/original>"), revisited("id", ok, "WARC-Refers-To: urn:original"),
		revisited("digest", ok, "WARC-Payload-Digest: sha1:AAAA"), revisited("bare", "", "WARC-Refers-To: <urn:original>"),
		revisited("repeated", ok, "WARC-Refers-To: <urn:second>"), revisited("repeated-digest", ok, "WARC-Payload-Digest: sha1:BBBB"),
		revisited("chain", ok, "WARC-Refers-To-Target-URI: http://a.test/id"), revisited("lost", ok, "WARC-Refers-To: <urn:elsewhere>"),
		revisited("redirect", "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n", "WARC-Payload-Digest: sha1:NONE"),
		revisited("empty", ok, "WARC-Payload-Digest: sha1:NONE"), revisited("original", ok, "WARC-Payload-Digest: sha1:CCCC"),
		warcRecord("response", "http://a.test/failed", "HTTP/1.1 503 Busy\r\n\r\nlater"), revisited("failed", ok, "WARC-Refers-To: <urn:original>"),
	}
	w := open(t, DefaultOptions(), records...)
	for path, want := range map[string]string{
		"early": "200 original", "uri": "200 original", "id": "200 original", "digest": "200 original", "bare": "200 original", "chain": "200 original",
		"repeated": "200 second", "repeated-digest": "200 second", "redirect": "302 ", "original": "200 original", "failed": "200 original",
	} {
		r, err := w.Get("http://a.test/" + path)
		if err != nil {
			t.Error(err)
		} else if got := fmt.Sprintf("%d %s", r.Status, r.Body); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if w.Has("http://a.test/lost") || w.Has("http://a.test/empty") || w.Counts().Unresolved != 2 || w.Counts().Revisits != 13 {
		t.Errorf("counts %+v", w.Counts())
	}
	if r := get(t, w, "http://a.test/redirect"); r.Header.Get("Location") != "/b" {
		t.Errorf("a redirect that was visited again: %v", r.Header)
	}
}

func TestOtherFormatsAreNamed(t *testing.T) {
	for what, content := range map[string]string{
		"ARC file":   "filedesc://a.arc 0.0.0.0 20200101000000 text/plain 77\n1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n",
		"HAR file":   "{\n  \"log\": {\"version\": \"1.2\", \"entries\": []}}",
		"CDX":        " CDX N b a m s k r M S V g\n",
		"index":      "test,a)/ 20200101000000 {\"url\": \"http://a.test/\"}\n",
		"WET file":   warcRecord("warcinfo", "", "x: y\r\n") + warcRecord("conversion", "http://a.test/", "text", "Content-Type: text/plain"),
		"WAT file":   warcRecord("metadata", "http://a.test/", "{}", "Content-Type: application/json"),
		"WET file, ": encoded(t, toGzip, warcRecord("conversion", "http://a.test/", "text")),
	} {
		_, err := Options{Partial: true, MaxBody: 1}.Open(write(t, "x", []byte(content)))
		if err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(what, ", ")) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if w := open(t, DefaultOptions(), page("http://a.test/", "x"), warcRecord("conversion", "http://a.test/", "text")); w.Len() != 1 {
		t.Errorf("pages and their text: %d pages", w.Len())
	}
}
