package crawler_test

import (
	"context"
	"math"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/crawler/robots"
	"gannet/crawler/sitemap"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
	"gannet/store"
)

// withLists is a web of a few pages, feeds and sitemaps.
type withLists struct{ fewPages }

func (f *withLists) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	resp, err := f.fewPages.Fetch(ctx, url)
	if err == nil && sitemap.Sniff(resp.Body) {
		resp.List = true
	}
	if err == nil && strings.HasSuffix(url, "/closed") {
		resp.Header = http.Header{"X-Robots-Tag": {"nofollow"}}
	}
	return resp, err
}

// crawl crawls until nothing is left, and returns the URLs that were requested, without "http://" and robots.txt.
func (f *withLists) crawl(t *testing.T, change func(*crawler.Limits), seeds ...string) (urls []string, p crawler.Progress) {
	t.Helper()
	f.clock, f.asked = crawler.NewVirtual(time.Unix(1e9, 0), nil), make(map[string][]time.Time)
	p = finished(t, t.Context(), crawler.Parts{
		Frontier: memory(t, options(noPauses)), Fetcher: f, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Clock: f.clock,
		Judge: func(p *features.Page) float64 { return float64(min(1, len(p.Words))) },
	}, limits(func(l *crawler.Limits) { l.Time = 1000 * time.Hour; change(l) }), 0, seeds)
	for url := range f.asked {
		if !strings.HasSuffix(url, "/robots.txt") {
			urls = append(urls, strings.TrimPrefix(url, "http://"))
		}
	}
	slices.Sort(urls)
	return urls, p
}

// rss is a feed of URLs.
func rss(urls ...string) string {
	return "<rss><channel><item><link>" + strings.Join(urls, "</link></item><item><link>") + "</link></item></channel></rss>"
}

func anyLimits(*crawler.Limits) {}

// TestListsAreReadWhereTheyAreMet: a feed or a sitemap is a list of links as a seed, behind a link or a redirect, and named by a page.
func TestListsAreReadWhereTheyAreMet(t *testing.T) {
	const names = `<link rel="alternate" type="application/rss+xml" href="/feed">words`
	for _, c := range []struct {
		name, seed string
		answers    map[string]string
		limits     func(*crawler.Limits)
		want       string
	}{
		{"a feed as a seed links anywhere", "http://a.test/feed", map[string]string{"http://a.test/feed": rss("/1", "http://b.test/2")}, anyLimits, "a.test/1 a.test/feed b.test/2"},
		{"a sitemap as a seed speaks for its host", "http://a.test/x", map[string]string{"http://a.test/x": urlset("/1", "http://b.test/2")}, anyLimits, "a.test/1 a.test/x"},
		{"an index of sitemaps", "http://a.test/x", map[string]string{"http://a.test/x": sitemapIndex("/y"), "http://a.test/y": urlset("/1")}, anyLimits, "a.test/1 a.test/x a.test/y"},
		{"a link", "http://a.test/", map[string]string{"http://a.test/": `<a href="/feed">feed</a>`, "http://a.test/feed": rss("/1")}, anyLimits, "a.test/ a.test/1 a.test/feed"},
		{"a redirect", "http://a.test/", map[string]string{"http://a.test/": "to http://a.test/feed", "http://a.test/feed": rss("/1")}, anyLimits, "a.test/ a.test/1 a.test/feed"},
		{"the feed of a page", "http://a.test/", map[string]string{"http://a.test/": names, "http://a.test/feed": rss("/1")}, anyLimits, "a.test/ a.test/1 a.test/feed"},
		{"a feed of a feed", "http://a.test/feed", map[string]string{"http://a.test/feed": rss("/other"), "http://a.test/other": rss("/1")}, anyLimits, "a.test/1 a.test/feed a.test/other"},
		{"no further than the depth", "http://a.test/", map[string]string{"http://a.test/": names + `<a href="/1">1</a>`, "http://a.test/1": names, "http://a.test/feed": rss("/2")},
			func(l *crawler.Limits) { l.Depth = 0 }, "a.test/"},
		{"entries are as deep as links", "http://a.test/feed", map[string]string{"http://a.test/feed": rss("/1"), "http://a.test/1": `<a href="/2">2</a>`},
			func(l *crawler.Limits) { l.Depth = 1 }, "a.test/1 a.test/feed"},
		{"where the page forbids it", "http://a.test/", map[string]string{"http://a.test/": `<meta name="robots" content="nofollow">` + names}, anyLimits, "a.test/"},
		{"where the header of a feed forbids it", "http://a.test/closed", map[string]string{"http://a.test/closed": rss("/1")}, anyLimits, "a.test/closed"},
		{"of a page on another host", "http://a.test/", map[string]string{"http://a.test/": `<link rel="alternate" type="application/atom+xml" href="http://b.test/feed">words`}, anyLimits, "a.test/"},
		{"of a page that is not on topic", "http://a.test/", map[string]string{"http://a.test/": `<a href="/1"></a>`, "http://a.test/1": strings.TrimSuffix(names, "words")}, anyLimits, "a.test/ a.test/1"},
		{"the next pages of a feed", "http://a.test/feed", map[string]string{
			"http://a.test/feed":   `{"version": "https://jsonfeed.org/version/1.1", "next_url": "/feed?2", "items": [{"url": "/1"}]}`,
			"http://a.test/feed?2": `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="/feed?3"/><entry><link href="/2"/></entry></feed>`,
			"http://a.test/feed?3": `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="http://b.test/feed?4"/><entry><link href="/3"/></entry></feed>`,
		}, anyLimits, "a.test/1 a.test/2 a.test/3 a.test/feed a.test/feed?2 a.test/feed?3"},
	} {
		f := &withLists{fewPages{answers: c.answers}}
		if got, _ := f.crawl(t, c.limits, c.seed); strings.Join(got, " ") != c.want {
			t.Errorf("%s: requested %s, want %s", c.name, strings.Join(got, " "), c.want)
		}
	}
}

