package testweb

import (
	"io"
	"net"
	"net/http"
	"strconv"
)

// ServeHTTP answers by the Host header without its port, or by the absolute URL of a request to a forward proxy. So the web can be the
// proxy itself, or the server to which a dialer directs every name. Broken connections are simulated by a TCP reset. For names that do not
// resolve, the status is 502, as from a proxy.
func (w *Web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	name := r.Host
	if r.URL.Host != "" {
		name = r.URL.Host
	}
	status := 0
	done := w.observe(name, r.URL.RequestURI())
	defer func() { done(status) }()
	a := w.requested(r, name)
	if pause(r.Context(), a.wait) != nil {
		return
	}
	switch a.failure {
	case noName:
		a = answerOf(http.StatusBadGateway, "text/plain", []byte("no such host\n"))
	case noHandshake, resetEarly:
		reset(rw)
		return
	case switched:
		switchProtocols(rw)
		return
	}
	status = a.status
	a.write(rw, r)
}

// write sends the response, up to its end or to the point where it breaks.
func (a *answer) write(rw http.ResponseWriter, r *http.Request) {
	header := rw.Header()
	for key, values := range a.header {
		header[key] = values
	}
	if a.header.Get("Content-Type") == "" {
		header["Content-Type"] = nil // or the server would guess one
	}
	body := a.body
	switch a.failure {
	case cutShort:
		header.Set("Content-Length", strconv.Itoa(2*len(a.body)))
	case resetHalfway:
		header.Set("Content-Length", strconv.Itoa(len(a.body)))
		body = body[:len(body)/2]
	default:
		if a.stream == nil {
			header.Set("Content-Length", strconv.Itoa(len(a.body)))
		}
	}
	rw.WriteHeader(a.status)
	if r.Method == http.MethodHead {
		return
	}
	if a.stream == nil && a.drip == 0 {
		_, _ = rw.Write(body) // the client may be gone
	} else {
		a.pour(rw, r)
	}
	switch a.failure {
	case cutShort:
		panic(http.ErrAbortHandler) // net/http's way to close a connection early
	case resetHalfway:
		_ = http.NewResponseController(rw).Flush()
		reset(rw)
	}
}

// pour sends an endless stream or a slow body until the client closes the connection.
func (a *answer) pour(rw http.ResponseWriter, r *http.Request) {
	body := a.reader(r.Context())
	if a.drip == 0 {
		_, _ = io.Copy(rw, body)
		return
	}
	controller := http.NewResponseController(rw)
	b := make([]byte, max(a.piece, 1))
	for {
		n, err := body.Read(b)
		if n > 0 {
			if _, failed := rw.Write(b[:n]); failed != nil || controller.Flush() != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// switchProtocols answers 101 and then sends nothing more until the client closes the connection.
func switchProtocols(rw http.ResponseWriter) {
	connection, _, err := http.NewResponseController(rw).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer connection.Close()
	_, _ = io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: silence\r\nConnection: Upgrade\r\n\r\n")
	_, _ = io.Copy(io.Discard, connection)
}

// reset closes the connection with a TCP reset.
func reset(rw http.ResponseWriter) {
	connection, _, err := http.NewResponseController(rw).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // HTTP/2 and recorders cannot be taken over
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = connection.Close()
}
