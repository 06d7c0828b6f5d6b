package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAnythingAServerSendsIsArchived writes URLs and messages that the standard of URIs, or of HTTP, does not know.
func TestAnythingAServerSendsIsArchived(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	urls := []string{"http://a.test/100%", "http://a.test/%zz|^`{}", "http://[::1]:8080/", "http://a_b.test/"}
	for _, url := range urls {
		for _, message := range []string{
			"HTTP/1.1 200 OK\r\n\r\n" + url, "HTTP/1.1 200\r\n\r\n", "HTTP/1.0 999 \xff\r\nno field\r\n: x\r\nContent-Length: -5\r\n\r\n", "HTTP/1.1 200 OK\nA:\x00b\n\n\x00",
			"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\nzz",
			"HTTP/1.1 200 OK\r\nX\n\r\n\r\nshort line", "HTTP/2 200\r\n\r\n", "HTTP/1.1 200 OK\r\n a: b\r\n\r\nWARC/1.1\r\n\r\n",
		} {
			e := &Exchange{URL: url, Date: fetched, Request: []byte("GET / HTTP/1.1\r\n\r\n"), Response: strings.NewReader(message)}
			if _, err := w.WriteExchange(e); err != nil {
				t.Errorf("%q of %s: %v", message, url, err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	web, err := Open(write(t, "x.warc", out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	if c := web.Counts(); c.Records != 1+2*8*4 {
		t.Errorf("%+v", c)
	}
	if r := get(t, web, urls[0]); string(r.Body) != urls[0] {
		t.Errorf("%q", r.Body)
	}
}

// TestNotModifiedIsARevisit: an answer with status 304 is a revisit record, and the page before it is still the URL's.
func TestNotModifiedIsARevisit(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, WriterOptions{Payloads: new(Payloads)})
	if err != nil {
		t.Fatal(err)
	}
	const url = "http://a.test/list"
	for _, message := range []string{"HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\r\nloom", "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"} {
		e := &Exchange{URL: url, Date: fetched, Request: []byte("GET / HTTP/1.1\r\n\r\n"), Response: strings.NewReader(message)}
		e.NotModified = strings.Contains(message, "304")
		if _, err := w.WriteExchange(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if strings.Contains(text, "HTTP/1.1 304") || !strings.Contains(text, "Content-Length: 0\r\n") {
		t.Errorf("the record of the 304 is not empty:\n%s", text)
	}
	for _, want := range []string{"WARC-Type: revisit", "WARC-Refers-To: <urn:uuid:", "WARC-Refers-To-Date: 20", "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified", "WARC-Refers-To-Target-URI: " + url} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	web, err := Open(write(t, "x.warc", out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	if c := web.Counts(); c.Revisits != 1 || c.Responses != 1 {
		t.Errorf("%+v", c)
	}
	if r := get(t, web, url); string(r.Body) != "loom" {
		t.Errorf("%q", r.Body)
	}
}

// TestTheSamePayloadIsARevisit: what a URL sends again is written once, though in another file and with another header. The record of the
// second time refers to the first. What has changed, and what another URL sends, is written.
func TestTheSamePayloadIsARevisit(t *testing.T) {
	const first, second = "http://a.test/list", "http://a.test/copy"
	payloads := new(Payloads)
	var files []string
	var ids []string
	for n, messages := range [][]string{{first + " loom", second + " loom"}, {first + " loom", first + " wool", first + " wool", first + " loom"}} {
		var out bytes.Buffer
		w, err := NewWriter(&out, WriterOptions{Payloads: payloads})
		if err != nil {
			t.Fatal(err)
		}
		for i, message := range messages {
			url, body, _ := strings.Cut(message, " ")
			header := fmt.Sprintf("HTTP/1.1 200 OK\r\nX-Time: %d%d\r\nContent-Length: 4\r\n\r\n", n, i)
			id, err := w.WriteExchange(&Exchange{URL: url, Date: fetched, Request: []byte("GET / HTTP/1.1\r\n\r\n"), Response: strings.NewReader(header + body)})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		files = append(files, out.String())
	}
	for _, want := range []string{
		"WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest", "WARC-Refers-To: " + ids[0], "WARC-Refers-To: " + ids[3],
		"WARC-Refers-To-Target-URI: " + first, "WARC-Refers-To-Date: 20", "WARC-Payload-Digest: sha1:", "X-Time: 10",
	} {
		if !strings.Contains(files[1], want) {
			t.Errorf("%q is missing in\n%s", want, files[1])
		}
	}
	for n, want := range []int{0, 2} {
		if got := strings.Count(files[n], "WARC-Type: revisit"); got != want {
			t.Errorf("file %d has %d revisit records, want %d", n, got, want)
		}
	}
	web, err := Open(write(t, "1.warc", []byte(files[0])), write(t, "2.warc", []byte(files[1])))
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	if c := web.Counts(); c.Revisits != 2 || c.Responses != 4 {
		t.Errorf("%+v", c)
	}
	for _, url := range []string{first, second} {
		if r := get(t, web, url); string(r.Body) != "loom" {
			t.Errorf("%s: %q", url, r.Body)
		}
	}
}

// TestPayloadsAreComparedWithoutChunks: the payload is the body without its transfer encoding (WARC 1.1, section 6.3.2).
func TestPayloadsAreComparedWithoutChunks(t *testing.T) {
	const head, loom = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "sha1:Z5KJXHJPVHDE6IXXEGWZF5XFRQGP3WJA"
	var out bytes.Buffer
	w, err := NewWriter(&out, WriterOptions{Payloads: new(Payloads)})
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range []string{
		head + "4\r\nloom\r\n0\r\n\r\n", head + "2;x=y\r\nlo\r\n2\r\nom\r\n0\r\nX: y\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nloom", head + "9\r\nbroken",
	} {
		e := &Exchange{URL: "http://a.test/", Date: fetched, Request: []byte("GET / HTTP/1.1\r\n\r\n"), Response: strings.NewReader(message)}
		if _, err := w.WriteExchange(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var got []string
	s := &scanner{in: bufio.NewReader(&out)}
	for h, err := s.next(); err == nil; h, err = s.next() {
		if kind := h.get("WARC-Type"); kind == "response" || kind == "revisit" {
			got = append(got, kind+" "+h.get("WARC-Payload-Digest"))
		}
		if err := s.skip(h.length); err != nil {
			t.Fatal(err)
		}
	}
	// The third is framed otherwise than the record it would refer to, and readers unpack a body by the header of the revisit.
	if want := []string{"response " + loom, "revisit " + loom, "response " + loom, "response "}; !slices.Equal(got, want) {
		t.Errorf("records %q, want %q", got, want)
	}
}

// TestConversionIsThePage: what a browser made of an answer takes the place of its body, if it was made of the record that is the page. The
// header of the answer stays.
func TestConversionIsThePage(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const made, plain = "http://a.test/made", "http://a.test/plain"
	for _, url := range []string{made, plain} {
		e := &Exchange{URL: url, Date: fetched, Request: []byte("GET / HTTP/1.1\r\n\r\n"), Response: strings.NewReader("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin1\r\nX-Kept: yes\r\n\r\nshell")}
		id, err := w.WriteExchange(e)
		if url == plain {
			id = "<urn:uuid:00000000-0000-4000-8000-000000000000>"
		}
		if err := errors.Join(err, w.WriteConversion(id, url, fetched, []byte("<p>made of "+url))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	web, err := Open(write(t, "x.warc", out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	if c := web.Counts(); c.Rendered != 2 || c.Responses != 2 || web.Len() != 2 {
		t.Errorf("%+v", c)
	}
	r := get(t, web, made)
	if string(r.Body) != "<p>made of "+made || r.Header.Get("X-Kept") != "yes" || r.Header.Get("Content-Type") != "text/html; charset=utf-8" || r.Header.Get("Content-Length") != fmt.Sprint(len(r.Body)) {
		t.Errorf("%v %q", r.Header, r.Body)
	}
	if r := get(t, web, plain); string(r.Body) != "shell" {
		t.Errorf("%q", r.Body)
	}
}
