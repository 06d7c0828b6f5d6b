package fetch

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestSessionsInURLs is what ASP.NET does when cookies do not work: it tries them, and then redirects to a session in the path. A
// server that wants ever new sessions gets few requests.
func TestSessionsInURLs(t *testing.T) {
	var sent []string
	c := client(t, Options{Transport: web(func(r *http.Request) (*http.Response, error) {
		sent = append(sent, r.URL.RequestURI())
		to := ""
		switch r.URL.RequestURI() {
		case "/p":
			to = "/p?AspxAutoDetectCookieSupport=1"
		case "/p?AspxAutoDetectCookieSupport=1":
			to = "/(X(1)S(a1))/p?AspxAutoDetectCookieSupport=1"
		case "/(X(1)S(a1))/p?AspxAutoDetectCookieSupport=1":
			return answer(200, strings.NewReader("<p>page"), "Content-Type", "text/html"), nil
		case "/self":
			to = "/self"
		default:
			to = r.URL.Path + "?PHPSESSID=" + strings.Repeat("x", len(sent))
		}
		return answer(302, strings.NewReader(""), "Location", to), nil
	})})
	fetchAgain := func(url string) (*Response, error) {
		sent = nil
		for range 9 {
			if resp, err := c.Fetch(t.Context(), url); !errors.Is(err, Session) {
				return resp, err
			}
		}
		return nil, errors.New("no end")
	}
	resp, err := fetchAgain("http://a.example/p")
	if err != nil || resp.URL != "http://a.example/p" || resp.Status != 200 || len(sent) != 3 {
		t.Errorf("%+v, %v after %q", resp, err, sent)
	}
	if resp, err = fetchAgain("http://a.example/self"); err != nil || resp.Redirect != resp.URL || !slices.Equal(sent, []string{"/self"}) {
		t.Errorf("%+v, %v after %q", resp, err, sent)
	}
	if resp, err = fetchAgain("http://a.example/new"); err != nil || resp.Redirect != resp.URL || len(sent) != mostRedirects+1 {
		t.Errorf("%+v, %v after %q", resp, err, sent)
	}
}
