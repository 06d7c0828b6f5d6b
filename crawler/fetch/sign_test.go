package fetch_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"gannet/crawler/fetch"
)

// TestEveryRequestIsSigned: pages and files are signed for the URL that they are requested by.
func TestEveryRequestIsSigned(t *testing.T) {
	var signed []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		signed = append(signed, r.Header.Get("Signature"))
		w.Header().Set("Content-Type", "text/html")
	}))
	defer server.Close()
	o := fetch.DefaultOptions()
	o.AllowPrivate = true
	o.Sign = func(h http.Header, method, url string, _ time.Time) { h.Set("Signature", method+" "+url) }
	c, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Fetch(t.Context(), server.URL+"/a?b")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = c.File(t.Context(), server.URL+"/robots.txt", 100); err != nil {
		t.Fatal(err)
	}
	if want := []string{"GET " + server.URL + "/a?b", "GET " + server.URL + "/robots.txt"}; !slices.Equal(signed, want) {
		t.Errorf("%q, want %q", signed, want)
	}
}
