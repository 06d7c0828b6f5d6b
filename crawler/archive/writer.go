package archive

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/nlnwa/gowarc/v3"
)

// Compression says how the records of a WARC file are compressed.
type Compression uint8

// These are the compressions of records. Auto chooses the compression by the extension of WriterOptions.Name: .gz, .zst, or none.
const (
	// Auto chooses the compression by the extension of WriterOptions.Name: gzip for .gz, Zstandard for .zst, otherwise none.
	Auto Compression = iota
	// None is the Compression with which records are written as they are.
	None
	// Gzip is the Compression with which each record is compressed by gzip.
	Gzip
	// Zstd is the Compression with which each record is compressed by Zstandard.
	Zstd
)

// memoryOfRecord is how many bytes of a record are held in memory before it is written; the rest is held in a temporary file.
const memoryOfRecord = 1 << 18

// standard is the URI of the version of the standard that is written.
const standard = "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"

// WriterOptions say how a Writer writes, and what its warcinfo record says. With the zero value, records are not compressed.
type WriterOptions struct {
	Name        string // of the file, for the warcinfo record
	Software    string // name and version of the program, for the warcinfo record
	Operator    string // who crawls, for the warcinfo record
	UserAgent   string // that servers are told, for the warcinfo record
	Robots      string // how robots.txt is treated, for the warcinfo record
	Temporary   string // directory for large records before they are written; "" is the system's
	Compression Compression
	Date        time.Time                   // of the warcinfo record; now if it is the zero time
	NewID       func() (id string, e error) // returns record ids, "urn:uuid:..."; nil for random ones
	// Payloads lets WriteExchange write a revisit record if a URL gives the same payload again. If it is nil, the payload is written again.
	Payloads *Payloads
}

// Page is a page that Writer.Write archives.
type Page struct {
	URL      string
	Status   int
	Header   http.Header // as received; Write replaces what does not fit the body
	Body     []byte      // decoded, UTF-8
	Date     time.Time   // when it was fetched
	Metadata []Field     // what the crawl knows of it; written as a metadata record unless empty
}

// Field is one line of a metadata record, such as {"via", "http://..."}.
type Field struct{ Name, Value string }

// Writer writes a WARC 1.1 file: a warcinfo record, then exchanges or pages, and metadata about them. Each record is compressed separately, so that
// it can be read separately. Writer is safe for concurrent use.
type Writer struct {
	options  []gowarc.WarcRecordOption
	marshal  gowarc.Marshaler
	payloads *Payloads // may be nil
	info     string    // id of the warcinfo record

	mu      sync.Mutex // guards the fields below
	out     *bufio.Writer
	gz      *gzip.Writer
	zs      *zstd.Encoder
	written counter
	err     error // the first error of writing; what follows it could not be read
}

// NewWriter returns a Writer that writes a WARC file to w, and writes the file's warcinfo record. Closing the Writer does not close w.
func NewWriter(w io.Writer, o WriterOptions) (*Writer, error) {
	if o.Date.IsZero() {
		o.Date = time.Now()
	}
	a := &Writer{marshal: gowarc.NewMarshaler(), payloads: o.Payloads, written: counter{w: w}}
	a.out = bufio.NewWriterSize(&a.written, 1<<16)
	a.options = []gowarc.WarcRecordOption{
		gowarc.WithVersion(gowarc.V1_1), gowarc.WithStrictValidation(), gowarc.WithBlockErrorPolicy(gowarc.ErrIgnore),
		gowarc.WithBufferMaxMemBytes(memoryOfRecord), gowarc.WithBufferTmpDir(o.Temporary),
		gowarc.WithAddMissingDigest(true), gowarc.WithDefaultDigestAlgorithm("sha1"), // as other tools of the field name payloads
	}
	newID := o.NewID
	if newID == nil {
		newID = randomID
	}
	a.options = append(a.options, gowarc.WithRecordIdFunc(newID))
	if err := a.compress(o); err != nil {
		return nil, err
	}
	var fields bytes.Buffer
	for _, f := range []Field{
		{"software", o.Software}, {"operator", o.Operator}, {"http-header-user-agent", o.UserAgent}, {"robots", o.Robots},
		{"format", "WARC File Format 1.1"}, {"conformsTo", standard},
	} {
		writeField(&fields, f)
	}
	header := []Field{{gowarc.WarcDate, date(o.Date)}, {gowarc.ContentType, gowarc.ApplicationWarcFields}}
	if o.Name != "" && o.Name != "." {
		header = append(header, Field{gowarc.WarcFilename, o.Name})
	}
	id, err := a.write(gowarc.Warcinfo, header, &fields)
	if err != nil {
		return nil, fmt.Errorf("begin WARC: %w", err)
	}
	a.info = id
	return a, nil
}

