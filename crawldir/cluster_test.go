package crawldir_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/cluster/natslog"
	"gannet/cluster/natsserver"
	"gannet/crawldir"
	"gannet/crawler"
	"gannet/internal/testweb"
	"gannet/internal/testweb/loopback"
	"gannet/store"
)

// TestThreeMachinesCrawlTheWholeWeb: three machines together keep the pages that one keeps, each page once, and the servers see no
// request too soon or at once.
func TestThreeMachinesCrawlTheWholeWeb(t *testing.T) {
	single := filepath.Join(t.TempDir(), "single")
	alone, _, web := crawlTogether(t, "", single)
	server, err := natsserver.Start(natsserver.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	together, asked, _ := crawlTogether(t, server.URL(), filepath.Join(dir, "0"), filepath.Join(dir, "1"), filepath.Join(dir, "2"))
	if asked.OverlapHosts+asked.SoonHosts+asked.OverlapAddrs+asked.SoonAddrs+asked.BeforeRobots+asked.Forbidden > 0 {
		t.Errorf("the servers saw what should not be: %+v", asked)
	}
	all := make(map[string]int)
	for n, pages := range together {
		if len(pages) == 0 {
			t.Errorf("machine %d keeps nothing", n)
		}
		for _, url := range pages {
			all[url]++
		}
	}
	checkGathered(t, server.URL(), all, web, jobsIn(t, web, single))
	for url, n := range all {
		if n != 1 {
			t.Errorf("%s is kept %d times", url, n)
		}
	}
	for _, url := range alone[0] {
		if all[url] == 0 {
			t.Errorf("%s is missing", url)
		}
		delete(all, url)
	}
	if len(all) > 0 {
		t.Errorf("the machines keep pages that one alone does not: %v", slices.Collect(maps.Keys(all)))
	}
}

// crawlTogether crawls a web to its end by several machines, one for each directory. It returns the paths of the pages that each keeps, what the
// servers saw, and the web.
func crawlTogether(t *testing.T, address string, dirs ...string) (kept [][]string, asked loopback.Report, made *testweb.Web) {
	t.Helper()
	const delay = 3 * time.Millisecond
	web, err := loopback.Start(loopback.Options{Web: testweb.DefaultOptions(7).Sized(24, 300), Delay: delay, Latency: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	before := net.DefaultResolver
	net.DefaultResolver = loopback.Resolver(web.DNS())
	defer func() { net.DefaultResolver = before }()
	machines := make([]*machine, len(dirs))
	for n, dir := range dirs {
		if machines[n], err = openMachine(t.Context(), dir, address, delay, web.Web()); err != nil {
			t.Fatal(err)
		}
	}
	if address != "" {
		machines[0].awaitShares(t, len(dirs)) // else a machine that opens late may find nothing left
	}
	kept = make([][]string, len(dirs))
	var group sync.WaitGroup
	for n, m := range machines {
		group.Go(func() {
			var err error
			if kept[n], err = m.crawl(t.Context()); err != nil {
				t.Errorf("%s: %v", dirs[n], err)
			}
		})
	}
	group.Wait()
	return kept, web.Report(), web.Web()
}

// machine is one of those that crawl together, or one by itself.
type machine struct {
	*crawldir.Crawl
	conn *natslog.Conn // nil: by itself
}

// openMachine opens the crawl of one of the machines at an address, or of one by itself.
func openMachine(ctx context.Context, dir, address string, delay time.Duration, web *testweb.Web) (m *machine, err error) {
	o := crawldir.DefaultOptions()
	if o.Topic, err = crawldir.LoadTopic(crawldir.JobsTopic); err != nil {
		return nil, err
	}
	o.Topic.Seeds = web.Seeds(testweb.JobsTopic, 10)
	for n := range web.Hosts() {
		if host := web.Host(n); web.CrawlDelay(host) > 0 { // would take half a minute
			o.Scope.Block = append(o.Scope.Block, host)
		}
	}
	o.Fetch.AllowPrivate, o.Postings = true, true
	o.Frontier.Delay, o.Frontier.Backoff = delay, delay
	o.Limits.Pages, o.Limits.Workers, o.Limits.Patience = crawler.NoLimit, 8, 0
	m = new(machine)
	if address != "" {
		if m.conn, err = natslog.Connect(ctx, address, natslog.Options{TTL: 4 * time.Second}); err != nil {
			return nil, err
		}
		o.Cluster = &crawldir.Cluster{Engine: m.conn.Engine, TTL: m.conn.TTL, Compact: 4096}
	}
	if m.Crawl, err = crawldir.Open(ctx, dir, o); err != nil {
		m.leave()
		return nil, err
	}
	return m, nil
}

// leave ends the connection to the servers.
func (m *machine) leave() {
	if m.conn != nil {
		m.conn.Close()
	}
}

// awaitShares waits until each of some machines owns hosts.
func (m *machine) awaitShares(t *testing.T, machines int) {
	t.Helper()
	for {
		s, err := cluster.Look(t.Context(), m.conn.Engine)
		if err != nil {
			t.Fatal(err)
		}
		without := func(m cluster.MachineStatus) bool { return m.Partitions == 0 }
		if len(s.Machines) == machines && s.Free == 0 && !slices.ContainsFunc(s.Machines, without) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// crawl crawls to the end and closes. It returns the paths of the pages that it keeps.
func (m *machine) crawl(ctx context.Context) (urls []string, err error) {
	defer m.leave()
	err = m.Run(ctx)
	if ended := m.Progress().Ended; err == nil && ended != crawler.EndEmpty && ended != crawler.EndBlocked {
		err = fmt.Errorf("ended with %q", ended)
	}
	port := regexp.MustCompile(`:\d+/`)
	if err == nil {
		err = m.Store().Each(func(p *store.Page) error {
			if p.Canonical == "" { // of other pages it depends on the order whether they are kept
				urls = append(urls, port.ReplaceAllString(p.URL, "/"))
			}
			return nil
		})
	}
	if closing := m.Close(); err == nil {
		err = closing
	}
	return urls, err
}
