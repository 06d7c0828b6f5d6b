package crawler

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/crawler/fetch"
	"gannet/crawler/revisit"
	"gannet/features"
	"gannet/frontier"
	"gannet/ranker"
	"gannet/store"
	"gannet/store/postings"
)

const day = 24 * time.Hour

// jobSite is a site of one list and its postings, which changes with the time.
type jobSite struct {
	begin time.Time
	now   func() time.Time
	// wrong is how far now is ahead of the time that the Date field states.
	wrong time.Duration
	// list returns the postings that the list links to at a time, page what a posting's page says: its status and a version.
	list func(day float64) []int
	page func(n int, day float64) (status, version int)
	// second returns the postings on the second page of the list, none if it is gone; nil: there never was one.
	second func(day float64) []int
	// leadsBack has the second page lead to the first.
	leadsBack bool
	// empties has the second page be there although it has no postings.
	empties bool
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
	// forgets has the old addresses not be found then.
	forgets bool
	// board returns the postings that a list of another site names, to which a seed leads; nil: there is none.
	board func(day float64) []int
	// down says when everything is an error of the server; nil: never.
	down func(day float64) bool
	// nameless says when the name of the host does not exist; nil: never.
	nameless func(day float64) bool
	// untagged has it send no validators.
	untagged bool
	// stale says when every request that may be answered with status 304 is; nil: never.
	stale func(day float64) bool

	mu    sync.Mutex // guards asked
	asked map[string][]int
}

// RoundTrip implements http.RoundTripper. Its pages have an ETag.
func (s *jobSite) RoundTrip(r *http.Request) (*http.Response, error) {
	now := float64(s.now().Sub(s.begin)) / float64(day)
	if s.board != nil && r.URL.Host == "board.test" {
		return s.answerBoard(r.URL.Path, now), nil
	}
	if s.nameless != nil && s.nameless(now) {
		return nil, &net.DNSError{Err: "no such host", Name: r.URL.Host, IsNotFound: true}
	}
	status, tag, body, to := s.answerMoved(r.URL.Path, now)
	if s.untagged {
		tag = ""
	}
	if s.down != nil && s.down(now) {
		status, tag, body, to = 503, "", "", ""
	}
	if status == 200 && tag != "" && r.Header.Get("If-None-Match") == tag || s.stale != nil && s.stale(now) && r.Header.Get("If-None-Match") != "" {
		status, body = 304, ""
	}
	s.mu.Lock()
	if s.asked == nil {
		s.asked = make(map[string][]int)
	}
	s.asked[r.URL.Path] = append(s.asked[r.URL.Path], status)
	s.mu.Unlock()
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Etag": {tag}, "Date": {s.now().Add(-s.wrong).UTC().Format(http.TimeFormat)}}
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
	if n, old := strings.CutPrefix(path, before); old && s.forgets {
		return 404, "", "", ""
	} else if old {
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
			body += `<p><a href="/2">Next page</a>`
		}
		return 200, fmt.Sprintf(`"list of %v, %d"`, s.list(now), len(body)), body, ""
	case path == "/2" && s.second != nil:
		if list := s.second(now); len(list) > 0 || s.empties {
			body = listOf(list)
			if s.leadsBack {
				body += `<p><a href="/">First page</a>`
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

func checkStore(t *testing.T, db *store.DB) (problems string) {
	t.Helper()
	if err := db.Check(func(p string) error { problems += p + "\n"; return nil }); err != nil {
		t.Fatal(err)
	}
	return problems
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

// TestEveryRevisitHasAResult: a page that a server without validators sends again in full, with the same text, counts as the same.
func TestEveryRevisitHasAResult(t *testing.T) {
	s := &jobSite{begin: time.Unix(1_780_000_000, 0), untagged: true}
	s.list = func(at float64) []int { return upTo(5 + int(at)) }
	s.sitemap = s.list
	s.page = func(int, float64) (status, version int) { return 200, 1 }
	r := watchSite(t, s, openDB(t), frontier.NewMemory(), 6, func(*Parts, *Limits) {}).Revisits
	if r.Made == 0 || r.Unchanged+r.Same+r.Changed+r.Gone+r.Failed != r.Made || r.Unchanged > 0 || r.Same == 0 || r.Changed == 0 {
		t.Errorf("%+v", r)
	}
}

// TestDiscoveryIsHeldByTheRequestsOfADay: after a turn that is not given, Progress can say when the next one comes.
func TestDiscoveryIsHeldByTheRequestsOfADay(t *testing.T) {
	o := revisit.DefaultOptions()
	o.PerDay = 48
	w, now := newWatching(&Revisits{Options: o}, true), time.Unix(1_780_000_000, 0)
	held := w.discoveryHeld(now)
	for range o.PerDay + 1 {
		w.discover(now)
	}
	if got := w.discoveryHeld(now).Sub(now); !held.IsZero() || got != 30*time.Minute || !w.discoveryHeld(now.Add(got)).IsZero() {
		t.Errorf("held until %v before, and for %v after the requests of a day", held, got)
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

// TestPostingsMoveToOtherAddresses: a site is made again. All its postings have other addresses, to which the old ones lead. None closes, and
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
