package postings

import (
	"errors"
	"fmt"
	"time"

	"github.com/zeebo/xxh3"
)

// Crawl returns a text that tells a crawl apart from others: a hash of its first posting. It is "" for a crawl without
// postings.
func Crawl(jobs Finder) (string, error) {
	versions, err := jobs.Versions(1)
	if errors.Is(err, ErrNotFound) || err == nil && len(versions) == 0 {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	first := versions[0]
	return fmt.Sprintf("%016x", xxh3.HashString(first.URL+" "+first.Time.UTC().Format(time.RFC3339Nano))), nil
}
