package index

import (
	"fmt"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable/block"
)

// openDB opens the database for keys that are hashes: most that are asked for are not there, so every table has a Bloom
// filter, and nothing can be compressed. A panic over a damaged directory is an error.
func openDB(dir string, cache int64) (db *pebble.DB, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("damaged: %v", r)
		}
	}()
	o := &pebble.Options{
		FormatMajorVersion:          pebble.FormatNewest,
		DisableWAL:                  true,
		MemTableSize:                64 << 20,
		MemTableStopWritesThreshold: 4,
		CacheSize:                   cache,
		L0CompactionThreshold:       4,
		LBaseMaxBytes:               256 << 20,
		Logger:                      quiet{pebble.DefaultLogger},
		// Without it Pebble ends the program over a damaged table, which read tells as an error.
		EventListener: &pebble.EventListener{DataCorruption: func(pebble.DataCorruptionInfo) {}},
	}
	for i := range o.Levels {
		o.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
		o.Levels[i].BlockSize = 4 << 10
		o.Levels[i].IndexBlockSize = 64 << 10
		o.TargetFileSizes[i] = 32 << 20
	}
	o.ApplyCompressionSettings(func() pebble.DBCompressionSettings {
		return pebble.UniformDBCompressionSettings(block.NoCompression)
	})
	return pebble.Open(dir, o)
}

// quiet drops Pebble's chatter. Its fatal messages still end the program.
type quiet struct{ pebble.Logger }

func (quiet) Infof(string, ...any)  {}
func (quiet) Errorf(string, ...any) {}
