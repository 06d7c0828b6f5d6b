package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// tapeMemory is how many bytes of a response are recorded in memory; the rest goes to a file. The heads of most answers, and most pages, fit into
	// it.
	tapeMemory = 256 << 10
	// tapeSpare is the factor by which more bytes are recorded than may be read of a body, because chunks and compression may add to them.
	tapeSpare = 2
)

// tape records the bytes of one exchange. The connection's goroutine writes to it, too.
type tape struct {
	archive  Archive
	limit    int64 // bytes of the response
	at       time.Time
	conn     *tapedConn // nil if the connection shows no HTTP/1
	ended    bool       // the body was read to its end
	answered *http.Response

	mu     sync.Mutex // guards the fields below, until over
	sent   []byte
	answer []byte   // its first bytes
	rest   *os.File // the others; nil if there are none
	size   int64
	full   bool // the response is longer than limit
	over   bool
	failed error

	protocols []string // with message
	whole     bool     // with message
}

// newTape returns a tape for a response of so many bytes.
func (c *Client) newTape(body int64) *tape {
	if c.options.Archive == nil {
		return nil
	}
	return &tape{archive: c.options.Archive, limit: tapeMemory + c.options.MaxHeader + tapeSpare*body, at: c.options.Now()}
}

// connect begins to record what a connection sends and gets.
func (t *tape) connect(conn net.Conn, now time.Time) {
	if t == nil {
		return
	}
	t.at = now
	if forgiving, ok := conn.(*headConn); ok {
		conn = forgiving.Conn // the tape has what the server sent
	}
	if shown, ok := conn.(*tapedConn); ok {
		t.conn = shown
		shown.tape.Store(t)
	}
}

// begin records the body as it is read. It also records the head of a response, unless the tape gets that from the connection.
func (t *tape) begin(r *http.Request, resp *http.Response, reports bool) {
	if t == nil {
		return
	}
	t.answered = resp
	resp.Body = &tapedBody{resp.Body, t}
	switch {
	case t.conn != nil:
		t.protocols = protocolNames(resp.ProtoMajor, resp.ProtoMinor, t.conn.secure)
		return
	case reports && resp.TLS != nil:
		t.protocols = protocolNames(resp.ProtoMajor, resp.ProtoMinor, resp.TLS.Version)
	case reports:
		t.protocols = protocolNames(resp.ProtoMajor, resp.ProtoMinor, 0)
	}
	t.sent = requestText(r)
	t.receive(answerHead(resp))
}

func (t *tape) send(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.over && len(t.sent)+len(b) <= tapeMemory {
		t.sent = append(t.sent, b...)
	}
}

func (t *tape) receive(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over || t.failed != nil {
		return
	}
	if room := t.limit - t.size; int64(len(b)) > room {
		b, t.full = b[:room], true
	}
	t.size += int64(len(b))
	n := min(len(b), tapeMemory-len(t.answer))
	t.answer = append(t.answer, b[:n]...)
	if n < len(b) {
		t.spool(b[n:])
	}
}

func (t *tape) spool(b []byte) {
	if t.rest == nil {
		if t.rest, t.failed = t.archive.Spool(); t.failed != nil {
			return
		}
	}
	_, t.failed = t.rest.Write(b)
}

