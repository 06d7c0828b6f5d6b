package store

import (
	"fmt"

	"gannet/store/internal/entry"
)

// Path returns how a URL was discovered: the chain of URLs from a seed to the URL itself. If a page of the chain is not known, or if the chain
// would go in a circle, its beginning is missing. The chain includes pages that are not stored because their canonical page is stored.
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

// Graph calls use for every link between two stored pages, given by their numbers, until use returns an error. The pages with the links are
// in the order in which they were stored. A link to a URL whose canonical page is stored counts as a link to that page. Graph needs 16 bytes
// of memory for each page.
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

// Numbers returns a map from the fingerprint of every URL under which Get finds a page to the number of that page. It takes at least 16 bytes
// of memory for each URL.
func (d *DB) Numbers() (numbers map[uint64]uint64, err error) {
	numbers = map[uint64]uint64{}
	err = d.view(func(b *pageBuckets) error {
		numbers, err = b.numbers()
		return err
	})
	return numbers, err
}
