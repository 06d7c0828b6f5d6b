package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"gannet/crawler/fetch"
)

// pages is a web in memory. Without Options.Transport, a client uses the network.
type pages map[string]string

func (p pages) RoundTrip(r *http.Request) (*http.Response, error) {
	header := http.Header{"Content-Type": {"text/html"}}
	if r.URL.Path == "/image" {
		header.Set("Content-Type", "image/png")
	}
	return &http.Response{StatusCode: 200, Header: header, Body: io.NopCloser(strings.NewReader(p[r.URL.Path]))}, nil
}

func Example() {
	options := fetch.DefaultOptions()
	options.Contact = "https://crawler.example/"
	options.Transport = pages{"/": "<p>Hello"}
	client, err := fetch.New(options)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	resp, err := client.Fetch(context.Background(), "http://a.example/")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resp.Status, resp.Charset, string(resp.Body))
	_, err = client.Fetch(context.Background(), "http://a.example/image")
	fmt.Println(errors.Is(err, fetch.ContentType))
	// Output:
	// 200 utf-8 <p>Hello
	// true
}
