package corpus

import (
	"errors"
	"os"

	"gannet/dedup/index"
)

// sharedIndex is the index of the keys that several ads share. current holds the shared keys of the ad that is being decided.
type sharedIndex struct {
	index.Index // nil before open
	pebble      *index.Pebble
	dir         string // of pebble
	current     mask
	buffer      []uint64
}

// The fractions of a batch's memory that an index on disk uses: one part in hotShare and one in cacheShare.
const hotShare, cacheShare = 8, 16

// left returns how much of a batch's memory remains for Go's heap beside the index, which lies outside the heap.
func (s *sharedIndex) left(pairs, memory int64) int64 {
	if s.pebble != nil {
		return memory - memory/hotShare - memory/cacheShare
	}
	return memory - pairs*bytesAPair
}

// open makes the index. pairs is how many pairs of an ad and a key it will hold. If they need more memory than room, the index is on disk.
func (s *sharedIndex) open(pairs, room int64, o Options) error {
	if pairs*bytesAPair <= room {
		s.Index = index.NewMemory()
		return nil
	}
	dir, err := os.MkdirTemp(o.Dir, "gannet-batch-*")
	if err != nil {
		return err
	}
	s.dir = dir
	options := index.DefaultPebbleOptions()
	options.Hot, options.Cache = int(o.Memory/hotShare/bytesAPair), o.Memory/cacheShare
	s.pebble, err = index.OpenPebble(dir, options)
	s.Index = s.pebble
	return err
}

// Add implements index.Index: it files an ad under those of its keys that a later ad of the batch looks up, which is known
// before the first ad is filed.
func (s *sharedIndex) Add(doc uint64, keys []uint64, splitKey uint64) error {
	if keys = s.pick(keys, s.current.filed); len(keys) == 0 {
		return nil
	}
	if err := s.Index.Add(doc, keys, splitKey); err != nil || s.pebble == nil || !s.pebble.IsFull() {
		return err
	}
	return s.pebble.Flush(nil)
}

// Candidates implements index.Index: it calls use for ads that share keys with the given ones, without looking up keys under which no earlier
// ad can be filed.
func (s *sharedIndex) Candidates(keys []uint64, splitKey uint64, limit int, use func(doc uint64)) error {
	if keys = s.pick(keys, s.current.asked); len(keys) == 0 {
		return nil
	}
	return s.Index.Candidates(keys, splitKey, limit, use)
}

// pick returns those of the keys whose bit is set.
func (s *sharedIndex) pick(keys []uint64, bits uint64) []uint64 {
	s.buffer = s.buffer[:0]
	for i, key := range keys {
		if bits>>i&1 != 0 {
			s.buffer = append(s.buffer, key)
		}
	}
	return s.buffer
}

// Close implements index.Index: it releases the index.
func (s *sharedIndex) Close() (err error) {
	if s.Index != nil {
		err = s.Index.Close()
	}
	if s.dir != "" {
		err = errors.Join(err, os.RemoveAll(s.dir))
	}
	return err
}
