package employers_test

import (
	"context"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/employers"
	"gannet/crawler/fetch"
	"gannet/dedup"
	"gannet/frontier"
	"gannet/internal/testweb/jobweb"
	"gannet/internal/weburl"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
)

// rule is a walk by words of links, as lists of such words are: links with one come first, then in the order of the page.
type rule struct{}

// ruleWords are words of links to boards in English, German, French and Spanish.
var ruleWords = strings.Fields("career job vacanc position opening work-with join karriere stelle arbeiten emploi carri recrut rejoindre offres empleo trabaj vacante")

func (rule) Name() string { return "rule" }

func (rule) Rank(src *ranker.Source, scores []ranker.Score) {
	for i := range src.Page.Links {
		l := &src.Page.Links[i]
		text := strings.ToLower(src.Page.TextOf(l.Anchor) + " " + l.URL)
		scores[i].Priority = -float32(src.Depth) / 1000
		for _, w := range ruleWords {
			if strings.Contains(text, w) {
				scores[i].Priority++
				break
			}
		}
	}
}

func (rule) Explain(*ranker.Source, int) []ranker.Reason { return nil }

// memory keeps nothing. It answers one page after the other, as a Keeper has to.
type memory struct {
	search *employers.Search
	one    sync.Mutex
}

func (m *memory) Keep(p *store.Page, done func(store.Result, error)) {
	m.one.Lock()
	defer m.one.Unlock()
	m.search.Observe(p)
	done(store.Result{Outcome: store.Stored}, nil)
}

func (*memory) KeepSitemap(_ *store.Lesson, done func(error)) { done(nil) }

func (*memory) Recall(string) (*store.Page, error) { return nil, nil }

// bench holds a web of employers and what all crawls of it need.
type bench struct {
	web   http.RoundTripper
	list  []employers.Employer
	found func(i int, board string) bool // whether a page is a board of an employer of the list
	topic *topic.Topic
	needs ranker.Needs
}

// newBench returns a bench with a web of employers whose boards are on their own sites and on others, 1 to 4 links from the home page.
func newBench(t testing.TB, seed uint64, count int) *bench {
	web, err := jobweb.NewEmployerWeb(seed, count)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{web: web, found: func(i int, board string) bool { return web.Employers[i].Found(board) }}
	for _, e := range web.Employers {
		b.list = append(b.list, employers.Employer{Name: e.Name, Home: e.Home})
	}
	b.load(t)
	return b
}

// newDemoBench returns a bench with the web of `gannet demo`. Its boards are on the employers' own sites, which have many links to other employers.
func newDemoBench(t testing.TB, seed uint64) *bench {
	web, err := jobweb.New(jobweb.DefaultOptions(seed))
	if err != nil {
		t.Fatal(err)
	}
	names, homes := web.EmployerSites()
	b := &bench{web: web, found: func(i int, board string) bool { return weburl.Host(board) == weburl.Host(homes[i]) }}
	for i, name := range names {
		b.list = append(b.list, employers.Employer{Name: name, Home: homes[i]})
	}
	b.load(t)
	return b
}

func (b *bench) load(t testing.TB) {
	var err error
	if b.topic, err = crawldir.LoadTopic(crawldir.JobsTopic); err != nil {
		t.Fatal(err)
	}
	if b.needs, err = shipped.Needs(); err != nil {
		t.Fatal(err)
	}
	background, err := shipped.Background()
	if err != nil {
		t.Fatal(err)
	}
	b.needs.Query, b.needs.Classifier = topic.NewQuery(b.topic.Keywords, background.IDF()), b.topic.Classifier
}

