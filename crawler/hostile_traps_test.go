package crawler_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/internal/weburl"
)

// met is what a crawl of ten minutes does about a trap.
type met struct {
	did      string
	pages    [2]int         // of the trap's host read, fewest and most
	requests int            // most to the trap's host, robots.txt and sitemaps included
	reasons  map[string]int // fewest that are counted
}

// all is the pages that the trap's host has besides the trap, and a few of the trap.
func all(more int) [2]int { return [2]int{20, testwebPages + more} }

// testwebPages is the number of pages of a host named after its trap.
const testwebPages = 24

// turns is a request each second for ten minutes.
const turns = 600

var hostileTraps = map[testweb.Trap]met{
	testweb.RobotsError:     {"waits, and asks for robots.txt alone", [2]int{}, 1, map[string]int{"robots.txt unreachable": 1}},
	testweb.RobotsTimeout:   {"waits, and asks for robots.txt alone", [2]int{}, 1, map[string]int{"robots.txt unreachable": 1}},
	testweb.RobotsPrivate:   {"does not go there: waits as for a robots.txt that cannot be had", [2]int{}, 1, map[string]int{"robots.txt unreachable": 1}},
	testweb.RobotsHuge:      {"obeys the first 500 KiB", all(20), 60, nil},
	testweb.RobotsBinary:    {"finds no rules: all is allowed", all(20), 60, nil},
	testweb.RobotsForbidden: {"takes 401 and 403 for no robots.txt (RFC 9309)", all(20), 60, nil},
	testweb.RobotsRedirects: {"follows five redirects", all(20), 60, nil},
	testweb.RobotsLoop:      {"takes more than five redirects for no robots.txt (RFC 9309)", all(20), 60, nil},
	testweb.CrawlDelay:      {"waits an hour between requests", [2]int{}, 1, nil},
	testweb.SitemapHuge: {"reads 2 MB, takes 1,000 URLs, and slows the host whose links lead nowhere", [2]int{5, testwebPages}, 120,
		map[string]int{"sitemap too long (read in part)": 1, "status 404": 20, "missing page after missing page (host slowed)": 5}},
	testweb.SitemapBroken:  {"takes what it could read", all(20), 60, nil},
	testweb.SitemapEndless: {"follows two levels of indexes", all(20), 90, map[string]int{"sitemaps nested too deep": 27}},

	testweb.RobotsVictim: {"asks the other host for it, at that one's pace; there is none: all is allowed", all(20), 60, nil},
	testweb.SitemapFlood: {"asks for two lists and the index, and for more as pages earn them", [2]int{5, testwebPages}, 120,
		map[string]int{"sitemap (waits for pages)": 100, "status 404": 20}},

	testweb.Switching: {"hangs up, and drops the links", [2]int{}, 60, map[string]int{"protocol": 1}},
	testweb.TarPit:    {"waits for the pages, with a quarter of the workers at most", [2]int{3, 20}, 40, nil},

	testweb.SlowHeader:    {"hangs up after 20 s, tries three times", [2]int{}, 4, map[string]int{"timeout": 3}},
	testweb.SlowBody:      {"hangs up when the rate is too low, tries three times", [2]int{}, 4, map[string]int{"timeout": 3}},
	testweb.Truncated:     {"keeps what came", all(20), 60, map[string]int{"body broke off (kept in part)": 20}},
	testweb.Reset:         {"tries three times", [2]int{}, 4, map[string]int{"reset": 3}},
	testweb.ResetMidBody:  {"keeps what came", [2]int{5, testwebPages}, 60, map[string]int{"body broke off (kept in part)": 5}},
	testweb.ServerErrors:  {"requests what failed again after the other pages, and rests after 503", all(0), 60, map[string]int{"status 500": 1, "status 502": 1, "status 503": 1}},
	testweb.TooMany:       {"rests as long as it is told", [2]int{0, 30}, 60, map[string]int{"status 429": 3}},
	testweb.RetryDates:    {"takes a date that is over for none, and waits a week for one that is far", [2]int{5, 20}, 20, map[string]int{"status 503": 2}},
	testweb.Unresolvable:  {"drops its links", [2]int{}, 0, map[string]int{"DNS": 1}},
	testweb.Vanishing:     {"drops all its links by one lookup once the name is gone", [2]int{5, 8}, 60, map[string]int{"DNS": 1}},
	testweb.TLSFailure:    {"waits as for a robots.txt that cannot be had", [2]int{}, 1, map[string]int{"robots.txt unreachable": 1}},
	testweb.PrivateAddr:   {"does not connect", [2]int{}, 0, map[string]int{"private address": 1}},
	testweb.Rebinding:     {"does not connect once the name leads to a private address", [2]int{5, 30}, 40, map[string]int{"private address": 2}},
	testweb.NoContentType: {"looks at the first bytes", all(20), 60, nil},

	testweb.RedirectLoop:       {"asks for each URL once", all(20), 60, map[string]int{"redirect (followed)": 1, "redirect (to a known URL)": 1}},
	testweb.RedirectChain:      {"follows ten redirects", all(20), 90, map[string]int{"redirect (followed)": 10, "too many redirects": 1}},
	testweb.RedirectDisallowed: {"asks robots.txt before the target", all(20), 60, map[string]int{"robots.txt": 1, "redirect (followed)": 1}},
	testweb.RedirectPrivate:    {"does not connect", all(20), 60, map[string]int{"private address": 1, "redirect (followed)": 1}},

	testweb.Calendar:  {"takes a page a second and no more: other hosts do not wait; a limit for each host ends it", [2]int{100, turns}, turns, nil},
	testweb.Facets:    {"refuses filters that are there twice, and takes a page a second otherwise", [2]int{100, turns}, turns, map[string]int{"trap: parameter repeated": 100}},
	testweb.SessionID: {"drops the session ids from the URLs: there is one of each page", all(20), 60, nil},
	testweb.PathLoop:  {"refuses paths that repeat", all(40), 80, map[string]int{"trap: path in a cycle": 1, "trap: segment repeated in the path": 10}},
	testweb.Mirror:    {"slows it with every page that the other host showed", [2]int{5, 60}, 60, map[string]int{"page of another host again (kept, host slowed)": 5}},
	testweb.SoftMissing: {"slows the host", [2]int{20, 120}, 120,
		map[string]int{"soft 404 (kept)": 20, "missing page after missing page (host slowed)": 5}},

	testweb.EndlessBody: {"reads 4 MiB and takes 10,000 links", all(10), 120,
		map[string]int{"body too long (kept in part)": 1, "link beyond those kept of a page": 1, "missing page after missing page (host slowed)": 5}},
	testweb.GzipBomb:   {"reads 4 MiB of what comes out", all(20), 60, map[string]int{"body too long (kept in part)": 1}},
	testweb.BrotliBomb: {"reads 4 MiB of what comes out", all(20), 60, map[string]int{"body too long (kept in part)": 1}},
	testweb.Charsets:   {"finds out the charset of each page", all(20), 60, nil},
	testweb.DeepDOM:    {"reads the links without the structure", all(20), 60, map[string]int{"page too deep or heavy (kept without its structure)": 1}},
	testweb.ManyLinks: {"takes 10,000 links, and slows the host whose links lead nowhere", all(10), 120,
		map[string]int{"body too long (kept in part)": 1, "link beyond those kept of a page": 50_000, "missing page after missing page (host slowed)": 5}},
	testweb.AttributeBomb:  {"reads the page", all(20), 60, nil},
	testweb.FormattingBomb: {"reads the page without the structure", all(20), 60, map[string]int{"page too deep or heavy (kept without its structure)": 1}},
	testweb.NULs:           {"reads the page", all(20), 60, nil},
	testweb.InvalidUTF8:    {"reads the page", all(20), 60, nil},
}

