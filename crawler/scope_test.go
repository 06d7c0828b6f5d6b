package crawler_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/robots"
	"gannet/crawler/scope"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
)

// scopedWeb has pages, redirects and sitemaps on either side of a scope.
func scopedWeb() *fewPages {
	return &fewPages{answers: map[string]string{
		"http://a.test/robots.txt": "Sitemap: http://a.test/map.xml\nSitemap: http://other.test/map.xml",
		"http://a.test/map.xml":    urlset("http://a.test/in/mapped", "http://a.test/out/mapped"),
		"http://a.test/": "<p><a href='/in/1'>1</a> <a href='/out/1'>2</a> <a href='http://other.test/in/1'>3</a>" +
			" <a href='/in/moved'>4</a> <a href='/in/away'>5</a>",
		"http://a.test/in/1":      "<p><a href='/in/2'>next</a> <a href='/in/private'>no</a>",
		"http://a.test/in/2":      "<p><a href='/in/3'>next</a>",
		"http://a.test/in/3":      "<p>too deep",
		"http://a.test/in/mapped": "<p>mapped",
		"http://a.test/in/moved":  "to http://a.test/out/2",
		"http://a.test/in/away":   "to http://other.test/in/2",
	}}
}

// crawlIn crawls from http://a.test/ within rules.
func crawlIn(t *testing.T, f *fewPages, log frontier.Store, r scope.Rules, change func(*crawler.Limits)) crawler.Progress {
	t.Helper()
	s, err := scope.New(r)
	if err != nil {
		t.Fatal(err)
	}
	f.clock, f.asked = crawler.NewVirtual(time.Unix(1e9, 0), nil), make(map[string][]time.Time)
	links, err := frontier.Open(log, options(noPauses), f.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer links.Close()
	return finished(t, t.Context(), crawler.Parts{
		Frontier: links, Fetcher: f, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, Clock: f.clock,
		Judge: func(*features.Page) float64 { return 1 }, Scope: s,
	}, limits(func(l *crawler.Limits) { l.Workers, l.Time = 1, time.Hour; change(l) }), 0, []string{"http://a.test/"})
}

// TestScopeHoldsForEveryLink has pages, redirects and sitemaps admitted by the rules, and the others counted by rule.
func TestScopeHoldsForEveryLink(t *testing.T) {
	two := 2
	f := scopedWeb()
	p := crawlIn(t, f, frontier.NewMemory(), scope.Rules{
		Include: []string{"/in/*"}, Exclude: []string{"*private*"}, Stay: scope.StayHost, Seeds: []string{"a.test"}, Depth: &two,
	}, func(*crawler.Limits) {})
	want := []string{
		"http://a.test/", "http://a.test/in/1", "http://a.test/in/2", "http://a.test/in/away", "http://a.test/in/mapped",
		"http://a.test/in/moved", "http://a.test/map.xml", "http://a.test/robots.txt",
	}
	if asked := slices.Sorted(maps.Keys(f.asked)); !slices.Equal(asked, want) {
		t.Errorf("requests for\n%q, want\n%q", asked, want)
	}
	for rule, n := range map[string]int64{
		"out of scope: stay host":          3, // a page, a redirect, a sitemap
		"out of scope: no include matches": 3, // a page, a redirect, a page of the sitemap
		"out of scope: exclude *private*":  1,
		"out of scope: depth 2":            1,
		"redirect (to a URL left out)":     2,
	} {
		if p.Reasons[rule] != n {
			t.Errorf("%q was counted %d times, want %d: %v", rule, p.Reasons[rule], n, p.Reasons)
		}
	}
}

// TestChangedScopeHoldsForLinksThatWait stops a crawl and goes on with it in a narrower scope. A link that waited is dropped
// when its turn comes, without a request to its host.
func TestChangedScopeHoldsForLinksThatWait(t *testing.T) {
	f, log := scopedWeb(), frontier.NewMemory()
	if p := crawlIn(t, f, log, scope.Rules{}, func(l *crawler.Limits) { l.Pages, l.SitemapURLs = 1, 0 }); p.Frontier.Queued < 5 {
		t.Fatalf("%d links wait", p.Frontier.Queued)
	}
	p := crawlIn(t, f, log, scope.Rules{Hosts: []string{"a.test"}, Exclude: []string{"/out/*"}}, func(*crawler.Limits) {})
	for url := range f.asked {
		if url == "http://a.test/out/1" || url == "http://other.test/robots.txt" || url == "http://other.test/in/1" {
			t.Errorf("%s is requested", url)
		}
	}
	if len(f.asked["http://a.test/in/1"]) != 1 || p.Reasons["out of scope: hosts"] == 0 || p.Reasons["out of scope: exclude /out/*"] == 0 {
		t.Errorf("%v; counted %v", slices.Sorted(maps.Keys(f.asked)), p.Reasons)
	}
	if p.Refused["out of scope: hosts"] == 0 {
		t.Errorf("refused: %v", p.Refused)
	}
	if p.Frontier.Queued != 0 {
		t.Errorf("%d links wait still", p.Frontier.Queued)
	}
}

// TestRedirectOfASeedOutOfScope names the rule in the answer of the seed.
func TestRedirectOfASeedOutOfScope(t *testing.T) {
	f := &fewPages{answers: map[string]string{"http://a.test/": "to http://b.test/"}}
	f.clock, f.asked = crawler.NewVirtual(time.Unix(1e9, 0), nil), make(map[string][]time.Time)
	s, err := scope.New(scope.Rules{Stay: scope.StayHost, Seeds: []string{"a.test"}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := crawler.New(crawler.Parts{
		Frontier: memory(t, options(noPauses)), Fetcher: f, Strategy: ranker.BreadthFirst{}, Clock: f.clock,
		Judge: func(*features.Page) float64 { return 1 }, Scope: s,
	}, limits(func(*crawler.Limits) {}), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Seed([]string{"http://a.test/"}); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if why := c.SeedFailure("http://a.test/"); why != "redirect to http://b.test/, out of scope: stay host: give that URL as the seed, or change the rule" {
		t.Error(why)
	}
}
