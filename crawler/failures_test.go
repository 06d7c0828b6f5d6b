package crawler

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"testing"

	"gannet/crawler/fetch"
)

// TestFailuresAreToldWithoutTheLibrarysWords, and with the remedy if there is one.
func TestFailuresAreToldWithoutTheLibrarysWords(t *testing.T) {
	for want, failure := range map[string]*fetch.Error{
		"TLS: certificate signed by unknown authority: --ca trusts the authorities in a file": {
			Kind: fetch.TLS, Err: &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}},
		"reset: broken off": {Kind: fetch.Reset, Err: &net.OpError{Op: "read", Net: "tcp", Err: errors.New("broken off")}},
		"TLS: authority":    {Kind: fetch.TLS, Err: errors.New("x509: authority (possibly because of \"x\")")},
		"proxy: refused":    {Kind: fetch.Proxy, Err: errors.New("refused")},
	} {
		if got := brief(failure); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