// TestHostileTraps crawls three good hosts and one with a trap for ten minutes, for each trap, with default options. All
// pages of the good hosts are fetched. The crawl handles and counts the trap as the table says.
func TestHostileTraps(t *testing.T) {
	for _, trap := range testweb.Traps() {
		t.Run(string(trap), func(t *testing.T) {
			want, known := hostileTraps[trap]
			if !known {
				t.Fatal("the table does not say what is done about it")
			}
			t.Logf("the crawl %s", want.did)
			synctest.Test(t, func(t *testing.T) { want.check(t, trap) })
		})
	}
}

func (want met) check(t *testing.T, trap testweb.Trap) {
	r := newHostileRig(t, testweb.DefaultOptions(31).Sized(100, 3000))
	name := testweb.TrapHost(trap, 0)
	good := r.good(3, 60)
	if trap == testweb.Mirror {
		good[0] = r.web.Original(name)
	}
	if trap == testweb.Rebinding {
		r.web.Addr(name) // the private one: the crawl meets the public one first
	}
	p := r.crawl(t, frontier.DefaultOptions(), 10*time.Minute, r.homes(append(good, name)))
	r.checkGood(t, good)
	requests, pages := 0, 0
	for _, q := range r.log.Requests() {
		if q.Host == name {
			requests++
		}
	}
	for url := range r.pages {
		if weburl.Host(url) == name {
			pages++
		}
	}
	if pages < want.pages[0] || pages > want.pages[1] || requests > want.requests {
		t.Errorf("%d pages, want %v; %d requests, want %d at most", pages, want.pages, requests, want.requests)
	}
	for reason, n := range want.reasons {
		if p.Reasons[reason] < int64(n) {
			t.Errorf("%q is counted %d times, want %d at least: %v", reason, p.Reasons[reason], n, p.Reasons)
		}
	}
	if p.Frontier.Leased > 0 {
		t.Errorf("%d links are under way when the crawl is over", p.Frontier.Leased)
	}
	t.Logf("%d requests, %d pages; all in all %v", requests, pages, p.Reasons)
}

