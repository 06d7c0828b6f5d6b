package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/topic"
	"gannet/web"
)

const (
	askedSeed = "http://board.example.com/"
	askedPage = "http://board.example.com/1"
	leftOut   = "http://board.example.com/gone"
	apiToken  = "0123456789abcdef"
)

// board is a web of two pages.
type board struct{}

// RoundTrip implements http.RoundTripper.
func (board) RoundTrip(r *http.Request) (*http.Response, error) {
	body, ok := map[string]string{
		askedSeed: `<title>Jobs</title><a href="/1">Welder</a> <a href="/gone">Nurse</a>`,
		askedPage: `<title>Welder</title><script type="application/ld+json">{"@context": "https://schema.org", "@type": "JobPosting",
			"title": "Welder", "hiringOrganization": {"name": "Iron Ltd"}, "description": "Weld steel for jobs.",
			"jobLocation": {"address": {"addressLocality": "Oslo"}}, "baseSalary": {"currency": "NOK", "value": {"minValue": 300, "unitText": "HOUR"}}}</script>`,
	}[r.URL.String()]
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}}, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// requests are the queries with which the paths are asked.
var requests = map[string][]string{
	"/hosts": {"?sort=name"}, "/page": {"?url=" + url.QueryEscape(askedPage), "?url=none"}, "/lookup": {"?url=" + url.QueryEscape(askedPage)},
	"/link": {"?url=" + url.QueryEscape(leftOut)}, "/path": {"?url=" + url.QueryEscape(askedPage)},
	"/explain": {"?url=" + url.QueryEscape(askedPage), "?url=" + url.QueryEscape(leftOut)}, "/posting": {"?url=" + url.QueryEscape(askedPage)},
	"/facts": {"?key=order", "?key=none"}, "/pages": {"", "?with=body,links,path&newest=true&limit=1", "?after=x"}, "/postings": {"", "?q=x"}, "/pages/changes": {"", "?since=1", "?since=99", "?since=x"},
	"/changes": {"", "?since=99"}, "/lists/jobs": {"", "?text=welder&sort=title&order=up", "?sort=colour", "?cursor=x", "?since=x", "?order=x"},
	"/lists/pages": {"", "?relevant=yes&sort=score&limit=1", "?sort=colour"},
}

// TestAnswersAreAsDescribed asks every path at the socket and at the web page, while a crawl runs and after it. What is answered has
// no key that openapi.json lacks, and every key that it promises.
func TestAnswersAreAsDescribed(t *testing.T) {
	crawl, dir, page := runBoard(t)
	doc := load(t, api.OpenAPI)
	closed(doc)
	askAll(t, doc, socketOf(dir))
	askAll(t, doc, pageOf(page))
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	askAll(t, doc, pageOf(page))
}

// runBoard crawls the board and leaves the crawl open. page shows it.
func runBoard(t *testing.T) (crawl *crawldir.Crawl, dir string, page *web.Server) {
	t.Helper()
	dir = t.TempDir()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{askedSeed}}
	o.Web, o.Postings = board{}, true
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(crawl.Run(t.Context()), crawl.WriteStatus(crawldir.Status{PID: 7, Running: true})); err != nil {
		t.Fatal(err)
	}
	page, err = web.New(web.Options{Dirs: []string{dir}, Token: apiToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close)
	return crawl, dir, page
}

// asker makes a request and returns the answer.
type asker func(method, path, body string) (status int, kind string, answer []byte)

// socketOf asks the crawl that runs in a directory.
func socketOf(dir string) asker {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(context.Context, string, string) (net.Conn, error) {
		return net.Dial("unix", filepath.Join(dir, api.Dir, "socket"))
	}}}
	return func(method, path, body string) (int, string, []byte) {
		r, err := http.NewRequest(method, "http://crawl"+path, strings.NewReader(body))
		if err != nil {
			return 0, "", []byte(err.Error())
		}
		answer, err := client.Do(r)
		if err != nil {
			return 0, "", []byte(err.Error())
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, answer.Header.Get("Content-Type"), text
	}
}

// pageOf asks the web page.
func pageOf(h http.Handler) asker {
	return func(method, path, body string) (int, string, []byte) {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Host = "127.0.0.1"
		r.Header.Set("Authorization", "Bearer "+apiToken)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()
	}
}

// askAll asks every path of the interface.
func askAll(t *testing.T, doc *openapi3.T, ask asker) {
	t.Helper()
	for _, r := range api.Routes() {
		path := strings.NewReplacer("{number}", "1").Replace(pathOf(r))
		if r.Method == http.MethodPost {
			for _, c := range [][2]string{{"pause", ""}, {"resume", ""}, {"block", `{"values": ["x.example.com"]}`}, {"unblock", `{"values": ["x.example.com"]}`}, {"block", `{}`}, {"dance", "]"}} {
				checkAnswer(t, doc, r, ask, strings.Replace(path, "{verb}", c[0], 1), c[1])
			}
			continue
		}
		queries := requests[r.Path]
		if queries == nil {
			queries = []string{""}
		}
		for _, q := range queries {
			checkAnswer(t, doc, r, ask, path+q, "")
		}
	}
}

// checkAnswer holds an answer against the description of its path.
func checkAnswer(t *testing.T, doc *openapi3.T, r api.Route, ask asker, path, body string) {
	t.Helper()
	status, kind, text := ask(r.Method, path, body)
	about := doc.Paths.Find(pathOf(r)).GetOperation(r.Method).Responses.Value(fmt.Sprint(status))
	if about == nil {
		about = doc.Paths.Find(pathOf(r)).GetOperation(r.Method).Responses.Default()
	}
	media := about.Value.Content[kind]
	if media == nil || status == 0 {
		t.Errorf("%s: status %d, %s: %s", path, status, kind, text)
		return
	}
	for line := range bytes.Lines(text) {
		var v any
		if err := json.Unmarshal(line, &v); err != nil {
			t.Errorf("%s: %v: %s", path, err, line)
		} else if err := media.Schema.Value.VisitJSON(v, openapi3.VisitAsResponse(), openapi3.MultiErrors()); err != nil {
			t.Errorf("%s: %v\n%s", path, err, line)
		}
	}
}

// closed lets objects have no keys but those that are described.
func closed(doc *openapi3.T) {
	for _, item := range doc.Paths.Map() {
		for _, o := range item.Operations() {
			for _, answer := range o.Responses.Map() {
				for _, media := range answer.Value.Content {
					closeSchema(media.Schema.Value)
				}
			}
		}
	}
}

func closeSchema(s *openapi3.Schema) {
	for _, p := range s.Properties {
		closeSchema(p.Value)
	}
	if s.Items != nil {
		closeSchema(s.Items.Value)
	}
	if more := s.AdditionalProperties.Schema; more != nil {
		closeSchema(more.Value)
	} else if len(s.Properties) > 0 {
		no := false
		s.AdditionalProperties.Has = &no
	}
}
