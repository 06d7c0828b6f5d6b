package crawldir_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"

	"gannet/crawldir"
	"gannet/store/postings"
	"gannet/topic"
)

// board is a web of three pages: a list of jobs, and two jobs.
type board map[string]string

// RoundTrip implements http.RoundTripper.
func (b board) RoundTrip(r *http.Request) (*http.Response, error) {
	body, ok := b[r.URL.String()]
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}}, Request: r,
		Body: io.NopCloser(bytes.NewBufferString(body)),
	}, nil
}

var web = board{
	"http://board.example.com/": `<title>Jobs</title><a href="/1">Welder</a> <a href="/2">Nurse</a>`,
	"http://board.example.com/1": `<title>Welder</title><script type="application/ld+json">{"@context": "https://schema.org",
		"@type": "JobPosting", "title": "Welder", "hiringOrganization": {"name": "Iron Ltd"}, "description": "Weld steel."}</script>`,
	"http://board.example.com/2": `<title>Nurse</title><script type="application/ld+json">{"@context": "https://schema.org",
		"@type": "JobPosting", "title": "Nurse", "hiringOrganization": {"name": "Clinic"}, "description": "Care for people."}</script>`,
}

// Example crawls a small web for job postings and reads those that it has kept.
func Example() {
	dir, err := os.MkdirTemp("", "crawl")
	check(err)
	defer os.RemoveAll(dir)

	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{"http://board.example.com/"}}
	o.Web, o.Postings = web, true // without Web, it asks the network
	crawl, err := crawldir.Open(context.Background(), dir, o)
	check(err)
	check(crawl.Run(context.Background()))
	check(crawl.Close())

	r, err := crawldir.Read(dir)
	check(err)
	defer r.Close()
	check(r.Postings.Find(postings.Query{}, func(k *postings.Posting) error {
		fmt.Printf("%s at %s: %s\n", k.Job.Title, k.Job.Company, k.URL)
		return nil
	}))
	// Unordered output:
	// Welder at Iron Ltd: http://board.example.com/1
	// Nurse at Clinic: http://board.example.com/2
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
