package crawler

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/crawler/fetch"
	"gannet/crawler/revisit"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
	"gannet/store/postings"
)

const day = 24 * time.Hour

// jobSite is a site of one list and its postings, which changes with the time.
type jobSite struct {
	begin time.Time
	now   func() time.Time
	// list returns the postings that the list names at a time, page what a posting's page says: its status and a version.
	list func(day float64) []int
	page func(n int, day float64) (status, version int)
	// second returns the postings on the second page of the list, none if it is gone; nil: there never was one.
	second func(day float64) []int
	// next is the text that leads to it, if it is not "Next page".
	next string
	// leadsBack has the second page lead to the first. card has it show the markup of the first posting that it names.
	leadsBack, card bool
	// unlinked has the first page name the second only while it is there.
	unlinked bool
	// shows has the page of the list show a posting of its own.
	shows bool
	// sitemap returns the postings that the sitemap names; nil: there is none.
	sitemap func(day float64) []int
	// cutSitemap says when the sitemap ends in the middle; nil: never.
	cutSitemap func(day float64) bool
	// wall says when a form to log in stands where the sitemap is, walls when it stands everywhere; nil: never.
	wall, walls func(day float64) bool
	// lastmod returns the day on which the sitemap says that a posting was last modified; nil: it does not say it.
	lastmod func(n int, day float64) float64
	// feed returns the postings that the feed names; nil: there is none. robots says that robots.txt names it, and else the list does.
	feed       func(day float64) []int
	feedRobots bool

	// posted returns the date of posting that pages state, zero if they state none; nil: never one.
	posted func(day float64) time.Time
	// moves is when the pages of postings have other addresses, to which the old ones lead; 0: never. Postings have an identifier then.
	moves float64
	// board returns the postings that a list of another site names, to which a seed leads; nil: there is none.
	board func(day float64) []int
	// down says when everything is an error of the server; nil: never.
	down func(day float64) bool

	mu    sync.Mutex // guards asked
	asked map[string][]int
}

// RoundTrip implements http.RoundTripper. Its pages have an ETag.
func (s *jobSite) RoundTrip(r *http.Request) (*http.Response, error) {
	now := float64(s.now().Sub(s.begin)) / float64(day)
	if s.board != nil && r.URL.Host == "board.test" {
		return s.answerBoard(r.URL.Path, now), nil
	}
	status, tag, body, to := s.answerMoved(r.URL.Path, now)
	if s.down != nil && s.down(now) {
		status, tag, body, to = 503, "", "", ""
	}
	if status == 200 && tag != "" && r.Header.Get("If-None-Match") == tag {
		status, body = 304, ""
	}
	s.mu.Lock()
	if s.asked == nil {
		s.asked = make(map[string][]int)
	}
	s.asked[r.URL.Path] = append(s.asked[r.URL.Path], status)
	s.mu.Unlock()
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Etag": {tag}}
	if to != "" {
		h.Set("Location", to)
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}, nil
}

// answerBoard answers for the other site.
func (s *jobSite) answerBoard(path string, now float64) *http.Response {
	status, body := 404, ""
	if path == "/" {
		status, body = 200, strings.ReplaceAll(listOf(s.board(now)), "/job/", "http://mill.test/job/")
	}
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}
}

// answerMoved is answer for a site whose postings may have moved.
func (s *jobSite) answerMoved(path string, now float64) (status int, tag, body, to string) {
	const before, after = "/job/", "/opening/"
	if s.moves == 0 || now < s.moves {
		return s.answer(path, now)
	}
	if n, old := strings.CutPrefix(path, before); old {
		return 301, "", "", after + n
	}
	status, tag, body, to = s.answer(strings.Replace(path, after, before, 1), now)
	return status, strings.Replace(tag, "list", "new list", 1), strings.ReplaceAll(body, before, after), to
}