func (a *Writer) compress(o WriterOptions) (err error) {
	c := o.Compression
	if c == Auto {
		switch {
		case strings.HasSuffix(o.Name, ".gz"):
			c = Gzip
		case strings.HasSuffix(o.Name, ".zst"):
			c = Zstd
		}
	}
	switch c {
	case Gzip:
		a.gz = gzip.NewWriter(io.Discard)
	case Zstd:
		a.zs, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	}
	return err
}

// Write archives a page. After a failed write, every further call fails as well, because the file then has an incomplete record.
func (a *Writer) Write(p Page) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p.Status < 100 || p.Status > 999 {
		return fmt.Errorf("archive %s: status %d is no HTTP status", p.URL, p.Status)
	}
	header := []Field{
		{gowarc.WarcDate, date(p.Date)}, {gowarc.WarcTargetURI, p.URL}, {gowarc.WarcWarcinfoID, a.info},
		{gowarc.ContentType, "application/http; msgtype=response"},
	}
	id, err := a.write(gowarc.Response, header, bytes.NewReader(httpMessage(&p)))
	if err == nil && len(p.Metadata) > 0 {
		err = a.writeMetadata(id, p.URL, p.Date, p.Metadata)
	}
	if err != nil {
		return fmt.Errorf("archive %s: %w", p.URL, err)
	}
	return nil
}

// WriteMetadata writes a metadata record about an archived page. id is the WARC id of the record with the page.
func (a *Writer) WriteMetadata(id, url string, at time.Time, fields []Field) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.writeMetadata(id, url, at, fields); err != nil {
		return fmt.Errorf("archive what is known of %s: %w", url, err)
	}
	return nil
}

// WriteConversion writes the document that a browser has made of an archived page (WARC 1.1, section 6.8), as HTML in UTF-8. id is the WARC
// id of the record with the page.
func (a *Writer) WriteConversion(id, url string, at time.Time, document []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	header := []Field{
		{gowarc.WarcDate, date(at)}, {gowarc.WarcTargetURI, url}, {gowarc.WarcWarcinfoID, a.info},
		{gowarc.ContentType, "text/html; charset=utf-8"}, {gowarc.WarcRefersTo, id},
	}
	if _, err := a.write(gowarc.Conversion, header, bytes.NewReader(document)); err != nil {
		return fmt.Errorf("archive what a browser made of %s: %w", url, err)
	}
	return nil
}

func (a *Writer) writeMetadata(id, url string, at time.Time, fields []Field) error {
	var block bytes.Buffer
	for _, f := range fields {
		writeField(&block, f)
	}
	_, err := a.write(gowarc.Metadata, []Field{
		{gowarc.WarcDate, date(at)}, {gowarc.WarcTargetURI, url}, {gowarc.WarcWarcinfoID, a.info},
		{gowarc.ContentType, gowarc.ApplicationWarcFields}, {gowarc.WarcConcurrentTo, id},
	}, &block)
	return err
}

// Size returns how many bytes were written to the file so far, without bytes that are still buffered.
func (a *Writer) Size() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.written.n
}

// Flush writes everything that is buffered to the underlying writer.
func (a *Writer) Flush() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return errors.Join(a.err, a.out.Flush())
}

// Close writes what is buffered and ends the file. The underlying writer stays open.
func (a *Writer) Close() error {
	if err := a.Flush(); err != nil {
		return fmt.Errorf("end WARC: %w", err)
	}
	return nil
}

// write builds, validates, compresses and writes one record, and returns its id.
func (a *Writer) write(kind gowarc.RecordType, header []Field, block io.Reader) (string, error) {
	return a.writeOrRefer("", kind, header, block)
}

