package eval

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"gannet/crawler/archive"
	"gannet/crawler/fetch"
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/topic"
)

// Web is a frozen web whose pages have all been parsed, for many crawls. It is immutable and safe for concurrent use.
type Web struct {
	urls    []string
	ids     map[string]int32
	pages   []*features.Page
	vectors []topic.Vector
	sources [][]int32 // pages that link to each page
}

// Load parses all pages of an archive, on all cores.
func Load(ctx context.Context, site *archive.Web) (*Web, error) {
	urls := site.URLs()
	w := &Web{
		urls: urls, ids: make(map[string]int32, len(urls)),
		pages: make([]*features.Page, len(urls)), vectors: make([]topic.Vector, len(urls)),
	}
	for i, url := range urls {
		w.ids[url] = int32(i)
	}
	group, loading := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	readers := sync.Pool{New: func() any { return features.NewReader() }}
	for i, url := range urls {
		if loading.Err() != nil {
			break
		}
		group.Go(func() error {
			rec, err := site.Get(url)
			if err != nil {
				return err
			}
			r := readers.Get().(*features.Reader)
			defer readers.Put(r)
			page, err := r.Read(url, rec.Body)
			if err != nil {
				return fmt.Errorf("read %s: %w", url, err)
			}
			w.pages[i] = home(page.Compact(), site)
			w.vectors[i] = topic.Vectorize(page)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.turn()
	return w, nil
}

// home replaces a page's links by the URLs of the frozen web. The web has a page under http or https, and links may use the other scheme. nofollow is
// removed, because it protects a server that is not involved here and would hide pages from every strategy, on uci a whole wiki.
func home(p *features.Page, site *archive.Web) *features.Page {
	p.NoFollow = false
	for i := range p.Links {
		p.Links[i].NoFollow = false
		if archived, ok := site.Find(p.Links[i].URL); ok {
			p.Links[i].URL = archived
		}
	}
	return p
}

// has reports whether a URL is a page of the web. Links that leave the web are not followed.
func (w *Web) has(url string) bool {
	_, ok := w.ids[url]
	return ok
}

// reachable marks the pages that a crawl from the seeds can reach.
func (w *Web) reachable(seeds []int32) []bool {
	seen := make([]bool, len(w.pages))
	queue := append([]int32(nil), seeds...)
	for _, id := range seeds {
		seen[id] = true
	}
	for len(queue) > 0 {
		page := w.pages[queue[0]]
		queue = queue[1:]
		for i := range page.Links {
			id, ok := w.ids[page.Links[i].URL]
			if !ok || seen[id] {
				continue
			}
			if _, trapped := weburl.Trap(page.Links[i].URL); !trapped {
				seen[id] = true
				queue = append(queue, id)
			}
		}
	}
	return seen
}

// far is the distance of pages that lead to no relevant one.
const far = 1 << 20

// distances returns for every page the number of links to the nearest marked page. It is 0 for a marked page.
func (w *Web) distances(marked []bool) []int32 {
	out := make([]int32, len(w.pages))
	var queue []int32
	for id, ok := range marked {
		if out[id] = far; ok {
			out[id] = 0
			queue = append(queue, int32(id))
		}
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, from := range w.sources[id] {
			if out[from] == far {
				out[from] = out[id] + 1
				queue = append(queue, from)
			}
		}
	}
	return out
}

// turn fills sources with the links in reverse direction.
func (w *Web) turn() {
	w.sources = make([][]int32, len(w.pages))
	for from, page := range w.pages {
		for i := range page.Links {
			if to, ok := w.ids[page.Links[i].URL]; ok {
				w.sources[to] = append(w.sources[to], int32(from))
			}
		}
	}
}

// fetcher answers requests from a Web, without a network and without parsing a page again.
type fetcher struct{ *Web }

func (fetcher) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

// Fetch returns a page of the web. Other URLs are never requested, because the function has is the scope of the crawl.
func (f fetcher) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	return &fetch.Response{URL: url, Status: http.StatusOK}, nil
}

func (f fetcher) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	return &fetch.Response{URL: url, Status: http.StatusNotFound}, nil
}

func (f fetcher) read(r *fetch.Response) (*features.Page, error) { return f.pages[f.ids[r.URL]], nil }

// URLs returns the URLs of the pages, in the order of the archive.
func (w *Web) URLs() []string { return w.urls }

// Page returns a page by its number, without its DOM.
func (w *Web) Page(id int) *features.Page { return w.pages[id] }

// Vector returns the word counts of the page with this number.
func (w *Web) Vector(id int) topic.Vector { return w.vectors[id] }

// ID returns the number of the page with this URL. ok is false if there is none.
func (w *Web) ID(url string) (id int, ok bool) {
	at, ok := w.ids[url]
	return int(at), ok
}
