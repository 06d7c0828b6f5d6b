// Package webpages owns near-duplicates among any pages, such as the archives of a national web: which pages have nearly the same
// text, and which of them is the original. The ads of jobs are dedup's.
//
// The 128 minima of a sketch make 16 super-shingles of 8 minima each. Two pages with one equal super-shingle are compared by
// all minima. Those alike enough are of one group. So at a similarity of .9 nearly all pairs are compared, at .8 19 of 20.
package webpages

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"gannet/dedup/sketch"
	"gannet/internal/runs"
)

// superShingles group all minima of a sketch.
var superShingles = sketch.Layout{Bands: 16, Rows: 8}

// MinShingles is the least number of shingles of a page that is compared. Pages with less text are mostly images or menus.
const MinShingles = 20

// maxCompared is how many pages of one super-shingle a page is compared with. More have a text that a whole site repeats.
const maxCompared = 64

// Page is what is compared of a page.
type Page struct {
	URL       string
	Canonical string // the URL that the page itself names as its main version; may be empty
	Fetched   time.Time
	Shingles  int
	Slots     [sketch.Size]uint8
}

// Sketch sets what is compared of a page's text.
func (p *Page) Sketch(s *sketch.Sketch) { p.Shingles, p.Slots = s.Shingles, s.Slots }

// Similarity estimates which share of the shingles of two pages is common to both.
func (p *Page) Similarity(o *Page) float64 {
	a, b := sketch.Sketch{Slots: p.Slots, Shingles: p.Shingles}, sketch.Sketch{Slots: o.Slots, Shingles: o.Shingles}
	return a.Jaccard(&b)
}

// Finder collects pages, and finds the groups among them. One goroutine uses it at a time.
type Finder struct {
	least float64
	keys  *runs.Sorter
	pages []Page
	above []int // each page's link to another one of its group, or to itself
}

// New makes a Finder of pages whose similarity is at least so much. Its keys take so many bytes of memory; more lie in a temporary file in dir.
func New(least float64, dir string, memory int64) *Finder {
	return &Finder{least: least, keys: runs.New(dir, memory)}
}

// Add adds a page.
func (f *Finder) Add(p Page) error {
	at := len(f.pages)
	f.pages, f.above = append(f.pages, p), append(f.above, at)
	if p.Shingles < MinShingles {
		return nil
	}
	s := sketch.Sketch{Slots: p.Slots, Shingles: p.Shingles}
	for _, key := range s.AppendBands(nil, superShingles) {
		if err := f.keys.Add(runs.Entry{Key: key, Value: uint64(at)}); err != nil {
			return err
		}
	}
	return nil
}

// Pages returns all pages in the order in which they were added.
func (f *Finder) Pages() []Page { return f.pages }

// Originals compares the pages, and returns the position of each page's original. A page without a group is its own. Nothing may be added
// after it.
func (f *Finder) Originals() ([]int, error) {
	var group []int
	last := uint64(0)
	err := f.keys.Each(func(e runs.Entry) error {
		if e.Key != last {
			group, last = group[:0], e.Key
		}
		f.compare(int(e.Value), group)
		if len(group) < maxCompared {
			group = append(group, int(e.Value))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	members := map[int][]int{}
	for i := range f.pages {
		top := f.top(i)
		members[top] = append(members[top], i)
	}
	originals := make([]int, len(f.pages))
	for _, group := range members {
		original := f.original(group)
		for _, i := range group {
			originals[i] = original
		}
	}
	return originals, nil
}

// compare makes one group of those of a page and of others that are alike enough.
func (f *Finder) compare(page int, others []int) {
	for _, other := range others {
		a, b := f.top(page), f.top(other)
		if a != b && f.pages[page].Similarity(&f.pages[other]) >= f.least {
			f.above[max(a, b)] = min(a, b)
		}
	}
}

// top returns the first page of a group.
func (f *Finder) top(i int) int {
	for f.above[i] != i {
		f.above[i] = f.above[f.above[i]]
		i = f.above[i]
	}
	return i
}

// original chooses the original of a group: of each site the main version, and of several sites the one that was seen first. The main version
// is the page that most of the site's name as canonical, else that with the shortest URL.
func (f *Finder) original(group []int) int {
	if len(group) == 1 {
		return group[0]
	}
	named := map[string]int{}
	for _, i := range group {
		if c := f.pages[i].Canonical; c != "" && siteOf(c) == siteOf(f.pages[i].URL) {
			named[c]++
		}
	}
	mains, seen := map[string]int{}, map[string]time.Time{}
	for _, i := range group {
		p, site := &f.pages[i], siteOf(f.pages[i].URL)
		if first, ok := seen[site]; !ok || p.Fetched.Before(first) {
			seen[site] = p.Fetched
		}
		if main, ok := mains[site]; !ok || f.isMain(p, &f.pages[main], named) {
			mains[site] = i
		}
	}
	sites := make([]string, 0, len(mains))
	for site := range mains {
		sites = append(sites, site)
	}
	first := slices.MinFunc(sites, func(a, b string) int {
		return cmp.Or(seen[a].Compare(seen[b]), cmp.Compare(len(f.pages[mains[a]].URL), len(f.pages[mains[b]].URL)), strings.Compare(a, b))
	})
	return mains[first]
}

// isMain reports whether page a is rather the main version of a site than b.
func (f *Finder) isMain(a, b *Page, named map[string]int) bool {
	return cmp.Or(named[b.URL]-named[a.URL], len(a.URL)-len(b.URL), strings.Compare(a.URL, b.URL)) < 0
}

// siteOf returns the registered domain of a URL, or its host.
func siteOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	if site, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return site
	}
	return host
}

// Close removes the temporary file.
func (f *Finder) Close() error { return f.keys.Close() }
