package dedup

import (
	"fmt"
	"io"
	"slices"
)

// ProfileStore holds the profiles of a large batch: the first ones in memory, the others in a file. A profile takes some 1.5 kB in memory
// and some 1 kB in the file.
type ProfileStore struct {
	held    []*Profile
	limit   int // of held
	file    ProfileFile
	ends    []int64 // of the profiles in the file
	pending []byte  // what is not written yet, behind written
	written int64
	buffer  []byte // of read, which reuses it
}

// ProfileFile is a file to which a ProfileStore appends and from which it reads at any offset. *os.File implements it.
type ProfileFile interface {
	io.Writer
	io.ReaderAt
}

// NewProfileStore returns a store that holds at most limit profiles in memory. It writes all further profiles to file.
func NewProfileStore(limit int, file ProfileFile) *ProfileStore {
	return &ProfileStore{limit: limit, file: file}
}

// writeBytes is how much is written at a time.
const writeBytes = 1 << 18

// Append adds a profile at the end of the store.
func (s *ProfileStore) Append(p *Profile) error {
	if len(s.held) < s.limit {
		s.held = append(s.held, p)
		return nil
	}
	s.pending = p.AppendBinary(s.pending)
	s.ends = append(s.ends, s.written+int64(len(s.pending)))
	if len(s.pending) < writeBytes {
		return nil
	}
	n, err := s.file.Write(s.pending)
	s.written += int64(n)
	s.pending = s.pending[:copy(s.pending, s.pending[n:])]
	return err
}

// Len returns the number of profiles in the store.
func (s *ProfileStore) Len() int { return len(s.held) + len(s.ends) }

// Profile returns the profile at a position, counted from 0 in the order of Append.
func (s *ProfileStore) Profile(position int) (*Profile, error) {
	if position < len(s.held) {
		return s.held[position], nil
	}
	i, from := position-len(s.held), int64(0)
	if i > 0 {
		from = s.ends[i-1]
	}
	data, err := s.read(from, s.ends[i])
	p := &Profile{}
	if err == nil {
		err = p.UnmarshalBinary(data)
	}
	if err != nil {
		return nil, fmt.Errorf("profile %d of the batch: %w", position+1, err)
	}
	return p, nil
}

// read returns a part of what was appended. It is good until the next call.
func (s *ProfileStore) read(from, to int64) ([]byte, error) {
	if from >= s.written {
		return s.pending[from-s.written : to-s.written], nil
	}
	s.buffer = slices.Grow(s.buffer[:0], int(to-from))[:to-from]
	_, err := s.file.ReadAt(s.buffer, from)
	return s.buffer, err
}