func (s *jobSite) answer(path string, now float64) (status int, tag, body, to string) {
	switch {
	case path != "/robots.txt" && s.walls != nil && s.walls(now):
		return 200, "", fmt.Sprintf("<title>One moment</title><p>Show that you are human. Request %x7.", xxh3.HashString(fmt.Sprint(path, now))), ""
	case path == "/robots.txt" && s.feedRobots:
		return 200, "", "Sitemap: http://mill.test/feed", ""
	case path == "/robots.txt" && s.sitemap != nil:
		return 200, "", "Sitemap: http://mill.test/sitemap.xml", ""
	case path == "/sitemap.xml" && s.wall != nil && s.wall(now):
		return 200, "", "<title>Log in</title><form><input name=user></form>", ""
	case path == "/sitemap.xml" && s.sitemap != nil:
		for _, n := range s.sitemap(now) {
			body += fmt.Sprintf("<url><loc>http://mill.test/job/%d</loc>%s</url>", n, s.modified(n, now))
		}
		if s.cutSitemap != nil && s.cutSitemap(now) {
			return 200, "", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + body[:len(body)/2], ""
		}
		return 200, fmt.Sprintf(`"map of %x"`, xxh3.HashString(body)), `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + body + "</urlset>", ""
	case path == "/feed" && s.feed != nil:
		for _, n := range s.feed(now) {
			body += fmt.Sprintf("<item><title>Miller</title><link>http://mill.test/job/%d</link></item>", n)
		}
		return 200, fmt.Sprintf(`"feed of %v"`, s.feed(now)), `<rss version="2.0"><channel><title>Jobs</title>` + body + "</channel></rss>", ""
	}
	switch {
	case path == "/":
		body = listOf(s.list(now))
		if s.shows {
			body = markup("", "Trainee", "You learn to grind corn, and may stay.", "The mill") + body
		}
		if s.feed != nil && !s.feedRobots {
			body = `<link rel="alternate" type="application/rss+xml" href="/feed">` + body
		}
		if s.second != nil && (!s.unlinked || len(s.second(now)) > 0) {
			body += fmt.Sprintf(`<p><a href="/2">%s</a>`, cmp.Or(s.next, "Next page"))
		}
		return 200, fmt.Sprintf(`"list of %v, %d"`, s.list(now), len(body)), body, ""
	case path == "/2" && s.second != nil:
		if list := s.second(now); len(list) > 0 {
			body = listOf(list)
			if s.leadsBack {
				body += `<p><a href="/">First page</a>`
			}
			if s.card {
				body = markup("", fmt.Sprint("Miller ", list[0]), "You grind corn.", "The mill") + body
			}
			return 200, fmt.Sprintf(`"list of %v"`, list), body, ""
		}
	}
	n := 0
	if _, err := fmt.Sscanf(path, "/job/%d", &n); err != nil {
		return 404, "", "", ""
	}
	status, version := s.page(n, now)
	if status == 302 {
		to = "/"
	}
	if version < 0 { // the page is there, and the posting is not
		return status, `"sorry"`, "<title>The mill</title><p>We are looking for nobody at present.", ""
	}
	text := fmt.Sprintf("You grind corn number %d, version %d.", n, version)
	if version >= unmarked {
		text += " You look after the wheels of the mill, bring the flour to the bakers of four villages, and keep the rats away from it."
	}
	body = fmt.Sprintf(`<title>Miller %d</title><h1>Miller %d</h1><p>%s`, n, n, text)
	if version <= unmarked {
		date := ""
		if s.posted != nil && !s.posted(now).IsZero() {
			date = fmt.Sprintf(`"datePosted":"%s",`, s.posted(now).UTC().Format(time.DateOnly))
		}
		if s.moves > 0 {
			date += fmt.Sprintf(`"identifier":"M-%d",`, n)
		}
		body = markup(date, fmt.Sprint("Miller ", n), text, fmt.Sprint("Mill ", n)) + body
	}
	return status, fmt.Sprintf(`"%d of %d"`, version, n), body, to
}

// markup says in a page what it shows.
func markup(date, title, text, company string) string {
	return fmt.Sprintf(`<script type="application/ld+json">{"@context":"https://schema.org","@type":"JobPosting",%s
		"title":"%s","description":"%s","hiringOrganization":{"name":"%s"}}</script>`, date, title, text, company)
}

// unmarked is the version from which on pages have a longer text. Those above it have no markup, so that they seem to show no posting.
const unmarked = 100

// modified returns what the sitemap says of when a posting was modified.
func (s *jobSite) modified(n int, now float64) string {
	if s.lastmod == nil {
		return ""
	}
	at := s.begin.Add(time.Duration(s.lastmod(n, now) * float64(day)))
	return "<lastmod>" + at.UTC().Format(time.RFC3339) + "</lastmod>"
}

func listOf(numbers []int) string {
	body := "<title>Jobs at the mill</title><h1>Jobs at the mill</h1>"
	for _, n := range numbers {
		body += fmt.Sprintf(`<p><a href="/job/%d">Miller %d</a>`, n, n)
	}
	return body
}

func (s *jobSite) asks(path string) []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[path]
}

// upTo returns the numbers from 1 to n without some.
func upTo(n int, without ...int) (list []int) {
	for i := 1; i <= n; i++ {
		missing := false
		for _, x := range without {
			missing = missing || x == i
		}
		if !missing {
			list = append(list, i)
		}
	}
	return list
}

// watchSite crawls a site for some days of virtual time. The store may have been filled by an earlier crawl.
func watchSite(t *testing.T, s *jobSite, db *store.DB, log frontier.Store, days float64, change func(*Parts, *Limits)) Progress {
	t.Helper()
	return crawlOf(t, s, db, log, days, change).Progress()
}

// crawlOf is watchSite for a test of what the crawl has in memory at its end.
func crawlOf(t *testing.T, s *jobSite, db *store.DB, log frontier.Store, days float64, change func(*Parts, *Limits)) *Crawl {
	t.Helper()
	clock := NewVirtual(s.begin, FixedLatency(200*time.Millisecond))
	if s.now != nil {
		clock = NewVirtual(s.now(), FixedLatency(200*time.Millisecond))
	}
	s.now = clock.Now
	o := fetch.DefaultOptions()
	o.Transport, o.Now = s, clock.Now
	client, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	rules := frontier.DefaultOptions()
	rules.Lease = 1000 * day // virtual days pass while the keeper writes
	f, err := frontier.Open(log, rules, clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	keeper := NewStoreKeeper(db, nil)
	defer keeper.Close()
	jobs := testJobs(t)
	if err := jobs.Restore(db); err != nil {
		t.Fatal(err)
	}
	held, err := db.Stats()
	if err != nil {
		t.Fatal(err)
	}
	p := Parts{
		Frontier: f, Fetcher: client, Judge: func(*features.Page) float64 { return 1 }, Strategy: ranker.BreadthFirst{},
		Keeper: keeper, Jobs: jobs, Clock: clock,
		Revisits: &Revisits{Store: db, Options: revisit.DefaultOptions()},
	}
	l := DefaultLimits()
	l.Time = time.Duration(days * float64(day))
	change(&p, &l)
	c, err := New(p, l, held.Pages)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Watch(context.Background()); err != nil {
		t.Fatal(err)
	}
	seeds := []string{"http://mill.test/"}
	if s.board != nil {
		seeds = append(seeds, "http://board.test/")
	}
	if err := c.Seed(seeds); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return c
}

func asItIs(*Parts, *Limits) {}

func openDB(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// lives returns the state of each posting, and what it was concluded from.
func lives(t *testing.T, db *store.DB) map[string]string {
	t.Helper()
	states := make(map[string]string)
	err := db.Postings().Each(func(p *postings.Posting) error {
		states[strings.TrimPrefix(p.URL, "http://mill.test/job/")] = strings.TrimSpace(fmt.Sprint(p.Life.State, " ", p.Life.By))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return states
}

// TestWatchSeesWhatChanges: on the second day a posting is new on the list, one is gone, and one is unlisted though it is there. One
// leads to the list, one is no longer on its page, and one has another text. All others cost answers with status 304 alone.
func TestWatchSeesWhatChanges(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(at float64) []int {
		if at < 2 {
			return upTo(30)
		}
		return upTo(31, 5, 6, 7, 9)
	}
	s.page = func(n int, at float64) (status, version int) {
		switch {
		case n == 31 && at < 2, n == 5 && at >= 2:
			return 404, 1
		case n == 7 && at >= 2:
			return 302, 1
		case n == 8 && at >= 2:
			return 200, 2
		case n == 9 && at >= 2:
			return 200, -1
		}
		return 200, 1
	}
	db := openDB(t)
	p := watchSite(t, s, db, frontier.NewMemory(), 5, asItIs)
	if p.Ended != EndTime || p.Kept != 32 || p.Revisits.Gone != 2 {
		t.Errorf("ended %q with %d pages; want the end of the time, and the list with 31 postings", p.Ended, p.Kept)
	}
	t.Logf("%+v", *p.Revisits)
	if !db.Has("http://mill.test/job/31") {
		t.Error("the new posting was not found")
	}
	for n, want := range map[int]int{5: 404, 7: 302} {
		asks := s.asks(fmt.Sprintf("/job/%d", n))
		if got := strings.Count(fmt.Sprint(asks), fmt.Sprint(want)); got != 1 || asks[len(asks)-1] != want {
			t.Errorf("posting %d was answered with %v; want one look that denies it after the list does, and no more", n, asks)
		}
	}
	if asks := s.asks("/job/6"); len(asks) < 2 || asks[len(asks)-1] != 304 {
		t.Errorf("the unlisted posting was answered with %v; want at least one look", asks)
	}
	if asks := s.asks("/job/20"); len(asks) != 1 {
		t.Errorf("a listed posting was answered with %v; want no look within the 30 days of MaxAge", asks)
	}
	states := lives(t, db)
	for n, want := range map[string]string{"5": "closed gone", "6": "suspected unlisted", "7": "closed moved to a list", "9": "closed unlisted and confirmed", "20": "open", "31": "open"} {
		if states[n] != want {
			t.Errorf("posting %s is %q; want %q", n, states[n], want)
		}
	}
	if made, same := p.Revisits.Made, p.Revisits.Unchanged; made < 10 || float64(same) < .6*float64(made) {
		t.Errorf("%+v; most revisits are of pages that stay", *p.Revisits)
	}
	if problems := checkStore(t, db); problems != "" {
		t.Error(problems)
	}
}

func checkStore(t *testing.T, db *store.DB) (problems string) {
	t.Helper()
	if err := db.Check(func(p string) error { problems += p + "\n"; return nil }); err != nil {
		t.Fatal(err)
	}
	return problems
}

// TestWatchGoesOnFromACrawlWithoutRevisits: what was kept before is watched, with the validators that were kept.
func TestWatchGoesOnFromACrawlWithoutRevisits(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(at float64) []int { return upTo(10 + int(at)) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	db, log := openDB(t), frontier.NewMemory()
	p := watchSite(t, s, db, log, 5, func(p *Parts, _ *Limits) { p.Revisits = nil })
	if p.Ended != EndEmpty || p.Kept != 11 {
		t.Fatalf("ended %q with %d pages", p.Ended, p.Kept)
	}
	last := s.now()
	s.now = func() time.Time { return last.Add(3 * day) }
	p = watchSite(t, s, db, log, 2, asItIs)
	if asks := s.asks("/"); len(asks) < 3 || p.Kept != 15 || p.Ended != EndTime {
		t.Errorf("%d pages, the list was answered with %v; want the four new postings", p.Kept, asks)
	}
	if _, err := db.Watched(weburl.Fingerprint("http://mill.test/")); err != nil {
		t.Error(err)
	}
}

// TestWatchKeepsItsBudgets: --per-day bounds all requests of a day, and --pages bounds discovery alone.
func TestWatchKeepsItsBudgets(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(at float64) []int { return upTo(100 + int(at*20)) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	perDay := map[int]int{}
	db := openDB(t)
	p := watchSite(t, s, db, frontier.NewMemory(), 6, func(p *Parts, l *Limits) {
		p.Revisits.Options.PerDay, l.Pages = 50, 120
		fetcher := p.Fetcher
		p.Fetcher = countingFetcher{fetcher, func() { perDay[int(s.now().Sub(s.begin)/day)]++ }}
	})
	for d, n := range perDay {
		if n > 50 {
			t.Errorf("day %d: %d requests; want at most 50", d, n)
		}
	}
	if p.Kept != 120 || p.Ended != EndTime || p.Revisits.Made < 80 {
		t.Errorf("%d pages, %d revisits, ended %q; want 120 pages, and revisits after them", p.Kept, p.Revisits.Made, p.Ended)
	}
}

type countingFetcher struct {
	Fetcher
	count func()
}

func (f countingFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	f.count()
	return f.Fetcher.Fetch(ctx, url)
}

// TestWatchIsNotFooled: a list that is cut in half for a day, and a day without answers while it is cut again, close nothing. Nor
// does a posting whose page is away with its list. Later the posting alone is away for a day with its page, and comes back.
func TestWatchIsNotFooled(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(at float64) []int {
		if at >= 2 && at < 3 || at >= 5 && at < 5.9 {
			return upTo(10)
		}
		if at >= 11 && at < 12.5 {
			return upTo(20, 15)
		}
		return upTo(20)
	}
	s.page = func(n int, at float64) (status, version int) {
		switch {
		case at >= 5 && at < 6:
			return 503, 1
		case n == 15 && (at >= 2 && at < 3 || at >= 11 && at < 12.5):
			return 404, 1
		}
		return 200, 1
	}
	db := openDB(t)
	p := watchSite(t, s, db, frontier.NewMemory(), 15, asItIs)
	for n, state := range lives(t, db) {
		if state != "open" && state != "unknown" {
			t.Errorf("posting %s is %s", n, state)
		}
	}
	if asks := fmt.Sprint(s.asks("/job/15")); !strings.Contains(asks, "404") || p.Revisits.Failed == 0 {
		t.Errorf("%+v, and posting 15 was answered with %s; want failures, and a look that denies it", *p.Revisits, asks)
	}
	back, err := db.Postings().NumberAt("http://mill.test/job/15")
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := db.Postings().Get(back); err != nil || kept.Life.Reopened != 1 {
		t.Errorf("%+v, %v; want a posting that was reopened once", kept, err)
	}
}

// TestWatchKnowsAPostingAgain: a list is cut, and some of the pages that are looked at for that have changed, so that they seem to show no
// posting. Nothing closes.
func TestWatchKnowsAPostingAgain(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(at float64) []int {
		if at >= 3 && at < 4 {
			return upTo(10)
		}
		return upTo(20)
	}
	s.page = func(n int, at float64) (status, version int) {
		if at < 2 {
			return 200, unmarked
		}
		return 200, unmarked + n%3
	}
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 8, func(p *Parts, _ *Limits) { p.Revisits.Options.MaxAge = 3 * day })
	for n, state := range lives(t, db) {
		if state != "open" {
			t.Errorf("posting %s is %s", n, state)
		}
	}
}

// TestWatchDoubtsABrokenHost: on one day all postings of a host show a login with status 200, and its list most of them no more. Watch
// tells it, and nothing closes.
func TestWatchDoubtsABrokenHost(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	broken := func(at float64) bool { return at >= 12 && at < 13.5 }
	s.list = func(at float64) []int {
		if broken(at) {
			return upTo(3)
		}
		return upTo(25)
	}
	s.page = func(_ int, at float64) (status, version int) {
		if broken(at) {
			return 200, -1
		}
		return 200, 1
	}
	db := openDB(t)
	p := watchSite(t, s, db, frontier.NewMemory(), 16, func(p *Parts, _ *Limits) { p.Revisits.Options.MaxAge = 3 * day })
	told := make(map[postings.Event]int)
	err := db.Postings().Changes(0, func(c *postings.Change) error {
		told[c.Event]++
		if c.Event == postings.EventAlarm {
			t.Logf("%v %s", c.Time, c.Alarm)
		}
		return nil
	})
	if err != nil || told[postings.EventAlarm] == 0 || told[postings.EventClosed] > 2 {
		t.Errorf("the ledger has %v, %v; want alarms, and at most two closings before them", told, err)
	}
	t.Logf("%+v", *p.Revisits)
}

// TestWatchReadsSitemapsAgain: a posting that the sitemap alone names is found, though an earlier run fetched the sitemap without
// watching it.
func TestWatchReadsSitemapsAgain(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(float64) []int { return upTo(5) }
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	s.sitemap = func(at float64) []int { return upTo(6 + int(at)) }
	db, log := openDB(t), frontier.NewMemory()
	p := watchSite(t, s, db, log, 5, func(p *Parts, l *Limits) {
		withRobots(p, l)
		p.Revisits = nil
	})
	if p.Kept != 7 || p.Sitemaps != 1 {
		t.Fatalf("%d pages, %d sitemaps; want the list and six postings", p.Kept, p.Sitemaps)
	}
	last := s.now()
	s.now = func() time.Time { return last.Add(3 * day) }
	if p = watchSite(t, s, db, log, 2, withRobots); p.Kept != 11 {
		t.Errorf("%d pages, the sitemap was answered with %v; want four more", p.Kept, s.asks("/sitemap.xml"))
	}
}

// TestWatchTakesHubsForLists: a page that is off topic and looks like no list has led to postings. So it is watched as a list, also if
// an earlier crawl kept it.
func TestWatchTakesHubsForLists(t *testing.T) {
	for _, earlier := range []bool{false, true} {
		s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
		s.list = func(at float64) []int { return upTo(8 + int(at)) }
		s.page = func(int, float64) (status, version int) { return 200, 1 }
		db, log := openDB(t), frontier.NewMemory()
		offTopic := func(p *Parts, _ *Limits) {
			p.Judge = func(page *features.Page) float64 {
				if page.URL == "http://mill.test/" {
					return 0
				}
				return 1
			}
		}
		if earlier {
			watchSite(t, s, db, log, 1, func(p *Parts, l *Limits) {
				offTopic(p, l)
				p.Revisits = nil
			})
			last := s.now()
			s.now = func() time.Time { return last }
		}
		if p := watchSite(t, s, db, log, 3.5, offTopic); p.Kept < 12 {
			t.Errorf("%d pages, the list was answered with %v; want it asked again, and three more postings", p.Kept, s.asks("/"))
		}
	}
}

// TestWatchIsRepeatable: in virtual time two crawls make the same requests at the same moments, though the keeper writes beside them.
func TestWatchIsRepeatable(t *testing.T) {
	var runs [2]string
	for i := range runs {
		s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
		s.list = func(at float64) []int { return upTo(40+int(at*9), int(at)+1) }
		s.page = func(n int, at float64) (status, version int) { return 200, 1 + int(at)/(n%3+2) }
		var requests strings.Builder
		watchSite(t, s, openDB(t), frontier.NewMemory(), 3, func(p *Parts, _ *Limits) {
			p.Fetcher = countingFetcher{p.Fetcher, func() { fmt.Fprintln(&requests, s.now().Sub(s.begin)) }}
		})
		runs[i] = requests.String()
	}
	if runs[0] != runs[1] {
		t.Errorf("the requests differ: %d bytes and %d bytes", len(runs[0]), len(runs[1]))
	}
}

// TestWatchLetsAListEnd: the second page of a list is gone, and the first names all that are open. What the second one named is
// suspected, though it was never asked successfully again.
func TestWatchLetsAListEnd(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(float64) []int { return upTo(20, 5) }
	s.second = func(at float64) []int {
		if at >= 3 {
			return nil
		}
		return []int{5, 31, 32, 33}
	}
	s.page = func(n int, at float64) (status, version int) {
		if n > 30 && at >= 3 {
			return 404, 1
		}
		return 200, 1
	}
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 13, asItIs)
	states := lives(t, db)
	for _, n := range []string{"31", "32", "33"} {
		if !strings.HasPrefix(states[n], "closed") {
			t.Errorf("posting %s is %q; want it closed with the page that named it", n, states[n])
		}
	}
	if asks := s.asks("/job/5"); len(asks) < 2 || states["5"] != "open" && states["5"] != "closed unlisted and confirmed" {
		t.Errorf("posting 5 was answered with %v and is %q; want it looked at", asks, states["5"])
	}
}

// TestAListThatIsMissingForHalfADayIsNotGone: the short second page of a list is denied, and asked again after a day. What it alone names
// is not even suspected.
func TestAListThatIsMissingForHalfADayIsNotGone(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0)}
	s.list = func(float64) []int { return upTo(20) }
	s.second = func(at float64) []int {
		switch {
		case at < 2:
			return []int{31, 32, 33, 34}
		case at < 4 || at >= 4.6:
			return []int{31, 32}
		}
		return nil
	}
	s.page = func(n int, at float64) (status, version int) {
		if n > 32 && at >= 2 {
			return 404, 1
		}
		return 200, 1
	}
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 5.2, asItIs)
	states, asks := lives(t, db), s.asks("/2")
	if !slices.Contains(asks, 404) {
		t.Fatalf("the list was answered with %v; want it denied", asks)
	}
	for _, n := range []string{"31", "32"} {
		if states[n] != "open" && states[n] != "unknown" { // nothing has been said of one that was seen once
			t.Errorf("posting %s is %q, and its list was answered with %v; want no doubt of it", n, states[n], asks)
		}
	}
}

// TestPostingsMoveToOtherAddresses: a site is made anew. All its postings have other addresses, to which the old ones lead. None closes, and
// one that ends later does.
func TestPostingsMoveToOtherAddresses(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0), moves: 4}
	s.list = func(at float64) []int {
		if at >= 8 {
			return upTo(25)[1:]
		}
		return upTo(25)
	}
	s.page = func(n int, at float64) (status, version int) {
		if n == 1 && at >= 8 {
			return 404, 1
		}
		return 200, 1
	}
	db := openDB(t)
	watchSite(t, s, db, frontier.NewMemory(), 12, func(*Parts, *Limits) {})
	for n, state := range lives(t, db) {
		want := "open"
		if n == "http://mill.test/opening/1" {
			want = "closed gone"
		}
		if state != want || !strings.HasPrefix(n, "http://mill.test/opening/") {
			t.Errorf("posting %s is %q", n, state)
		}
	}
	told := make(map[string]int) // by the latest address in the feed
	latest := make(map[uint64]string)
	err := db.Postings().Changes(0, func(c *postings.Change) error {
		if c.URL != "" {
			told[latest[c.Number]]--
			latest[c.Number] = c.URL
			told[c.URL]++
		}
		if c.Event == postings.EventClosed && c.Time.Sub(s.begin) < 8*day {
			t.Errorf("posting %d closes after %v: %+v", c.Number, c.Time.Sub(s.begin), c.Life)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range lives(t, db) {
		if told[n] != 1 {
			t.Errorf("the feed has %s %d times", n, told[n])
		}
	}
	if asked := len(s.asks("/job/3")); asked > 8 {
		t.Errorf("an address that leads elsewhere was asked for %d times", asked)
	}
}
