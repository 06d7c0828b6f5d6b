package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gannet/store/internal/boltfile"
)

// Salvaged says what Salvage has recovered from a damaged file, and what is lost.
type Salvaged struct {
	Pages    int // that are whole
	Postings int
	Lost     int  // pages that were kept and cannot be read
	AtLeast  bool // more pages may be lost: the file's totals cannot be read
}

// LostPages says in words how many pages are lost, or at least how many.
func (s *Salvaged) LostPages() string {
	if s.AtLeast {
		return fmt.Sprintf("at least %d pages", s.Lost)
	}
	return fmt.Sprintf("%d pages", s.Lost)
}

// Salvage recovers from a damaged file all pages that can still be read, with their postings and the facts about the crawl. It writes them
// into a new file, which must not exist. It reads the whole file without relying on its structure, because every entry can be found by its
// seal. If an entry exists in several states, the state in the file's tree counts. If the tree is broken, pages that had been deleted in
// favour of their canonical page may come back. The error is ErrNothing if no page can be read.
func Salvage(from, to string) (*Salvaged, error) {
	if _, err := os.Lstat(to); err == nil {
		return nil, fmt.Errorf("salvage %s: %s is there already", from, to)
	}
	if db, err := OpenReadOnly(from); err == nil {
		defer db.Close() // a crawl cannot begin meanwhile
	} else if errors.Is(err, ErrInUse) || errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	file, err := os.Open(from)
	if err != nil {
		return nil, fmt.Errorf("salvage: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("salvage: %w", err)
	}
	s, err := salvageInto(boltfile.NewScan(file, info.Size()), to)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("salvage %s: %w", from, err), removeIfThere(to))
	}
	return s, nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
