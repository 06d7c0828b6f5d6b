// Package archive owns web archives. It reads and writes WARC files, and replays them as if they were the web: in process
// (Web is an http.RoundTripper) or as an HTTP forward proxy (Proxy).
//
// # Reading
//
// Open reads every record once and makes an index of about 130 bytes for each URL. Further records of a URL take 48 bytes each until
// Open returns. Open unpacks compressed files into a temporary file without a name, which disappears with the process. Plain files
// are read in place. Each page is only read from these files when it is requested, so an archive of any size needs little memory.
//
// The index has response and resource records of http and https URLs. If a URL has several records, they are ranked: a response to
// GET ranks before answers to other methods, and then a whole page before a part, a redirect, an empty answer and an error (rank.go).
// Among records with equal rank, the first is the page. A revisit record gives its URL the page to which it refers by URL, record id
// or digest (choose.go). If the header of a revisit record is the whole response, as with a redirect, the record itself is the page.
// A conversion record in HTML has the document that a browser made of a page. If it refers to the record of the page, this document
// replaces the page's body, and the page's header stays.
//
// github.com/nlnwa/gowarc writes our archives, but this package parses the record headers. An index needs the offset of each
// record in the unpacked content, and damaged archives must be recognised. The library finds damage only with validation.
// Speed is not the reason. BenchmarkOpen and BenchmarkLibrary read 44,353 records, 585 MB, on two cores. Open takes 0.9 s
// with index and temporary file. The library takes 0.8 s to skip all records without validation, 2.2 s with it.
//
// # Writing
//
// Writer writes WARC 1.1. WriteExchange writes a request and its response as they were on the wire. A store keeps pages decoded and
// as UTF-8. So Write, for pages of a store, changes the header of a response record to fit its body: Content-Length is that of
// the body, and Content-Type says charset=utf-8. Content-Encoding, Transfer-Encoding and the fields of the connection are
// removed. Mend removes the broken end that a crash leaves of a gzipped archive.
package archive

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"gannet/internal/weburl"
)

// ErrNotFound says that the archive has no record of a URL.
var ErrNotFound = errors.New("not in the archive")

// Options say how Open opens an archive of WARC files. The zero value of a field does not stand for a default; start from DefaultOptions.
type Options struct {
	// Dir is the directory of the temporary file; "" is the system's. It needs room for the decompressed content of all compressed files.
	Dir string
	// Partial accepts damaged files. The Web then has their readable records, and Web.Damage describes the damage.
	Partial bool
	// MaxBody is how many bytes of a body are kept after decoding; the rest is cut off. Each page in use may need that much memory.
	MaxBody int64
}

// DefaultOptions returns the usual options: all records are read, every file must be undamaged, and bodies are cut off at 64 MiB, some hundred
// times the size of a large page.
func DefaultOptions() Options { return Options{MaxBody: 64 << 20} }

// Counts has the number of records of each type in the WARC files of an archive.
type Counts struct {
	Records   int // all
	Responses int // response records of web pages
	Resources int // resource records of web pages
	Revisits  int // revisit records
	Rendered  int // conversion records that have what a browser made of a page
	Others    int // everything else: skipped

	Repeated   int // records of a URL that was there before
	GaveWay    int // of records of one URL, those that were worse than the one that is its page
	Unread     int // of the others, responses of web pages without a status line
	Unresolved int // revisit records of a URL without a page, because the files do not have what they refer to
}

// Record is an archived page in the form in which an HTTP client would get it: the body is decoded, and the header does not mention the
// transfer and content codings.
type Record struct {
	URL       string // canonical
	Status    int
	Header    http.Header
	Body      []byte
	Date      time.Time // when it was archived; zero if the record does not say
	Truncated bool      // the archive holds, or Options.MaxBody allows, only a part of the body

	broke error // what a client gets at the end of the body: io.EOF if it is whole
}

// Web answers HTTP requests from WARC files, as if the recorded pages were the web. It is safe for concurrent use.
type Web struct {
	maxBody int64
	sources []*os.File
	entries []entry
	urls    []byte            // canonical URLs, one after the other, in archive order
	index   map[uint64]uint32 // fingerprint of a URL → entry
	clashes map[string]uint32 // URLs that share the fingerprint of another URL
	made    map[uint32]entry  // by the number of an entry, the document that a browser made of its page
	counts  Counts
	damage  []Damage
}

// entry says where the record of one page is. The record's block follows its head.
type entry struct {
	at     int64  // offset of the record's head in its source
	block  int64  // bytes of the block
	url    uint64 // start in urls; the next entry's is its end
	head   uint32 // bytes of the head, to the block
	source uint16
	rank   rank
}

// Open opens WARC files as one Web. The files may be plain, compressed with gzip or zstd, or in WACZ files; this is recognised by the
// content, not by the name. Errors name the file and the offset.
func Open(paths ...string) (*Web, error) { return DefaultOptions().Open(paths...) }

