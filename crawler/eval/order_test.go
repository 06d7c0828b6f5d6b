package eval

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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
	"gannet/models"
	"gannet/ranker"
	"gannet/topic"
)

// crowd is a topic of a frozen web for crawls by many workers: everything but its pages is asked for as well, to be
// told 404, as by `gannet crawl --web`.
type crowd struct {
	web      *archive.Web
	relevant map[string]bool
	total    int
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
	c := &crowd{web: site, relevant: labels.pages[name], needs: shipped(t)}
	c.total = len(c.relevant)
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
	others := 5 * (c.total / 3)
	for _, url := range urls {
		positive := c.relevant[url]
		if positive && len(sample) == c.total/3 || !positive && others == 0 {
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
	background, err := topic.ReadBackground(models.Background())
	if err != nil {
		t.Fatal(err)
	}
	if c.judge, err = topic.Train(examples, topic.Params{}); err != nil {
		t.Fatal(err)
	}
	c.needs.Query = topic.NewQuery(topic.KeywordsOf(sample, background.IDF(), topic.QueryTerms), background.IDF())
	c.needs.Classifier, c.needs.Seed = c.judge, 1
}

// crawling says how a crawl of a crowd goes.
type crawling struct {
	workers, pages int
	delay          time.Duration
	seed           uint64 // of the answers' times
	strategy       string
}

// area crawls, and gives the area under recall over the pages divided by that of the ideal order.
func (c *crowd) area(t *testing.T, o crawling) (area float64, p crawler.Progress) {
	t.Helper()
	clock := crawler.NewVirtual(time.Unix(1e9, 0), crawler.Drawn(crawler.FetchTime, o.seed))
	client, err := fetch.New(fetch.Options{Transport: c.web, Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	f, err := frontier.Open(frontier.NewMemory(), frontier.Options{Delay: o.delay, Lease: 1000 * time.Hour}, clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if o.strategy == "" {
		o.strategy = ranker.LearnedName
	}
	strategy, err := ranker.New(o.strategy, c.needs)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex // guards found
	var found curve
	trace := os.Getenv("ORDER_TRACE") != ""
	crawl, err := crawler.New(crawler.Parts{
		Frontier: f, Fetcher: client, Judge: c.judge.Probability, Strategy: strategy, Clock: clock,
		Robots: robots.New(func(ctx context.Context, url string) (*robots.Answer, error) {
			r, err := client.File(ctx, url, robots.MaxBytes)
			if err != nil {
				return nil, err
			}
			return &robots.Answer{Status: r.Status, Body: r.Body, Redirect: r.Redirect}, nil
		}, "gannet"),
		Watch: func(v crawler.Visit) {
			mu.Lock()
			defer mu.Unlock()
			n := found.at(len(found))
			if c.relevant[v.URL] {
				n++
			}
			found = append(found, n)
			if trace {
				fmt.Printf("%d %v %v %.3f %s\n", len(found), clock.Now().Sub(time.Unix(1e9, 0)).Round(time.Millisecond), c.relevant[v.URL], v.Probability, v.URL)
			}
		},
	}, crawler.Limits{Pages: o.pages, Workers: o.workers, Sitemap: -1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Seed(c.seeds); err != nil {
		t.Fatal(err)
	}
	if err := crawl.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var sum, best int64
	for n := 1; n <= o.pages; n++ {
		sum += int64(found.at(n))
		best += int64(min(n, c.total))
	}
	return float64(sum) / float64(best), crawl.Progress()
}

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

func TestExplore(t *testing.T) {
	runs, _ := strconv.Atoi(env("ORDER_RUNS", "5"))
	first, _ := strconv.Atoi(env("ORDER_FIRST", "0"))
	pages, _ := strconv.Atoi(env("ORDER_PAGES", "1000"))
	delay, _ := time.ParseDuration(env("ORDER_DELAY", "1s"))
	draw, _ := strconv.Atoi(env("ORDER_DRAW", "1"))
	if delay == 0 {
		delay = -1
	}
	for _, name := range strings.Split(env("ORDER_TOPIC", "uci/algorithms_geometry"), ",") {
		web, topic, _ := strings.Cut(name, "/")
		c := newCrowd(t, web, topic, uint64(draw))
		for _, w := range strings.Split(env("ORDER_WORKERS", "1,4,16"), ",") {
			workers, _ := strconv.Atoi(w)
			var areas []float64
			var slowed, fetched int64
			var took time.Duration
			for seed := range runs {
				a, p := c.area(t, crawling{workers: workers, pages: pages, delay: delay, seed: uint64(first + seed), strategy: os.Getenv("ORDER_STRATEGY")})
				areas = append(areas, a)
				slowed += p.Reasons["missing page after missing page (host slowed)"]
				fetched += p.Fetched
				took += p.Elapsed
			}
			m := moments(areas)
			slices.Sort(areas)
			fmt.Printf("%s draw %d delay %v w=%d: mean %.3f sd %.3f worst %.3f best %.3f slowed %d fetched %d %v\n", name, draw, delay, workers, m.Mean, m.SD,
				areas[0], areas[len(areas)-1], slowed/int64(runs), fetched/int64(runs), (took / time.Duration(runs)).Round(time.Second))
		}
	}
}
