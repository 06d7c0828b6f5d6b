package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

const secret = "a secret of some length"

// receiver answers with the statuses in turn, then with 204, and holds what it got.
type receiver struct {
	statuses []int
	header   http.Header // of answers
	ids      []string
	bodies   []string
	errs     []string
}

// ServeHTTP checks the signature as docs/guide/12-exports.md tells receivers to.
func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, _ := io.ReadAll(q.Body)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(q.Header.Get("Webhook-Id") + "." + q.Header.Get("Webhook-Timestamp") + "." + string(body)))
	if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); q.Header.Get("Webhook-Signature") != want {
		r.errs = append(r.errs, q.Header.Get("Webhook-Signature"))
	}
	r.ids, r.bodies = append(r.ids, q.Header.Get("Webhook-Id")), append(r.bodies, string(body))
	for name := range r.header {
		w.Header().Set(name, r.header.Get(name))
	}
	status := http.StatusNoContent
	if len(r.statuses) > 0 {
		status, r.statuses = r.statuses[0], r.statuses[1:]
	}
	w.WriteHeader(status)
}

// start serves a receiver and returns a hook that sends to it and notes its pauses.
func start(t *testing.T, r *receiver, attempts int) (*Hook, *[]time.Duration) {
	t.Helper()
	s := httptest.NewServer(r)
	t.Cleanup(s.Close)
	h, err := New(Options{URL: s.URL + "/token", Secret: secret, Attempts: attempts})
	if err != nil {
		t.Fatal(err)
	}
	pauses := new([]time.Duration)
	h.sleep = func(_ context.Context, d time.Duration) error { *pauses = append(*pauses, d); return nil }
	return h, pauses
}

func TestBatchIsSentUntilItIsTaken(t *testing.T) {
	r := &receiver{statuses: []int{500, 503, 429, 408}}
	h, pauses := start(t, r, 0)
	if err := h.Send(t.Context(), "crawl-1-3", []byte("{}\n")); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(*pauses, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}) {
		t.Errorf("pauses %v", *pauses)
	}
	if len(r.bodies) != 5 || len(slices.Compact(r.bodies)) != 1 || len(slices.Compact(r.ids)) != 1 || len(r.errs) > 0 {
		t.Errorf("bodies %q, ids %q, wrong signatures %q", r.bodies, r.ids, r.errs)
	}
}

func TestPauseIsTheServersWithinLimits(t *testing.T) {
	for asked, want := range map[string]time.Duration{"20": 20 * time.Second, "99999999999": firstPause, "86400": mostPause, "-1": firstPause, "soon": firstPause} {
		r := &receiver{statuses: []int{503}, header: http.Header{"Retry-After": {asked}}}
		h, pauses := start(t, r, 0)
		if err := h.Send(t.Context(), "x", nil); err != nil || len(*pauses) != 1 || (*pauses)[0] != want && asked != "99999999999" || (*pauses)[0] > mostPause {
			t.Errorf("Retry-After %s: pauses %v, %v", asked, *pauses, err)
		}
	}
}

func TestRefusalsEnd(t *testing.T) {
	for _, status := range []int{301, 307, 400, 401, 404, 410, 413} {
		r := &receiver{statuses: []int{status}, header: http.Header{"Location": {"/elsewhere"}}}
		h, _ := start(t, r, 0)
		if err := h.Send(t.Context(), "x", nil); !errors.Is(err, ErrRefused) || len(r.ids) != 1 || strings.Contains(err.Error(), "token") {
			t.Errorf("%d: %v, asked %d times", status, err, len(r.ids))
		}
	}
	r := &receiver{statuses: []int{500, 500, 500}}
	h, _ := start(t, r, 3)
	if err := h.Send(t.Context(), "x", nil); err == nil || errors.Is(err, ErrRefused) || len(r.ids) != 3 {
		t.Errorf("%v after %d attempts", err, len(r.ids))
	}
}

func TestErrorsHoldNoSecret(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	h, err := New(Options{URL: s.URL + "/token?key=token", Secret: secret, Attempts: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Send(t.Context(), "x", nil); err == nil || strings.Contains(err.Error(), "token") || strings.Contains(err.Error(), secret) {
		t.Errorf("error: %v", err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want error
	}{
		{Options{URL: "https://example.org/hook", Secret: secret}, nil},
		{Options{URL: "http://127.0.0.1:1/hook", Secret: secret}, nil},
		{Options{URL: "http://[::1]:1/hook", Secret: secret}, nil},
		{Options{URL: "http://example.org/hook", Secret: secret}, ErrPlain},
		{Options{URL: "http://127.0.0.1.example.org/hook", Secret: secret}, ErrPlain},
		{Options{URL: "http://example.org/hook", Secret: secret, Plain: true}, nil},
		{Options{URL: "https://user:password@example.org/hook", Secret: secret}, ErrURL},
		{Options{URL: "file:///etc/passwd", Secret: secret}, ErrURL},
		{Options{URL: "example.org", Secret: secret}, ErrURL},
		{Options{URL: "https://example.org/hook", Secret: "short"}, ErrSecret},
		{Options{URL: "https://example.org/hook", Secret: "whsec_%%%"}, ErrSecret},
		{Options{URL: "https://example.org/hook", Secret: "whsec_" + base64.StdEncoding.EncodeToString([]byte(secret))}, nil},
	} {
		if _, err := New(c.o); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.o, err, c.want)
		}
	}
}

// TestReceiverOfTheDocument runs the check that docs/guide/12-exports.md shows.
func TestReceiverOfTheDocument(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	text, err := os.ReadFile("../../docs/guide/12-exports.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(text), "    import base64")
	code, _, found := strings.Cut(code, "\n\n##")
	if !found {
		t.Fatal("docs/guide/12-exports.md has no receiver")
	}
	code = "import base64" + strings.ReplaceAll(code, "\n    ", "\n")
	now := time.Now()
	header := fmt.Sprintf(`{"webhook-id": "a-1", "webhook-timestamp": "%d", "webhook-signature": "%s"}`,
		now.Unix(), Sign([]byte(secret), "a-1", now, []byte("{}\n")))
	code += fmt.Sprintf("\nprint(verify(b'%s', %s, b'{}\\n'), verify(b'%s', %s, b'{}'))", secret, header, secret, header)
	out, err := exec.Command(python, "-c", code).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "True False" {
		t.Errorf("%v: %s", err, out)
	}
}
