package crawler_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
)

// failingWeb is a web of a start page and its links. What is called bad fails always, what is called moved redirects to a good page of the same
// number, and what is called hidden must not be kept.
type failingWeb struct {
	links   []string
	status  int   // of a bad page; 0: err
	err     error // of a bad page
	perHost int   // 0: no limit
	asked   []string
	lookups map[string]int
}

func (w *failingWeb) Resolve(_ context.Context, host string) (netip.Addr, error) {
	w.lookups[host]++
	if strings.HasPrefix(host, "gone") {
		return netip.Addr{}, &fetch.Error{Kind: fetch.DNS, URL: host, Err: &net.DNSError{Err: "no such host", IsNotFound: true}, Unsent: true}
	}
	return netip.Addr{}, nil
}

func (w *failingWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	w.asked = append(w.asked, url)
	resp := &fetch.Response{URL: url, Status: 200, Body: []byte("<p>")} // without words it is like no other
	switch {
	case url == "http://a.test/":
		var body strings.Builder
		for _, link := range w.links {
			fmt.Fprintf(&body, "<a href='%s'>a link</a> ", link)
		}
		resp.Body = []byte(body.String())
	case strings.Contains(url, "bad") && w.err != nil:
		return nil, &fetch.Error{Kind: fetch.Reset, URL: url, Err: w.err}
	case strings.Contains(url, "bad"):
		resp.Status = w.status
	case strings.Contains(url, "moved"):
		resp.Status, resp.Redirect = 301, strings.Replace(url, "moved", "good", 1)
	case strings.Contains(url, "hidden"):
		resp.Body = []byte("<meta name=robots content=noindex>")
	}
	return resp, nil
}

func (*failingWeb) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	return &fetch.Response{URL: url, Status: 404}, nil
}

// count is how often URLs with a word were requested.
func (w *failingWeb) count(word string) (n int) {
	for _, url := range w.asked {
		if strings.Contains(url, word) {
			n++
		}
	}
	return n
}

// bestFirst takes what is called best first, and else the link that was found first.
type bestFirst struct{ ranker.BreadthFirst }

func (bestFirst) Rank(src *ranker.Source, scores []ranker.Score) {
	for i := range scores {
		if scores[i] = (ranker.Score{}); strings.Contains(src.Page.Links[i].URL, "best") {
			scores[i].Priority = 1
		}
	}
}

// readOrPanic panics over pages that are called panic.
func readOrPanic(r *fetch.Response) (*features.Page, error) {
	if strings.Contains(r.URL, "panic") {
		panic("no reader can read it")
	}
	return features.NewReader().ReadSource(features.Source{URL: r.URL, Body: r.Body})
}

// crawl crawls from the start page, and returns how long that took.
func (w *failingWeb) crawl(t *testing.T, wait time.Duration) (p crawler.Progress, hosts []frontier.HostRow, took time.Duration) {
	t.Helper()
	w.lookups = make(map[string]int)
	synctest.Test(t, func(t *testing.T) {
		o := frontier.DefaultOptions()
		o.PerHost = cmp.Or(w.perHost, o.PerHost)
		f, err := frontier.Open(frontier.NewMemory(), o, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		begin := time.Now()
		p = finished(t, t.Context(), crawler.Parts{
			Frontier: f, Fetcher: w, Robots: robots.New("gannet"), Strategy: bestFirst{}, Judge: func(*features.Page) float64 { return 1 },
			Read: readOrPanic,
		}, limits(func(l *crawler.Limits) { l.Workers, l.Wait = 1, wait }), 0, []string{"http://a.test/"})
		took = time.Since(begin)
		hosts, _ = f.Hosts(time.Now(), frontier.HostQuery{})
	})
	return p, hosts, took
}

func numbered(form string, n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf(form, i))
	}
	return list
}

