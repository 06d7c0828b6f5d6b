package store

import (
	"encoding/json"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// SetMeta stores a value under a key, as JSON. The crawl uses this for its configuration, its topic and its state.
func (d *DB) SetMeta(key string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	err = d.write(func(tx *bolt.Tx) error { return openBuckets(tx).meta.Put([]byte(key), value) })
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	return nil
}

// Meta reads into v the value that SetMeta has stored under a key. ok is false if no value is stored.
func (d *DB) Meta(key string, v any) (ok bool, err error) {
	var value []byte
	err = d.view(func(b *pageBuckets) error {
		if b.meta.Bucket != nil {
			value = slices.Clone(b.meta.Get([]byte(key)))
		}
		return nil
	})
	if err != nil || value == nil {
		return false, err
	}
	if err := json.Unmarshal(value, v); err != nil {
		return false, fmt.Errorf("%s: %s: %w (%w)", d.path, key, ErrEntry, err)
	}
	return true, nil
}
