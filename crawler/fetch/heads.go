package fetch

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"sync/atomic"

	"gannet/crawler/content"
)

// headConn removes the lines of an HTTP/1 answer's head that are not fields: those without a colon, or with a name that is not a token (RFC 9110
// section 5.1). Browsers ignore such lines, but net/http would refuse the whole response. Everything else, such as TLS, passes unchanged.
type headConn struct {
	net.Conn
	most    int64       // bytes of a head and the interim ones before it; longer ones are net/http's to refuse
	waiting atomic.Bool // a request was written, and no response has begun
	rest    []byte      // was read, and is to be returned
}

// Write implements net.Conn: it sends bytes, after which Read expects the head of a response.
func (c *headConn) Write(b []byte) (int, error) {
	c.waiting.Store(true)
	return c.Conn.Write(b)
}

// Read implements net.Conn: it returns received bytes, after repairing header lines that net/http would refuse. Only one goroutine may call
// it at a time.
func (c *headConn) Read(b []byte) (int, error) {
	if len(c.rest) == 0 {
		n, err := c.Conn.Read(b)
		if n == 0 || !c.waiting.Swap(false) || !bytes.HasPrefix(b, []byte("HTTP/1.")[:min(n, 7)]) {
			return n, err
		}
		if end := headEnd(b[:n]); end > 0 && !hasBadLine(b[:end]) {
			return n, err
		}
		c.rest = c.readHead(bytes.Clone(b[:n]))
	}
	n := copy(b, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// readHead reads the rest of a head that begins with start, and the heads that follow it if it is interim. It returns these heads without the bad
// lines, and the bytes that came after them. If reading fails, the next Read returns the error again.
func (c *headConn) readHead(start []byte) (all []byte) {
	buffer := make([]byte, 4096)
	for {
		end := headEnd(start)
		switch isHTTP := bytes.HasPrefix(start, []byte("HTTP/1.")[:min(len(start), 7)]); {
		case !isHTTP, int64(len(all)+len(start)) > c.most:
			return append(all, start...)
		case end > 0:
			interim := isInterim(start)
			all, start = append(all, withoutBadLines(start[:end])...), start[end:]
			if !interim {
				return append(all, start...)
			}
			if len(start) == 0 {
				c.waiting.Store(true)
				return all
			}
			continue
		}
		n, err := c.Conn.Read(buffer)
		start = append(start, buffer[:n]...)
		if err != nil {
			return append(all, start...)
		}
	}
}

// hasBadLine reports whether a head is interim or has a line that is not a field.
func hasBadLine(head []byte) bool {
	return isInterim(head) || len(withoutBadLines(head)) != len(head)
}

// withoutBadLines returns a head without the lines that are not fields, including their continuation lines.
func withoutBadLines(head []byte) (kept []byte) {
	keep := true
	for i, line := 0, []byte(nil); len(head) > 0; i++ {
		end := bytes.IndexByte(head, '\n') + 1
		if end == 0 {
			end = len(head)
		}
		line, head = head[:end], head[end:]
		name, _, colon := bytes.Cut(line, []byte(":"))
		switch {
		case i == 0, len(bytes.TrimSpace(line)) == 0:
			keep = true
		case line[0] != ' ' && line[0] != '\t':
			keep = colon && content.IsToken(string(bytes.TrimRight(name, " \t")))
		}
		if keep {
			kept = append(kept, line...)
		}
	}
	return kept
}

// forgiveHeads makes the connections of http URLs ignore lines of a head that are not fields.
func (c *Client) forgiveHeads() {
	t, ok := c.transport.(*http.Transport)
	if !ok {
		return
	}
	dial := t.DialContext
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &headConn{Conn: conn, most: c.options.MaxHeader}, nil
	}
}
