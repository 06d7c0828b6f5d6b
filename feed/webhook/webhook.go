// Package webhook sends batches of changes to the user's own server, signed according to Standard Webhooks (https://www.standardwebhooks.com). It
// sends each batch until the server accepts it, so a batch may arrive more than once.
package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// These are the errors of webhooks.
var (
	// ErrURL says that a text is not the URL of a webhook.
	ErrURL = errors.New("is no URL of a webhook")
	// ErrPlain says that postings would be sent without encryption.
	ErrPlain = errors.New("would send postings in the clear")
	// ErrSecret says that the secret with which messages are signed is too short or damaged.
	ErrSecret = errors.New("the secret of the webhook is too short or damaged")
	// ErrRefused says that the server of the webhook has refused a batch for good.
	ErrRefused = errors.New("the webhook refuses what it is sent")
)

// LeastSecret is the smallest length of a webhook's secret in bytes.
const LeastSecret = 16

// Options say where and how batches of changes are sent.
type Options struct {
	URL      string
	Secret   string // any text, or "whsec_" and base64
	Plain    bool   // allows http to other machines
	Software string // for User-Agent
	Attempts int    // how often a batch is sent before Send gives up; 0 is any number
	// Failed is called after each failed attempt with the error and the pause after it. It may be nil.
	Failed func(err error, pause time.Duration)
}

// Hook sends batches of changes to a server's webhook. Only one goroutine may use it.
type Hook struct {
	o      Options
	secret []byte
	client *http.Client
	now    func() time.Time
	sleep  func(context.Context, time.Duration) error
}

// New checks the options and returns a Hook. It makes no request yet.
func New(o Options) (*Hook, error) {
	to, err := url.Parse(o.URL)
	if err != nil || to.Host == "" || to.Scheme != "https" && to.Scheme != "http" || to.User != nil {
		return nil, ErrURL
	}
	if to.Scheme == "http" && !o.Plain && !isLoopback(to.Hostname()) {
		return nil, ErrPlain
	}
	secret, err := secretOf(o.Secret)
	if err != nil {
		return nil, err
	}
	return &Hook{o: o, secret: secret, now: time.Now, sleep: sleep, client: &http.Client{
		Timeout: time.Minute,
		// Redirects are not followed, because they would send postings and their signature to another server than the named one.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// secretOf returns the key that a secret encodes.
func secretOf(s string) ([]byte, error) {
	key := []byte(s)
	if coded, ok := strings.CutPrefix(s, "whsec_"); ok {
		var err error
		if key, err = base64.StdEncoding.DecodeString(coded); err != nil {
			return nil, ErrSecret
		}
	}
	if len(key) < LeastSecret {
		return nil, ErrSecret
	}
	return key, nil
}

// Sign returns the signature of a message: HMAC-SHA256 over id, time and body, separated by dots.
func Sign(secret []byte, id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%d.", id, at.Unix())
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func (h *Hook) header(id string, body []byte) http.Header {
	at := h.now()
	header := make(http.Header)
	header.Set("Content-Type", "application/x-ndjson")
	header.Set("User-Agent", h.o.Software)
	header.Set("Webhook-Id", id)
	header.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	header.Set("Webhook-Signature", Sign(h.secret, id, at, body))
	return header
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