// end ends the recording.
func (t *tape) end() {
	if t.conn != nil {
		t.conn.tape.CompareAndSwap(t, nil)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
}

func (t *tape) close() {
	if t.rest != nil {
		t.rest.Close()
	}
}

// message returns the recorded answer and its size, and finds out whether it is whole. It leaves out what follows the body and, if the response is
// private, Set-Cookie.
func (t *tape) message(private bool) (io.Reader, int64) {
	head, to := t.head()
	if to == 0 { // the server has sent very much before
		head, t.size, t.full = answerHead(t.answered), 0, true
	}
	length := t.answered.ContentLength
	size := t.size - int64(to)
	if length >= 0 {
		size = min(size, length)
	}
	t.whole = !t.full && (t.ended || size == length)
	if private {
		head = withoutField(head, "Set-Cookie")
	}
	body := io.MultiReader(bytes.NewReader(t.answer[to:]), t.spooled())
	return io.MultiReader(bytes.NewReader(head), io.LimitReader(body, size)), int64(len(head)) + size
}

// head returns the head of the response and the position where its body begins, 0 if that was not recorded. It leaves out interim answers (1xx) before
// the head.
func (t *tape) head() (head []byte, body int) {
	from, to := 0, headEnd(t.answer)
	for to > 0 && isInterim(t.answer[from:]) {
		next := headEnd(t.answer[to:])
		if next == 0 {
			return nil, 0
		}
		from, to = to, to+next
	}
	return t.answer[from:to], to
}

// spooled reads the part of the response that is in the file.
func (t *tape) spooled() io.Reader {
	if t.rest == nil {
		return bytes.NewReader(nil)
	}
	return io.NewSectionReader(t.rest, 0, t.size-int64(len(t.answer)))
}

// headEnd returns the length of the head at the beginning of b, including the empty line. It is 0 if the head is incomplete.
func headEnd(b []byte) int {
	for at := 0; ; {
		n := bytes.IndexByte(b[at:], '\n')
		if n < 0 {
			return 0
		}
		line := b[at : at+n]
		at += n + 1
		if len(bytes.TrimSuffix(line, []byte("\r"))) == 0 {
			return at
		}
	}
}

// isInterim reports whether the status of a head is 1xx.
func isInterim(head []byte) bool {
	_, status, _ := bytes.Cut(head[:min(len(head), 16)], []byte(" "))
	return bytes.HasPrefix(status, []byte("1"))
}

// tapedConn is a connection that records its HTTP/1 messages on the tape of the current request.
type tapedConn struct {
	net.Conn
	secure uint16 // version of TLS, 0 without it
	tape   atomic.Pointer[tape]
}

// Read implements net.Conn: it records the received bytes.
func (c *tapedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if t := c.tape.Load(); t != nil && n > 0 {
		t.receive(b[:n])
	}
	return n, err
}

// Write implements net.Conn: it records the sent bytes.
func (c *tapedConn) Write(b []byte) (int, error) {
	if t := c.tape.Load(); t != nil {
		t.send(b)
	}
	return c.Conn.Write(b)
}

// tapedBody is a body that is recorded as it is read, unless its connection already records it.
type tapedBody struct {
	io.ReadCloser
	tape *tape
}

// Read implements io.Reader: it returns the body, and records it.
func (b *tapedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.tape.conn == nil && n > 0 {
		b.tape.receive(p[:n])
	}
	if err == io.EOF {
		b.tape.ended = true
	}
	return n, err
}

// dialFunc is the type of http.Transport.DialContext.
type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// tapeConnections makes all transports record their connections.
func (c *Client) tapeConnections() {
	if t, ok := c.transport.(*http.Transport); ok {
		c.tapeTransport(t)
	}
	if c.proxies != nil {
		for _, x := range c.proxies.list {
			c.tapeTransport(x.transport)
		}
	}
}

// tapeTransport makes a transport record its connections. TLS is done here, because net/http would hide the decrypted bytes. Behind a proxy, net/http
// does not use this function for TLS.
func (c *Client) tapeTransport(t *http.Transport) {
	dial := t.DialContext
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &tapedConn{Conn: conn}, nil
	}
	if t.Proxy == nil {
		t.DialTLSContext = c.dialTLS(dial, t.TLSClientConfig)
	}
}

// dialTLS makes connections with TLS. A connection of HTTP/2 is not recorded, because net/http writes and reads it in frames.
func (c *Client) dialTLS(dial dialFunc, base *tls.Config) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		config := base.Clone()
		config.NextProtos = []string{"h2", "http/1.1"}
		if config.ServerName == "" {
			config.ServerName = hostname(address)
		}
		ctx, cancel := context.WithTimeout(ctx, c.options.ConnectTimeout)
		defer cancel()
		secure := tls.Client(conn, config)
		if err := secure.HandshakeContext(ctx); err != nil {
			conn.Close()
			return nil, err
		}
		state := secure.ConnectionState()
		if state.NegotiatedProtocol == "h2" {
			return secure, nil
		}
		return &tapedConn{Conn: secure, secure: state.Version}, nil
	}
}
