package crawldir

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zeebo/xxh3"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/flat"
)

// A checkpoint begins with a line that ends with its version. Its parts follow. At the end are the checkpointHead as JSON, its
// length, and the XXH3 hash of all that.
const (
	checkpointName  = "gannet checkpoint "
	checkpointMagic = checkpointName + "3\n"
)

// The parts of a checkpoint, in their order.
const (
	linksPart    = iota // the priorities of links
	strategyPart        // the state of the strategy
	memoryPart          // what the crawl knows beside it
	checkpointParts
)

// checkpointHead says what a checkpoint is of.
type checkpointHead struct {
	Fit    checkpointFit          `json:"fit"`
	Depth  int                    `json:"depth"`  // Limits.Depth of the run
	Lesson uint64                 `json:"lesson"` // the latest
	Parts  [checkpointParts]int64 `json:"parts"`  // bytes
}

// Errors of a checkpoint that cannot be used.
var (
	errCheckpoint        = errors.New("is damaged")
	errCheckpointVersion = errors.New("is of another version")
)

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

// writeCheckpoint writes a checkpoint to a file, and waits until the disk has it. It fills in Lesson and Parts of the head.
func writeCheckpoint(path string, head checkpointHead, cp *crawler.Checkpoint, memory func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := &hashWriter{w: f, hash: xxh3.New()}
	if _, err := io.WriteString(w, checkpointMagic); err != nil {
		return err
	}
	head.Lesson = cp.Lesson
	for i, write := range [checkpointParts]func(io.Writer) error{linksOf(cp), cp.Strategy, memory} {
		before := w.n
		if err := write(w); err != nil {
			return err
		}
		head.Parts[i] = w.n - before
	}
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

// linksOf returns a function that writes the priorities of links.
func linksOf(cp *crawler.Checkpoint) func(io.Writer) error {
	return func(w io.Writer) error {
		links := flat.NewWriter(w)
		cp.Links.Code(links)
		return links.Flush()
	}
}

// WriteLearned writes to w what the strategy has learned, and the priorities of all queued links. The output depends on nothing else, so two
// crawls can be compared by their outputs. If the strategy does not learn, nothing is written.
func (c *Crawl) WriteLearned(w io.Writer) error {
	cp := c.crawl.Checkpoint()
	if cp == nil {
		return nil
	}
	cp.Links = cp.Links.OfWaiting()
	return errors.Join(linksOf(cp)(w), cp.Strategy(w))
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
	if err := c.verifyMagic(size - tail); err != nil {
		return err
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
	if c.offset(checkpointParts)+int64(len(footer))+tail != size {
		return errCheckpoint
	}
	return nil
}

// verifyMagic reads the first line of a file with so many bytes before its end.
func (c *checkpointFile) verifyMagic(size int64) error {
	if size < int64(len(checkpointMagic)) {
		return errCheckpoint
	}
	magic := make([]byte, len(checkpointMagic))
	_, err := c.ReadAt(magic, 0)
	switch {
	case err != nil:
		return err
	case string(magic) == checkpointMagic:
		return nil
	case strings.HasPrefix(string(magic), checkpointName):
		return errCheckpointVersion
	}
	return errCheckpoint
}

// offset returns where a part begins.
func (c *checkpointFile) offset(part int) int64 {
	at := int64(len(checkpointMagic))
	for _, size := range c.Parts[:part] {
		at += size
	}
	return at
}

// part returns what reads a part.
func (c *checkpointFile) part(n int) io.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(c, c.offset(n), c.Parts[n]), 1<<20)
}

// links reads the priorities of links.
func (c *checkpointFile) links() (*frontier.Taught, error) {
	t := new(frontier.Taught)
	f := flat.NewReader(c.part(linksPart), c.Parts[linksPart])
	t.Code(f)
	return t, f.Flush()
}
