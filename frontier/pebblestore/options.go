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
	cacheSize   = 8<<20 + 3*writeBuffer // Pebble takes the room of its write buffers out of it
)

// options are Pebble's, for keys that mostly come in order and are read one here, one there: a small cache, which is for
// the indexes and the filters of the tables.
func options(fs vfs.FS, f *pebbleguard.Fault) *pebble.Options {
	o := &pebble.Options{
		FS:                          f.FS(fs),
		FormatMajorVersion:          pebble.FormatNewest,
		MemTableSize:                writeBuffer,
		MemTableStopWritesThreshold: 3,
		CacheSize:                   cacheSize,
		BytesPerSync:                1 << 20,
		L0CompactionThreshold:       4,
		LBaseMaxBytes:               64 << 20,
		Logger:                      f,
		// Without it Pebble ends the program over a damaged table, which Load and Read tell as an error.
		EventListener: &pebble.EventListener{DataCorruption: func(pebble.DataCorruptionInfo) {}},
	}
	for i := range o.Levels {
		o.Levels[i].BlockSize = 8 << 10
		o.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
		o.Levels[i].IndexBlockSize = 64 << 10
		o.TargetFileSizes[i] = 16 << 20
	}
	o.ApplyCompressionSettings(func() pebble.DBCompressionSettings {
		return pebble.UniformDBCompressionSettings(block.FastestCompression)
	})
	return o
}
