// Package corpus owns batches of ads that do not fit into memory. Its result is that of dedup.Deduper.DecideBatch.
//
// Most keys of an ad are in no other ad. So all keys are sorted on disk first, and the index gets only those that an earlier ad can have
// been filed by and a later one asks for. Two bits a key say which these are. The ads are then decided one after the other by the
// same Deduper, whose profiles are on disk. The part that takes most time, the profiles and keys, needs no order: workers of any
// engine can do it (see Bands and Pairs).
package corpus

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime/debug"

	"gannet/dedup"
	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/internal/runs"
)

// Options configure a Batch: the model, the memory and the directory for temporary files.
type Options struct {
	Model  *verdict.Model // required
	Memory int64          // bytes that the process may take; at least LeastMemory
	Dir    string         // of temporary files; empty: the system's
}

// LeastMemory is the smallest allowed value of Options.Memory, in bytes.
const LeastMemory = 128 << 20

// The memory that a batch uses, in bytes.
const (
	baseBytes  = 80 << 20 // the program, models, buffers, and profiles that are decided on
	codeBytes  = 72 << 20 // the part of baseBytes that is not on Go's heap: code, constants, tables of the runtime
	bytesAnAd  = 190      // cluster, number, order, two masks, ends of profile and id
	bytesAPair = 12       // an ad filed by a key, in the index
)

// Batch is a batch of ads that may be too large for memory. Only one goroutine may use it at a time.
type Batch struct {
	o        Options
	d        *dedup.Deduper
	index    *sharedIndex
	profiles *dedup.ProfileStore
	file     *tempFile // of profiles
	ids      names
	keys     *runs.Sorter // nil if masks come from elsewhere
	onDisk   bool         // the index, whatever room there is; for tests
	buffer   []uint64
	masks    []mask
	order    *dedup.Batch
	made     decisions
	limit    int64 // of Go's heap before the batch
}

// mask has a bit for each of an ad's keys, in the order of dedup.Profile.AppendKeys.
type mask struct{ asked, filed uint64 }

// New returns an empty batch. Call Close when it is no longer needed: until then Go's heap is limited so that the process stays below
// Options.Memory.
func New(o Options) (*Batch, error) {
	if o.Memory < LeastMemory {
		return nil, fmt.Errorf("corpus: %d bytes of memory are too few: at least %d", o.Memory, LeastMemory)
	}
	options := dedup.BatchOptions(o.Model)
	shared := &sharedIndex{}
	options.Index = shared
	d, err := dedup.NewDeduper(options)
	if err != nil {
		return nil, err
	}
	file := &tempFile{dir: o.Dir}
	return &Batch{
		limit: debug.SetMemoryLimit(o.Memory - codeBytes),
		o:     o, d: d, index: shared, file: file,
		profiles: dedup.NewProfileStore(0, file), ids: newNames(o.Dir), made: newDecisions(o.Dir),
		keys: runs.New(o.Dir, o.Memory/6),
	}, nil
}

// Deduper returns the Deduper that prepares the profiles of the batch's ads.
func (b *Batch) Deduper() *dedup.Deduper { return b.d }

// Len returns the number of ads in the batch.
func (b *Batch) Len() int { return b.profiles.Len() }

// Add adds an ad at the end of the batch. The error is a *MemoryError if the batch no longer fits into Options.Memory.
func (b *Batch) Add(id string, p *dedup.Profile) error {
	at := uint64(b.Len())
	if err := b.add(id, p); err != nil {
		return err
	}
	var filed int
	b.buffer, filed = p.AppendKeys(b.buffer[:0], sketch.DefaultLayout)
	for i, key := range b.buffer {
		if err := b.keys.Add(runs.Entry{Key: index.Prefix(key), Value: place{at, i, i < filed}.pack()}); err != nil {
			return fmt.Errorf("sorted runs of keys: %w", err)
		}
	}
	return nil
}

// add adds an ad whose keys are sorted elsewhere.
func (b *Batch) add(id string, p *dedup.Profile) error {
	if need(b.Len()+1) > b.o.Memory {
		return &MemoryError{Ads: b.Len(), Allowed: b.o.Memory}
	}
	if b.Len() == index.MaxDocument {
		return fmt.Errorf("corpus: a batch has at most %d ads", index.MaxDocument)
	}
	if err := b.profiles.Append(p); err != nil {
		return err
	}
	return b.ids.add(id)
}

