package archive

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"gannet/crawler/content"
)

// read reads the page of an entry.
func (w *Web) read(e *entry) (*Record, error) {
	block, cut := e.block, false
	if most := w.maxBody + 1<<20; block > most { // MaxBody and some room for the header
		block, cut = most, true
	}
	h, err := w.head(e)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, block)
	if _, err := w.sources[e.source].ReadAt(raw, e.at+int64(e.head)); err != nil {
		return nil, err
	}
	r := &Record{Truncated: cut || h.partial(), broke: io.EOF}
	if r.Date, err = time.Parse(time.RFC3339Nano, h.get("WARC-Date")); err != nil {
		r.Date = time.Time{}
	}
	if kind := h.get("WARC-Type"); strings.EqualFold(kind, "resource") || strings.EqualFold(kind, "conversion") {
		r.resource(h.get("Content-Type"), raw, w.maxBody)
	} else {
		end := io.EOF
		if reason := strings.ToLower(h.get("WARC-Truncated")); reason == "time" || reason == "disconnect" {
			end = io.ErrUnexpectedEOF
		}
		r.response(raw, end, w.maxBody)
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

// response fills a record from an HTTP response message. It is lenient, because archives contain whatever servers sent: it skips lines that are not
// fields. The message ends with its record, so Content-Length is not needed. end is what follows the message: io.EOF, or the error that a client got.
func (r *Record) response(message []byte, end error, limit int64) {
	line, rest := cutLine(message)
	if r.Status, _ = statusOf(line); r.Status == 0 {
		r.Status = http.StatusOK
	}
	header, body := readHeader(rest)
	chunks := strings.EqualFold(header.Get("Transfer-Encoding"), "chunked")
	codings := header["Content-Encoding"]
	header.Del("Content-Encoding")
	for _, name := range hopByHop {
		header.Del(name)
	}
	r.Header, r.broke = header, end
	if chunks || codings != nil {
		body, r.broke = decode(body, end, chunks, codings, limit)
	}
	if r.Truncated && end == io.EOF {
		r.broke = end // it is the record that breaks off
	}
	r.Truncated = r.Truncated || r.broke != io.EOF
	r.setBody(body, limit)
}

// decode removes the chunks and the content codings of a body as a client does. It returns up to limit+1 bytes, and the reason why there are no more:
// io.EOF at the end.
func decode(body []byte, end error, chunks bool, codings []string, limit int64) ([]byte, error) {
	in := io.MultiReader(bytes.NewReader(body), endsWith{end})
	if chunks && len(body) > 0 {
		in = openChunked(in, end)
	}
	decoded, err := content.NewReader(in, codings, limit)
	if err != nil {
		return nil, err
	}
	defer decoded.Close()
	var out bytes.Buffer
	if _, err = out.ReadFrom(io.LimitReader(decoded, limit+1)); err == nil {
		err = io.EOF
	}
	return out.Bytes(), err
}

// endsWith is a reader that only returns an error, such as io.EOF. It ends a body.
type endsWith struct{ err error }

// Read implements io.Reader: it returns no bytes, only the error.
func (e endsWith) Read([]byte) (int, error) { return 0, e.err }

// openChunked removes chunks (RFC 9112, section 7.1). Some archivers store bodies without chunks, but leave the header as it was. So a body that does
// not begin with the length of a chunk is returned unchanged, unless it broke off.
func openChunked(in io.Reader, end error) io.Reader {
	b := bufio.NewReader(in)
	line, _ := b.Peek(17)
	digits := len(line) - len(bytes.TrimLeft(line, "0123456789abcdefABCDEF"))
	if isLength := digits > 0 && (digits == len(line) || bytes.ContainsAny(line[digits:digits+1], "\r\n; \t")); !isLength && end == io.EOF {
		return b
	}
	return httputil.NewChunkedReader(b)
}

func (r *Record) setBody(body []byte, limit int64) {
	if int64(len(body)) > limit {
		body, r.Truncated = body[:limit], true
	}
	r.Body = body
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
}

func cutLine(b []byte) (line, rest []byte) {
	if end := bytes.IndexByte(b, '\n'); end >= 0 {
		b, rest = b[:end], b[end+1:]
	}
	return bytes.TrimSuffix(b, []byte("\r")), rest
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
