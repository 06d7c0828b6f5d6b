package natslog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/cluster/natsserver"
	"gannet/frontier"
	"gannet/frontier/pebblestore"
)

// growthTTL is the lease of machines in these crawls.
const growthTTL = 10 * time.Second

// growing is a crawl of a web without end. Page n of a host links to ten pages of its host, and to six of others, which are more often the
// first ones. Half of the links of a page are those of its host's start page.
type growing struct {
	hosts int
	pages atomic.Int64
	log   bytes.Buffer // JSON, of the machine that joins last
}

func (g *growing) link(host, page int, random *rand.Rand) frontier.Link {
	name := "h" + strconv.Itoa(host) + ".example"
	return frontier.Link{
		URL: "http://" + name + "/articles/" + strconv.Itoa(page), Host: name, Priority: random.Float32(),
		Data: []byte("what the link says of page " + strconv.Itoa(page)),
	}
}

func (g *growing) linksOf(l frontier.Lease, random *rand.Rand) (links []frontier.Link) {
	host, page := 0, 0
	_, _ = fmt.Sscanf(l.URL, "http://h%d.example/articles/%d", &host, &page)
	for k := range 5 {
		links = append(links, g.link(host, k, random), g.link(host, 5*page+k+1, random))
	}
	for range 6 {
		links = append(links, g.link(random.IntN(g.hosts), int(random.ExpFloat64()*20), random))
	}
	return links
}

// node makes a machine of the crawl, with a frontier on disk.
func (g *growing) node(t *testing.T, s *natsserver.Server, name string, compact int) (node *cluster.Node, end func()) {
	t.Helper()
	conn, err := Connect(t.Context(), s.URL(), Options{TTL: growthTTL})
	if err != nil {
		t.Fatal(err)
	}
	db, err := pebblestore.Open(filepath.Join(t.TempDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	o := frontier.DefaultOptions()
	o.Delay, o.MaxDelay, o.DelayFactor, o.PerHost = time.Millisecond, time.Millisecond, 0, frontier.NoLimit
	local, err := frontier.Open(db, o, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c := cluster.DefaultOptions()
	c.Name, c.TTL, c.Log = name, conn.TTL, slog.New(slog.NewJSONHandler(&g.log, nil))
	if compact > 0 {
		c.Compact = compact
	}
	if node, err = cluster.Join(t.Context(), conn.Engine, local, nil, c); err != nil {
		t.Fatal(err)
	}
	return node, func() {
		if err := errors.Join(node.Close(), local.Close()); err != nil {
			t.Error(err)
		}
		conn.Close()
	}
}

// work fetches pages until there are enough.
func (g *growing) work(t *testing.T, f *cluster.Frontier, enough int64, random *rand.Rand) {
	for g.pages.Load() < enough {
		l, _, err := f.Take(time.Now())
		if errors.Is(err, frontier.ErrWait) {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		if err == nil {
			_, err = f.Push(time.Now(), g.linksOf(l, random))
		}
		if err == nil {
			err = errors.Join(f.Release(time.Now(), l.ID, 0), f.Done(time.Now(), l.ID, frontier.Outcome{Result: frontier.Finish}))
		}
		if err != nil {
			t.Error(err)
			return
		}
		g.pages.Add(1)
	}
}

// crawl has two machines crawl until there are enough pages.
func (g *growing) crawl(t *testing.T, nodes []*cluster.Node, enough int) {
	var workers sync.WaitGroup
	for n := range 8 {
		workers.Go(func() {
			g.work(t, nodes[n%len(nodes)].Frontier(), int64(enough), rand.New(rand.NewPCG(uint64(enough), uint64(n))))
		})
	}
	workers.Wait()
}

// takeOver has a machine without anything take all hosts of the crawl, and returns how long it reads the log.
func (g *growing) takeOver(t *testing.T, s *natsserver.Server) (took time.Duration, facts int) {
	g.log.Reset()
	node, end := g.node(t, s, "c", math.MaxInt/4)
	began := time.Now()
	for node.Owned() < cluster.Partitions && time.Since(began) < time.Minute*5 {
		time.Sleep(10 * time.Millisecond)
	}
	end()
	for line := range strings.Lines(g.log.String()) {
		var said struct {
			Took  time.Duration `json:"took"`
			Facts int           `json:"facts"`
		}
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Fatal(err)
		}
		took, facts = took+said.Took, facts+said.Facts
	}
	return took, facts
}

// diskUse returns the bytes of the files in a directory.
func diskUse(t *testing.T, dir string) (bytes int64) {
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if info, infoErr := d.Info(); err == nil && infoErr == nil && !d.IsDir() {
			bytes += info.Size()
		}
		return nil // files come and go
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// TestLogGrowth prints how long the log of a crawl is as its pages grow, and how long a new machine takes to read it, with and without compaction.
// GANNET_LOG_PAGES is the number of pages: `make bench-log`.
func TestLogGrowth(t *testing.T) {
	pages, err := strconv.Atoi(os.Getenv("GANNET_LOG_PAGES"))
	if err != nil {
		t.Skip("make bench-log measures it")
	}
	rows := []string{"| compaction | pages | links known | messages ever | messages in the log | MiB in the log | MiB on the server's disk |", "|---|---|---|---|---|---|---|"}
	for _, compact := range []int{0, math.MaxInt / 4} {
		rows = append(rows, growLog(t, pages, compact)...)
	}
	fmt.Println(strings.Join(rows, "\n"))
}

func growLog(t *testing.T, pages, compact int) (rows []string) {
	dir := t.TempDir()
	s, err := natsserver.Start(natsserver.Options{Dir: dir, Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	conn, err := Connect(t.Context(), s.URL(), Options{TTL: growthTTL})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	g := &growing{hosts: max(pages/20, 20)}
	a, endA := g.node(t, s, "a", compact)
	b, endB := g.node(t, s, "b", compact)
	nodes := []*cluster.Node{a, b}
	random := rand.New(rand.NewPCG(1, 1))
	for _, node := range nodes {
		var seeds []frontier.Link
		for h := range g.hosts {
			seeds = append(seeds, g.link(h, 0, random))
		}
		if _, err := node.Frontier().Push(time.Now(), seeds); err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range []int{8, 4, 2, 1} {
		g.crawl(t, nodes, pages/part)
		time.Sleep(growthTTL) // until what is under way is compacted
		e, err := conn.Engine.Log.Extent(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for _, node := range nodes {
			c := node.Frontier().Stats()
			known += c.Queued + c.Fetched + c.Dropped
		}
		rows = append(rows, fmt.Sprintf("| %v | %d | %d | %d | %d | %.1f | %.1f |", compact == 0, g.pages.Load(), known, e.Last, e.Messages,
			float64(e.Bytes)/(1<<20), float64(diskUse(t, dir))/(1<<20)))
		t.Log(rows[len(rows)-1])
	}
	endA()
	endB()
	took, facts := g.takeOver(t, s)
	t.Logf("a new machine has read %d facts after %v", facts, took.Round(time.Millisecond))
	return append(rows, fmt.Sprintf("| %v | a new machine reads %d facts in %.1f s | | | | | |", compact == 0, facts, took.Seconds()))
}
