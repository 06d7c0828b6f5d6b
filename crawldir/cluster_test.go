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

	"gannet/cluster/natslog"
	"gannet/crawldir"
	"gannet/crawler"
	"gannet/lab/testweb"
	"gannet/lab/testweb/loopback"
	"gannet/store"
)

// TestThreeMachinesCrawlTheWholeWeb: three machines together keep the pages that one keeps, each page once, and the servers see no
// request too soon or at once.
func TestThreeMachinesCrawlTheWholeWeb(t *testing.T) {
	single := filepath.Join(t.TempDir(), "single")
	alone, _, web := crawlTogether(t, "", single)
	server, err := natslog.Start(natslog.ServerOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
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
	web, err := loopback.Start(loopback.Options{Web: testweb.DefaultOptions(7).Sized(40, 600), Delay: delay, Latency: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	before := net.DefaultResolver
	net.DefaultResolver = loopback.Resolver(web.DNS())
	defer func() { net.DefaultResolver = before }()
	kept = make([][]string, len(dirs))
	var group sync.WaitGroup
	for n, dir := range dirs {
		group.Go(func() {
			var err error
			if kept[n], err = crawlAsOne(t.Context(), dir, address, delay, web.Web()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	return kept, web.Report(), web.Web()
}

// crawlAsOne crawls as one of the machines at an address, or by itself.
func crawlAsOne(ctx context.Context, dir, address string, delay time.Duration, web *testweb.Web) (urls []string, err error) {
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
	if address != "" {
		conn, err := natslog.Connect(ctx, address, natslog.Options{TTL: 4 * time.Second})
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		o.Cluster = &crawldir.Cluster{Engine: conn.Engine, TTL: conn.TTL, Compact: 4096}
	}
	c, err := crawldir.Open(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	err = c.Run(ctx)
	if ended := c.Progress().Ended; err == nil && ended != crawler.EndEmpty && ended != crawler.EndBlocked {
		err = fmt.Errorf("%s ended with %q", dir, c.Progress().Ended)
	}
	port := regexp.MustCompile(`:\d+/`)
	if err == nil {
		err = c.Store().Each(func(p *store.Page) error {
			if p.Canonical == "" { // of other pages it depends on the order whether they are kept
				urls = append(urls, port.ReplaceAllString(p.URL, "/"))
			}
			return nil
		})
	}
	if closing := c.Close(); err == nil {
		err = closing
	}
	return urls, err
}