// crawl searches with an order of links and returns what it found.
func (b *bench) crawl(t testing.TB, order string, requests int) []employers.Record {
	name, alone := strings.CutSuffix(order, " alone") // the order without what the search learns
	var strategy ranker.Strategy = rule{}
	if order != "rule" {
		var err error
		if strategy, err = ranker.New(name, b.needs); err != nil {
			t.Fatal(err)
		}
	}
	clock := crawler.NewVirtual(time.Unix(1e9, 0), crawler.FixedLatency(crawler.FetchTime))
	o := fetch.DefaultOptions()
	o.Transport, o.Now = b.web, clock.Now
	client, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	extractor, err := crawldir.NewExtractor(nil)
	if err != nil {
		t.Fatal(err)
	}
	model, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	deduper, err := dedup.NewDeduper(dedup.DefaultOptions(model))
	if err != nil {
		t.Fatal(err)
	}
	links, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer links.Close()
	search := employers.New(employers.Options{List: b.list, Requests: requests, Learns: name == ranker.LearnedName && !alone, Kind: extractor.Kind})
	limits := crawler.DefaultLimits()
	limits.SitemapURLs = 0
	c, err := crawler.New(crawler.Parts{
		Frontier: search.Frontier(links), Fetcher: search.Fetcher(client), Keeper: &memory{search: search}, Clock: clock, Strategy: strategy,
		Judge: b.topic.Classifier.Probability, Watch: search.Judged,
		Jobs: &crawler.Jobs{Extract: extractor, Dedup: deduper, About: b.topic.Classifier.Probability, OnTopic: true},
	}, limits, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Seed(search.Homes()); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return search.Records()
}

// count returns how many employers have the right board, and how many another one.
func (b *bench) count(records []employers.Record) (right, wrong int) {
	for i, r := range records {
		switch {
		case b.found(i, r.Board):
			right++
		case r.Board != "":
			wrong++
		}
	}
	return right, wrong
}

// number returns the number in a variable of the environment, or another one.
func number(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return otherwise
}

// TestBoards: with few requests for each employer the learned order finds most boards, and more than orders that do not learn by 1.3 times at least. No
// budget is exceeded. With GANNET_EMPLOYERS it prints a table for so many employers and GANNET_SEEDS webs.
func TestBoards(t *testing.T) {
	count, requests := number("GANNET_EMPLOYERS", 0), []int{5, 10, 20}
	if count == 0 {
		count, requests = 120, []int{10}
	}
	for seed := range number("GANNET_SEEDS", 1) {
		b := newBench(t, uint64(seed+1), count)
		for _, budget := range requests {
			share, wrongs := map[string]float64{}, 1.
			for _, order := range []string{"bfs", "shark", "rule", "learned alone", ranker.LearnedName} {
				records := b.crawl(t, order, budget)
				right, wrong := b.count(records)
				share[order], wrongs = float64(right)/float64(count), float64(wrong)/float64(count)
				t.Logf("seed %d, %d requests, %s: %.3f found, %.3f wrong", seed+1, budget, order, share[order], wrongs)
				for _, r := range records {
					if r.Requests > budget {
						t.Errorf("%s: %d requests of %d for %s", order, r.Requests, budget, r.Home)
					}
				}
			}
			if budget == 10 && (share[ranker.LearnedName] < .65 || wrongs > .06) {
				t.Errorf("the learned order finds %.2f, and %.2f wrong ones", share[ranker.LearnedName], wrongs)
			}
			for _, order := range []string{"bfs", "shark", "rule", "learned alone"} {
				if share[ranker.LearnedName] < 1.3*share[order] && budget < 20 {
					t.Errorf("%d requests: learned %.2f, %s %.2f", budget, share[ranker.LearnedName], order, share[order])
				}
			}
		}
	}
}

// TestBoardsOnOwnSites: links to the sites of other employers do not use up the requests of an employer whose board is on its own site.
func TestBoardsOnOwnSites(t *testing.T) {
	for _, order := range []string{"bfs", "shark", "rule", "learned alone", ranker.LearnedName} {
		all, right, wrong := 0, 0, 0
		for seed := range 3 {
			b := newDemoBench(t, uint64(seed+21))
			r, w := b.count(b.crawl(t, order, 10))
			all, right, wrong = all+len(b.list), right+r, wrong+w
		}
		t.Logf("%s: %d of %d found, %d wrong", order, right, all, wrong)
		if order == ranker.LearnedName && (right < all*3/4 || wrong > all/20) {
			t.Errorf("%d of %d found, and %d wrong ones", right, all, wrong)
		}
	}
}
