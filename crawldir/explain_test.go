package crawldir_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/store"
	"gannet/topic"
)

// ring is a web of n pages. Each links to some that follow.
func ring(n int) board {
	pages := make(board)
	for i := range n {
		var body strings.Builder
		fmt.Fprintf(&body, "<title>Bees %d</title><p>Honey of the hive number %d.", i, i)
		for k := 1; k <= 5; k++ {
			fmt.Fprintf(&body, `<a href="/%d">honey and bees %d</a>`, (i+k*k)%n, k)
		}
		pages[fmt.Sprintf("http://ring.example.com/%d", i)] = body.String()
	}
	return pages
}

// largeCrawl is a directory with a crawl of the ring. Further pages are written into its store, as many as asked for, with
// the reasons that the crawl kept.
func largeCrawl(t testing.TB, pages int) (dir string, urls []string) {
	t.Helper()
	dir = t.TempDir()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "bees", Keywords: []string{"bees", "honey", "hive"}, Seeds: []string{"http://ring.example.com/0"}}
	o.Web, o.Limits.SitemapURLs = ring(80), 0
	crawl, err := crawldir.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, enlarge(t, filepath.Join(dir, crawldir.StoreFile), pages)
}

// enlarge writes pages with 100 links each, and returns the URLs of all pages but the seed.
func enlarge(t testing.TB, path string, pages int) (urls []string) {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept []*store.Page
	err = db.Select(store.Selection{Body: true, Links: true}, func(p *store.Page) error {
		p, err := db.Get(p.URL)
		kept = append(kept, p)
		return err
	})
	if err != nil || len(kept) < 20 {
		t.Fatal(len(kept), "pages", err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	var batch []*store.Page
	for i := range pages {
		p := *kept[1+i%(len(kept)-1)]
		p.URL, p.Fetched, p.Links = fmt.Sprintf("%s/%d", p.URL, i), p.Fetched.Add(time.Duration(i)*time.Second), nil
		for range 100 {
			p.Links = append(p.Links, r.Uint64())
		}
		if batch = append(batch, &p); len(batch) == 1000 || i == pages-1 {
			if _, err := db.Put(batch); err != nil {
				t.Fatal(err)
			}
			batch = nil
		}
	}
	err = db.Select(store.Selection{}, func(p *store.Page) error {
		if p.Via != "" {
			urls = append(urls, p.URL)
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return urls
}

// countingStore counts what is read.
type countingStore struct {
	store.Reader
	pages, entries int
}

func (c *countingStore) Get(url string) (*store.Page, error) {
	c.pages++
	return c.Reader.Get(url)
}

func (c *countingStore) Lookup(url string) (*store.Page, store.Outcome, error) {
	c.entries++
	return c.Reader.Lookup(url)
}

func (c *countingStore) Select(s store.Selection, use func(*store.Page) error) error {
	return c.Reader.Select(s, func(p *store.Page) error {
		c.pages++
		return use(p)
	})
}

// TestExplainReadsFewPages of a crawl, however many it has: two, and of those kept about the same time what they are.
func TestExplainReadsFewPages(t *testing.T) {
	dir, urls := largeCrawl(t, 2000)
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	counting := &countingStore{Reader: r.Store}
	r.Store = counting
	for i := 0; i < len(urls); i += len(urls) / 20 {
		counting.pages, counting.entries = 0, 0
		e, err := r.Explain(urls[i], crawldir.ExplainOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if counting.pages > 600 || counting.entries > 3+e.Depth {
			t.Errorf("%s at depth %d: %d pages and %d entries read", urls[i], e.Depth, counting.pages, counting.entries)
		}
		if len(e.Reasons) < 2 || e.Replayed != "" || len(e.Pages) == 0 && i < 80 {
			t.Errorf("%s: explained as %+v", urls[i], e)
		}
	}
}

// BenchmarkExplain explains fetched pages of a crawl of 100,000.
func BenchmarkExplain(b *testing.B) {
	dir, urls := largeCrawl(b, 100_000)
	for i := 0; b.Loop(); i++ {
		r, err := crawldir.Read(dir)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := r.Explain(urls[i*7919%len(urls)], crawldir.ExplainOptions{}); err != nil {
			b.Fatal(err)
		}
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
