package crawldir

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zeebo/xxh3"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/flat"
)

// A checkpoint begins with this line. The priorities of links follow, the state of the strategy, and what the crawl
// knows beside it. At the end are the checkpointHead as JSON, its length, and the XXH3 hash of all that.
const checkpointMagic = "gannet checkpoint 1\n"

// checkpointHead says what a checkpoint is of.
type checkpointHead struct {
	Fit      string `json:"fit"`      // of the crawl, see Crawl.checkpointFit
	Lesson   uint64 `json:"lesson"`   // the latest
	Links    int64  `json:"links"`    // bytes
	Strategy int64  `json:"strategy"` // bytes
	Memory   int64  `json:"memory"`   // bytes
}

// errCheckpoint says that a file is no whole checkpoint.
var errCheckpoint = errors.New("is damaged")

// checkpointFile is a checkpoint that is open for reading.
type checkpointFile struct {
	*os.File
	checkpointHead
}

// hashWriter hashes and counts what it passes on.
type hashWriter struct {
	w    io.Writer
	hash *xxh3.Hasher
	n    int64
}

func (h *hashWriter) Write(b []byte) (int, error) {
	n, err := h.w.Write(b)
	h.n += int64(n)
	_, _ = h.hash.Write(b[:n])
	return n, err
}

// writeCheckpoint writes a checkpoint to a file, and waits until the disk has it.
func writeCheckpoint(path, fit string, cp *crawler.Checkpoint, memory func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := &hashWriter{w: f, hash: xxh3.New()}
	if _, err := io.WriteString(w, checkpointMagic); err != nil {
		return err
	}
	links := flat.NewWriter(w)
	cp.Links.Code(links)
	if err := links.Flush(); err != nil {
		return err
	}
	head := checkpointHead{Fit: fit, Lesson: cp.Lesson, Links: w.n - int64(len(checkpointMagic))}
	if err := cp.Strategy(w); err != nil {
		return err
	}
	head.Strategy = w.n - head.Links - int64(len(checkpointMagic))
	before := w.n
	if err := memory(w); err != nil {
		return err
	}
	head.Memory = w.n - before
	footer, err := json.Marshal(head)
	if err != nil {
		return err
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))); err != nil {
		return err
	}
	if _, err := f.Write(binary.LittleEndian.AppendUint64(nil, w.hash.Sum64())); err != nil {
		return err
	}
	return f.Sync()
}

// openCheckpoint opens a checkpoint and compares it with its hash.
func openCheckpoint(path string) (c *checkpointFile, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	c = &checkpointFile{File: f}
	if err := c.verify(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s %w", path, err), f.Close())
	}
	return c, nil
}

func (c *checkpointFile) verify() error {
	info, err := c.Stat()
	if err != nil {
		return err
	}
	const tail = 4 + 8
	size := info.Size()
	if size < int64(len(checkpointMagic))+tail {
		return errCheckpoint
	}
	hash := xxh3.New()
	if _, err := io.CopyBuffer(hash, io.NewSectionReader(c, 0, size-8), make([]byte, 1<<20)); err != nil {
		return err
	}
	var end [tail]byte
	if _, err := c.ReadAt(end[:], size-tail); err != nil {
		return err
	}
	if binary.LittleEndian.Uint64(end[4:]) != hash.Sum64() {
		return errCheckpoint
	}
	footer := make([]byte, min(int64(binary.LittleEndian.Uint32(end[:])), size-tail))
	if _, err := c.ReadAt(footer, size-tail-int64(len(footer))); err != nil {
		return err
	}
	if err := json.Unmarshal(footer, &c.checkpointHead); err != nil {
		return fmt.Errorf("%w: %w", errCheckpoint, err)
	}
	magic := make([]byte, len(checkpointMagic))
	if _, err := c.ReadAt(magic, 0); err != nil || string(magic) != checkpointMagic {
		return errors.Join(errCheckpoint, err)
	}
	if int64(len(magic))+c.Links+c.Strategy+c.Memory+int64(len(footer))+tail != size {
		return errCheckpoint
	}
	return nil
}

// links reads the priorities of links.
func (c *checkpointFile) links() (*frontier.Taught, error) {
	t := new(frontier.Taught)
	f := flat.NewReader(io.NewSectionReader(c, int64(len(checkpointMagic)), c.Links), c.Links)
	t.Code(f)
	return t, f.Flush()
}

// strategy returns what reads the state of the strategy.
func (c *checkpointFile) strategy() io.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(c, int64(len(checkpointMagic))+c.Links, c.Strategy), 1<<20)
}

// memory returns what reads what the crawl knew beside its strategy.
func (c *checkpointFile) memory() io.Reader {
	return io.NewSectionReader(c, int64(len(checkpointMagic))+c.Links+c.Strategy, c.Memory)
}
