package crawldir_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/crawler"
	"gannet/crawler/reason"
	"gannet/topic"
)

// toldWeb is a web that notes what it is asked for. It answers for the page "held" when it is released.
type toldWeb struct {
	asked, release chan struct{}
	mu             sync.Mutex // guards urls
	urls           []string
}

const heldPage = "http://held.example.com/"

func newToldWeb() *toldWeb {
	return &toldWeb{asked: make(chan struct{}), release: make(chan struct{})}
}

// RoundTrip implements http.RoundTripper.
func (w *toldWeb) RoundTrip(r *http.Request) (*http.Response, error) {
	url := r.URL.String()
	if url == heldPage {
		close(w.asked)
		<-w.release
	}
	if !strings.HasSuffix(url, "robots.txt") {
		w.mu.Lock()
		w.urls = append(w.urls, url)
		w.mu.Unlock()
	}
	return board{
		"http://a.example.com/": `<title>Jobs</title><a href="` + heldPage + `">a</a> <a href="http://b.example.com/1">b</a>
			<a href="http://sub.b.example.com/2">b</a> <a href="http://c.example.com/tag/1">c</a> <a href="http://c.example.com/tag/2">c</a>
			<a href="http://c.example.com/work">c</a>`,
		heldPage: `jobs`, "http://b.example.com/1": `jobs`, "http://sub.b.example.com/2": `jobs`, "http://c.example.com/work": `jobs`,
		"http://c.example.com/tag/1": `jobs`, "http://c.example.com/tag/2": `jobs`, "http://d.example.com/": `jobs`,
	}.RoundTrip(r)
}

// saw returns what was asked for, sorted and without the seed.
func (w *toldWeb) saw() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []string
	for _, url := range w.urls {
		list = append(list, strings.TrimPrefix(strings.ReplaceAll(url, ".example.com", ""), "http://"))
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

// openTold opens a crawl of a web, by one worker.
func openTold(t *testing.T, dir string, w http.RoundTripper) *crawldir.Crawl {
	t.Helper()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{"http://a.example.com/"}}
	o.Web, o.Limits.Workers, o.Strategy = w, 1, "bfs"
	o.Settings = &crawldir.Settings{Values: map[string][]string{"pages": {"none"}}}
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return crawl
}

// tell tells a crawl something, as other processes do.
func tell(t *testing.T, dir string, verb api.Verb, values ...string) string {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	done, err := r.Control(api.Command{Verb: verb, Values: values})
	if err != nil {
		return err.Error()
	}
	return done.Sentence
}

