package fetch

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
)

// Authorities returns the system's certificate authorities and those of a file in PEM form, for the RootCAs of Options.TLS.
func Authorities(file []byte) (*x509.CertPool, error) {
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool() // such as in a container without certificates
	}
	n := 0
	for block, rest := pem.Decode(file); ; block, rest = pem.Decode(rest) {
		switch {
		case block == nil && bytes.Contains(rest, []byte("-----BEGIN CERTIFICATE-----")):
			return nil, fmt.Errorf("certificate %d is cut off or not in PEM form: take the file from its source again", n+1)
		case block == nil && n == 0:
			return nil, errors.New("has no certificate: give a file in PEM form, with lines -----BEGIN CERTIFICATE-----")
		case block == nil:
			return pool, nil
		case block.Type != "CERTIFICATE":
			continue
		}
		n++
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("certificate %d cannot be read: take the file from its source again", n)
		}
		pool.AddCert(certificate)
	}
}