// need returns how much memory that number of ads needs, without the index.
func need(ads int) int64 { return baseBytes + bytesAnAd*int64(ads) }

// MemoryError says that a batch has too many ads for Options.Memory.
type MemoryError struct {
	Ads     int // that fit
	Allowed int64
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%d MiB of memory are enough for %d ads, and there are more", e.Allowed>>20, e.Ads)
}

// place says where a key occurs: the position of its ad, the key's own position among the ad's keys, and whether the ad can be filed under it.
type place struct {
	ad    uint64
	key   int
	filed bool
}

func (p place) pack() uint64 {
	packed := p.ad<<7 | uint64(p.key)<<1
	if p.filed {
		packed |= 1
	}
	return packed
}

func unpack(packed uint64) place { return place{packed >> 7, int(packed >> 1 & 63), packed&1 != 0} }

// Decide decides on all ads of the batch. It calls each after every decision, with the number of decisions so far.
func (b *Batch) Decide(ctx context.Context, each func(done int)) (err error) {
	if b.order, err = b.d.OrderBatch(b.profiles); err != nil {
		return err
	}
	if err := b.findShared(ctx); err != nil {
		return err
	}
	pairs := b.pairs()
	if err := b.index.open(pairs, b.room(), b.o); err != nil {
		return err
	}
	debug.SetMemoryLimit(b.index.left(pairs, b.o.Memory-codeBytes))
	for n, i := range b.order.Order {
		p, err := b.profiles.Profile(i)
		if err != nil {
			return err
		}
		b.index.current = b.masks[i]
		made, err := b.d.Decide(uint64(n+1), p)
		if err == nil {
			err = b.made.add(&made)
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		each(n + 1)
	}
	return b.d.FinishBatch()
}

// findShared merges the sorted runs of keys, and sets the masks of the ads.
func (b *Batch) findShared(ctx context.Context) error {
	if b.keys == nil {
		return nil
	}
	b.masks = make([]mask, b.Len())
	var group []uint64
	last := uint64(0)
	err := b.keys.Each(func(e runs.Entry) error {
		if e.Key != last {
			b.markShared(group)
			group, last = group[:0], e.Key
			if len(group) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		group = append(group, e.Value)
		return nil
	})
	b.markShared(group)
	err = errors.Join(err, b.keys.Close())
	b.keys = nil
	return err
}

// markShared sets the bits of the keys in one bucket. An ad looks a key up if an earlier ad can be filed under it, and is filed under the key if a
// later ad looks it up.
func (b *Batch) markShared(group []uint64) {
	if len(group) < 2 {
		return
	}
	firstFiled, lastAsking := ^uint64(0), uint64(0)
	for _, packed := range group {
		p := unpack(packed)
		number := b.order.Numbers[p.ad]
		lastAsking = max(lastAsking, number)
		if p.filed {
			firstFiled = min(firstFiled, number)
		}
	}
	for _, packed := range group {
		p := unpack(packed)
		number := b.order.Numbers[p.ad]
		if firstFiled < number {
			b.masks[p.ad].asked |= 1 << p.key
		}
		if p.filed && number < lastAsking {
			b.masks[p.ad].filed |= 1 << p.key
		}
	}
}

// room returns how much memory is left for the index.
func (b *Batch) room() int64 {
	if b.onDisk {
		return 0
	}
	return b.o.Memory - need(b.Len())
}

// pairs counts the pairs of an ad and a key under which the ad can be filed.
func (b *Batch) pairs() (n int64) {
	for _, m := range b.masks {
		n += int64(bits.OnesCount64(m.filed))
	}
	return n
}

// Close removes all temporary files of the batch.
func (b *Batch) Close() error {
	debug.SetMemoryLimit(b.limit)
	err := errors.Join(b.index.Close(), b.file.Close(), b.ids.close(), b.made.close())
	if b.keys != nil {
		err = errors.Join(err, b.keys.Close())
	}
	return err
}
