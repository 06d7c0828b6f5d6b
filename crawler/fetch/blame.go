package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// blamed says who may have caused the result of a request through a proxy.
type blamed uint8

const (
	blameNone    blamed = iota // the host answered
	blameUnknown               // the result says nothing
	blameProxy
	blameEither // the proxy or the host
)

// blame returns whether the host or its proxy may have caused the result of a call.
func blame(m *call, failure *Error) blamed {
	answered := m.resp != nil
	switch {
	case m.proxy == nil:
		return blameUnknown
	case failure == nil && gatewayError(m.resp), answered && madeByProxy(m.resp.Header):
		return blameEither
	case failure == nil || failure.Kind == ContentType:
		return blameNone
	case failure.Kind == Proxy:
		return blameProxy
	case failure.Kind == Reset, !answered && (failure.Kind == Connect || failure.Kind == Timeout || failure.Kind == TLS || failure.Kind == Protocol):
		return blameEither
	case answered:
		return blameNone
	}
	return blameUnknown
}

// gatewayError reports whether a response may come from a proxy that cannot reach the host. A response with Retry-After came from the host itself.
func gatewayError(r *Response) bool {
	return r.Status >= http.StatusBadGateway && r.Status <= http.StatusGatewayTimeout && r.RetryAfter == 0
}

// madeByProxy reports whether a proxy says that it made a response itself (RFC 9209, and squid's own field).
func madeByProxy(h http.Header) bool {
	return h.Get("X-Squid-Error") != "" || strings.Contains(h.Get("Proxy-Status"), "error=")
}

// doubt returns an error that says how the host or its proxy failed.
func doubt(m *call, failure *Error) error {
	if failure != nil {
		return failure.Err
	}
	return fmt.Errorf("status %d", m.resp.Status)
}

// refusedConnect returns an error if a proxy refuses to connect us to a host.
func refusedConnect(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	switch status := answer.StatusCode; {
	case status/100 == 2:
		return nil
	case status == http.StatusProxyAuthRequired:
		return refusedByProxy(status)
	case status == http.StatusTooManyRequests || status/100 == 5:
		return &refusal{Connect, fmt.Errorf("the proxy cannot connect to the host (status %d)", status)}
	default:
		return &refusal{Protocol, fmt.Errorf("the proxy does not connect to this host (status %d)", status)}
	}
}

// refusedByProxy returns an error if the status of a response comes from a proxy itself and not from the host.
func refusedByProxy(status int) error {
	if status != http.StatusProxyAuthRequired {
		return nil
	}
	return &refusal{Proxy, errors.New("the proxy asks for a name and a password (status 407): give them in its URL, http://name:password@host:port")}
}
