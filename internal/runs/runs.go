// Package runs sorts more entries than fit into memory. What fits is sorted and written as a run; the runs are merged. All runs are in one
// temporary file without a name, which is gone when the process ends, however it ends.
package runs

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"io"
	"os"
	"slices"
)

// Entry is a pair of numbers to be sorted: by Key, then by Value. Entries with small differences of keys and small values take little space
// on disk.
type Entry struct{ Key, Value uint64 }

func compare(a, b Entry) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value)) }

// entryBytes is the size of an entry in memory.
const entryBytes = 16

// Sorter sorts more entries than fit into memory, with sorted runs in a temporary file. Only one goroutine may use it at a time.
type Sorter struct {
	dir    string
	held   []Entry
	file   *os.File
	bounds []int64 // of the runs: each begins where the one before ends
}

// New returns a Sorter that uses up to memory bytes of memory, and a temporary file in dir for the rest.
func New(dir string, memory int64) *Sorter {
	return &Sorter{dir: dir, held: make([]Entry, 0, max(1, memory/entryBytes)), bounds: []int64{0}}
}

// Add adds an entry. After Each no entry may be added.
func (s *Sorter) Add(e Entry) error {
	if len(s.held) == cap(s.held) {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.held = append(s.held, e)
	return nil
}

// spill writes what is held as one more run.
func (s *Sorter) spill() (err error) {
	if s.file == nil {
		if s.file, err = Temporary(s.dir); err != nil {
			return err
		}
	}
	slices.SortFunc(s.held, compare)
	w := bufio.NewWriterSize(s.file, 1<<18)
	size, last, buffer := int64(0), uint64(0), []byte(nil)
	for _, e := range s.held {
		buffer = binary.AppendUvarint(binary.AppendUvarint(buffer[:0], e.Key-last), e.Value)
		if _, err := w.Write(buffer); err != nil {
			return err
		}
		size, last = size+int64(len(buffer)), e.Key
	}
	s.held = s.held[:0]
	s.bounds = append(s.bounds, s.bounds[len(s.bounds)-1]+size)
	return w.Flush()
}

// Each calls use with all entries in ascending order, until use returns an error.
func (s *Sorter) Each(use func(Entry) error) error {
	slices.SortFunc(s.held, compare)
	all := make([]*run, 0, len(s.bounds))
	all = append(all, &run{held: s.held})
	room := min(max(cap(s.held)*entryBytes/len(s.bounds), 1<<12), 1<<18)
	for i, end := range s.bounds[1:] {
		part := io.NewSectionReader(s.file, s.bounds[i], end-s.bounds[i])
		all = append(all, &run{in: bufio.NewReaderSize(part, room)})
	}
	return merge(all, use)
}

// Close removes the temporary file of the Sorter.
func (s *Sorter) Close() error {
	s.held = nil
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	_ = os.Remove(s.file.Name()) // where an open file cannot be removed
	s.file = nil
	return err
}

// Temporary creates a temporary file in dir, or in the system's directory for such files if dir is "". Where possible the file has no name,
// so that it disappears with the process.
func Temporary(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, "gannet-batch-*")
	if err == nil {
		_ = os.Remove(f.Name())
	}
	return f, err
}

// run is a run that is being read.
type run struct {
	next Entry
	held []Entry // of a run in memory
	in   *bufio.Reader
}

// advance reads the next entry. It returns io.EOF at the end.
func (r *run) advance() error {
	if r.in == nil {
		if len(r.held) == 0 {
			return io.EOF
		}
		r.next, r.held = r.held[0], r.held[1:]
		return nil
	}
	step, err := binary.ReadUvarint(r.in)
	if err != nil {
		return err
	}
	r.next.Key += step
	if r.next.Value, err = binary.ReadUvarint(r.in); err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// merge calls use with the entries of runs in ascending order. A heap orders the runs by their next entries.
func merge(runs []*run, use func(Entry) error) error {
	heap := runs[:0]
	for _, r := range runs {
		switch err := r.advance(); {
		case err == nil:
			heap = append(heap, r)
		case err != io.EOF:
			return err
		}
	}
	for i := len(heap)/2 - 1; i >= 0; i-- {
		sink(heap, i)
	}
	for len(heap) > 0 {
		if err := use(heap[0].next); err != nil {
			return err
		}
		switch err := heap[0].advance(); {
		case err == io.EOF:
			heap[0] = heap[len(heap)-1]
			heap = heap[:len(heap)-1]
		case err != nil:
			return err
		}
		sink(heap, 0)
	}
	return nil
}

// sink moves a run down until no run below it comes first.
func sink(heap []*run, i int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && compare(heap[child+1].next, heap[child].next) < 0 {
			child++
		}
		if compare(heap[i].next, heap[child].next) <= 0 {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

// Bytes returns how many bytes the sorted runs of the Sorter take on the disk.
func (s *Sorter) Bytes() int64 { return s.bounds[len(s.bounds)-1] }