// TestABadURLIsNoBadHost: pages that always fail are requested again after the others of their host, and hold none of them.
func TestABadURLIsNoBadHost(t *testing.T) {
	for name, bad := range map[string]*failingWeb{"500": {status: 500}, "502": {status: 502}, "reset": {err: errors.New("connection reset")}} {
		for _, n := range []int{1, 4, 9} {
			bad.links, bad.asked = append(numbered("/bad%d", n), numbered("/good%d", 20)...), nil
			p, _, took := bad.crawl(t, 30*time.Second)
			if p.Pages != 21 || p.Ended != crawler.EndEmpty || bad.count("bad") != 3*n {
				t.Errorf("%s, %d bad ones: %d pages, %d bad requests, ended: %s", name, n, p.Pages, bad.count("bad"), p.Ended)
			}
			if again := slices.Index(bad.asked[n+1:], "http://a.test/bad0"); again < 20 {
				t.Errorf("%s, %d bad ones: the first is requested again after %d others", name, n, again)
			}
			if took > 90*time.Second {
				t.Errorf("%s, %d bad ones: it took %v", name, n, took)
			}
		}
	}
}

// TestAPageThatSaysOverloadedEndsNoCrawl: after the pause of the host another of its pages is requested, which shows that only one page is unwell.
func TestAPageThatSaysOverloadedEndsNoCrawl(t *testing.T) {
	for _, status := range []int{429, 503} {
		w := &failingWeb{status: status, links: append([]string{"/bad0"}, numbered("/good%d", 20)...)}
		p, _, took := w.crawl(t, 30*time.Second)
		if p.Pages != 21 || w.count("bad") > 3 {
			t.Errorf("%d: %d pages, %d requests of the bad one, ended: %s", status, p.Pages, w.count("bad"), p.Ended)
		}
		if took < 30*time.Second {
			t.Errorf("%d: it took %v, so the host had no pause", status, took)
		}
	}
}

// TestOnlyKeptPagesSpendTheBudgetOfAHost: redirects and pages that must not be kept come first, and leave it for the pages behind them.
func TestOnlyKeptPagesSpendTheBudgetOfAHost(t *testing.T) {
	w := &failingWeb{perHost: 5, links: append(numbered("/moved%d", 6), numbered("/hidden%d", 6)...)}
	p, hosts, _ := w.crawl(t, time.Minute)
	if p.Pages != 5 || hosts[0].Fetched != 5 || hosts[0].State != frontier.HostFull || p.Frontier.DroppedFull != 2 {
		t.Errorf("%d pages; %+v; %+v", p.Pages, hosts, p.Frontier)
	}
	w = &failingWeb{perHost: 2, links: numbered("/hidden%d", 300)}
	if p, _, _ = w.crawl(t, time.Minute); len(w.asked) != 20 || p.Ended != crawler.EndEmpty {
		t.Errorf("%d requests of a host that forbids to keep its pages, ended: %s", len(w.asked), p.Ended)
	}
}

// TestAnswersThatMayPassAreRequestedAgain, and others are not. An answer without content is no page.
func TestAnswersThatMayPassAreRequestedAgain(t *testing.T) {
	for status, want := range map[int]int{408: 3, 421: 3, 425: 3, 429: 3, 500: 3, 403: 1, 404: 1, 417: 1, 204: 1, 205: 1} {
		w := &failingWeb{status: status, links: []string{"/bad"}}
		if p, _, _ := w.crawl(t, crawler.NoLimit); p.Pages != 1 || w.count("bad") != want {
			t.Errorf("%d: %d pages, %d requests, want %d", status, p.Pages, w.count("bad"), want)
		}
	}
	w := &failingWeb{status: 200, links: []string{"/bad"}}
	if p, _, _ := w.crawl(t, crawler.NoLimit); p.Pages != 2 {
		t.Errorf("200: %d pages", p.Pages)
	}
}

