package botauth

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"
)

// rfcKey is the key test-key-ed25519 of RFC 9421, appendix B.1.4.
func rfcKey(t *testing.T) *Key {
	t.Helper()
	seed, err := base64.RawURLEncoding.DecodeString("n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU")
	if err != nil {
		t.Fatal(err)
	}
	k, err := newKey("https://signature-agent.test", ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestVectors has RFC 9421, appendix B.2.6, and the example with a Signature-Agent of the draft.
func TestVectors(t *testing.T) {
	k := rfcKey(t)
	for _, v := range []struct {
		components []string
		values     map[string]string
		params     string
		want       string
	}{
		{
			[]string{`"date"`, `"@method"`, `"@path"`, `"@authority"`, `"content-type"`, `"content-length"`},
			map[string]string{`"date"`: "Tue, 20 Apr 2021 02:07:55 GMT", `"@method"`: "POST", `"@path"`: "/foo", `"@authority"`: "example.com",
				`"content-type"`: "application/json", `"content-length"`: "18"},
			`("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"`,
			"wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
		},
		{
			[]string{`"@authority"`, `"signature-agent";key="agent2"`},
			map[string]string{`"@authority"`: "example.com", `"signature-agent";key="agent2"`: `"https://signature-agent.test"`},
			`("@authority" "signature-agent";key="agent2");created=1735689600;keyid="` + k.Thumbprint() + `";alg="ed25519";expires=4889289600` +
				`;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"`,
			"RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==",
		},
	} {
		got := base64.StdEncoding.EncodeToString(ed25519.Sign(k.private, []byte(base(v.components, v.values, v.params))))
		if got != v.want {
			t.Errorf("%s: %s", v.params, got)
		}
	}
	if k.Thumbprint() != "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U" {
		t.Error(k.Thumbprint())
	}
}

var input = regexp.MustCompile(`^sig1=(\(([^)]*)\);created=(\d+);expires=(\d+);keyid="([^"]*)";alg="ed25519";tag="web-bot-auth")$`)

// verify checks the signature of a request as it came, by a directory of keys (RFC 9421, section 3.2).
func verify(r *http.Request, directory []byte, now time.Time) error {
	var keys struct{ Keys []jwk }
	if err := json.Unmarshal(directory, &keys); err != nil || len(keys.Keys) == 0 {
		return fmt.Errorf("no keys: %v", err)
	}
	m := input.FindStringSubmatch(r.Header.Get("Signature-Input"))
	if m == nil {
		return fmt.Errorf("Signature-Input: %q", r.Header.Get("Signature-Input"))
	}
	var created, expires int64
	_, _ = fmt.Sscan(m[3]+" "+m[4], &created, &expires)
	if m[5] != keys.Keys[0].ID || now.Unix() < created || now.Unix() >= expires {
		return fmt.Errorf("key %s, from %d to %d", m[5], created, expires)
	}
	var b strings.Builder
	for _, c := range strings.Fields(m[2]) {
		value, ok := map[string]string{
			`"@method"`: r.Method, `"@authority"`: strings.ToLower(r.Host), `"@path"`: r.URL.EscapedPath(), `"@query"`: "?" + r.URL.RawQuery,
			`"signature-agent";key="sig1"`: strings.TrimPrefix(r.Header.Get("Signature-Agent"), "sig1="),
		}[c]
		if !ok {
			return fmt.Errorf("component %s", c)
		}
		fmt.Fprintf(&b, "%s: %s\n", c, value)
	}
	b.WriteString(`"@signature-params": ` + m[1])
	public, _ := base64.RawURLEncoding.DecodeString(keys.Keys[0].X)
	signature, err := base64.StdEncoding.DecodeString(strings.Trim(strings.TrimPrefix(r.Header.Get("Signature"), "sig1="), ":"))
	if err != nil || !ed25519.Verify(public, []byte(b.String()), signature) {
		return fmt.Errorf("the signature is wrong: %v", err)
	}
	return nil
}

// TestServersVerifyRequests signs requests and has a server verify them as they come.
func TestServersVerifyRequests(t *testing.T) {
	k, err := NewKey("https://crawler.example.org")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_800_000_000, 0)
	var came *http.Request
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { came = r }))
	defer server.Close()
	for _, path := range []string{"", "/", "/a%20b/c", "/a?b=c&d=%C3%A9", "/?"} {
		r, err := http.NewRequest("GET", server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		k.Sign(r.Header, r.Method, server.URL+path, now)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if err := verify(came, k.Directory(), now.Add(time.Minute)); err != nil {
			t.Errorf("%q: %v", path, err)
		}
		if verify(came, k.Directory(), now.Add(Lifetime)) == nil {
			t.Errorf("%q: the signature never ends", path)
		}
		came.URL.Path += "x"
		if verify(came, k.Directory(), now) == nil {
			t.Errorf("%q: the signature is good for another path", path)
		}
	}
}

func TestKeysAreReadAgain(t *testing.T) {
	k := rfcKey(t)
	file, err := k.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParseKey(file); err != nil || got.Agent != k.Agent || got.Thumbprint() != k.Thumbprint() {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "junk", strings.Replace(string(file), "Signature-Agent: https", "Signature-Agent: http", 1), strings.Replace(string(file), "PRIVATE KEY", "PUBLIC KEY", 2)} {
		if _, err := ParseKey([]byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	for _, agent := range []string{"", "http://a.test", "https://a.test/x", "https://", "https://a.test\""} {
		if _, err := NewKey(agent); err == nil {
			t.Errorf("%q is an origin", agent)
		}
	}
}
