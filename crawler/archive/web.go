// Package archive owns WARC files: read, written, and replayed as a web.
//
// A Web is made from archives once: their responses are copied, decompressed, to a temporary file without a name, and
// memory holds only where each URL's response stands there, so a web of 600 MB takes some 10 MB of it.
package archive

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"gannet/internal/weburl"
)

// ErrNotFound says that an archive has no response for a URL.
var ErrNotFound = errors.New("not in the archive")

// Record is one archived response, its content as a client would have received it: not chunked, not compressed.
type Record struct {
	URL    string
	Status int
	Header http.Header
	Body   []byte
	Date   time.Time
}

// Web is the responses of archives by URL. It is safe for concurrent use.
type Web struct {
	spool *os.File
	urls  []string
	index map[string]entry

	skipped int // responses whose URL had one already, or could not be understood
}

// entry is where a response stands in the spool.
type entry struct {
	offset, size int64
	date         int64 // Unix seconds
	bare         bool  // content alone, of a resource record, without an HTTP header
	kind         string
}

// Open reads archives, plain, .gz or .zst. Of several responses for one URL the first counts.
func Open(paths ...string) (*Web, error) {
	spool, err := os.CreateTemp("", "gannet-web-*")
	if err != nil {
		return nil, err
	}
	w := &Web{spool: spool, index: make(map[string]entry)}
	if err := os.Remove(spool.Name()); err != nil {
		return nil, errors.Join(err, spool.Close())
	}
	out := &counter{w: bufio.NewWriterSize(spool, 1<<20)}
	for _, path := range paths {
		if err := w.read(path, out); err != nil {
			return nil, errors.Join(err, spool.Close())
		}
	}
	if err := out.w.Flush(); err != nil {
		return nil, errors.Join(fmt.Errorf("copy archive to %s: %w: set TMPDIR to a larger disk", os.TempDir(), err), spool.Close())
	}
	return w, nil
}

type counter struct {
	w *bufio.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

func (w *Web) read(path string, out *counter) error {
	r, f, err := openFile(path)
	if err != nil {
		return err
	}
	defer f.Close()
	defer r.close()
	for {
		rec, err := r.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if !w.wants(rec) {
			continue
		}
		e := entry{offset: out.n, size: rec.size, date: rec.date.Unix()}
		if rec.kind == "resource" {
			e.bare, e.kind = true, rec.content
		}
		if n, err := io.Copy(out, rec.body); err != nil || n < rec.size {
			return r.broken(errors.Join(err, io.ErrUnexpectedEOF))
		}
		w.add(rec.target, e)
	}
}

func (w *Web) wants(rec *record) bool {
	switch rec.kind {
	case "response":
		return strings.HasPrefix(rec.content, "application/http")
	case "resource":
		return true
	}
	return false
}

func (w *Web) add(target string, e entry) {
	url, err := weburl.Canonical(target)
	if _, known := w.index[url]; err != nil || known {
		w.skipped++
		return
	}
	w.index[url] = e
	w.urls = append(w.urls, url)
}

// Close frees the temporary file.
func (w *Web) Close() error { return w.spool.Close() }

// Len is the number of URLs that have a response.
func (w *Web) Len() int { return len(w.urls) }

// Skipped is the number of responses left out: a second one for a URL, or one for a URL that is none.
func (w *Web) Skipped() int { return w.skipped }

// URLs gives the canonical URLs in the archives' order.
func (w *Web) URLs() []string { return append([]string(nil), w.urls...) }

// Get gives the response for a canonical URL, or ErrNotFound. A URL that is absent under its scheme is looked for
// under the other one: what was archived over https can be asked for over http.
func (w *Web) Get(url string) (*Record, error) {
	e, ok := w.index[url]
	if !ok {
		if e, ok = w.index[otherScheme(url)]; !ok {
			return nil, fmt.Errorf("%s: %w", url, ErrNotFound)
		}
	}
	block := make([]byte, e.size)
	if _, err := w.spool.ReadAt(block, e.offset); err != nil {
		return nil, fmt.Errorf("%s: read archive: %w", url, err)
	}
	rec := &Record{URL: url, Status: http.StatusOK, Date: time.Unix(e.date, 0).UTC()}
	if e.bare {
		rec.Body, rec.Header = block, http.Header{"Content-Type": {e.kind}}
		return rec, nil
	}
	if err := rec.parse(block); err != nil {
		return nil, fmt.Errorf("%s: archived response: %w", url, err)
	}
	return rec, nil
}

// Body gives the content of the response for a canonical URL, or ErrNotFound.
func (w *Web) Body(url string) ([]byte, error) {
	rec, err := w.Get(url)
	if err != nil {
		return nil, err
	}
	return rec.Body, nil
}

func otherScheme(url string) string {
	if rest, ok := strings.CutPrefix(url, "http://"); ok {
		return "https://" + rest
	}
	if rest, ok := strings.CutPrefix(url, "https://"); ok {
		return "http://" + rest
	}
	return url
}

// parse reads an HTTP response. Many archives hold content that is no longer chunked or compressed under a header
// that says it is: then the content counts.
func (rec *Record) parse(block []byte) error {
	head, content := split(block)
	resp, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(head)), nil)
	if err != nil {
		return err
	}
	rec.Status, rec.Header, rec.Body = resp.StatusCode, resp.Header, content
	if len(resp.TransferEncoding) > 0 {
		chunked, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(block)), nil)
		if err == nil {
			if body, err := io.ReadAll(chunked.Body); err == nil {
				rec.Body = body
			}
		}
	}
	if body, ok := decompress(rec.Header.Get("Content-Encoding"), rec.Body); ok {
		rec.Body = body
	}
	rec.Header.Del("Content-Encoding")
	rec.Header.Del("Transfer-Encoding")
	rec.Header.Del("Content-Length")
	return nil
}

// split parts a response after the blank line that ends its header.
func split(block []byte) (head, content []byte) {
	for _, end := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(block, []byte(end)); i >= 0 {
			return block[:i+len(end)], block[i+len(end):]
		}
	}
	return block, nil
}

func decompress(coding string, body []byte) ([]byte, bool) {
	var r io.Reader
	var err error
	switch strings.ToLower(coding) {
	case "gzip", "x-gzip":
		r, err = gzip.NewReader(bytes.NewReader(body))
	case "deflate":
		if r, err = zlib.NewReader(bytes.NewReader(body)); err != nil {
			r, err = flate.NewReader(bytes.NewReader(body)), nil
		}
	default:
		return nil, false
	}
	if err != nil {
		return nil, false
	}
	plain, err := io.ReadAll(r)
	return plain, err == nil
}
