package crawldir_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler/reason"
	"gannet/crawler/scope"
	"gannet/topic"
)

// oddRedirects is a web whose links redirect in several ways.
type oddRedirects struct{}

// RoundTrip implements http.RoundTripper.
func (oddRedirects) RoundTrip(r *http.Request) (*http.Response, error) {
	a := &http.Response{StatusCode: http.StatusFound, Header: http.Header{"Content-Type": {"text/html"}}, Request: r}
	body := ""
	switch r.URL.Path {
	case "/":
		a.StatusCode, body = http.StatusOK, `<title>Bees</title><p>honey <a href="/wall">bees</a> <a href="/circle">bees</a> <a href="/moved">bees</a>
			<a href="/away">bees</a> <a href="/lost">bees</a> <a href="/private/hive">bees</a> <a href="/folder/index.html">bees</a>`
	case "/hive", "/folder/":
		a.StatusCode, body = http.StatusOK, "<title>Hive"+r.URL.Path+"</title><p>honey of the bees"
	case "/wall":
		a.Header.Set("Location", "/wall")
		a.Header.Set("Set-Cookie", "seen=1")
	case "/circle":
		a.Header.Set("Location", "/round")
	case "/round":
		a.Header.Set("Location", "/circle")
	case "/moved":
		a.Header.Set("Location", "/hive")
	case "/away":
		a.Header.Set("Location", "http://other.example.com/")
	case "/lost":
		a.Header.Set("Location", "/gone")
	default:
		a.StatusCode = http.StatusNotFound
	}
	a.Body = io.NopCloser(strings.NewReader(body))
	return a, nil
}

// oddCrawl crawls oddRedirects from a path, without leaving its host and its folder /private/.
func oddCrawl(t *testing.T, dir, path string) error {
	t.Helper()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "bees", Keywords: []string{"honey", "bees"}, Seeds: []string{"http://a.example.com" + path}}
	o.Web, o.Strategy, o.Limits.SitemapURLs = oddRedirects{}, "bfs", 0
	o.Scope = scope.Rules{Stay: scope.StayHost, Exclude: []string{"*/private/*"}}
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		return err
	}
	defer crawl.Close()
	return crawl.Run(t.Context())
}

// TestExplainSaysWhereRedirectsLead, what a rule leaves out from the beginning, and nothing of pages that happen to be near.
func TestExplainSaysWhereRedirectsLead(t *testing.T) {
	dir := t.TempDir()
	if err := oddCrawl(t, dir, "/"); err != nil {
		t.Fatal(err)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	const host = "http://a.example.com"
	for path, want := range map[string]struct {
		reason         reason.Reason
		ends           string // how the sentence ends
		known, similar string
	}{
		"/wall":         {reason.RedirectItself, "It ends in a redirect to itself, with a cookie that gannet does not send back: --cookies sends those of a file.", "", ""},
		"/circle":       {reason.RedirectFollowed, "It ends in redirects in a circle.", "", ""},
		"/round":        {reason.RedirectKnown, "It ends in redirects in a circle.", "", ""},
		"/moved":        {reason.RedirectFollowed, "It leads to http://a.example.com/hive, and that page is kept.", "/hive", ""},
		"/away":         {reason.RedirectLeftOut, "It leads to http://other.example.com/, out of scope: stay host.", "", ""},
		"/lost":         {reason.RedirectFollowed, "It leads to http://a.example.com/gone: status 404.", "", ""},
		"/private/hive": {"out of scope: exclude */private/*", "leaves the URL out, so it is not requested.", "", ""},
		"/nowhere":      {reason.NeverFound, "only some links are kept.", "", ""},
		"/hive/":        {reason.NeverFound, "only some links are kept.", "", "/hive"},
		"/index.html":   {reason.NeverFound, "only some links are kept.", "", "/"},
	} {
		e, err := r.Explain(host+path, crawldir.ExplainOptions{})
		if err != nil || e.Fate == nil {
			t.Errorf("%s: %+v, %v", path, e, err)
			continue
		}
		f := e.Fate
		if f.Reason != want.reason || !strings.HasSuffix(f.Sentence, want.ends) || strings.TrimPrefix(f.Known, host) != want.known || strings.TrimPrefix(f.Similar, host) != want.similar {
			t.Errorf("%s: %q, %q, kept as %q, similar to %q", path, f.Reason, f.Sentence, f.Known, f.Similar)
		}
		if !e.Virtual {
			t.Errorf("%s: nothing says that times are virtual", path)
		}
	}
}

// TestSeedsThatRedirect say where they lead, why that gives no page, and what to do.
func TestSeedsThatRedirect(t *testing.T) {
	for path, want := range map[string]string{
		"/away":   "redirect to http://other.example.com/, out of scope: stay host: give that URL as the seed, or change the rule",
		"/lost":   "redirect to http://a.example.com/gone, status 404",
		"/wall":   "a redirect to itself, with a cookie that gannet does not send back: --cookies sends those of a file",
		"/circle": "redirect to http://a.example.com/round, redirects in a circle",
	} {
		err := oddCrawl(t, t.TempDir(), path)
		if err == nil || !strings.HasSuffix(err.Error(), " ("+want+")") {
			t.Errorf("%s: %v; want %q", path, err, want)
		}
	}
}

// brokenRobots is oddRedirects on two hosts. The robots.txt of one breaks off.
type brokenRobots struct{}

// RoundTrip implements http.RoundTripper.
func (brokenRobots) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == "/robots.txt" && r.URL.Host == "b.example.com" {
		return nil, io.ErrUnexpectedEOF
	}
	return oddRedirects{}.RoundTrip(r)
}

// TestExplainSaysThatALinkWaitsForRobots: a link whose host's robots.txt cannot be fetched waits for that, and not for its turn.
func TestExplainSaysThatALinkWaitsForRobots(t *testing.T) {
	dir, o := t.TempDir(), crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "bees", Keywords: []string{"honey", "bees"}, Seeds: []string{"http://a.example.com/hive", "http://b.example.com/"}}
	o.Web, o.Strategy, o.Limits.Time = brokenRobots{}, "bfs", time.Minute
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(crawl.Run(t.Context()), crawl.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	e, err := r.Explain("http://b.example.com/", crawldir.ExplainOptions{})
	if err != nil || !e.Fate.Waits() || !strings.HasPrefix(e.Fate.HostError, "robots.txt: ") {
		t.Errorf("%+v, %v", e.Fate, err)
	}
}
