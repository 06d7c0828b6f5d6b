package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"gannet/internal/unbrotli"
)

// read reads the page of an entry.
func (w *Web) read(e *entry) (*Record, error) {
	block, cut := e.block, false
	if most := w.maxBody + 1<<20; block > most { // MaxBody and some room for the header
		block, cut = most, true
	}
	if int64(e.head)+block > math.MaxInt {
		return nil, fmt.Errorf("record of %d bytes", block)
	}
	h, err := w.head(e)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, block)
	if _, err := w.sources[e.source].ReadAt(raw, e.at+int64(e.head)); err != nil {
		return nil, err
	}
	reason := strings.ToLower(h.get("WARC-Truncated"))
	r := &Record{Truncated: cut || h.partial(), brokeOff: reason == "time" || reason == "disconnect"}
	if r.Date, err = time.Parse(time.RFC3339Nano, h.get("WARC-Date")); err != nil {
		r.Date = time.Time{}
	}
	if strings.EqualFold(h.get("WARC-Type"), "resource") {
		r.resource(h.get("Content-Type"), raw, w.maxBody)
	} else {
		r.response(raw, w.maxBody)
	}
	return r, nil
}

// head reads the header of the record of an entry.
func (w *Web) head(e *entry) (head, error) {
	raw := make([]byte, e.head)
	if _, err := w.sources[e.source].ReadAt(raw, e.at); err != nil {
		return head{}, err
	}
	s := scanner{in: bufio.NewReaderSize(bytes.NewReader(raw), len(raw))}
	return s.next()
}

// resource fills a record from a file without an HTTP header.
func (r *Record) resource(contentType string, body []byte, limit int64) {
	r.Status, r.Header = http.StatusOK, make(http.Header, 2)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	r.setBody(body, limit)
}

// response fills a record from an HTTP response message. It is lenient, because archives have what servers sent. It skips
// lines that are no fields. It keeps a body that is not encoded as its header says, because some archivers store it decoded.
// The message ends with its record, so Content-Length is not needed.
func (r *Record) response(message []byte, limit int64) {
	line, rest := cutLine(message)
	if r.Status, _ = statusOf(line); r.Status == 0 {
		r.Status = http.StatusOK
	}
	r.Header, rest = readHeader(rest)
	body := rest
	if strings.EqualFold(strings.TrimSpace(r.Header.Get("Transfer-Encoding")), "chunked") {
		body = r.decode(body, limit, openChunked)
	}
	for _, name := range hopByHop {
		r.Header.Del(name)
	}
	body = r.decodeContent(body, limit)
	r.setBody(body, limit)
}

func (r *Record) setBody(body []byte, limit int64) {
	if int64(len(body)) > limit {
		body, r.Truncated = body[:limit], true
	}
	r.Body = body
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
}

func cutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

func readHeader(b []byte) (http.Header, []byte) {
	header, last := make(http.Header, 8), ""
	for len(b) > 0 {
		var line []byte
		if line, b = cutLine(b); len(line) == 0 {
			break
		}
		if values := header[last]; (line[0] == ' ' || line[0] == '\t') && len(values) > 0 {
			values[len(values)-1] += " " + string(bytes.TrimSpace(line))
			continue
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || len(name) == 0 || bytes.ContainsAny(name, " \t") {
			continue
		}
		last = textproto.CanonicalMIMEHeaderKey(string(name))
		header[last] = append(header[last], string(bytes.TrimSpace(value)))
	}
	return header, b
}

// decodeContent decodes the content encodings, the last one first (RFC 9110, section 8.4).
func (r *Record) decodeContent(body []byte, limit int64) []byte {
	codings := strings.Split(strings.Join(r.Header.Values("Content-Encoding"), ","), ",")
	for len(codings) > 0 {
		coding := strings.ToLower(strings.TrimSpace(codings[len(codings)-1]))
		open, known := decoders[coding]
		if !known {
			break
		}
		if open != nil {
			body = r.decode(body, limit, open)
		}
		codings = codings[:len(codings)-1]
	}
	if len(codings) == 0 {
		r.Header.Del("Content-Encoding")
	} else {
		r.Header.Set("Content-Encoding", strings.TrimSpace(strings.Join(codings, ",")))
	}
	return body
}

type decoder func(io.Reader) (io.Reader, error)

// decoders are the content codings that can be decoded.
var decoders = map[string]decoder{
	"": nil, "identity": nil,
	"gzip": openGzip, "x-gzip": openGzip,
	"deflate": openDeflate,
	"br":      openBrotli,
	"zstd":    openZstd,
}

var errNotEncoded = errors.New("not encoded as the header says")

// openChunked accepts a body that begins with the length of a chunk (RFC 9112, section 7.1).
func openChunked(in io.Reader) (io.Reader, error) {
	b := bufio.NewReader(in)
	line, _ := b.Peek(17)
	digits := len(line) - len(bytes.TrimLeft(line, "0123456789abcdefABCDEF"))
	if digits == 0 || digits < len(line) && !bytes.ContainsAny(line[digits:digits+1], "\r\n; \t") {
		return nil, errNotEncoded
	}
	return httputil.NewChunkedReader(b), nil
}

func openGzip(in io.Reader) (io.Reader, error) { return gzip.NewReader(in) }

// openDeflate accepts zlib's format, which "deflate" means, and the raw one, which some servers send.
func openDeflate(in io.Reader) (io.Reader, error) {
	b := bufio.NewReader(in)
	if z, err := b.Peek(2); err == nil && z[0]&0x0f == 8 && (int(z[0])<<8|int(z[1]))%31 == 0 {
		return zlib.NewReader(b)
	}
	return flate.NewReader(b), nil
}

func openZstd(in io.Reader) (io.Reader, error) {
	b := bufio.NewReader(in)
	if magic, _ := b.Peek(4); !bytes.Equal(magic, magicZstd) {
		return nil, errNotEncoded
	}
	z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// openBrotli accepts a body that is not text. Brotli has no magic bytes, and text might look like it.
func openBrotli(in io.Reader) (io.Reader, error) {
	b := bufio.NewReader(in)
	start, _ := b.Peek(64)
	if bytes.IndexFunc(start, func(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == utf8.RuneError }) < 0 {
		return nil, errNotEncoded
	}
	return unbrotli.NewReader(b), nil
}

// decode decodes one encoding, up to limit bytes and one. It cuts a body that breaks off. A body that does not even begin as
// it should was never encoded.
func (r *Record) decode(body []byte, limit int64, open decoder) []byte {
	if len(body) == 0 {
		return body
	}
	in, err := open(bytes.NewReader(body))
	if err != nil {
		return body
	}
	if c, ok := in.(io.Closer); ok {
		defer c.Close()
	}
	var out bytes.Buffer
	_, err = out.ReadFrom(io.LimitReader(in, limit+1))
	switch {
	case err == nil:
	case out.Len() == 0 && !errors.Is(err, io.ErrUnexpectedEOF):
		return body
	default:
		r.brokeOff = r.brokeOff || !r.Truncated
		r.Truncated = true
	}
	return out.Bytes()
}