// TestListsAreNoPages: a feed is refused as a page for a reason of its own, counts as a list that was read, and its link says so.
func TestListsAreNoPages(t *testing.T) {
	f := &withLists{fewPages{answers: map[string]string{"http://a.test/feed": rss("/1"), "http://a.test/1": "words"}}}
	if _, p := f.crawl(t, anyLimits, "http://a.test/feed"); p.Refused[string(reason.ReadList)] != 1 || p.Sitemaps != 1 || p.Pages != 1 || p.Asked != 2 {
		t.Errorf("%+v", p)
	}
}

// TestFewFeedsOfAHost: each page of a blog names a feed of its own comments, beside that of the whole blog.
func TestFewFeedsOfAHost(t *testing.T) {
	f := &withLists{fewPages{answers: make(map[string]string)}}
	for i := range 30 {
		page := "http://a.test/" + strings.Repeat("x", i)
		f.answers[page] = `<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" type="application/rss+xml" href="` + page + `/comments">` +
			`<p>words</p><a href="` + page + `x">next</a>`
	}
	urls, _ := f.crawl(t, anyLimits, "http://a.test/")
	feeds := slices.DeleteFunc(urls, func(url string) bool { return !strings.HasSuffix(url, "/feed") && !strings.HasSuffix(url, "/comments") })
	if len(feeds) != 3 || !slices.Contains(feeds, "a.test/feed") {
		t.Errorf("requested %v", feeds)
	}
}

// TestReplayedFeedsGiveTheSamePriorities: a strategy that learns ranks the links of a feed by their titles. When it is given what is kept, each
// link has the same priority, bit by bit.
func TestReplayedFeedsGiveTheSamePriorities(t *testing.T) {
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	feed := "<rss><channel>"
	for _, page := range []string{"welder", "baker", "fitter", "clerk", "nurse"} {
		feed += "<item><title>A " + page + " &amp; more</title><description>In &lt;b>York&lt;/b> we seek " + page + "s</description><link>/" + page + "</link></item>"
	}
	f := &withLists{fewPages{answers: map[string]string{
		"http://a.test/": `<a href="/welder1">welder</a> <a href="/feed">more</a>`, "http://a.test/welder1": "a welder who welds", "http://a.test/feed": feed + "</channel></rss>",
	}}}
	f.clock, f.asked = crawler.NewVirtual(time.Unix(1e9, 0), nil), make(map[string][]time.Time)
	log := frontier.NewMemory()
	crawl := func(run bool) ranker.Learner {
		front, err := frontier.Open(log, options(noPauses), f.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		defer front.Close()
		keeper, s := crawler.NewStoreKeeper(db, nil), learner(t, ranker.LearnedName).(ranker.Learner)
		defer keeper.Close()
		c, err := crawler.New(crawler.Parts{
			Frontier: front, Fetcher: f, Strategy: s, Clock: f.clock, Keeper: keeper,
			Judge: func(p *features.Page) float64 { return float64(min(1, strings.Count(string(p.Text), "weld"))) },
		}, limits(func(l *crawler.Limits) { l.Workers, l.Pages = 1, 3 }), 0)
		if err == nil && run {
			err = c.Seed([]string{"http://a.test/"})
		}
		if err == nil && run {
			err = c.Run(t.Context())
		} else if err == nil {
			err = c.Teach(t.Context(), db, func(int) {})
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	f.answers["http://a.test/nurse"] = "a nurse"
	lived, replayed := crawl(true), crawl(false)
	priorities := make(map[float32]bool)
	for _, page := range []string{"welder", "baker", "fitter", "clerk", "nurse"} {
		was, known := lived.Revise("http://a.test/" + page)
		is, again := replayed.Revise("http://a.test/" + page)
		if known != again || math.Float32bits(was) != math.Float32bits(is) {
			t.Errorf("%s had priority %v (%v), and has %v (%v) after a replay", page, was, known, is, again)
		}
		if known {
			priorities[was] = true
		}
	}
	if len(priorities) < 2 {
		t.Errorf("the links have the priorities %v, so that their titles say nothing", priorities)
	}
}
