package fetch

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"gannet/internal/weburl"
)

type publicKey struct{}

// WithoutSecrets returns a context for requests that must not carry the user's secret header fields, such as cookies, but only fields that
// every server may see.
func WithoutSecrets(ctx context.Context) context.Context {
	return context.WithValue(ctx, publicKey{}, true)
}

// secrets returns the fields of a request that only its server may see: those of Options.Header and Options.Cookies. They are in no log, archive or
// error. The result is nil if there are none.
func (c *Client) secrets(canonical string) http.Header {
	var secret http.Header
	if len(c.options.Header) > 0 && slices.Contains(c.options.HeaderOrigins, weburl.Origin(canonical)) {
		secret = c.options.Header.Clone()
	}
	if cookies := c.options.Cookies.Header(canonical, c.options.Now()); cookies != "" {
		if secret == nil {
			secret = make(http.Header)
		}
		secret["Cookie"] = []string{strings.Join(append(secret["Cookie"], cookies), "; ")}
	}
	return secret
}

// addSecrets adds the secret fields to the header of a request, and reports whether there are any. No other function adds secrets.
func (c *Client) addSecrets(ctx context.Context, h http.Header, canonical string) (any bool) {
	if ctx.Value(publicKey{}) != nil {
		return false
	}
	secret := c.secrets(canonical)
	maps.Copy(h, secret)
	return len(secret) > 0
}

// withoutSecrets returns the header of a response without the cookies that it sets, because the cookies of a logged-in user are secret. Later requests
// send the new values of the cookies.
func (c *Client) withoutSecrets(canonical string, answer http.Header) http.Header {
	c.options.Cookies.Renew(canonical, answer, c.options.Now())
	answer = answer.Clone()
	answer.Del("Set-Cookie")
	return answer
}
