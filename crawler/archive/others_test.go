package archive

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// shaped is a record with exactly these header fields, then its length, which may be wrong by some bytes.
func shaped(version, block string, wrong int, fields ...string) string {
	return fmt.Sprintf("%s\r\n%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", version, strings.Join(fields, "\r\n"), len(block)+wrong, block)
}

// heldPages returns what a client gets of an archive: a line for each URL.
func heldPages(t *testing.T, records ...string) (pages []string) {
	w := open(t, DefaultOptions(), records...)
	for _, url := range w.URLs() {
		resp, body := ask(t, w, "GET", url)
		pages = append(pages, fmt.Sprintf("%s %d %s%s", strings.TrimPrefix(url, "http://a.test"), resp.StatusCode, resp.Header.Get("Location"), body))
	}
	return pages
}

// TestArchivesOfWget has records as wget writes them. URIs are in brackets, and a request comes before its answer, which names it. One length
// is too large by one. The redirect of a cookie wall comes before the page, and a revisit has only WARC-Refers-To.
func TestArchivesOfWget(t *testing.T) {
	pair := func(n int, url, block string, wrong int) string {
		request := fmt.Sprintf("<urn:uuid:%d>", n)
		return shaped("WARC/1.0", "GET / HTTP/1.1\r\nUser-Agent: Wget\r\n\r\n", 0, "WARC-Type: request", "WARC-Target-URI: <"+url+">",
			"Content-Type: application/http;msgtype=request", "WARC-Record-ID: "+request) +
			shaped("WARC/1.0", block, wrong, "WARC-Type: response", "WARC-Record-ID: <urn:uuid:1"+fmt.Sprint(n)+">", "WARC-Concurrent-To: "+request,
				"WARC-Target-URI: <"+url+">", "Content-Type: application/http;msgtype=response")
	}
	const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
	got := heldPages(t,
		shaped("WARC/1.0", "software: Wget\r\n", 0, "WARC-Type: warcinfo", "WARC-Record-ID: <urn:uuid:0>"),
		pair(1, "http://a.test/", "HTTP/1.1 302 Found\r\nSet-Cookie: seen=1\r\nLocation: http://a.test/\r\n\r\n", 0),
		pair(2, "http://a.test/", page+"home", 0), pair(3, "http://a.test/long", page+"long", 1), pair(4, "http://a.test/next", page+"next", 0),
		shaped("WARC/1.0", page, 0, "WARC-Type: revisit", "WARC-Record-ID: <urn:uuid:9>", "WARC-Refers-To: <urn:uuid:14>", "WARC-Target-URI: <http://a.test/again>",
			"WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"),
		shaped("WARC/1.0", "log", 0, "WARC-Type: resource", "WARC-Target-URI: <metadata://gnu.org/software/wget/warc/wget.log>", "Content-Type: text/plain"))
	if want := []string{"/ 200 home", "/long 200 long\r", "/next 200 next", "/again 200 next"}; !slices.Equal(got, want) {
		t.Errorf("pages %q, want %q", got, want)
	}
}

// TestArchivesOfBrowsers has records as Browsertrix writes them. There is a form before the page, and a part of a film before all of it. One
// status was lost, and one body is not coded as its header says. Pictures and texts of pages have URNs.
func TestArchivesOfBrowsers(t *testing.T) {
	pair := func(n int, method, url, message string) string {
		id := fmt.Sprintf("<urn:uuid:%d>", n)
		return shaped("WARC/1.1", message, 0, "WARC-Record-ID: "+id, "WARC-Page-ID: 1", "WARC-Resource-Type: document", "WARC-Target-URI: "+url, "WARC-Type: response",
			"Content-Type: application/http; msgtype=response") +
			shaped("WARC/1.1", method+" / HTTP/1.1\r\n\r\n", 0, "WARC-Record-ID: <urn:uuid:1"+fmt.Sprint(n)+">", "WARC-Concurrent-To: "+id, "WARC-Target-URI: "+url,
				"WARC-Type: request", "Content-Type: application/http; msgtype=request")
	}
	resource := func(urn string) string {
		return shaped("WARC/1.1", "{}", 0, "WARC-Target-URI: "+urn, "WARC-Type: resource", "Content-Type: application/json")
	}
	const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	got := heldPages(t,
		pair(1, "POST", "http://a.test/search", page+"\r\nform"), pair(2, "GET", "http://a.test/search", page+"\r\nempty form"),
		pair(3, "POST", "http://a.test/api?q=1&__wb_method=POST&a=b", page+"\r\nposted"), pair(4, "GET", "http://a.test/api?q=1", page+"\r\ngot"),
		pair(5, "GET", "http://a.test/film", "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-1/4\r\n\r\nfi"), pair(6, "GET", "http://a.test/film", page+"\r\nfilm"),
		pair(7, "GET", "http://a.test/paper", "HTTP/1.1 0 OK\r\nContent-Type: application/pdf\r\n\r\npaper"),
		pair(8, "GET", "http://a.test/coded", page+"Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n<p>decoded already"),
		resource("urn:pageinfo:http://a.test/"), resource("urn:text:http://a.test/"), resource("urn:thumbnail:http://a.test/"))
	want := []string{"/search 200 empty form", "/api?q=1 200 got", "/film 200 film", "/paper 200 paper", "/coded 200 <p>decoded already"}
	if !slices.Equal(got, want) {
		t.Errorf("pages %q, want %q", got, want)
	}
}

// TestArchivesOfPywb has records as pywb's recorder writes them. Revisits name the URL and date of the original, its id, or only its digest.
// One has a redirect of its own, and one has no header. A 304 came from the browser's cache.
func TestArchivesOfPywb(t *testing.T) {
	response := func(url, digest, message string) string {
		return shaped("WARC/1.0", message, 0, "WARC-Type: response", "WARC-Record-ID: <urn:uuid:"+digest+">", "WARC-Target-URI: "+url, "WARC-Payload-Digest: sha1:"+digest,
			"Content-Type: application/http; msgtype=response")
	}
	revisit := func(url, message string, refers ...string) string {
		return shaped("WARC/1.0", message, 0, append(refers, "WARC-Type: revisit", "WARC-Target-URI: "+url, "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest",
			"Content-Type: application/http; msgtype=response")...)
	}
	const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
	got := heldPages(t,
		response("http://a.test/cached", "NONE", "HTTP/1.1 304 Not Modified\r\n\r\n"), response("http://a.test/cached", "CACHED", page+"cached"),
		response("http://a.test/one", "ONE", page+"one"), revisit("http://a.test/two", page, "WARC-Refers-To-Target-URI: http://a.test/one", "WARC-Refers-To-Date: 2026-01-02T03:04:05Z"),
		revisit("http://a.test/three", page, "WARC-Payload-Digest: sha1:ONE"), revisit("http://a.test/four", "", "WARC-Refers-To: <urn:uuid:ONE>"),
		revisit("http://a.test/five", "HTTP/1.1 301 Moved\r\nLocation: /one\r\n\r\n", "WARC-Payload-Digest: sha1:NONE"))
	want := []string{"/cached 200 cached", "/one 200 one", "/five 301 /one", "/two 200 one", "/three 200 one", "/four 200 one"}
	if !slices.Equal(got, want) {
		t.Errorf("pages %q, want %q", got, want)
	}
}
