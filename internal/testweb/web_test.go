package testweb

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"golang.org/x/net/html"
)

// served fetches a page in process.
func served(t testing.TB, w *Web, address string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := w.RoundTrip(request)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return response, body
}

// readLinks finds the links of a page as a browser would.
func readLinks(t testing.TB, address string, body []byte) []Link {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	tokens := html.NewTokenizer(bytes.NewReader(body))
	var links []Link
	for tokens.Next() != html.ErrorToken {
		token := tokens.Token()
		attributes := map[string]string{}
		for _, a := range token.Attr {
			attributes[a.Key] = a.Val
		}
		if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
			continue
		}
		href, err := base.Parse(attributes["href"])
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		switch token.Data {
		case "base":
			base = href
		case "a":
			links = append(links, Link{URL: href.String(), NoFollow: attributes["rel"] != ""})
		}
	}
	return links
}

func TestServedPagesHaveTheLinksThatAreTrue(t *testing.T) {
	w := New(DefaultOptions(7))
	for n := 0; n < w.Pages(); n += 37 {
		address := w.Page(n)
		response, body := served(t, w, address)
		if response.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d", address, response.StatusCode)
		}
		if got, want := readLinks(t, address, body), w.Links(address); !slices.Equal(got, want) {
			t.Fatalf("%s:\n served %v\n true   %v\n%s", address, got, want, body)
		}
	}
}
