package store

import (
	"fmt"

	"gannet/store/internal/entry"
)

// Path returns the discovery path of a URL, from the seed to the URL itself. The path begins later than at the seed if a page is not known, or if it
// would occur on the path twice. The path includes pages that were left out for their canonical page.
func (d *DB) Path(url string) (path []string, err error) {
	err = d.view(func(b *pageBuckets) error {
		path = b.path(url)
		return nil
	})
	if err == nil && path == nil {
		err = d.errNotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("discovery path of %s: %w", url, err)
	}
	return path, nil
}

// Graph calls use for every link between two kept pages, by sequence number, until use fails. Pages are in the order of
// storing. A link to an alias is one to the page that stands for it. Graph holds 16 bytes a page in memory.
func (d *DB) Graph(use func(from, to uint64) error) error {
	return d.view(func(b *pageBuckets) error {
		numbers, err := b.numbers()
		if err != nil {
			return err
		}
		return b.links.ForEach(func(k, value []byte) error {
			from := entry.Number(k)
			links, err := decodeLinks(value)
			if err != nil {
				return fmt.Errorf("links of page %d: %w", from, err)
			}
			for _, link := range links {
				if to, ok := numbers[link]; ok {
					if err := use(from, to); err != nil {
						return err
					}
				}
			}
			return nil
		})
	})
}

// Numbers maps the fingerprint of every URL under which Get finds a page to that page's sequence number. It takes 16
// bytes a URL and more.
func (d *DB) Numbers() (numbers map[uint64]uint64, err error) {
	numbers = map[uint64]uint64{}
	err = d.view(func(b *pageBuckets) error {
		numbers, err = b.numbers()
		return err
	})
	return numbers, err
}
