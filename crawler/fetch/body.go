package fetch

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"gannet/crawler/content"
)

// read returns the body of a response, nil if the status is not 2xx. The error says that the content type is wrong, or that reading failed.
func (c *Client) read(made *call, resp *http.Response) ([]byte, error) {
	made.watch.arm("the body", c.options.IdleTimeout)
	ok := resp.StatusCode >= 200 && resp.StatusCode < 300
	if !ok || resp.StatusCode == http.StatusNoContent {
		c.discard(made, resp)
		return nil, nil
	}
	kind := content.TypeOf(resp.Header.Values("Content-Type"))
	if !made.file && !made.mayRead(kind) {
		return nil, &refusal{ContentType, fmt.Errorf("%s is neither HTML nor XHTML", kind.Essence)}
	}
	b := &body{client: c, call: made, source: resp.Body, began: time.Now(), left: made.limit}
	if err := b.open(resp.Header.Values("Content-Encoding")); err != nil {
		return nil, err
	}
	if !made.file && !content.IsPage(kind.Essence, nil) {
		if err := b.sniff(kind, content.NoSniff(resp.Header)); err != nil {
			b.release()
			return nil, err
		}
	}
	whole, err := b.all()
	if err != nil && made.keeps(err, whole) {
		made.err, made.broken, err = nil, err, nil
	}
	if start := whole[:min(len(whole), content.StartLength)]; err == nil && !made.file && kind.Essence == "text/html" && !content.IsPage(kind.Essence, start) {
		return nil, &refusal{ContentType, fmt.Errorf("%s, and it looks like %s", kind.Essence, http.DetectContentType(start))}
	}
	return whole, err
}

// mayRead reports whether the client reads a body of a type, or at least its beginning.
func (m *call) mayRead(kind content.Type) bool {
	essence := kind.Essence
	return kind.Unknown() || content.MayBePage(essence) || m.pdf && mayBePDF(essence) || m.lists && mayBeList(essence) || m.mayReadData(essence)
}

// keeps reports whether the client keeps the beginning of a page whose body broke off. Browsers show such pages. It does not keep one that came
// through a proxy, because another proxy may get the whole page, nor one from a host that sends too slowly on purpose.
func (m *call) keeps(err error, came []byte) bool {
	var slow *refusal
	tooSlow := errors.As(err, &slow) && slow.kind == Timeout
	return !m.file && !m.isPDF && m.proxy == nil && m.parent.Err() == nil && !tooSlow && hasText(came)
}

// hasText reports whether the beginning of a page has anything but markup.
func hasText(page []byte) bool {
	for len(page) > 0 {
		text, rest, _ := bytes.Cut(page, []byte("<"))
		if len(bytes.TrimSpace(text)) > 0 {
			return true
		}
		_, page, _ = bytes.Cut(rest, []byte(">"))
	}
	return false
}

// discard closes a body that at most an archive needs.
func (c *Client) discard(made *call, resp *http.Response) {
	if made.tape == nil {
		drain(resp)
		return
	}
	b := &body{client: c, call: made, source: resp.Body, began: time.Now()}
	n, _ := io.CopyN(io.Discard, raw{b}, made.limit+1) // the tape says how far it came
	made.truncated = n > made.limit
	b.Close()
}

// drain closes a body that is not needed. It first reads a short body to its end, so that the connection can be reused.
func drain(resp *http.Response) {
	const short = 4 << 10
	if resp.ContentLength >= 0 && resp.ContentLength <= short {
		_, _ = io.CopyN(io.Discard, resp.Body, short)
	}
	resp.Body.Close()
}

// body reads the body of a response within all limits.
type body struct {
	client  *Client
	call    *call
	source  io.ReadCloser
	began   time.Time
	came    int64 // bytes read before decompression
	left    int64 // bytes that may still be read
	decoded *content.Reader
	reader  io.Reader // decoded, and before it what was read already
}

// The sizes in bytes of buffers for bodies: of a new buffer, and of the largest one that is reused.
const (
	startBuffer = 8 << 10
	keptBuffer  = 256 << 10
)

