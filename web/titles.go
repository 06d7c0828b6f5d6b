package web

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/crawldir"
	"gannet/store"
)

// titleTime is how long a view waits for the titles of its pages. Those that are not read by then are missing, and are likely there when the view is
// shown again.
const titleTime = 80 * time.Millisecond

// mostTitles is the number of titles that are remembered of a crawl, and shownTitle the number of characters that are kept of each.
const mostTitles, shownTitle = 4096, 120

// titleWithin is the number of bytes at the beginning of a page among which its title is looked for.
const titleWithin = 64 << 10

// titles remembers the titles of pages. It is safe for concurrent use.
type titles struct {
	mu    sync.Mutex
	known map[titleKey]string
}

// titleKey names a page as it was fetched. Another crawl in the same directory has other times.
type titleKey struct {
	url     string
	fetched int64
}

// titledPage is a page with its title, "" if the page has none or the title is not read yet.
type titledPage struct {
	*store.Page
	Title string
}

// at returns the pages that the URLs lead to, with their titles. One that is not kept has only its URL.
func (t *titles) at(ctx context.Context, r *crawldir.Reader, urls []string) []titledPage {
	pages := make([]*store.Page, len(urls))
	for i, url := range urls {
		p, _, err := r.Store.Lookup(url)
		if err != nil {
			p = &store.Page{URL: url}
		}
		pages[i] = p
	}
	return t.of(ctx, r, pages)
}

// of adds their titles to pages, which it reads from the crawl if it does not know them yet.
func (t *titles) of(ctx context.Context, r *crawldir.Reader, pages []*store.Page) []titledPage {
	ctx, cancel := context.WithTimeout(ctx, titleTime)
	defer cancel()
	from := r.In(ctx).Store
	list := make([]titledPage, len(pages))
	for i, p := range pages {
		key := titleKey{p.URL, p.Fetched.UnixNano()}
		title, ok := t.get(key)
		if !ok && ctx.Err() == nil {
			if whole, err := from.Get(p.URL); err == nil && whole != nil {
				title = cut(shownTitle, titleIn(whole.Body))
				t.put(key, title)
			}
		}
		list[i] = titledPage{p, title}
	}
	return list
}

func (t *titles) get(page titleKey) (title string, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	title, ok = t.known[page]
	return title, ok
}

func (t *titles) put(page titleKey, title string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || len(t.known) >= mostTitles {
		t.known = make(map[titleKey]string)
	}
	t.known[page] = title
}

// titleIn returns the text of a page's first title element with its white space collapsed, "" if there is none before the page's body.
func titleIn(body []byte) string {
	tokens := html.NewTokenizer(bytes.NewReader(body[:min(len(body), titleWithin)]))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return ""
		}
		if kind != html.StartTagToken {
			continue
		}
		name, _ := tokens.TagName()
		switch atom.Lookup(name) {
		case atom.Body:
			return ""
		case atom.Title:
			if tokens.Next() != html.TextToken {
				return ""
			}
			return strings.Join(strings.Fields(tokens.Token().Data), " ")
		}
	}
}
