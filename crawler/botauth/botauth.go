// Package botauth signs requests, so that owners of sites can be sure which crawler makes them. It follows RFC 9421 (HTTP Message Signatures) with
// Ed25519, and the Web Bot Auth profile of draft-ietf-webbotauth-httpsig-protocol-01.
//
// The package implements RFC 9421 itself, because the module proxy has no well-kept library for it: golang.org/x/net does not implement it, and no
// version of github.com/yaronf/httpsign is available. A crawler needs only a small part, which the tests compare with the vectors of the RFC and of
// the draft.
package botauth

import (
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	// DirectoryPath is the path at which an owner of a crawler publishes the public keys of Key.Directory, so that servers can check its
	// signatures.
	DirectoryPath = "/.well-known/http-message-signatures-directory"
	// DirectoryType is the media type of the file at DirectoryPath.
	DirectoryType = "application/http-message-signatures-directory+json"
)

// Lifetime is how long the signature of a request is valid. It allows for servers whose clocks are some minutes wrong; the draft standard
// recommends at most a day.
const Lifetime = 5 * time.Minute

// Key is the private key with which a crawler signs its requests. Its field Agent is the origin at which the crawler's owner publishes the
// public key, such as https://crawler.example.org.
type Key struct {
	Agent   string
	private ed25519.PrivateKey
}

// NewKey makes a random signing key for a crawler. agent is the origin at which the crawler's owner publishes the public key.
func NewKey(agent string) (*Key, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	return newKey(agent, private)
}

func newKey(agent string, private ed25519.PrivateKey) (*Key, error) {
	u, err := url.Parse(agent)
	if err != nil || u.Scheme != "https" || u.Host == "" || agent != "https://"+u.Host || strings.ContainsAny(agent, "\"\\ ") {
		return nil, fmt.Errorf("%q is no origin: give one such as https://crawler.example.org, without a path", agent)
	}
	return &Key{agent, private}, nil
}

// The block of a file with a key: PKCS #8 (RFC 5958) in PEM, with the origin as a header.
const pemType, pemAgent = "PRIVATE KEY", "Signature-Agent"

// Marshal returns the key in the form of a key file. Anybody who has the file can sign as this crawler.
func (k *Key) Marshal() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(k.private)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: pemType, Headers: map[string]string{pemAgent: k.Agent}, Bytes: der}), nil
}

// ErrKey says that a file is not a key file, as Key.Marshal makes it.
var ErrKey = errors.New("it has no key that `gannet key` has made")

// ParseKey reads a key file that Key.Marshal has made. The error is ErrKey if it is something else.
func ParseKey(file []byte) (*Key, error) {
	block, _ := pem.Decode(file)
	if block == nil || block.Type != pemType {
		return nil, ErrKey
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	private, ok := parsed.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, ErrKey
	}
	return newKey(block.Headers[pemAgent], private)
}

// jwk is a public key in the form of a JSON Web Key (RFC 8037). The fields of a thumbprint come first, in the order of RFC 7638.
type jwk struct {
	Curve string `json:"crv"`
	Type  string `json:"kty"`
	X     string `json:"x"`
	ID    string `json:"kid,omitempty"`
	Use   string `json:"use,omitempty"`
}

func (k *Key) public() jwk {
	return jwk{Curve: "Ed25519", Type: "OKP", X: base64.RawURLEncoding.EncodeToString(k.private.Public().(ed25519.PublicKey))}
}

// Thumbprint returns the identifier of the key in signatures: the hash of its public part (RFC 7638, RFC 8037 appendix A.3).
func (k *Key) Thumbprint() string {
	members, _ := json.Marshal(k.public()) // cannot fail
	sum := sha256.Sum256(members)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Directory returns the file that the owner publishes at DirectoryPath: a set of keys (RFC 7517, section 5).
func (k *Key) Directory() []byte {
	public := k.public()
	public.ID, public.Use = k.Thumbprint(), "sig"
	file, _ := json.MarshalIndent(map[string][]jwk{"keys": {public}}, "", "  ") // cannot fail
	return append(file, '\n')
}

// label is the label of the signature.
const label = "sig1"

// components are the parts of a request that are signed. The signature of one request is not valid for any other resource.
var components = []string{`"@method"`, `"@authority"`, `"@path"`, `"@query"`, `"signature-agent";key="` + label + `"`}

// Sign adds a signature to the header of a request for an absolute URL without a fragment.
func (k *Key) Sign(h http.Header, method, target string, now time.Time) {
	agent := `"` + k.Agent + `"`
	authority, path, query := parts(target)
	values := map[string]string{
		components[0]: method, components[1]: authority, components[2]: path, components[3]: query, components[4]: agent,
	}
	params := fmt.Sprintf(`(%s);created=%d;expires=%d;keyid="%s";alg="ed25519";tag="web-bot-auth"`,
		strings.Join(components, " "), now.Unix(), now.Add(Lifetime).Unix(), k.Thumbprint())
	signature := ed25519.Sign(k.private, []byte(base(components, values, params)))
	h.Set("Signature-Agent", label+"="+agent)
	h.Set("Signature-Input", label+"="+params)
	h.Set("Signature", label+"=:"+base64.StdEncoding.EncodeToString(signature)+":")
}

// parts returns the authority of a URL, its path and its query (RFC 9421, sections 2.2.3, 2.2.6 and 2.2.7), as they are sent to the server. It cuts
// them from the text of the URL, because servers answer URLs that net/url refuses.
func parts(target string) (authority, path, query string) {
	scheme, rest, _ := strings.Cut(target, "://")
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	authority = strings.ToLower(rest[:end])
	if port := map[string]string{"http": ":80", "https": ":443"}[scheme]; port != "" {
		authority = strings.TrimSuffix(authority, port)
	}
	path, query, _ = strings.Cut(rest[end:], "?")
	return authority, cmp.Or(path, "/"), "?" + query
}

// base returns the signature base (RFC 9421 section 2.5).
func base(components []string, values map[string]string, params string) string {
	var b strings.Builder
	for _, c := range components {
		fmt.Fprintf(&b, "%s: %s\n", c, values[c])
	}
	return b.String() + `"@signature-params": ` + params
}
