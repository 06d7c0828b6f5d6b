package web

import (
	"fmt"
	"io"
	"net"
	"testing"
)

// arriving are connections that clients have opened, by their addresses.
type arriving struct {
	net.Listener
	from []string
}

func (a *arriving) Accept() (net.Conn, error) {
	if len(a.from) == 0 {
		return nil, io.EOF
	}
	c := &arrived{from: a.from[0]}
	a.from = a.from[1:]
	return c, nil
}

type arrived struct {
	net.Conn
	from string
}

func (a *arrived) RemoteAddr() net.Addr { return address(a.from) }
func (a *arrived) Close() error         { return nil }

type address string

func (a address) Network() string { return "tcp" }
func (a address) String() string  { return string(a) }

// TestOpenConnectionsAreBounded: those of one client, and those of all. What is closed makes room.
func TestOpenConnectionsAreBounded(t *testing.T) {
	from := &arriving{}
	for i := range 2 * mostOfClient {
		from.from = append(from.from, fmt.Sprintf("[2001:db8::%x]:1", i+1))
	}
	l := Bounded(from)
	open := accepted(l)
	if len(open) != mostOfClient {
		t.Errorf("%d connections of one client are open, want %d", len(open), mostOfClient)
	}
	for i := range 2 * mostConnections {
		from.from = append(from.from, fmt.Sprintf("192.0.2.%d:1", i%200))
	}
	open = append(open, accepted(l)...)
	if len(open) != mostConnections {
		t.Errorf("%d connections are open, want %d", len(open), mostConnections)
	}
	for _, c := range open[:10] {
		_, _ = c.Close(), c.Close() // the second changes nothing
	}
	from.from = append(from.from, make([]string, 20)...)
	if again := accepted(l); len(again) != 10 {
		t.Errorf("%d connections after 10 were closed", len(again))
	}
}

// accepted returns the connections that a listener gives until it ends.
func accepted(l net.Listener) (list []net.Conn) {
	for c, err := l.Accept(); err == nil; c, err = l.Accept() {
		list = append(list, c)
	}
	return list
}
