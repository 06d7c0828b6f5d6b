package store

import (
	"bytes"
	"slices"

	"gannet/internal/weburl"
	"gannet/store/internal/check"
	"gannet/store/internal/entry"
)

// checkPages reads every page in full.
func (c *checker) checkPages() error {
	err := c.pages.ForEach(func(k, value []byte) error {
		if len(k) != 8 {
			return c.Problem(c.deletePage(k), "pages: a key of %d bytes", len(k))
		}
		seq := entry.Number(k)
		p, size, err := decodePage(value)
		if err == nil {
			_, err = weburl.NewBase(p.URL) // a crawl that goes on reads its pages again, and would stop here
		}
		if err != nil {
			return c.Problem(c.losePage(k), "page %d: %v", seq, err)
		}
		if body, err := entry.Body(nil, c.bodies.Get(k)); err != nil || uint64(len(body)) != size || !c.bodies.Has(k) {
			return c.Problem(c.losePage(k), "page %d, %s: its body is lost or damaged", seq, p.URL)
		}
		if _, err := decodeLinks(c.links.Get(k)); err != nil {
			return c.Problem(check.Delete(k, &c.links), "page %d, %s: %v", seq, p.URL, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, b := range c.byPage()[1:] {
		err := b.Bucket.ForEach(func(k, _ []byte) error {
			if !c.pages.Has(k) {
				return c.Problem(check.Delete(k, b), "%s: %x belongs to no page", b.Kind.Bucket(), k)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return c.CheckSequence(c.pages.Bucket, "pages")
}

func (c *checker) deletePage(seq []byte) check.Remedy {
	return check.Delete(seq, c.byPage()...)
}

// losePage is the remedy for a page that cannot be read in full: the crawl fetches it again.
func (c *checker) losePage(seq []byte) check.Remedy {
	remove := c.deletePage(seq)
	return func() error {
		c.lost++
		return remove()
	}
}

// checkIndex compares the index with the pages, both ways.
func (c *checker) checkIndex() error {
	err := c.index.ForEach(func(k, seq []byte) error {
		p, _, err := decodePage(c.pages.Get(seq))
		if err != nil || !bytes.Equal(k, entry.URLKey(p.URL)) {
			return c.Problem(check.Delete(k, c.index), "index: %x leads to no page of that URL", k)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.eachReadable(func(seq []byte, p *Page, _ uint64) error {
		fp := entry.URLKey(p.URL)
		indexed := c.index.Get(fp)
		if bytes.Equal(indexed, seq) {
			return nil
		}
		if other, _, err := decodePage(c.pages.Get(indexed)); err == nil && other.URL == p.URL {
			return c.Problem(c.deletePage(seq), "page %x, %s: kept twice", seq, p.URL)
		}
		return c.Problem(check.Put(c.index, fp, seq), "page %x, %s: not in the index", seq, p.URL)
	})
}

// eachReadable calls use for each page that can be read, with the size of its body. checkPages reports the other pages.
func (c *checker) eachReadable(use func(seq []byte, p *Page, size uint64) error) error {
	return c.pages.ForEach(func(seq, value []byte) error {
		p, size, err := decodePage(value)
		if err != nil {
			return nil
		}
		return use(seq, p, size)
	})
}

// checkCanonicals compares the list of pages that wait for their canonical page with the canonical URLs that the pages name.
func (c *checker) checkCanonicals() error {
	err := c.canonicals.ForEach(func(k, _ []byte) error {
		if len(k) == 16 {
			p, _, err := decodePage(c.pages.Get(k[8:]))
			if err == nil && p.waits() && bytes.Equal(k[:8], entry.URLKey(p.Canonical)) {
				return nil
			}
		}
		return c.Problem(check.Delete(k, c.canonicals), "canonicals: %x is no page that waits", k)
	})
	if err != nil {
		return err
	}
	return c.eachReadable(func(seq []byte, p *Page, _ uint64) error {
		if !p.waits() {
			return nil
		}
		fp := entry.URLKey(p.Canonical)
		waiting := append(slices.Clone(fp), seq...)
		if c.index.Get(fp) != nil {
			remedy := func() error {
				if _, err := c.makeAlias(waiting[8:], p.Canonical); err != nil {
					return err
				}
				return c.canonicals.Delete(waiting)
			}
			return c.Problem(remedy, "page %x, %s: kept beside its canonical page", seq, p.URL)
		}
		if k, _ := c.canonicals.Cursor().Seek(waiting); !bytes.Equal(k, waiting) {
			return c.Problem(check.Put(c.canonicals, waiting, nil), "page %x, %s: would not make way for its canonical page", seq, p.URL)
		}
		return nil
	})
}

// checkAliases reads the aliases, which remain of pages that were left out for their canonical page.
func (c *checker) checkAliases() error {
	return c.aliases.ForEach(func(k, value []byte) error {
		p, _, err := decodePage(value)
		remedy := check.Delete(k, &c.aliases)
		switch {
		case err != nil:
			return c.Problem(remedy, "alias %x: %v", k, err)
		case !bytes.Equal(k, entry.URLKey(p.URL)):
			return c.Problem(remedy, "alias %x, %s: kept under another URL", k, p.URL)
		case c.index.Get(k) != nil:
			return c.Problem(remedy, "alias %x, %s: kept as a page too", k, p.URL)
		case !c.canonicalIsKept(p.Canonical):
			return c.Problem(remedy, "alias %x, %s: its canonical page %s is not kept", k, p.URL, p.Canonical)
		}
		return nil
	})
}

// canonicalIsKept reports whether a page is kept at the end of a chain of canonical pages, however long. A chain that is
// a circle counts as kept.
func (c *checker) canonicalIsKept(url string) bool {
	for seen := make(map[string]bool); !seen[url]; {
		seen[url] = true
		k := entry.URLKey(url)
		if c.index.Get(k) != nil {
			return true
		}
		p, _, err := decodePage(c.aliases.Get(k))
		if err != nil {
			return false
		}
		url = p.Canonical
	}
	return true
}
