package web

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/schedule"
	"gannet/crawler"
)

// TestRunsShowWhatRanAndWhatIsNext: the view and the feed have the run of a crawl; starts and repetitions need the token and a file of settings.
func TestRunsShowWhatRanAndWhatIsNext(t *testing.T) {
	dir, crawl := openCrawl(t)
	for _, p := range []crawler.Progress{{Pages: 2}, {Pages: 3, Postings: 1, Ended: crawler.EndEmpty}} {
		if err := crawl.WriteStatus(crawldir.Status{Time: time.Now(), Running: p.Ended == "", Progress: p}); err != nil {
			t.Fatal(err)
		}
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(here, dir)
	if err != nil {
		t.Fatal(err)
	}
	var started []string
	plan, err := schedule.Open(t.TempDir(), []schedule.Crawl{{Name: "bees", File: "bees.yaml", Dir: relative}}, schedule.Machine{
		Now: time.Now, Runs: runsIn,
		Start: func(c schedule.Crawl) (func() error, error) {
			started = append(started, c.Name)
			return func() error { return nil }, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{"", token} {
		s, err := New(Options{Dirs: []string{dir}, Token: token, Schedule: plan})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		head := []string{"Sec-Fetch-Site", "same-origin"}
		if token != "" {
			head = append(head, "Authorization", "Bearer "+token)
		}
		page := ask(s, http.MethodGet, "/runs", "", head...).Body.String()
		for _, want := range []string{">bees</a>", string(crawler.EndEmpty), "does not run"} {
			if !strings.Contains(page, want) {
				t.Errorf("the view lacks %q:\n%s", want, page)
			}
		}
		if strings.Contains(page, "<button name=\"do\"") != (token != "") {
			t.Errorf("with the token %q the view has buttons:\n%s", token, page)
		}
		feed := ask(s, http.MethodGet, "/notices.atom", "", head...).Body.String()
		if strings.Count(feed, "<entry>") != 1 || !strings.Contains(feed, "has ended: "+string(crawler.EndEmpty)+"; 3 pages, 1 new posting") {
			t.Errorf("the feed:\n%s", feed)
		}
		for _, c := range []struct {
			form url.Values
			want int
		}{
			{url.Values{"crawl": {"bees"}, "do": {"start"}}, 303}, {url.Values{"crawl": {"wasps"}, "do": {"start"}}, 404},
			{url.Values{"crawl": {"bees"}, "do": {"repeat"}, "every": {"24h"}}, 303}, {url.Values{"crawl": {"bees"}, "do": {"repeat"}, "every": {"1s"}}, 400},
			{url.Values{"crawl": {"bees"}, "do": {"stop"}}, 409}, {url.Values{"crawl": {"bees"}}, 400},
		} {
			if token == "" {
				c.want = http.StatusForbidden
			}
			if w := ask(s, http.MethodPost, "/runs", c.form.Encode(), head...); w.Code != c.want {
				t.Errorf("%v with the token %q: status %d, want %d\n%s", c.form, token, w.Code, c.want, w.Body)
			}
		}
	}
	if p := plan.List()[0]; len(started) != 1 || p.Every != 24*time.Hour || time.Until(p.Next) < 23*time.Hour {
		t.Errorf("started %v, plan %+v", started, p)
	}
}

// runsIn reports whether a process runs the crawl in a directory.
func runsIn(dir string) bool {
	r, err := crawldir.Read(dir)
	if err != nil {
		return true
	}
	defer r.Close()
	return r.Running()
}
