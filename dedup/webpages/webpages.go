// Package webpages owns near-duplicates among any pages, such as the archives of a national web: which pages have nearly the same
// text, and which of them is the original. The ads of jobs are dedup's.
//
// The 128 minima of a sketch make 16 super-shingles of 8 minima each. Two pages with one equal super-shingle are compared by
// all minima. So at a similarity of .9 nearly all pairs are compared, at .8 19 of 20. The first page of a group leads it: another page
// belongs to the group if it is like the leader. So groups do not chain.
package webpages

import (
	"cmp"
	"errors"
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

// MinShingles is how many shingles a page must have to be compared. Pages with less text are mostly images or menus.
const MinShingles = 20

// maxCompared is the greatest number of pages with the same super-shingle that a page is compared with. If more pages share it, it comes from a text
// that a whole site repeats.
const maxCompared = 64

// Page holds the data by which a web page is compared with others.
type Page struct {
	URL       string
	Canonical string // the URL that the page itself names as its main version; may be empty
	Fetched   time.Time
	Shingles  int
	Slots     [sketch.Size]uint8
}

// Sketch copies into the page the data of its text's sketch.
func (p *Page) Sketch(s *sketch.Sketch) { p.Shingles, p.Slots = s.Shingles, s.Slots }

// Similarity estimates the Jaccard similarity of the shingles of two pages, from 0 to 1.
func (p *Page) Similarity(o *Page) float64 {
	a, b := sketch.Sketch{Slots: p.Slots, Shingles: p.Shingles}, sketch.Sketch{Slots: o.Slots, Shingles: o.Shingles}
	return a.Jaccard(&b)
}

// Finder collects pages and finds the groups of similar ones. Only one goroutine may use it at a time.
type Finder struct {
	least   float64
	keys    *runs.Sorter // super-shingles, and the pages that have them
	links   *runs.Sorter // pages, and earlier pages that they are like
	pages   []Page
	leaders []int // of each page's group; its own position if it leads
}

// maxLinks is how many links to earlier pages a page gets by one super-shingle. The earliest ones are kept, as they are the likeliest to lead.
const maxLinks = 4

// New returns a Finder of groups of pages whose similarity is at least least. Sorting uses up to memory bytes, and temporary files in dir
// for the rest.
func New(least float64, dir string, memory int64) *Finder {
	return &Finder{least: least, keys: runs.New(dir, memory/2), links: runs.New(dir, memory/2)}
}

// Add adds a page to those among which the Finder looks for groups.
func (f *Finder) Add(p Page) error {
	at := len(f.pages)
	f.pages, f.leaders = append(f.pages, p), append(f.leaders, at)
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

// Originals compares the pages, and returns for each page the position of the original of its group. A page that resembles no other is its
// own original. No page may be added afterwards.
func (f *Finder) Originals() ([]int, error) {
	if err := f.link(); err != nil {
		return nil, err
	}
	if err := f.lead(); err != nil {
		return nil, err
	}
	members := map[int][]int{}
	for i, leader := range f.leaders {
		members[leader] = append(members[leader], i)
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

// link compares the pages that share a super-shingle, and links each to earlier ones that it is like.
func (f *Finder) link() error {
	var group []int
	last := uint64(0)
	return f.keys.Each(func(e runs.Entry) error {
		if e.Key != last {
			group, last = group[:0], e.Key
		}
		page, links := int(e.Value), 0
		for _, other := range group {
			if links == maxLinks {
				break
			}
			if f.pages[page].Similarity(&f.pages[other]) >= f.least {
				links++
				if err := f.links.Add(runs.Entry{Key: e.Value, Value: uint64(other)}); err != nil {
					return err
				}
			}
		}
		if len(group) < maxCompared {
			group = append(group, page)
		}
		return nil
	})
}

// lead finds the leader of each page, in the order of the pages. Among the leaders of the pages that a page is linked to, its leader is the one that
// it is most like. If the page is like none of them, it leads its own group.
func (f *Finder) lead() error {
	best := 0.0
	return f.links.Each(func(e runs.Entry) error {
		page, leader := int(e.Key), f.leaders[e.Value]
		if f.leaders[page] == page {
			best = 0
		}
		if s := f.pages[page].Similarity(&f.pages[leader]); s >= f.least && s > best {
			f.leaders[page], best = leader, s
		}
		return nil
	})
}

// original chooses the original of a group: it takes the main version of each site, and among these the one that was seen first. The main version is
// the page that most pages of the site declare as canonical, or else the page with the shortest URL.
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

// isMain reports whether page a is to be preferred to b as the main version on their site.
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

// Close removes the temporary files of the Finder.
func (f *Finder) Close() error { return errors.Join(f.keys.Close(), f.links.Close()) }
