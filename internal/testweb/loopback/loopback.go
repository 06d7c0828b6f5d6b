// Package loopback serves a generated web as a network of its own: names by DNS, hosts on many addresses of 127.0.0.0/8, answers over TCP. Half of
// the addresses have several hosts. It counts the requests to every host and address, and detects requests that come too soon, at the same time as
// others, or twice, and those that come before robots.txt or are forbidden by it.
package loopback

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"gannet/internal/testweb"
)

// Options describe the generated web that is served, and its hosts. Start from testweb.DefaultOptions for Web. If Delay is 0, hosts require
// no pauses between requests.
type Options struct {
	// Web is the web; its Port is chosen by Start.
	Web testweb.Options
	// Delay is the pause that a crawler must keep between two requests to the same host or address.
	Delay time.Duration
	// Latency bounds the time that a response waits before it is sent. The actual time differs between addresses.
	Latency time.Duration
}

// Server serves a generated web on the loopback interface until Close.
type Server struct {
	options Options
	web     *testweb.Web
	port    int
	names   *net.UDPConn
	pages   *http.Server
	control *http.Server
	at      string // of the control
	counts  *counts
	serving sync.WaitGroup
}

// Start starts a Server for a generated web.
func Start(o Options) (s *Server, err error) {
	s = &Server{options: o}
	pages, err := net.Listen("tcp4", "0.0.0.0:0") // all of 127.0.0.0/8
	if err != nil {
		return nil, fmt.Errorf("serve a web: %w", err)
	}
	control, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("serve a web: %w", errors.Join(err, pages.Close()))
	}
	if s.names, err = net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.MustParseAddrPort("127.0.0.1:0"))); err != nil {
		return nil, fmt.Errorf("serve a web: %w", errors.Join(err, pages.Close(), control.Close()))
	}
	s.port, s.at = pages.Addr().(*net.TCPAddr).Port, control.Addr().String()
	s.options.Web.Port = s.port
	s.web = testweb.New(s.options.Web)
	s.counts = newCounts(s.web, o.Delay)
	s.pages = &http.Server{Handler: http.HandlerFunc(s.page), ReadHeaderTimeout: time.Minute}
	s.control = &http.Server{Handler: http.HandlerFunc(s.tell), ReadHeaderTimeout: time.Minute}
	s.serving.Go(func() { _ = s.pages.Serve(pages) })
	s.serving.Go(func() { _ = s.control.Serve(control) })
	s.serving.Go(s.resolve)
	return s, nil
}

// Web returns the web that is served. Its URLs contain the port of the server.
func (s *Server) Web() *testweb.Web { return s.web }

// DNS returns the UDP address of the name server that resolves the web's hosts.
func (s *Server) DNS() string { return s.names.LocalAddr().String() }

// Control returns the URL of a JSON page with the Report of the server.
func (s *Server) Control() string { return "http://" + s.at + "/" }

// Report returns what the servers have counted so far.
func (s *Server) Report() Report { return s.counts.report() }

// Close stops the web server and the name server.
func (s *Server) Close() error {
	err := errors.Join(s.pages.Close(), s.control.Close(), s.names.Close())
	s.serving.Wait()
	return err
}

// address returns the address of a host: the public address that it has in the web, moved into the loopback network.
func address(w *testweb.Web, host string) netip.Addr {
	addr := w.Addr(host)
	if !addr.IsValid() {
		return addr
	}
	four := addr.As4()
	return netip.AddrFrom4([4]byte{127, four[1] | 0x80, four[2], four[3]}) // not 127.0.0.0, a broadcast address
}

// page answers for all hosts.
func (s *Server) page(rw http.ResponseWriter, r *http.Request) {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	host, _, _ := strings.Cut(r.Host, ":")
	if local == nil || !local.IP.IsLoopback() {
		http.Error(rw, "only over loopback", http.StatusForbidden)
		return
	}
	asked := s.counts.begin(time.Now(), host, local.AddrPort().Addr().Unmap(), r.URL.RequestURI())
	a := &answering{ResponseWriter: rw, over: asked.end}
	defer a.ended() // where the client went before there was a response
	if s.options.Latency > 0 {
		time.Sleep(s.options.Latency * time.Duration(local.IP[len(local.IP)-1]) / 255)
	}
	s.web.ServeHTTP(a, r)
}

// answering notices when the first byte of a response is about to be sent. From then on the request counts as finished. The client waits for more than
// the first byte, so its pause is never measured too short.
type answering struct {
	http.ResponseWriter
	once sync.Once
	over func(time.Time)
}

func (a *answering) ended() { a.once.Do(func() { a.over(time.Now()) }) }

func (a *answering) WriteHeader(status int) {
	a.ended()
	a.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the underlying writer, for http.ResponseController.
func (a *answering) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// tell answers requests to the control address.
func (s *Server) tell(rw http.ResponseWriter, _ *http.Request) {
	rw.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(rw).Encode(s.Report()) // who asked may be gone
}
