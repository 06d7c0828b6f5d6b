package fetch

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// socks is a SOCKS5 proxy (RFC 1928, 1929) that leads every name to one server.
type socks struct {
	listener net.Listener
	server   string
	password string
	reply    atomic.Int32 // other than 0: the failure that it answers with
	names    chan string
}

func newSOCKS(t *testing.T, server string) *socks {
	s := &socks{listener: localListener(t), server: strings.TrimPrefix(server, "http://"), password: "c2VjcmV0", names: make(chan string, 100)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := s.listener.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	t.Cleanup(func() { s.listener.Close(); <-done })
	return s
}

func (s *socks) serve(c net.Conn) {
	defer c.Close()
	read := func(n int) []byte {
		b := make([]byte, n)
		_, _ = io.ReadFull(c, b)
		return b
	}
	methods := read(int(read(2)[1]))
	if !bytes.Contains(methods, []byte{2}) {
		_, _ = c.Write([]byte{5, 0xff})
		return
	}
	_, _ = c.Write([]byte{5, 2})
	read(int(read(2)[1])) // the name
	if string(read(int(read(1)[0]))) != s.password {
		_, _ = c.Write([]byte{1, 1})
		return
	}
	_, _ = c.Write([]byte{1, 0})
	request := read(5)
	s.names <- string(read(int(request[4])))
	read(2)
	_, _ = c.Write([]byte{5, byte(s.reply.Load()), 0, 1, 0, 0, 0, 0, 0, 0})
	if s.reply.Load() != 0 {
		return
	}
	server, err := net.Dial("tcp", s.server)
	if err != nil {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(server, c) }()
	_, _ = io.Copy(c, server)
}

// A SOCKS proxy resolves the names. Its refusal of us is its own fault, and a host that it does not reach is the host's.
func TestSOCKS(t *testing.T) {
	page := server(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<p>honey")
	})
	s := newSOCKS(t, page)
	for _, scheme := range []string{"socks5", "socks5h"} {
		at := "@" + s.listener.Addr().String()
		c := client(t, Options{Proxies: []string{scheme + "://me:c2VjcmV0" + at}})
		if resp := fetchOK(t, c, "http://known.to.the.proxy.test/"); string(resp.Body) != "<p>honey" || resp.Addr.IsValid() {
			t.Errorf("%+v", resp)
		}
		if name := <-s.names; name != "known.to.the.proxy.test" {
			t.Errorf("asked for %q", name)
		}
		c.Close()
		s.reply.Store(4) // host unreachable
		fetchFails(t, c, "http://known.to.the.proxy.test/", Connect)
		s.reply.Store(0)
		for _, user := range []string{"", "me:d3Jvbmc"} {
			err := fetchFails(t, client(t, Options{Proxies: []string{scheme + "://" + user + at}}), "http://a.test/", Proxy)
			if strings.Contains(err.Error(), "d3Jvbmc") {
				t.Errorf("%v has the password", err)
			}
		}
	}
}
