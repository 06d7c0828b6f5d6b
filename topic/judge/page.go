package judge

import (
	"gannet/features"
	"gannet/internal/weburl"
	"gannet/topic"
)

// Page is what a Judge knows of a page of a crawl.
type Page struct {
	URL   uint64 // fingerprint
	Seed  bool   // the user named it
	Bag   topic.Bag
	Title []uint32 // its distinct words
	Links []uint64 // fingerprints of its links
}

// NewPage counts the words of a page.
func NewPage(p *features.Page, seed bool) Page {
	v := topic.Vectorize(p)
	page := Page{URL: weburl.Fingerprint(p.URL), Seed: seed, Bag: topic.NewBag(v), Links: make([]uint64, 0, len(p.Links))}
	for _, t := range v.Terms {
		if t.Field != topic.Title {
			break // titles come first
		}
		page.Title = append(page.Title, t.Word)
	}
	for i := range p.Links {
		page.Links = append(page.Links, weburl.Fingerprint(p.Links[i].URL))
	}
	return page
}

// Size is about how many bytes the page has in memory.
func (p *Page) Size() int {
	const termSize, wordSize, linkSize, rest = 8, 4, 8, 256
	return termSize*cap(p.Bag.Terms) + wordSize*cap(p.Title) + linkSize*cap(p.Links) + rest
}
