package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nlnwa/gowarc/v3"
)

var fetched = time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)

func written(t testing.TB, o WriterOptions, pages ...Page) []byte {
	t.Helper()
	var out bytes.Buffer
	o.Date = fetched
	w, err := NewWriter(&out, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var somePages = []Page{
	{URL: "http://a.test/", Status: 200, Date: fetched, Body: []byte("<p>größer</p>"), Header: http.Header{
		"Content-Type": {"text/html; charset=windows-1252"}, "Content-Encoding": {"gzip"}, "Transfer-Encoding": {"chunked"},
		"Content-Length": {"7"}, "Set-Cookie": {"a=1", "b=2"}, "X-Bad": {"two\r\nlines"},
	}, Metadata: []Field{{"via", "http://seed.test/"}, {"hopsFromSeed", "3"}, {"empty", ""}, {"note", "a\r\nb"}}},
	{URL: "http://a.test/?q=a|b^c[d]&e=%C3%BC%00{}`~'\"<", Status: 404, Date: fetched},
	{URL: "https://xn--bcher-kva.test:8443/a%20b/c;d=(e)!*", Status: 200, Date: fetched, Body: bytes.Repeat([]byte("0123456789"), 300000)},
	{URL: "http://[2001:db8::1]:80/", Status: 299, Date: time.Unix(0, 0), Body: []byte("\r\n\r\nWARC/1.1\r\n")},
}

func TestWrittenArchiveIsReadByUs(t *testing.T) {
	for _, c := range []Compression{None, Gzip, Zstd} {
		w, err := Open(write(t, "x.warc", written(t, WriterOptions{Compression: c, Software: "gannet/test"}, somePages...)))
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Counts(); got != (Counts{Records: 6, Responses: 4, Others: 2}) {
			t.Errorf("counts %+v", got)
		}
		for _, p := range somePages {
			r := get(t, w, p.URL)
			if r.Status != p.Status || !bytes.Equal(r.Body, p.Body) || !r.Date.Equal(p.Date.Truncate(time.Microsecond)) {
				t.Errorf("%s came back as %d, %d bytes, %v", p.URL, r.Status, len(r.Body), r.Date)
			}
			if got := r.Header.Get("Content-Type"); got != "text/html; charset=utf-8" {
				t.Errorf("Content-Type %q", got)
			}
		}
		h := get(t, w, "http://a.test/").Header
		if fmt.Sprint(h["Set-Cookie"]) != "[a=1 b=2]" || h.Get("Content-Encoding") != "" || h.Get("X-Bad") != "two  lines" {
			t.Errorf("header %v", h)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestWrittenArchiveIsValid reads with gowarc, which checks lengths, digests, dates and required fields.
func TestWrittenArchiveIsValid(t *testing.T) {
	for _, name := range []string{"x.warc", "x.warc.gz", "x.warc.zst"} {
		raw := written(t, WriterOptions{Name: name, Operator: "op@example.org"}, somePages...)
		if strings.HasSuffix(name, ".zst") {
			z, err := zstd.NewReader(nil)
			if err != nil {
				t.Fatal(err)
			}
			if raw, err = z.DecodeAll(raw, nil); err != nil { // the library does not know zstd
				t.Fatal(err)
			}
		}
		in := bufio.NewReader(bytes.NewReader(raw))
		library := gowarc.NewUnmarshaler(gowarc.WithStrictValidation())
		var kinds []string
		for {
			r, _, validation, err := library.Unmarshal(in)
			if err == io.EOF {
				break
			}
			if err != nil || len(validation) > 0 {
				t.Fatalf("%s, record %d: %v, %v", name, len(kinds), err, validation)
			}
			kinds = append(kinds, r.Type().String())
			if h := r.WarcHeader(); r.Type() == gowarc.Response && (h.Get(gowarc.WarcPayloadDigest) == "" || h.Get(gowarc.WarcWarcinfoID) == "") {
				t.Errorf("%s: response without payload digest or warcinfo: %v", name, h)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprint(kinds); got != "[warcinfo response metadata response response response]" {
			t.Errorf("%s holds %v", name, got)
		}
	}
}

func TestRecordsAreCompressedOneByOne(t *testing.T) {
	gz := written(t, WriterOptions{Compression: Gzip}, somePages...)
	if n := bytes.Count(gz, magicGzip); n < 6 {
		t.Errorf("%d gzip members for 6 records", n)
	}
	zs := written(t, WriterOptions{Compression: Zstd}, somePages...)
	if n := bytes.Count(zs, magicZstd); n < 6 {
		t.Errorf("%d zstd frames for 6 records", n)
	}
}

func TestWritingTheSameGivesTheSame(t *testing.T) {
	ids := func() WriterOptions {
		n := 0
		return WriterOptions{NewID: func() (string, error) { n++; return fmt.Sprintf("urn:uuid:%08d-0000-4000-8000-000000000000", n), nil }}
	}
	if a, b := written(t, ids(), somePages...), written(t, ids(), somePages...); !bytes.Equal(a, b) {
		t.Error("two archives of the same pages differ")
	}
}

type failing struct{ after int }

func (f *failing) Write(b []byte) (int, error) {
	if f.after -= len(b); f.after < 0 {
		return 0, errors.New("no space")
	}
	return len(b), nil
}

func TestErrorsOfWritingStay(t *testing.T) {
	w, err := NewWriter(&failing{after: 1000}, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(somePages[2]); err == nil {
		t.Error("3 MB fit into 1000 bytes")
	}
	if w.Write(somePages[0]) == nil || w.Flush() == nil || w.Close() == nil {
		t.Error("after an error, writing went on")
	}
	w, err = NewWriter(io.Discard, WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(Page{URL: "http://a.test/", Date: fetched}); err == nil {
		t.Error("a page without a status was archived")
	}
	if err := w.Write(somePages[0]); err != nil {
		t.Errorf("a page that cannot be archived spoiled the file: %v", err)
	}
}
