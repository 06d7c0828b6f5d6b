package eval

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/cluster"
	"gannet/cluster/clustertest"
	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/testdata"
	"gannet/models/shipped"
	"gannet/ranker"
)

// machines are those of a cluster that crawls a frozen web in virtual time, as real ones do: by cluster.Node and crawler.Crawl. Hosts rest,
// messages take time, and totals are shared every few seconds.
type machines struct {
	*draw
	n       int
	alone   bool // nothing is shared
	eager   bool // nobody waits for better links of others
	byHost  bool // hosts of one registered domain have owners of their own
	options Options

	learners []ranker.Sharer

	mu     sync.Mutex // guards the fields below
	course curve
	budget int
	stop   context.CancelFunc
}

// shareEvery is that of package crawldir.
const shareEvery = 5 * time.Second

// crawl crawls until the budget of counted fetches is spent, in a bubble of virtual time.
func (m *machines) crawl(t *testing.T, budget int) (c curve, took time.Duration) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	m.budget, m.stop = budget, stop
	net := clustertest.New(1, cluster.DefaultOptions().TTL, clustertest.Faults{Delay: 2 * time.Millisecond})
	var nodes []*cluster.Node
	for n := range m.n {
		nodes = append(nodes, m.join(ctx, t, net, fmt.Sprint("m", n)))
	}
	time.Sleep(cluster.DefaultOptions().TTL / 2) // all have their hosts
	var group sync.WaitGroup
	began := time.Now()
	for _, node := range nodes {
		crawl := m.newCrawl(t, node)
		if err := crawl.Seed(m.seedURLs()); err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			if err := crawl.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	group.Go(func() { m.share(ctx, t) })
	group.Wait()
	took = time.Since(began)
	for _, node := range nodes {
		if err := node.Close(); err != nil {
			t.Error(err)
		}
	}
	net.Settle()
	return m.course, took
}

