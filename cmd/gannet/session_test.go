package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/robots"
)

// TestRobotsCutWithinALine serves a robots.txt whose last rule goes on behind the limit.
func TestRobotsCutWithinALine(t *testing.T) {
	head, last := "User-agent: *\nDisallow: /a\n#", "\nDisallow: /private/secret"
	file := head + strings.Repeat("x", robots.MaxBytes-len(head)-len("\nDisallow: /priv")) + last
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, file) }))
	defer server.Close()
	client, err := fetch.New(fetch.Options{AllowPrivate: true})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	rules, err := newRobots(client).Load(t.Context(), time.Now(), server.URL+"/")
	if err != nil {
		t.Fatal(err)
	}
	if rules.Allowed(server.URL+"/a") || !rules.Allowed(server.URL+"/privateer") {
		t.Errorf("%s: the rules are not those of the whole lines", rules.Reason)
	}
}