// TestLimitForEachHostEndsPagesWithoutEnd is what ends the traps whose pages all look new.
func TestLimitForEachHostEndsPagesWithoutEnd(t *testing.T) {
	for _, trap := range []testweb.Trap{testweb.Calendar, testweb.Facets, testweb.SoftMissing, testweb.ManyLinks} {
		synctest.Test(t, func(t *testing.T) {
			o := testweb.DefaultOptions(31).Sized(100, 3000)
			o.Hostile.Links = 2000
			r := newHostileRig(t, o)
			p := r.crawl(t, options(func(o *frontier.Options) { o.PerHost = 20 }), 24*time.Hour, r.homes([]string{testweb.TrapHost(trap, 0)}))
			if p.Frontier.FullHosts != 1 || p.Frontier.Queued != 0 || p.Fetched > 40 {
				t.Errorf("%s: %+v", trap, p)
			}
		})
	}
}

// jumping is a clock that is put forward or back by up to an hour now and then.
type jumping struct {
	crawler.Wall

	mu   sync.Mutex // guards the rest
	rng  *rand.Rand
	off  time.Duration
	back time.Duration // by which it was put back in all
}

func (j *jumping) Now() time.Time {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.rng.IntN(100) == 0 {
		jump := time.Duration(j.rng.Int64N(int64(2*time.Hour))) - time.Hour
		j.off += jump
		j.back -= min(jump, 0)
	}
	return j.Wall.Now().Add(j.off)
}

// TestClockThatJumpsLosesNothing has a Clock do what Wall avoids. Leases expire during visits, and hosts wait for as long as
// the clock was set back. All pages are fetched nevertheless, and the crawl ends.
func TestClockThatJumpsLosesNothing(t *testing.T) {
	for seed := range uint64(5) {
		synctest.Test(t, func(t *testing.T) {
			r := newHostileRig(t, testweb.DefaultOptions(37).Sized(100, 3000))
			clock := &jumping{rng: rand.New(rand.NewPCG(seed, 1))}
			r.clock = clock
			good := r.good(5, 60)
			begin := time.Now()
			r.crawl(t, frontier.DefaultOptions(), crawler.NoLimit, r.homes(good))
			r.checkGood(t, good)
			if took := time.Since(begin); took > 10*time.Minute+clock.back {
				t.Errorf("took %v of a clock that was put back by %v", took, clock.back)
			}
		})
	}
}

// TestReasonsAreFew holds that nobody can fill the memory with reasons: a thousand kinds of trapped links are counted
// under as few names as the checks of them have.
func TestReasonsAreFew(t *testing.T) {
	names := make(map[string]bool)
	for n := range 1000 {
		segment := "/s" + strconv.Itoa(n)
		for _, path := range []string{segment + segment + segment + segment, segment + strings.Repeat("x", 2000+n), segment + "?a&a&a"} {
			why, trapped := weburl.Trap("http://a.test" + path)
			if !trapped {
				t.Fatalf("%q is no trap", path)
			}
			names[why] = true
		}
	}
	if len(names) != 3 {
		t.Errorf("counted as %v", names)
	}
}
