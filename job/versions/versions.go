// Package versions finds the newest version of every posting among any number of them. Postings with the same title, company and place
// are versions of one (Xue et al., sections 2.4 and 2.5; see job.Posting.Key). The postings themselves are in temporary files.
package versions

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"

	"gannet/internal/runs"
	"gannet/job"
)

// Batch collects postings, and finds out which of them are versions of the same posting. Only one goroutine may use it at a time. Each
// posting takes 12 bytes of memory.
type Batch struct {
	keys  *runs.Sorter
	file  *os.File
	out   *zstd.Encoder
	json  *json.Encoder
	times []int64  // of the postings, in seconds; Time's zero where a page has no time
	older []uint32 // bits: the posting is not the newest
}

// postingBits is the width of a posting's number in an entry's value. The bits above it are of the key, so that two of 10⁸ postings share
// what is compared of their keys with a chance of 2⁻³⁵.
const postingBits = 40

// New returns a Batch that uses this many bytes of memory for keys before it sorts them on disk. dir is the directory for temporary files; ""
// means that of the system. Close removes the files.
func New(dir string, memory int64) (*Batch, error) {
	file, err := runs.Temporary(dir)
	if err != nil {
		return nil, err
	}
	out, err := zstd.NewWriter(file, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Batch{keys: runs.New(dir, memory), file: file, out: out, json: json.NewEncoder(out)}, nil
}

// Add adds a posting, and the time at which its page was fetched. If that time is not known, at is zero.
func (b *Batch) Add(p *job.Posting, at time.Time) error {
	n := uint64(len(b.times))
	if n >= 1<<postingBits {
		return fmt.Errorf("a batch takes up to %d postings", uint64(1)<<postingBits)
	}
	b.times = append(b.times, at.Unix())
	if key, ok := p.Key(); ok {
		first, second := binary.BigEndian.Uint64(key[:8]), binary.BigEndian.Uint64(key[8:])
		if err := b.keys.Add(runs.Entry{Key: first, Value: second>>postingBits<<postingBits | n}); err != nil {
			return err
		}
	}
	return b.json.Encode(p)
}

// Each calls use with every posting, in the order in which they were added. newest is false if another version of the posting has a later
// time, or has the same time and was added later. A posting without a title or a company has no other versions. Each may be called only
// once, and nothing may be added afterwards.
func (b *Batch) Each(use func(p *job.Posting, at time.Time, newest bool) error) error {
	b.older = make([]uint32, len(b.times)/32+1)
	if err := b.markOlder(); err != nil {
		return err
	}
	if err := b.out.Close(); err != nil {
		return err
	}
	if _, err := b.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	in, err := zstd.NewReader(bufio.NewReaderSize(b.file, 1<<18))
	if err != nil {
		return err
	}
	defer in.Close()
	list := json.NewDecoder(in)
	for n, seconds := range b.times {
		p := new(job.Posting)
		if err := list.Decode(p); err != nil {
			return err
		}
		var at time.Time
		if seconds != at.Unix() {
			at = time.Unix(seconds, 0).UTC()
		}
		if err := use(p, at, b.older[n/32]>>(n%32)&1 == 0); err != nil {
			return err
		}
	}
	return nil
}

// markOlder goes through the postings by key and marks all but the newest of each.
func (b *Batch) markOlder() error {
	var last runs.Entry // the newest so far of its key
	any := false
	return b.keys.Each(func(e runs.Entry) error {
		if any && e.Key == last.Key && e.Value>>postingBits == last.Value>>postingBits {
			// Numbers of one key ascend. So at equal times the later one is the newest.
			if b.times[number(e)] < b.times[number(last)] {
				e, last = last, e
			}
			b.older[number(last)/32] |= 1 << (number(last) % 32)
		}
		last, any = e, true
		return nil
	})
}

// number is the number of an entry's posting.
func number(e runs.Entry) uint64 { return e.Value & (1<<postingBits - 1) }

// Close removes the temporary files of the batch.
func (b *Batch) Close() error {
	err := errors.Join(b.out.Close(), b.keys.Close(), b.file.Close())
	_ = os.Remove(b.file.Name()) // where an open file cannot be removed
	return err
}
