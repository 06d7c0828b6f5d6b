package pebblestore

import (
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable/block"
	"github.com/cockroachdb/pebble/v2/vfs"

	"gannet/internal/pebbleguard"
)

const (
	writeBuffer = 4 << 20
	cacheSize   = 8<<20 + 3*writeBuffer // Pebble takes its write buffers out of it
)

// options returns Pebble's options for keys that mostly come in order and are read one by one. The small cache is for the
// indexes and filters of the tables.
func options(fs vfs.FS, f *pebbleguard.Fault) *pebble.Options {
	sizes := pebbleguard.Sizes{Buffer: writeBuffer, Cache: cacheSize, Base: 64 << 20, Block: 8 << 10, Table: 16 << 20}
	o := f.Options(fs, sizes, block.FastestCompression)
	o.MemTableStopWritesThreshold = 3
	o.BytesPerSync = 1 << 20
	for i := range o.Levels {
		o.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
	}
	return o
}
