package crawler_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
)

// farmWeb has twenty honest hosts of sixty pages. One honest page in ten also links to a farm.
type farmWeb struct {
	farm    string // "": none; domains and subdomains that have one text with one word in a hundred changed; mirrors of the honest hosts
	draw    uint64 // of texts and links
	address string // what resolves to one address: "farm", or "" for nothing
	seeds   int    // honest hosts that are known from the start

	mu    sync.Mutex // guards the counts
	asked map[string]bool
}

const honestHosts, honestPages, farmHosts = 20, 60, 400

// words draws words of a text.
func words(random *rand.Rand, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("w%d", random.IntN(5000))
	}
	return list
}

// farmed draws the URL of a page of the farm.
func (w *farmWeb) farmed(random *rand.Rand) string {
	switch w.farm {
	case "domains":
		return fmt.Sprintf("http://farm%d.test/%d", random.IntN(farmHosts), random.IntN(1000))
	case "subdomains":
		return fmt.Sprintf("http://s%d.farm.test/%d", random.IntN(farmHosts), random.IntN(1000))
	case "mirrors":
		return fmt.Sprintf("http://mirror%d.test/0", random.IntN(honestHosts))
	case "mirrors inside":
		return fmt.Sprintf("http://mirror%d.test/%d", random.IntN(honestHosts), random.IntN(honestPages))
	}
	return ""
}

func isFarmed(url string) bool { return !strings.HasPrefix(weburl.Host(url), "honest") }

func (w *farmWeb) Resolve(_ context.Context, host string) (netip.Addr, error) {
	if w.address == "" {
		return netip.Addr{}, nil
	}
	var number byte
	if _, err := fmt.Sscanf(host, "honest%d", &number); err != nil {
		return netip.AddrFrom4([4]byte{192, 0, 2, 1}), nil
	}
	return netip.AddrFrom4([4]byte{198, 51, 100, number}), nil
}

func (w *farmWeb) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	return &fetch.Response{URL: url, Status: 404}, nil
}

func (w *farmWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	w.mu.Lock()
	w.asked[url] = true
	w.mu.Unlock()
	host, path := weburl.Host(url), weburl.Path(url)
	seed := func(s string) *rand.Rand {
		var n uint64
		for _, b := range []byte(s) {
			n = n*131 + uint64(b)
		}
		return rand.New(rand.NewPCG(n, w.draw))
	}
	var page int
	fmt.Sscanf(path, "/%d", &page)
	var text, links []string
	add := func(url string) { links = append(links, "<a href="+url+">more of it</a>") }
	var number int
	_, mirror := fmt.Sscanf(host, "mirror%d.test", &number)
	switch honest := strings.HasPrefix(host, "honest"); {
	case honest || mirror == nil:
		fmt.Sscanf(host, "honest%d.test", &number)
		random := seed(fmt.Sprint("honest", number, path))
		text = words(random, 250)
		name := strings.TrimRight(strings.TrimSuffix(host, ".test"), "0123456789")
		for range 8 {
			add(fmt.Sprintf("http://%s%d.test/%d", name, number, random.IntN(honestPages)))
		}
		for range 3 {
			add(fmt.Sprintf("http://%s%d.test/%d", name, random.IntN(honestHosts), random.IntN(honestPages)))
		}
		if honest && w.farm != "" && page%10 == 0 {
			for range 3 {
				add(w.farmed(random))
			}
		}
	default:
		text = words(seed("farm"), 250)
		random := seed(url)
		for range len(text) / 100 {
			text[random.IntN(len(text))] = fmt.Sprintf("x%d", random.IntN(5000))
		}
		for range 20 {
			add(w.farmed(random))
		}
	}
	return &fetch.Response{URL: url, Status: 200, Body: []byte("<title>" + url + "</title><p>" + strings.Join(text, " ") + "<p>" + strings.Join(links, " "))}, nil
}

// keptPages counts the pages that a crawl keeps.
type keptPages struct {
	mu     sync.Mutex // guards the counts
	honest int
	farmed int
}

func (k *keptPages) Keep(p *store.Page, done func(store.Result, error)) {
	k.mu.Lock()
	if isFarmed(p.URL) {
		k.farmed++
	} else {
		k.honest++
	}
	k.mu.Unlock()
	done(store.Result{Outcome: store.Stored, Seq: 1}, nil)
}

func (*keptPages) KeepSitemap(_ *store.Lesson, done func(error)) { done(nil) }

func (*keptPages) Recall(string) (*store.Page, error) { return nil, nil }

// TestFarmsOfCopiesHaveAShare crawls webs for a budget of pages, in the order of finding and in one that farms have made theirs. They have at most
// 15 % of the pages and of the requests, whether or not they are at one address.
func TestFarmsOfCopiesHaveAShare(t *testing.T) {
	for draw, strategy := range []string{"bfs", "parent", "bfs", "parent"} {
		for _, farm := range []string{"", "domains", "subdomains", "mirrors", "mirrors inside"} {
			w := &farmWeb{farm: farm, draw: 3000 + uint64(draw), seeds: honestHosts, address: []string{"", "farm"}[draw/2], asked: make(map[string]bool)}
			checkFarm(t, w, strategy)
		}
	}
	for draw := range uint64(4) { // most honest sites are as new as those of the farm
		checkFarm(t, &farmWeb{farm: "domains", draw: 3010 + draw, seeds: 4, asked: make(map[string]bool)}, "parent")
	}
}

// checkFarm crawls a web for 400 pages.
func checkFarm(t *testing.T, w *farmWeb, strategy string) {
	t.Helper()
	const budget, most = 400, 400 * 15 / 100
	kept := new(keptPages)
	reasons := crawlFarms(t, w, kept, strategy, budget)
	asked := 0
	for url := range w.asked {
		if isFarmed(url) {
			asked++
		}
	}
	t.Logf("%s, %q: %d honest pages and %d farmed; %d of %d requests to the farm; %v", strategy, w.farm, kept.honest, kept.farmed, asked, len(w.asked), reasons)
	if kept.farmed > most || asked > len(w.asked)*15/100 || kept.honest < budget-most {
		t.Errorf("%s: the farm of %s has %d of %d pages and %d of %d requests", strategy, w.farm, kept.farmed, budget, asked, len(w.asked))
	}
}

// crawlFarms crawls a web from the home pages of the honest hosts, and returns the counts of reasons.
func crawlFarms(t *testing.T, w *farmWeb, kept *keptPages, strategy string, budget int) map[string]int64 {
	t.Helper()
	order, err := ranker.New(strategy, ranker.Needs{})
	if err != nil {
		t.Fatal(err)
	}
	var seeds []string
	for n := range w.seeds {
		seeds = append(seeds, fmt.Sprintf("http://honest%d.test/0", n))
	}
	return finished(t, t.Context(), crawler.Parts{
		Frontier: memory(t, frontier.DefaultOptions()), Fetcher: w, Robots: robots.New("gannet"), Strategy: order, Keeper: kept,
		Clock: crawler.NewVirtual(time.Unix(1e9, 0), crawler.FixedLatency(crawler.FetchTime)),
		Judge: func(p *features.Page) float64 {
			if isFarmed(p.URL) {
				return .9
			}
			return .7
		},
	}, limits(func(l *crawler.Limits) { l.Pages = budget }), 0, seeds).Reasons
}
