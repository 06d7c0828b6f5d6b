package missed_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/crawldir/missed"
	"gannet/crawler/reason"
)

// web is a web of these answers: a page, or a status, or a type and a body.
type web map[string]string

// RoundTrip implements http.RoundTripper.
func (w web) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, ok := w[r.URL.String()]
	resp := &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Request: r}
	if target, moved := strings.CutPrefix(answer, "to "); moved {
		resp.StatusCode, resp.Header = http.StatusFound, http.Header{"Location": {target}}
	} else if kind, body, typed := strings.Cut(answer, " is "); typed {
		resp.Header.Set("Content-Type", kind)
		answer = body
	} else if !ok {
		resp.StatusCode = http.StatusNotFound
	}
	resp.Body = io.NopCloser(strings.NewReader(answer))
	return resp, nil
}

func page(title, body string) string {
	return `<!doctype html><html lang="en"><title>` + title + `</title><nav><a href="/">Start</a> <a href="/about">About</a></nav>` + body
}

const (
	clocks = `<p>We have mended and sold clocks in this town for ninety years, and our three shops are open all week. Come in, bring the clock of
		your grandmother, and we tell you within a day what it needs and what that costs.`
	shell  = `<!doctype html><title>Careers</title><script type="module" src="/app.js"></script><div id="root"></div>`
	advert = `{"@type":"JobPosting","title":"Rope Maker","description":"You twist hemp into ropes of forty fathoms, splice them and teach our apprentices."}`
	feed   = `application/rss+xml is <?xml version="1.0"?><rss version="2.0"><channel><title>Jobs</title>
		<item><title>Night Nurse</title><link>http://feed.test/#1</link></item><item><title>Truck Driver</title><link>http://feed.test/#2</link></item></channel></rss>`
)

// TestHostsWithoutAPosting: each host of a seed that gave no posting is named with what stood in the way. Hosts whose pages lead to a
// posting on another host are not.
func TestHostsWithoutAPosting(t *testing.T) {
	w := web{
		"http://shell.test/": shell, "http://moved.test/": "to http://shell.test/",
		"http://feed.test/":             page("Mill", clocks) + `<link rel="alternate" type="application/rss+xml" href="/jobs.rss">`,
		"http://feed.test/jobs.rss":     feed,
		"http://data.test/jobs.json":    `application/json is {"jobs":[]}`,
		"http://closed.test/robots.txt": "text/plain is User-agent: *\nDisallow: /",
		"http://part.test/robots.txt":   "text/plain is User-agent: *\nDisallow: /careers",
		"http://part.test/":             page("Clocks", clocks+`<a href="/careers">Careers</a>`),
		"http://none.test/":             page("Clocks", clocks),
		"http://rope.test/":             page("Ropes", `<a href="/jobs/1">Rope Maker</a>`),
		"http://rope.test/jobs/1":       page("Rope Maker", `<h1>Rope Maker</h1><script type="application/ld+json">`+advert+`</script>`),
		"http://group.test/":            page("Group", clocks+`<a href="http://rope.test/jobs/1">Our openings</a>`),
	}
	o := crawldir.DefaultOptions()
	var err error
	if o.Topic, err = crawldir.LoadTopic(crawldir.JobsTopic); err != nil {
		t.Fatal(err)
	}
	o.Web, o.Postings = w, true
	o.Topic.Seeds = []string{
		"http://shell.test/", "http://moved.test/", "http://feed.test/", "http://data.test/jobs.json", "http://closed.test/", "http://part.test/", "http://none.test/",
		"http://lost.test/", "http://rope.test/", "http://group.test/",
	}
	dir := t.TempDir()
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := crawl.Missed()
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	want := map[string]reason.Reason{
		"shell.test": reason.ByScript, "moved.test": reason.ByScript, "feed.test": reason.OnlyFeed, "data.test": reason.NoPostingInData,
		"closed.test": reason.RobotsTxt, "part.test": reason.RobotsTxt, "none.test": reason.NoList, "lost.test": "status 404",
	}
	if got.Hosts != len(o.Topic.Seeds) || len(got.List) != len(want) {
		t.Errorf("%d of %d hosts", len(got.List), got.Hosts)
	}
	for _, h := range got.List {
		if h.Why != want[h.Host] || h.Sentence == "" {
			t.Errorf("%+v, want %q", h, want[h.Host])
		}
	}
	if text := got.Text(); !strings.HasPrefix(text, "8 of 10 seeds' hosts gave no posting: ") || !strings.HasSuffix(text, "and 5 more") {
		t.Error(text)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	held, err := r.Missed()
	seen, failed := r.Overview(nil)
	if err != nil || failed != nil || fmt.Sprint(held) != fmt.Sprint(seen.Missed) || held.Text() != got.Text() {
		t.Errorf("kept %v (%v), in the overview %v (%v), found %v", held, err, seen.Missed, failed, got)
	}
}

// TestNothingIsMissed: of a record without hosts nothing is said, nor of a crawl that has none.
func TestNothingIsMissed(t *testing.T) {
	if text := (&missed.Record{Hosts: 3}).Text() + (*missed.Record)(nil).Text(); text != "" {
		t.Error(text)
	}
}
