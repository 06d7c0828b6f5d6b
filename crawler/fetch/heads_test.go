package fetch

import (
	"errors"
	"net"
	"strings"
	"testing"
)

// TestHeadLines holds that lines which are no fields are left out, as in browsers (RFC 9112 section 5, RFC 9110 section 5.1).
func TestHeadLines(t *testing.T) {
	const ok, body = "HTTP/1.1 200 OK\r\n", "\r\n<p>text"
	fields := "Content-Type: text/html\r\nX-Name: x\r\nContent-Length: 7\r\n"
	for name, reply := range map[string]string{
		"as it should be": ok + fields + body,
		"no colon":        ok + "this is no field\r\n" + fields + body,
		"its last line":   ok + fields + "this is no field\r\n" + body,
		"empty name":      ok + ": x\r\n" + fields + body,
		"no token":        ok + "a b: x\r\nn\xe9: x\r\n(c): d\r\n" + fields + body,
		"continued":       ok + "this is no field\r\n and goes on: here\r\n" + fields + body,
		"bare LF":         strings.ReplaceAll(ok+"no field\r\n"+fields+body, "\r\n", "\n"),
		"interim heads":   "HTTP/1.1 103 Early Hints\r\nno field\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + ok + "no field\r\n" + fields + body,
		"in two packets":  ok + "no field\r\n" + "X-Long: " + strings.Repeat("x", 9000) + "\r\n" + fields + body,
	} {
		resp := fetchOK(t, client(t, Options{}), rawServer(t, reply, false))
		if string(resp.Body) != "<p>text" || resp.Header.Get("X-Name") != "x" {
			t.Errorf("%s: %q, %v", name, resp.Body, resp.Header)
		}
	}
	long := ok + "no field\r\nX: " + strings.Repeat("x", 400<<10) + "\r\n" + fields + body
	failure := fetchFails(t, client(t, Options{}), rawServer(t, long, false), Protocol)
	if !errors.Is(failure, Protocol) {
		t.Error(failure)
	}
}

// endlessHeads gives heads of interim answers without end.
type endlessHeads struct {
	net.Conn
	read int
}

func (e *endlessHeads) Read(b []byte) (int, error) {
	const head = "HTTP/1.1 103 Early Hints 000\r\n\r\n" // 32 bytes, so that no read ends with a head
	for i := range b {
		b[i] = head[(e.read+i)%len(head)]
	}
	e.read += len(b)
	return len(b), nil
}

// TestInterimHeadsAreBounded holds that a server cannot fill the memory with interim answers.
func TestInterimHeadsAreBounded(t *testing.T) {
	server := &endlessHeads{}
	c := &headConn{Conn: server, most: 64 << 10}
	c.waiting.Store(true)
	if n, err := c.Read(make([]byte, 100)); n != 100 || err != nil {
		t.Fatal(n, err)
	}
	if server.read > 80<<10 {
		t.Errorf("%d bytes were read at once, of 64 kB that a head may have", server.read)
	}
}
