package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/internal/testbrowser"
	"gannet/topic"
)

// changingSite is a board with 24 jobs, which show a place as long as places is set. Another host is always overloaded.
type changingSite struct{ places bool }

const (
	changingBoard = "http://board.example.com/"
	stuckHost     = "stuck.example.net"
	halfOfJobs    = 12
)

// RoundTrip implements http.RoundTripper.
func (s changingSite) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := http.StatusOK, ""
	switch name, isJob := strings.CutPrefix(r.URL.Path, "/job/"); {
	case isJob:
		place := ""
		if s.places {
			place = `"jobLocation": {"@type": "Place", "address": "Oslo"}, `
		}
		body = fmt.Sprintf(`<title>Welder %[1]s</title><h1>Welder %[1]s</h1><script type="application/ld+json">{"@context": "https://schema.org", "@type": "JobPosting",
			"title": "Welder %[1]s", %[2]s"hiringOrganization": {"name": "Iron %[1]s Ltd"}, "description": "Weld steel in jobs of kind %[1]s."}</script>`, name, place)
	case r.URL.String() == changingBoard:
		body = "<title>Jobs</title><p>jobs for a welder or a nurse</p>"
		for n := range 2 * halfOfJobs {
			body += fmt.Sprintf(`<p><a href="/job/%d">Welder %d</a></p>`, n, n)
		}
	case r.URL.Host == stuckHost && r.URL.Path != "/robots.txt":
		status = http.StatusServiceUnavailable
	default:
		status = http.StatusNotFound
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}}, Request: r, Body: io.NopCloser(bytes.NewBufferString(body)),
	}, nil
}

// crawlTwice crawls half of the jobs ten days ago, and the others, which lack their place, now.
func crawlTwice(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for run, begin := range []time.Time{time.Now().Add(-10 * 24 * time.Hour), time.Now().Add(-time.Hour)} {
		o := crawldir.DefaultOptions()
		o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{changingBoard, "http://" + stuckHost + "/"}}
		o.Web, o.Postings = changingSite{places: run == 0}, true
		o.Clock = crawler.NewVirtual(begin, crawler.FixedLatency(crawler.FetchTime))
		o.Limits.Pages, o.Limits.Patience = 1+(run+1)*halfOfJobs, 0 // so that the overloaded host has its turn
		crawl, err := crawldir.Open(t.Context(), dir, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := crawl.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		p := crawl.Progress()
		if err := errors.Join(crawl.WriteStatus(crawldir.Status{Progress: p}), crawl.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFiveQuestions answers the questions of docs/guide/10-looking.md, beginning at the view "now" and with at most two clicks each.
func TestFiveQuestions(t *testing.T) {
	s := newServer(t, "", crawlTwice(t))
	server := httptest.NewServer(s)
	defer server.Close()
	defer s.Close()
	b := testbrowser.Open(t, server.URL)
	for question, c := range map[string]struct {
		clicks []string // selectors
		answer string   // a condition
	}{
		"why this page?":          {[]string{`a[href^="why?url="]`}, `says("Why its link had this priority") && says("The path to it")`},
		"which host is stuck?":    {[]string{`nav a[href="hosts"]`, `a[href="?sort=failures"]`}, `location.search === "?sort=failures" && document.querySelector("tbody th")?.textContent === "` + stuckHost + `"`},
		"what changed today?":     {[]string{`nav a[href="changes"]`}, `says("Events of the last day: 12")`},
		"is it finished?":         {nil, `says("page budget spent")`},
		"which field broke?":      {nil, `says("broken") && says("location")`},
		"which jobs lack it now?": {[]string{`.fields a[href^="jobs?host="]`}, `location.search.includes("board.example.com") && document.querySelector("tbody th a") !== null`},
	} {
		b.Go(server.URL)
		for _, selector := range c.clicks {
			target := fmt.Sprintf("document.querySelector(`%s`)", selector)
			b.Until(`document.readyState === "complete" && ` + target)
			b.Run(target + ".click()")
		}
		says := `((text) => document.querySelector("main")?.textContent.includes(text))`
		b.Until(`document.readyState === "complete" && (` + strings.ReplaceAll(c.answer, "says", says) + `)`)
		if len(c.clicks) > 2 {
			t.Errorf("%s: %d clicks", question, len(c.clicks))
		}
	}
	for _, fault := range b.Faults() {
		t.Error(fault)
	}
}
