package corpus

import (
	"bufio"
	"encoding/binary"
	"math"
	"os"

	"gannet/dedup"
	"gannet/internal/runs"
)

// tempFile is a temporary file. It is created when it is first written to.
type tempFile struct {
	dir  string
	file *os.File
}

// Write implements io.Writer: it appends to the temporary file, which it creates at the first call.
func (t *tempFile) Write(p []byte) (n int, err error) {
	if t.file == nil {
		if t.file, err = runs.Temporary(t.dir); err != nil {
			return 0, err
		}
	}
	return t.file.Write(p)
}

// ReadAt implements io.ReaderAt: it reads from the temporary file. It must not be called before Write.
func (t *tempFile) ReadAt(p []byte, at int64) (int, error) { return t.file.ReadAt(p, at) }

// Close implements io.Closer: it closes the temporary file, whose space is then freed.
func (t *tempFile) Close() error {
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	_ = os.Remove(t.file.Name()) // where an open file cannot be removed
	return err
}

// names are the ids of ads, in a file.
type names struct {
	file *tempFile
	out  *bufio.Writer
	ends []int64
}

func newNames(dir string) names {
	file := &tempFile{dir: dir}
	return names{file: file, out: bufio.NewWriterSize(file, 1<<16)}
}

func (n *names) add(id string) error {
	n.ends = append(n.ends, n.begin(len(n.ends))+int64(len(id)))
	_, err := n.out.WriteString(id)
	return err
}

func (n *names) begin(position int) int64 {
	if position == 0 {
		return 0
	}
	return n.ends[position-1]
}

// name returns the id of the ad at a position. It may be called only after all ids have been added.
func (n *names) name(position int) (string, error) {
	if err := n.out.Flush(); err != nil {
		return "", err
	}
	from := n.begin(position)
	name := make([]byte, n.ends[position]-from)
	if len(name) == 0 {
		return "", nil
	}
	_, err := n.file.ReadAt(name, from)
	return string(name), err
}

func (n *names) close() error { return n.file.Close() }

// decisions stores the decisions in a file, in the order in which they were made. Each word of a verdict or reason is stored once.
type decisions struct {
	file  *tempFile
	out   *bufio.Writer
	words []string
	known map[string]uint32 // positions in words
}

func newDecisions(dir string) decisions {
	file := &tempFile{dir: dir}
	return decisions{file: file, out: bufio.NewWriterSize(file, 1<<16), known: map[string]uint32{}}
}

// An encoded decision takes decidedBytes: the posting that it was compared with, the similarity in thousandths, and the positions of verdict and
// reasons in words, counted from 1.
const (
	maxReasons   = 4
	decidedBytes = 4 + 2 + 4 + 4*maxReasons
)

func (d *decisions) add(made *dedup.Decision) error {
	var b [decidedBytes]byte
	binary.LittleEndian.PutUint32(b[:], uint32(made.Of))
	binary.LittleEndian.PutUint16(b[4:], uint16(math.Round(made.Similarity*1000)))
	binary.LittleEndian.PutUint32(b[6:], d.word(made.Verdict))
	for i, reason := range made.Reasons[:min(len(made.Reasons), maxReasons)] {
		binary.LittleEndian.PutUint32(b[10+4*i:], d.word(reason))
	}
	_, err := d.out.Write(b[:])
	return err
}

func (d *decisions) word(s string) uint32 {
	if d.known[s] == 0 {
		d.words = append(d.words, s)
		d.known[s] = uint32(len(d.words))
	}
	return d.known[s]
}

// read returns the decision on the posting with a number, without its cluster.
func (d *decisions) read(number uint64) (made dedup.Decision, err error) {
	if err := d.out.Flush(); err != nil {
		return made, err
	}
	var b [decidedBytes]byte
	if _, err := d.file.ReadAt(b[:], int64(number-1)*decidedBytes); err != nil {
		return made, err
	}
	made.Of = uint64(binary.LittleEndian.Uint32(b[:]))
	made.Similarity = float64(binary.LittleEndian.Uint16(b[4:])) / 1000
	made.Verdict = d.words[binary.LittleEndian.Uint32(b[6:])-1]
	made.Reasons = []string{}
	for i := range maxReasons {
		if word := binary.LittleEndian.Uint32(b[10+4*i:]); word != 0 {
			made.Reasons = append(made.Reasons, d.words[word-1])
		}
	}
	return made, nil
}

func (d *decisions) close() error { return d.file.Close() }
