package store

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
)

// crawlKey is the key of the crawl's identity: 16 characters that no other crawl has. Copies of the file have the same identity.
const crawlKey = "crawl identity"

// identify gives a file its identity if it has none. A file of an earlier version of the program was identified by its first posting, and keeps that
// identity.
func (d *DB) identify() error {
	var id string
	if known, err := d.Meta(crawlKey, &id); known || err != nil {
		return nil // what is damaged is for Repair
	}
	id, err := d.postings.FirstPosting()
	if err != nil {
		return nil
	}
	if id == "" {
		var random [8]byte
		if _, err := rand.Read(random[:]); err != nil {
			return err
		}
		id = fmt.Sprintf("%x", random)
	}
	return d.SetMeta(crawlKey, id)
}

// Crawl implements postings.Pages: it returns the text that identifies the crawl.
func (b *pageBuckets) Crawl() (id string, err error) {
	if b.meta.Bucket == nil {
		return "", nil
	}
	value := b.meta.Get([]byte(crawlKey))
	if value == nil {
		return "", nil
	}
	if err := json.Unmarshal(value, &id); err != nil {
		return "", fmt.Errorf("%s: %w (%w)", crawlKey, ErrEntry, err)
	}
	return id, nil
}
