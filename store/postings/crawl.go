package postings

import (
	"errors"
	"fmt"
	"time"

	"github.com/zeebo/xxh3"
)

// Crawl implements Finder: it returns the text that identifies the crawl. A file that only earlier versions wrote has no such text; for such
// a file the result is the hash of its first posting.
func (r *Reader) Crawl() (id string, err error) {
	err = r.view(func(b *Buckets) error {
		id, err = b.pages.Crawl()
		return err
	})
	if id != "" || err != nil {
		return id, err
	}
	return r.FirstPosting()
}

// FirstPosting returns a hash of the first posting, or "" if there is none. Earlier versions used it as the identity of the crawl.
func (r *Reader) FirstPosting() (string, error) {
	versions, err := r.Versions(1)
	if errors.Is(err, ErrNotFound) || err == nil && len(versions) == 0 {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	first := versions[0]
	return fmt.Sprintf("%016x", xxh3.HashString(first.URL+" "+first.Time.UTC().Format(time.RFC3339Nano))), nil
}
