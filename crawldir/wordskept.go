package crawldir

import (
	"slices"
	"sync"

	"gannet/features"
	"gannet/topic/judge"
)

// wordsKept has the words of pages that a run has read, so that the pages need not be read again to be judged. It is safe for
// concurrent use. The zero value is ready.
type wordsKept struct {
	mu    sync.Mutex // guards all below
	pages map[string]judge.Page
	bytes int
}

// maxWordsKept is how many bytes wordsKept has at most. A page of an encyclopedia has some 9 kB. Pages beyond are read again.
const maxWordsKept = 32 << 20

// remember keeps the words of a page, unless there are too many.
func (k *wordsKept) remember(url string, p *features.Page) {
	k.mu.Lock()
	full := k.bytes >= maxWordsKept
	k.mu.Unlock()
	if full {
		return
	}
	page := judge.NewPage(p, false)
	page.Links, page.Bag.Terms = nil, slices.Clone(page.Bag.Terms) // the store has the links
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.pages == nil {
		k.pages = make(map[string]judge.Page)
	}
	if old, ok := k.pages[url]; ok {
		k.bytes -= old.Size()
	}
	k.pages[url] = page
	k.bytes += page.Size()
}

// of returns the words of a page.
func (k *wordsKept) of(url string) (page judge.Page, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	page, ok = k.pages[url]
	return page, ok
}