// all reads the body to its end and closes it.
func (b *body) all() ([]byte, error) {
	defer b.Close()
	whole := b.client.buffers.Get().(*bytes.Buffer)
	defer b.client.buffers.Put(whole)
	whole.Reset()
	whole.Grow(startBuffer)
	_, err := whole.ReadFrom(b)
	if err == nil && b.call.tape != nil && !b.call.truncated {
		_, _ = io.CopyN(io.Discard, raw{b}, keptBuffer) // what follows the compressed body
	}
	body := bytes.Clone(whole.Bytes())
	if whole.Cap() > keptBuffer {
		*whole = bytes.Buffer{}
	}
	return body, err
}

// open sets up the decoders of the content codings.
func (b *body) open(encodings []string) (err error) {
	if b.decoded, err = content.NewReader(raw{b}, encodings, b.left); err != nil {
		return broken(err)
	}
	b.reader = b.decoded
	return nil
}

// sniff refuses a body whose first bytes show that it is not a page. It accepts a PDF, a list or data if the call wants that.
func (b *body) sniff(kind content.Type, noSniff bool) error {
	start := make([]byte, content.StartLength)
	n, err := io.ReadFull(b.reader, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return broken(err)
	}
	start = start[:n]
	essence := kind.Sniff(start, noSniff)
	b.call.isPDF = b.call.pdf && (isPDF(essence) || http.DetectContentType(start) == pdfType)
	b.call.isList = b.call.lists && isList(essence, start)
	b.call.isData = !b.call.isList && b.call.isAcceptedData(essence, start)
	if !b.call.isPDF && !b.call.isList && !b.call.isData && (n > 0 || !kind.Unknown()) && !content.IsPage(essence, start) {
		return &refusal{ContentType, fmt.Errorf("%s, and it looks like %s", cmp.Or(kind.Essence, "no content type"), http.DetectContentType(start))}
	}
	b.reader = io.MultiReader(bytes.NewReader(start), b.reader)
	return nil
}

// Read implements io.Reader: it returns the body up to the size limit, and then sets call.truncated if the body is longer.
func (b *body) Read(p []byte) (int, error) {
	if b.reader == nil {
		return 0, io.EOF
	}
	if b.left == 0 {
		var more [1]byte
		n, _ := io.ReadFull(b.reader, more[:])
		b.call.truncated = n > 0
		return 0, io.EOF
	}
	n, err := b.reader.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err == nil || err == io.EOF {
		return n, err
	}
	err = broken(err)
	b.call.err = err
	return n, err
}

// broken gives a decoding error its kind: Reset if the body breaks off, Protocol if it is damaged. It returns other errors unchanged.
func broken(err error) error {
	damage := new(content.Error)
	if !errors.As(err, &damage) || errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return &refusal{Protocol, damage}
}

// Close closes the body. If the body was not read to its end, Close also closes the connection.
func (b *body) Close() error {
	b.release()
	return b.source.Close()
}

func (b *body) release() {
	if b.decoded != nil {
		b.decoded.Close()
	}
	b.decoded, b.reader = nil, nil
}

// raw reads from the connection and enforces the time-outs of the body.
type raw struct{ b *body }

func (r raw) Read(p []byte) (int, error) {
	b, o := r.b, &r.b.client.options
	left := o.BodyTimeout - time.Since(b.began)
	b.call.watch.arm("the body", min(max(left, 0), o.IdleTimeout))
	n, err := b.source.Read(p)
	b.came += int64(n)
	if err == nil {
		err = b.tooSlow()
	}
	return n, err
}

// tooSlow returns an error if the body is slower than MinRate.
func (b *body) tooSlow() error {
	o := &b.client.options
	took := time.Since(b.began)
	if took <= o.IdleTimeout || b.came >= int64(took.Seconds()*float64(o.MinRate)) {
		return nil
	}
	return &refusal{Timeout, fmt.Errorf("%d bytes of the body in %v are fewer than %d/s", b.came, took.Round(time.Second), o.MinRate)}
}
