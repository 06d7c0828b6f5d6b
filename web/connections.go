package web

import (
	"net"
	"net/netip"
	"sync"
)

// Bounds of open connections. More are closed at once, since each costs a file and memory that a crawl in the same process needs.
const (
	mostConnections = 256
	mostOfClient    = 128 // a proxy before the page is one client
)

// Bounded returns a listener with two limits on the number of open connections: one for all clients together, and a smaller one for each
// client.
func Bounded(l net.Listener) net.Listener {
	return &bounded{Listener: l, of: make(map[netip.Prefix]int)}
}

type bounded struct {
	net.Listener

	mu   sync.Mutex // guards the fields below
	open int
	of   map[netip.Prefix]int // by the addresses of a client
}

// Accept returns the next connection that does not exceed the limits.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		var client netip.Prefix
		if from, err := netip.ParseAddrPort(c.RemoteAddr().String()); err == nil {
			client, _ = prefixes(from.Addr())
		}
		if b.take(client) {
			return &taken{Conn: c, end: sync.OnceFunc(func() { b.release(client) })}, nil
		}
		_ = c.Close() // the client sees that it was not answered
	}
}

func (b *bounded) take(client netip.Prefix) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open >= mostConnections || b.of[client] >= mostOfClient {
		return false
	}
	b.open++
	b.of[client]++
	return true
}

func (b *bounded) release(client netip.Prefix) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open--
	if b.of[client]--; b.of[client] == 0 {
		delete(b.of, client)
	}
}

// taken is a connection that counts against the bounds until it is closed.
type taken struct {
	net.Conn
	end func()
}

// Close closes the connection, after which the listener can accept another one.
func (t *taken) Close() error {
	defer t.end()
	return t.Conn.Close()
}