// writeOrRefer is write for a response of a URL. If the payload was written before, it writes a revisit record instead (WARC 1.1, 6.7.2), whose block
// is the header of the response.
func (a *Writer) writeOrRefer(url string, kind gowarc.RecordType, header []Field, block io.Reader) (string, error) {
	if a.err != nil {
		return "", a.err
	}
	b := a.newRecord(kind)
	for _, f := range header {
		b.AddWarcHeader(f.Name, f.Value)
	}
	if _, err := b.ReadFrom(block); err != nil {
		return "", errors.Join(err, b.Close())
	}
	record, _, err := b.Build()
	if err != nil {
		return "", errors.Join(err, b.Close())
	}
	defer record.Close()
	if err := setPayloadDigest(record); err != nil {
		return "", err
	}
	if url != "" {
		if ref, same := a.payloads.seen(record, url); same {
			if record, err = record.ToRevisitRecord(ref); err != nil {
				return "", err
			}
		}
	}
	a.err = a.emit(record)
	return "<" + record.WarcHeader().GetId(gowarc.WarcRecordID) + ">", a.err
}

// building guards gowarc.NewRecordBuilder, which sets a variable of package uuid in each call.
var building sync.Mutex

func (a *Writer) newRecord(kind gowarc.RecordType) gowarc.WarcRecordBuilder {
	building.Lock()
	defer building.Unlock()
	return gowarc.NewRecordBuilder(kind, a.options...)
}

// randomID returns an id for a record, as gowarc does, but without the variable that building guards.
func randomID() (string, error) {
	id, err := uuid.NewRandomFromReader(rand.Reader)
	return id.URN(), err
}

// emit compresses and writes a record.
func (a *Writer) emit(record gowarc.WarcRecord) error {
	to, end := io.Writer(a.out), func() error { return nil }
	switch {
	case a.gz != nil:
		a.gz.Reset(a.out)
		to, end = a.gz, a.gz.Close
	case a.zs != nil:
		a.zs.Reset(a.out)
		to, end = a.zs, a.zs.Close
	}
	for _, f := range *record.WarcHeader() {
		if strings.EqualFold(f.Name, warcProtocol) {
			f.Name = warcProtocol // the library does not know it
		}
	}
	if _, _, err := a.marshal.Marshal(to, record, 0); err != nil {
		return err
	}
	return end()
}

// counter counts the bytes that are written through it.
type counter struct {
	w io.Writer
	n int64
}

// Write implements io.Writer: it counts the bytes that pass.
func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// date formats a time as WARC 1.1 does, with a fraction down to the microsecond.
func date(t time.Time) string { return t.UTC().Truncate(time.Microsecond).Format(time.RFC3339Nano) }

func writeField(b *bytes.Buffer, f Field) {
	if f.Value != "" {
		b.WriteString(oneLine.Replace(f.Name) + ": " + oneLine.Replace(f.Value) + "\r\n")
	}
}

var oneLine = strings.NewReplacer("\r", " ", "\n", " ")

// httpMessage returns the response message of a page. Its header fits the body; fields are in alphabetical order.
func httpMessage(p *Page) []byte {
	h := p.Header.Clone()
	if h == nil {
		h = make(http.Header, 2)
	}
	dropHopByHop(h)
	h.Del("Content-Encoding")
	h.Set("Content-Length", strconv.Itoa(len(p.Body)))
	h.Set("Content-Type", contentType(h.Get("Content-Type")))
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	var b bytes.Buffer
	b.Grow(len(p.Body) + 1024)
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", p.Status, http.StatusText(p.Status))
	for _, name := range names {
		for _, value := range h[name] {
			b.WriteString(oneLine.Replace(name) + ": " + oneLine.Replace(value) + "\r\n")
		}
	}
	b.WriteString("\r\n")
	b.Write(p.Body)
	return b.Bytes()
}

// contentType returns the media type with charset=utf-8.
func contentType(received string) string {
	media, parameters, err := mime.ParseMediaType(received)
	if err != nil {
		media, parameters = "text/html", nil
	}
	if parameters == nil {
		parameters = make(map[string]string, 1)
	}
	parameters["charset"] = "utf-8"
	return mime.FormatMediaType(media, parameters)
}