// TestLinksThatFailAreNotCalledHostsThatDoNotAnswer: the crawl does not wait for them longer than it may, and says what is left.
func TestLinksThatFailAreNotCalledHostsThatDoNotAnswer(t *testing.T) {
	w := &failingWeb{status: 500, links: numbered("/bad%d", 2)}
	p, _, took := w.crawl(t, 2*time.Second)
	if p.Ended != crawler.EndFailing || took > 10*time.Second {
		t.Errorf("ended: %s after %v", p.Ended, took)
	}
	if len(p.Waiting) != 1 || p.Waiting[0].Fails || p.Waiting[0].Links != 2 || p.Waiting[0].Why != "status 500" {
		t.Errorf("waiting: %+v", p.Waiting)
	}
	w = &failingWeb{status: 503, links: numbered("/bad%d", 2)}
	if p, _, _ = w.crawl(t, 2*time.Second); p.Ended != crawler.EndStalled || w.count("bad") != 1 {
		t.Errorf("of an overloaded host: ended: %s after %d requests", p.Ended, w.count("bad"))
	}
}

// TestManyBadURLsAreABadHost: when all that is requested fails, the host is left in peace.
func TestManyBadURLsAreABadHost(t *testing.T) {
	w := &failingWeb{status: 500, links: numbered("/bad%d", 300)}
	p, hosts, _ := w.crawl(t, crawler.NoLimit)
	if n := w.count("bad"); n < 10 || n > 20 || p.Frontier.DeadHosts != 1 || hosts[0].State != frontier.HostGivenUp {
		t.Errorf("%d requests, %+v", n, hosts)
	}
}

// TestANameThatDoesNotExistIsLookedUpOnce for all links of its host.
func TestANameThatDoesNotExistIsLookedUpOnce(t *testing.T) {
	w := &failingWeb{links: append(numbered("http://gone.test/%d", 300), numbered("/good%d", 5)...)}
	p, hosts, took := w.crawl(t, 30*time.Second)
	if w.lookups["gone.test"] != 1 || p.Pages != 6 || p.Ended != crawler.EndEmpty || took > 20*time.Second {
		t.Errorf("%d lookups, %d pages, ended: %s after %v", w.lookups["gone.test"], p.Pages, p.Ended, took)
	}
	at := slices.IndexFunc(hosts, func(h frontier.HostRow) bool { return h.Name == "gone.test" })
	if at < 0 || hosts[at].State != frontier.HostGone || p.Frontier.GoneHosts != 1 || p.Frontier.DroppedGone != 299 {
		t.Errorf("%+v, %+v", hosts, p.Frontier)
	}
}

// TestHostileFailures has a web of links that fail in all these ways, among good ones. The best link of all fails, and many others. Names do
// not exist, and the reader panics over pages. All good pages are kept. Nothing is requested in vain more often than it may be.
func TestHostileFailures(t *testing.T) {
	n := 50
	if os.Getenv("GANNET_HOSTILE") != "" { // make hostile
		n = 1000
	}
	w := &failingWeb{status: 500, links: []string{"/best-bad"}}
	for i := range n {
		w.links = append(w.links, fmt.Sprintf("http://gone%d.test/1", i), fmt.Sprintf("/bad%d", i), fmt.Sprintf("/panic%d", i), fmt.Sprintf("/good%d", i),
			fmt.Sprintf("http://gone%d.test/2", i))
	}
	p, _, _ := w.crawl(t, 30*time.Second)
	if p.Pages != int64(1+n) || p.Ended != crawler.EndEmpty || p.Frontier.Leased > 0 {
		t.Errorf("%d pages, want %d; ended: %s; %+v", p.Pages, 1+n, p.Ended, p.Frontier)
	}
	if bad := w.count("bad"); bad != 3*(n+1) || p.Refused[string(reason.ReaderFailed)] != int64(n) || p.Frontier.GoneHosts != n {
		t.Errorf("%d bad requests, %v refused, %d hosts are gone", bad, p.Refused, p.Frontier.GoneHosts)
	}
	for host, times := range w.lookups {
		if strings.HasPrefix(host, "gone") && times != 1 {
			t.Errorf("%s was looked up %d times", host, times)
		}
	}
}