// Open opens WARC files as one Web, as the function Open does, but with these options.
func (o Options) Open(paths ...string) (*Web, error) {
	if len(paths) == 0 {
		return nil, errors.New("open archive: no file named")
	}
	if o.MaxBody < 0 {
		return nil, fmt.Errorf("open archive: MaxBody %d must not be negative", o.MaxBody)
	}
	w := &Web{maxBody: o.MaxBody, index: make(map[uint64]uint32)}
	l := &loader{web: w, dir: o.Dir, notGet: make(map[string][]string)}
	for _, path := range paths {
		before := w.counts.Records
		err := l.load(path)
		switch {
		case err == nil:
		case o.Partial && errors.Is(err, errDamaged):
			w.damage = append(w.damage, Damage{w.counts.Records - before, err})
		default:
			return nil, errors.Join(err, w.Close())
		}
	}
	if err := l.choose(); err != nil {
		return nil, errors.Join(fmt.Errorf("open archive: %w", err), w.Close())
	}
	return w, nil
}

// Close closes the files and deletes the temporary file.
func (w *Web) Close() error {
	var errs []error
	for _, f := range w.sources {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// Len returns the number of archived pages.
func (w *Web) Len() int { return len(w.entries) }

// Counts returns the number of records of each type in the archive's WARC files.
func (w *Web) Counts() Counts { return w.counts }

// Damage says where a file is damaged, and how many records before that were read.
type Damage struct {
	Records int
	Err     error
}

// Damage returns where each damaged file is damaged. There can be damaged files only with Options.Partial; otherwise Open fails.
func (w *Web) Damage() []Damage { return w.damage }

// URLs returns the canonical URLs of all archived pages, in the order of their records in the files.
func (w *Web) URLs() []string {
	all, out := string(w.urls), make([]string, len(w.entries))
	for i := range w.entries {
		start, end := w.span(uint32(i))
		out[i] = all[start:end]
	}
	return out
}

func (w *Web) span(i uint32) (start, end uint64) {
	end = uint64(len(w.urls))
	if int(i)+1 < len(w.entries) {
		end = w.entries[i+1].url
	}
	return w.entries[i].url, end
}

// find returns the number of the entry of a canonical URL.
func (w *Web) find(url string) (uint32, bool) {
	if i, ok := w.index[weburl.Fingerprint(url)]; ok {
		if start, end := w.span(i); string(w.urls[start:end]) == url {
			return i, true
		}
	}
	i, ok := w.clashes[url]
	return i, ok
}

// improve makes e the page of a URL, unless the URL has a page that is as good.
func (w *Web) improve(url string, e entry) {
	i, ok := w.find(url)
	switch {
	case !ok:
		w.addEntry(url, e)
	case e.rank > w.entries[i].rank:
		e.url = w.entries[i].url
		w.entries[i] = e
	}
}

// addEntry adds the first record of a URL to the index.
func (w *Web) addEntry(url string, e entry) {
	i, fingerprint := uint32(len(w.entries)), weburl.Fingerprint(url)
	if _, taken := w.index[fingerprint]; !taken {
		w.index[fingerprint] = i
	} else {
		if w.clashes == nil {
			w.clashes = make(map[string]uint32)
		}
		w.clashes[url] = i
	}
	e.url = uint64(len(w.urls))
	w.urls = append(w.urls, url...)
	w.entries = append(w.entries, e)
}

// Has reports whether a canonical URL is archived with the same scheme, http or https.
func (w *Web) Has(url string) bool {
	_, ok := w.find(url)
	return ok
}

// Find returns the URL under which a canonical URL is archived: the URL itself, or the same URL with the other scheme. Many pages moved from http to
// https while links to them did not. If the page under the other scheme only redirects to the given URL, it does not count.
func (w *Web) Find(url string) (archived string, ok bool) {
	if w.Has(url) {
		return url, true
	}
	if other := otherScheme(url); w.Has(other) && !w.leadsTo(other, url) {
		return other, true
	}
	return "", false
}

// Get returns the page that Find finds for a URL in any form. Record.URL is the URL under which the page is archived. The error is ErrNotFound if
// there is no such page.
func (w *Web) Get(url string) (*Record, error) {
	archived, ok := w.Find(url)
	if !ok {
		canonical, err := weburl.Canonical(url)
		if err != nil {
			return nil, fmt.Errorf("get from archive: %w", err)
		}
		if archived, ok = w.Find(canonical); !ok {
			return nil, fmt.Errorf("get %s: %w", canonical, ErrNotFound)
		}
	}
	return w.exact(archived)
}

// exact returns the page that is archived under exactly this URL.
func (w *Web) exact(url string) (*Record, error) {
	i, ok := w.find(url)
	if !ok {
		return nil, fmt.Errorf("get %s: %w", url, ErrNotFound)
	}
	r, err := w.read(&w.entries[i])
	if err != nil {
		return nil, fmt.Errorf("get %s from archive: %w", url, err)
	}
	r.URL = url
	if made, ok := w.made[i]; ok {
		document, err := w.read(&made)
		if err != nil {
			return nil, fmt.Errorf("get what a browser made of %s from archive: %w", url, err)
		}
		r.Header.Set("Content-Type", document.Header.Get("Content-Type"))
		r.Truncated, r.broke = document.Truncated, document.broke
		r.setBody(document.Body, w.maxBody)
	}
	return r, nil
}

// Body returns the decoded body of the archived page with this URL, whatever status the page had. The error is ErrNotFound if there is no
// such page.
func (w *Web) Body(url string) ([]byte, error) {
	r, err := w.Get(url)
	if err != nil {
		return nil, err
	}
	return r.Body, nil
}
