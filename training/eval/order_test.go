package eval

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/testdata"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/topic"
)

// crowd is a topic of a frozen web for crawls by many workers. A link out of the web is answered with 404.
type crowd struct {
	web      *archive.Web
	relevant map[string]bool
	seeds    []string
	needs    ranker.Needs
	judge    *topic.Classifier
}

// newCrowd learns a topic from a third of its pages and five times as many others.
func newCrowd(t *testing.T, web, name string, draw uint64) *crowd {
	t.Helper()
	site, err := archive.Open(testdata.Web(t, web))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	labels, err := LoadLabels(filepath.Join(testdata.Dir(t), "labels", web+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{web: site, relevant: labels.pages[name], needs: shippedNeeds(t)}
	c.learn(t, draw)
	return c
}

func (c *crowd) learn(t *testing.T, draw uint64) {
	t.Helper()
	urls := c.web.URLs()
	rng := rand.New(rand.NewPCG(draw, 0))
	rng.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
	var examples []topic.Example
	var sample []*features.Page
	reader := features.NewReader()
	third := len(c.relevant) / 3
	others := 5 * third
	for _, url := range urls {
		positive := c.relevant[url]
		if positive && len(sample) == third || !positive && others == 0 {
			continue
		}
		rec, err := c.web.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		page, err := reader.Read(url, rec.Body)
		if err != nil {
			continue
		}
		examples = append(examples, topic.Example{Vector: topic.Vectorize(page), Positive: positive})
		if positive {
			sample = append(sample, page.Compact())
			if len(c.seeds) < 5 {
				c.seeds = append(c.seeds, url)
			}
		} else {
			others--
		}
	}
	background, err := shipped.Background()
	if err != nil {
		t.Fatal(err)
	}
	if c.judge, err = topic.Train(examples, topic.DefaultParams()); err != nil {
		t.Fatal(err)
	}
	c.needs.Query = topic.NewQuery(topic.KeywordsOf(sample, background.IDF(), topic.QueryTerms), background.IDF())
	c.needs.Classifier, c.needs.Seed = c.judge, 1
}

// crawling has the options of one crawl of a crowd.
type crawling struct {
	workers int
	pages   int
	delay   time.Duration
	seed    uint64 // of the times that answers take
	proxy   string // crawl in real time through this proxy; "": in virtual time
	loaded  bool   // keep the machine busy meanwhile
}

// parts returns the parts of the crawl, except its frontier.
func (c *crowd) parts(t *testing.T, o crawling) crawler.Parts {
	t.Helper()
	var clock crawler.Clock = crawler.NewVirtual(time.Unix(1e9, 0), crawler.RandomLatency(crawler.FetchTime, o.seed))
	options := fetch.DefaultOptions()
	options.Transport, options.Now = c.web, clock.Now
	if o.proxy != "" {
		clock = crawler.Wall{}
		options = fetch.DefaultOptions()
		options.Proxies = []string{o.proxy}
	}
	client, err := fetch.New(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	strategy, err := ranker.New(ranker.LearnedName, c.needs)
	if err != nil {
		t.Fatal(err)
	}
	return crawler.Parts{
		Fetcher: client, Judge: c.judge.Probability, Strategy: strategy, Clock: clock,
		Robots: robots.New("gannet"),
	}
}

// area crawls, and gives the area under recall over the pages divided by that of the ideal order.
func (c *crowd) area(t *testing.T, o crawling) float64 {
	t.Helper()
	if o.loaded {
		defer load(t)()
	}
	p := c.parts(t, o)
	rules := frontier.DefaultOptions()
	rules.Delay, rules.MaxDelay, rules.Lease = o.delay, max(rules.MaxDelay, o.delay), 1000*time.Hour
	links, err := frontier.Open(frontier.NewMemory(), rules, p.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer links.Close()
	p.Frontier = links
	var mu sync.Mutex // guards found
	var found curve
	p.Watch = func(v crawler.JudgedPage) {
		mu.Lock()
		defer mu.Unlock()
		found = append(found, found.at(len(found)))
		if c.relevant[v.URL] {
			found[len(found)-1]++
		}
	}
	limits := crawler.DefaultLimits()
	limits.Pages, limits.Workers, limits.SitemapURLs = o.pages, o.workers, 0
	crawl, err := crawler.New(p, limits, 0)
	if err == nil {
		err = crawl.Seed(c.seeds)
	}
	if err == nil {
		err = crawl.Run(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	var sum, best int64
	for n := 1; n <= o.pages; n++ {
		sum += int64(found.at(n))
		best += int64(min(n, len(c.relevant)))
	}
	area := float64(sum) / float64(best)
	done := crawl.Progress()
	t.Logf("%+v: area %.3f, %d fetches, %d missing page after missing page, %v", o, area, done.Fetched,
		done.Reasons["missing page after missing page (host slowed)"], done.Elapsed.Round(time.Second))
	return area
}

// load keeps the machine busy with other processes until the returned function is called.
func load(t *testing.T) (stop func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	for range 3 * runtime.NumCPU() {
		busy := exec.CommandContext(ctx, "sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = busy.Wait() })
	}
	return stop
}

// holds compares some crawls with one worker with more crawls with many workers.
func (c *crowd) holds(t *testing.T, o crawling, one int, many []crawling) {
	t.Helper()
	var areas []float64
	for seed := range one {
		o.workers, o.seed = 1, uint64(seed)
		areas = append(areas, c.area(t, o))
	}
	mean := moments(areas).Mean
	worst := math.Inf(1)
	for _, m := range many {
		m.pages, m.delay, m.proxy = o.pages, o.delay, o.proxy
		area := c.area(t, m)
		if worst = min(worst, area); area < orderHolds*mean {
			t.Errorf("%+v: area %.3f, where one worker has %.3f", m, area, mean)
		}
	}
	t.Logf("one worker: area %.3f; the worst of %d crawls with more: %.3f, that is %.2f", mean, len(many), worst, worst/mean)
}

// orderHolds is the least share of one worker's area that crawls with many may have.
const orderHolds = 0.9

// TestTheOrderHoldsHoweverManyWorkers crawls a web most of whose pages on topic are on one host, among long lists of links
// that lead nowhere. With GANNET_ORDER=30 there are 30 crawls each with 4 and 16 workers, with and without a delay. Half
// of them run on a busy machine. Others run in real time over a proxy.
func TestTheOrderHoldsHoweverManyWorkers(t *testing.T) {
	c := newCrowd(t, "uci", "algorithms_geometry", 3)
	runs, _ := strconv.Atoi(os.Getenv("GANNET_ORDER"))
	if runs == 0 {
		c.holds(t, crawling{pages: 400, delay: time.Second}, 1, []crawling{{workers: 4, seed: 28}, {workers: 16, seed: 29}})
		c.holds(t, crawling{pages: 400}, 1, []crawling{{workers: 4, seed: 8}})
		return
	}
	var many []crawling
	for n := range runs {
		many = append(many, crawling{workers: []int{4, 16}[n%2], seed: uint64(n), loaded: n%4 > 1})
	}
	proxy := httptest.NewServer(archive.Proxy(c.web))
	defer proxy.Close()
	for name, o := range map[string]crawling{"delay": {delay: time.Second}, "no delay": {}, "real time": {proxy: proxy.URL}} {
		o.pages = 1000
		t.Run(name, func(t *testing.T) { c.holds(t, o, 5, many) })
	}
}
