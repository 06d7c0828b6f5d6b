package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
)

// Kind is the category of a failed fetch. It can be used as an error: errors.Is(err, fetch.Timeout) is true for an Error of kind Timeout.
type Kind string

// These are the kinds of errors of a fetch. Errors of the kinds Proxy and Local are not the host's fault, because no request reached the host.
// An error of the kind OtherProxy may be the fault of the host or of its proxy.
const (
	BadURL  Kind = "bad URL"         // not an http or https URL
	DNS     Kind = "DNS"             // the name has no address, or none could be found out now
	Private Kind = "private address" // the address is not part of the public web
	Connect Kind = "connect"         // no connection to the server or the proxy
	TLS     Kind = "TLS"             // no secure connection, such as for an expired certificate
	Timeout Kind = "timeout"         // one of the Options' time-outs, or a body slower than MinRate
	Reset   Kind = "reset"           // the connection ended before the response did
	// Stale is the kind of a request that was sent over a connection of an earlier request, when the server had just closed it. Sending it
	// again is safe.
	Stale Kind = "stale"
	// Session is the kind of an error by which a server redirects to the same page with a session id in the URL, because the client has no
	// cookies. The client remembers the session, so the next request for the page succeeds.
	Session     Kind = "session"
	ContentType Kind = "content type"             // neither HTML nor XHTML
	Protocol    Kind = "protocol"                 // not understandable as HTTP, or a header over MaxHeader
	Proxy       Kind = "proxy"                    // the proxy cannot be reached, or refuses to serve us
	OtherProxy  Kind = "proxy (another is tried)" // the proxy or the host failed; the next request goes through another proxy
	Local       Kind = "local"                    // this machine has no more files, ports or memory for a connection
	Canceled    Kind = "canceled"                 // the caller's context ended
)

// Error returns the name of the kind, such as "timeout".
func (k Kind) Error() string { return string(k) }

// Error says why a fetch has no response: its URL, its kind, and in Err the details.
type Error struct {
	Kind   Kind
	URL    string
	Err    error
	Unsent bool // there was no connection, so no request was sent
}

// Error returns one line: what failed, for which URL, and why.
func (e *Error) Error() string { return fmt.Sprintf("fetch %s: %s: %v", e.URL, e.Kind, e.Err) }

// Unwrap returns the underlying error with the details.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the Kind of this error, such as Timeout.
func (e *Error) Is(target error) bool { return target == error(e.Kind) }

// Temporary reports whether the same request may succeed later. A name that does not exist is not temporary.
func (e *Error) Temporary() bool {
	switch e.Kind {
	case Connect, Timeout, Reset, Stale, Session, Proxy, OtherProxy, Local, Canceled:
		return true
	case DNS:
		var dns *net.DNSError
		return !errors.As(e.Err, &dns) || !dns.IsNotFound
	}
	return false
}

// refusal is an error whose kind is known at the place where it occurs.
type refusal struct {
	kind Kind
	err  error
}

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// classify returns the Error for err. slow is the time-out that ended the request, or nil.
func classify(err error, url string, caller context.Context, slow error) *Error {
	var known *refusal
	switch {
	case caller.Err() != nil:
		return &Error{Kind: Canceled, URL: url, Err: context.Cause(caller)}
	case errors.As(err, &known):
		return &Error{Kind: known.kind, URL: url, Err: known.err}
	case slow != nil:
		return &Error{Kind: Timeout, URL: url, Err: slow}
	}
	return &Error{Kind: kindOf(err), URL: url, Err: err}
}

// localErrors mean that this machine cannot open another connection.
var localErrors = []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.EADDRNOTAVAIL}

func isLocal(err error) bool {
	return slices.ContainsFunc(localErrors, func(e error) bool { return errors.Is(err, e) }) ||
		strings.Contains(err.Error(), syscall.EMFILE.Error()) // the resolver keeps only the text
}

// kindOf returns the kind of an error of the standard library.
func kindOf(err error) Kind {
	var dns *net.DNSError
	var network net.Error
	var op *net.OpError
	switch {
	case isLocal(err):
		return Local
	case errors.As(err, &op) && (op.Op == "proxyconnect" || op.Op == "socks connect" && !repliedBySOCKS(err)):
		return Proxy
	case errors.As(err, &dns):
		return DNS
	case isTLS(err):
		return TLS
	case errors.As(err, &network) && network.Timeout():
		return Timeout
	case errors.As(err, &op) && (op.Op == "dial" || op.Op == "socks connect"):
		return Connect
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE), errors.Is(err, net.ErrClosed), errors.As(err, &op):
		return Reset
	}
	return kindOfText(err.Error())
}

// repliedBySOCKS reports whether a SOCKS proxy answered that it cannot reach the host (RFC 1928 section 6).
func repliedBySOCKS(err error) bool { return strings.Contains(err.Error(), "unknown error ") }

// kindOfText returns the kind of errors of net/http that have no type.
func kindOfText(text string) Kind {
	for _, s := range []string{"stream error", "GOAWAY", "http2: client conn", "server closed idle", "connection lost"} {
		if strings.Contains(text, s) {
			return Reset
		}
	}
	return Protocol
}

func isTLS(err error) bool {
	var (
		verification *tls.CertificateVerificationError
		record       tls.RecordHeaderError
		alert        tls.AlertError
		authority    x509.UnknownAuthorityError
		name         x509.HostnameError
		invalid      x509.CertificateInvalidError
	)
	return errors.As(err, &verification) || errors.As(err, &record) || errors.As(err, &alert) ||
		errors.As(err, &authority) || errors.As(err, &name) || errors.As(err, &invalid) ||
		strings.Contains(err.Error(), "tls: ") || strings.Contains(err.Error(), "server gave HTTP response to HTTPS")
}