func (m *machines) join(ctx context.Context, t *testing.T, net *clustertest.Net, name string) *cluster.Node {
	links, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	engine := net.Engine(name)
	if m.eager {
		engine.Calls = withoutPromises{engine.Calls}
	}
	o := cluster.DefaultOptions()
	o.Name = name
	node, err := cluster.Join(ctx, engine, links, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return node
}

func (m *machines) newCrawl(t *testing.T, node *cluster.Node) *crawler.Crawl {
	strategy, err := ranker.New(ranker.LearnedName, m.needs(m.options))
	if err != nil {
		t.Fatal(err)
	}
	if learner := strategy.(ranker.Sharer); !m.alone {
		learner.Share()
		m.learners = append(m.learners, learner)
	}
	limits := crawler.DefaultLimits()
	limits.Pages, limits.Workers = crawler.NoLimit, m.options.Workers
	var links crawler.Frontier = node.Frontier()
	if m.byHost {
		links = ownDomains{node.Frontier()}
	}
	web := fetcher{m.web}
	crawl, err := crawler.New(crawler.Parts{
		Frontier: links, Fetcher: slowFetcher{web}, Read: web.read, Strategy: strategy, Scope: crawler.ScopeFunc(m.web.has),
		Judge: func(p *features.Page) float64 { return m.probability[m.web.ids[p.URL]] }, Watch: m.add,
	}, limits, 0)
	if err != nil {
		t.Fatal(err)
	}
	return crawl
}

func (m *machines) add(p crawler.JudgedPage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.course = m.addPage(m.course, m.web.ids[p.URL], m.budget); len(m.course) == m.budget {
		m.stop()
	}
}

// share gives each learner the totals of the others, as package crawldir does.
func (m *machines) share(ctx context.Context, t *testing.T) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(shareEvery):
			for i, learner := range m.learners {
				others := make(map[string][]byte)
				for k, other := range m.learners {
					if k != i {
						others[fmt.Sprint(k)] = other.Total()
					}
				}
				if err := learner.TakeIn(others); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// slowFetcher takes time for each page.
type slowFetcher struct{ fetcher }

func (f slowFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	time.Sleep(crawler.FetchTime)
	return f.fetcher.Fetch(ctx, url)
}

// withoutPromises loses what machines tell of their best links.
type withoutPromises struct{ cluster.Calls }

func (c withoutPromises) Tell(name string, message []byte) error {
	if name == cluster.PromisesName {
		return nil
	}
	return c.Calls.Tell(name, message)
}

// ownDomains gives each host a registered domain of its own.
type ownDomains struct{ *cluster.Frontier }

func (f ownDomains) Push(now time.Time, links []frontier.Link) (int, error) {
	for i := range links {
		links[i].Host = strings.ReplaceAll(links[i].Host, ".", "-") + ".example"
	}
	return f.Frontier.Push(now, links)
}

// warmUp has two machines send each other links in real time. Bubbles of virtual time may not use each other's channels, and what machines compress
// messages with has some. It makes them at its first use.
func warmUp(t *testing.T) {
	net := clustertest.New(1, 2*time.Second, clustertest.Faults{})
	var nodes [2]*cluster.Node
	for i := range nodes {
		local, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		o := cluster.DefaultOptions()
		o.Name, o.TTL, o.Flush = fmt.Sprint("m", i), 2*time.Second, 20*time.Millisecond
		if nodes[i], err = cluster.Join(t.Context(), net.Engine(o.Name), local, nil, o); err != nil {
			t.Fatal(err)
		}
		defer nodes[i].Close()
	}
	for n := 0; nodes[1].Frontier().Stats().Queued == 0; n++ {
		host := fmt.Sprintf("h%d.example", n)
		if _, err := nodes[0].Frontier().Push(time.Now(), []frontier.Link{{URL: "http://" + host + "/", Host: host}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestMachinesFindWhatOneFinds compares the area of a crawl by four machines with that of one. Machines that do not wait for each other
// show that the test can fail.
func TestMachinesFindWhatOneFinds(t *testing.T) {
	site, labels := frozen(t, 2500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	o := beekeeping(2)
	d, err := web.draw(labels.pages["beekeeping"], o, xxh3.HashString("beekeeping"), 0)
	if err != nil {
		t.Fatal(err)
	}
	warmUp(t)
	synctest.Test(t, func(t *testing.T) {
		area := func(m *machines) float64 {
			m.draw, m.options = d.forCrawl(), o
			c, _ := m.crawl(t, 5*d.count)
			return c.area(d.count)
		}
		one, four, eager := area(&machines{n: 1}), area(&machines{n: 4}), area(&machines{n: 4, eager: true})
		t.Logf("area %.3f; %.3f by four machines; %.3f if they do not wait for each other", one, four, eager)
		if four < one-.05 || eager > one-.1 {
			t.Errorf("area %.3f; %.3f by four machines; %.3f if they do not wait for each other", one, four, eager)
		}
	})
}

// TestAreaOfMachines prints the area of crawls by machines of a cluster: `make eval-machines`.
func TestAreaOfMachines(t *testing.T) {
	name := os.Getenv("GANNET_MACHINES_WEB")
	if name == "" {
		t.Skip("make eval-machines measures it")
	}
	web, labels, o := machinesWeb(t, name)
	warmUp(t)
	of := make(map[string]areas) // machines and way
	synctest.Test(t, func(t *testing.T) {
		for _, topic := range o.Topics {
			for draw := range o.Draws {
				d, err := web.draw(labels.pages[topic], o, xxh3.HashString(topic), uint64(draw))
				if err != nil {
					t.Fatal(err)
				}
				if d.count < minRelevant {
					continue
				}
				for _, n := range machineCounts {
					add := func(way string, area float64) {
						key := fmt.Sprint(n, way)
						if of[key] == nil {
							of[key] = make(areas)
						}
						of[key][topic] = append(of[key][topic], area)
						fmt.Printf("%s, draw %d, %d machines, %s: area %.3f\n", topic, draw, n, way, area)
					}
					for _, way := range machineWays {
						m := &machines{draw: d.forCrawl(), n: n, options: o, byHost: name != "generated", eager: way == eagerWay, alone: way == aloneWay}
						c, took := m.crawl(t, 5*d.count)
						fmt.Printf("%.1f minutes; ", took.Minutes())
						add(way, c.area(d.count))
					}
					for way, p := range simulatedWays(n) {
						c, err := d.forCrawl().crawlSplit(t.Context(), o, p, 5*d.count)
						if err != nil {
							t.Fatal(err)
						}
						add(way, c.area(d.count))
					}
				}
			}
		}
	})
	fmt.Printf("\n%s, %d topics, %d draws: area of one, and differences to it\n\n| |", name, len(o.Topics), o.Draws)
	for _, n := range machineCounts {
		fmt.Printf(" %d |", n)
	}
	fmt.Printf("\n|---|%s", strings.Repeat("---|", len(machineCounts)))
	for _, way := range append(slices.Clone(machineWays), slices.Sorted(maps.Keys(simulatedWays(1)))...) {
		fmt.Printf("\n| %s | %.3f |", way, moments(values(of[fmt.Sprint(1, way)].means())).Mean)
		for _, n := range machineCounts[1:] {
			c := compareAreas("one", of[fmt.Sprint(n, way)], of[fmt.Sprint(1, way)])
			fmt.Printf(" %+.3f %s |", c.Difference, c.Errors())
		}
	}
	fmt.Println()
}

// Ways to crawl by several machines, and to simulate that by owners that take turns.
const (
	eagerWay = "machines that do not wait for each other"
	aloneWay = "machines that share nothing"
)

var machineWays = []string{"machines of a cluster", eagerWay, aloneWay}

func simulatedWays(owners int) map[string]Partition {
	return map[string]Partition{
		"owners that rank their own links":                         {Owners: owners, Every: 20},
		"owners that rank their own links, shared every 200 pages": {Owners: owners, Every: 200},
		"links ranked at their pages":                              {Owners: owners, Every: 20, AtPage: true},
		"links ranked at their pages, shared every 200 pages":      {Owners: owners, Every: 200, AtPage: true},
	}
}

var machineCounts = []int{1, 4, 16}

// machinesWeb loads a frozen web, or the generated one.
func machinesWeb(t *testing.T, name string) (*Web, *Labels, Options) {
	o := beekeeping(1)
	site, labels := frozen(t, 5000)
	if name != "generated" {
		data := testdata.Dir(t)
		var err error
		if labels, err = LoadLabels(filepath.Join(data, "labels", name+".tsv")); err != nil {
			t.Fatal(err)
		}
		if o.Topics, err = Split(filepath.Join(data, "labels", "topics.json"), name, "test"); err != nil {
			t.Fatal(err)
		}
		if site, err = archive.Open(filepath.Join(data, "webs", name+".warc.zst")); err != nil {
			t.Fatal(err)
		}
		if o.Needs, err = shipped.Needs(); err != nil {
			t.Fatal(err)
		}
		o.Needs.Language = "en"
		o.Name = name
	}
	if n, err := strconv.Atoi(os.Getenv("GANNET_MACHINES_DRAWS")); err == nil {
		o.Draws = n
	}
	if n, err := strconv.Atoi(os.Getenv("GANNET_MACHINES_TOPICS")); err == nil {
		o.Topics = o.Topics[:min(n, len(o.Topics))]
	}
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	return web, labels, o
}