// TestRulesChangeWhileACrawlRuns tells a crawl whose links wait to block a host, to drop what matches, and to begin elsewhere. The
// next run has the same rules, and asks the host when it is unblocked.
func TestRulesChangeWhileACrawlRuns(t *testing.T) {
	dir, w := t.TempDir(), newToldWeb()
	crawl := openTold(t, dir, w)
	ended := make(chan error)
	go func() { ended <- crawl.Run(t.Context()) }()
	<-w.asked
	for _, c := range []struct {
		verb   api.Verb
		values []string
		want   string
	}{
		{api.Block, []string{"B.example.com"}, "blocked: b.example.com; links that wait for blocked hosts: 2"},
		{api.Exclude, []string{"*/tag/*"}, "excluded: */tag/*; links that wait are dropped when their turn comes"},
		{api.Seed, []string{"http://d.example.com"}, "seeds: http://d.example.com/"},
		{api.Budget, []string{"pages=100", "delay=3s"}, "budgets: pages=100, delay=3s"},
	} {
		if got := tell(t, dir, c.verb, c.values...); got != c.want {
			t.Errorf("%s %q: %s", c.verb, c.values, got)
		}
	}
	checkWhy(t, dir, "http://b.example.com/1", reason.HostBlocked)
	close(w.release)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	checkWhy(t, dir, "http://c.example.com/tag/2", "out of scope: exclude */tag/*")
	if p := crawl.Progress(); p.Ended != crawler.EndBlocked || p.Blocked != 2 || w.saw() != "a/ c/work d/ held/" || p.Reasons["out of scope: exclude */tag/*"] != 2 {
		t.Errorf("ended %q after %s; %d links wait, reasons %v", p.Ended, w.saw(), p.Blocked, p.Reasons)
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	checkWhy(t, dir, "http://b.example.com/1", reason.HostBlocked)
	checkResumed(t, dir)
}

// checkResumed holds that the next run goes on with what the last one was told, and asks a host that is unblocked.
func checkResumed(t *testing.T, dir string) {
	t.Helper()
	w := newToldWeb()
	crawl := openTold(t, dir, w)
	if got := tell(t, dir, api.Unblock, "b.example.com"); got != "no longer blocked: b.example.com" {
		t.Error(got)
	}
	if err := crawl.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := crawl.Progress(); p.Ended != crawler.EndEmpty || w.saw() != "b/1 sub.b/2" {
		t.Errorf("ended %q after %s", p.Ended, w.saw())
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c, err := r.Controls()
	if err != nil || len(c.Log) != 5 || c.Log[0].Verb != api.Unblock || len(c.Seeds) != 1 || len(c.Excluded) != 1 || len(c.Blocked) != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// checkWhy holds that explain names a reason.
func checkWhy(t *testing.T, dir, url string, want reason.Reason) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if e, err := r.Explain(url, crawldir.ExplainOptions{}); err != nil || e.Fate == nil || e.Fate.Reason != want {
		t.Errorf("%s: %+v, %v", url, e, err)
	}
}

// TestCommandsThatCannotBeObeyed holds that each is refused with a remedy, and changes nothing.
func TestCommandsThatCannotBeObeyed(t *testing.T) {
	dir, w := t.TempDir(), newToldWeb()
	close(w.release)
	crawl := openTold(t, dir, w)
	if got := tell(t, dir, api.Exclude, "*/tag/*"); !strings.HasPrefix(got, "excluded") {
		t.Error(got)
	}
	for _, c := range []struct {
		verb  api.Verb
		value string
		want  string
	}{
		{"dance", "", "the verbs are pause, resume"}, {api.Seed, "nowhere", "nowhere: invalid URL: give"}, {api.Block, "", "give hosts"}, {api.Pause, "now", "leave \"now\" out"},
		{api.Block, "http://b.example.com/", "write the name alone"}, {api.Block, "no host", "is no host"},
		{api.Unblock, "b.example.com", "is not blocked, and nothing else is"}, {api.Allow, "*/x/*", "give some of */tag/*"},
		{api.Exclude, "re:(", "RE2"}, {api.Exclude, "tag", "write tag/* for a host"}, {api.Seed, "ftp://x.example.com/", "give a URL"},
		{api.Seed, "http://c.example.com/tag/1", "change the rule first"}, {api.Budget, "pages", "give a number"},
		{api.Budget, "pages=-1", "give a number"}, {api.Budget, "size=3", "give one of delay"}, {api.Budget, "time=soon", "give a time"},
		{api.Budget, "delay=10ms", "give at least 1s"}, {api.Budget, "per-day=100", "with --fresh alone"},
	} {
		var values []string
		if c.value != "" {
			values = []string{c.value}
		}
		if got := tell(t, dir, c.verb, values...); !strings.HasPrefix(got, api.ErrCommand.Error()) || !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s %q: %s", c.verb, c.value, got)
		}
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := r.Controls(); err != nil || len(c.Log) != 1 || c.Budgets["pages"] != "none" || c.Budgets["delay"] != "1s" {
		t.Errorf("%+v, %v", c, err)
	}
	if err := errors.Join(r.Close(), crawl.Close()); err != nil {
		t.Error(err)
	}
}

// TestBudgetEndsACrawl holds that a budget that is changed ends the crawl, and is kept for the next run.
func TestBudgetEndsACrawl(t *testing.T) {
	dir, w := t.TempDir(), newToldWeb()
	crawl := openTold(t, dir, w)
	ended := make(chan error)
	go func() { ended <- crawl.Run(t.Context()) }()
	<-w.asked
	for crawl.Progress().Kept < 1 { // the keeper has the seed
		time.Sleep(time.Millisecond)
	}
	if got := tell(t, dir, api.Budget, "pages=1"); !strings.Contains(got, "1 pages are kept already") {
		t.Error(got)
	}
	if got := tell(t, dir, api.Budget, "pages=2"); got != "budgets: pages=2" {
		t.Error(got)
	}
	close(w.release)
	if err := errors.Join(<-ended, crawl.Close()); err != nil {
		t.Fatal(err)
	}
	s, _, err := crawldir.LastSettings(dir)
	if p := crawl.Progress(); p.Ended != crawler.EndPages || p.Kept != 2 || err != nil || !slices.Equal(s.Values["pages"], []string{"2"}) {
		t.Errorf("ended %q with %d pages; %+v, %v", p.Ended, p.Kept, s, err)
	}
}
