// Package dataset appends rows to a data set: files in a folder, in directories such as day=2026-11-01/country=DE, and a
// manifest.
//
// The manifest is written last. It names every file with its hash, and the cursor up to which changes are in them. A reader
// of these files sees whole exports only. After a crash the old manifest holds, and the next export removes what the crashed
// one left. Files are named after what is in them, so an export that is repeated writes the same names.
package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"

	"gannet/feed/folder"
)

// Source is what is exported.
type Source struct {
	Software  string
	Crawl     string
	Partition []string // the keys of directories
	// Since returns what changed after a cursor, in parts, and the cursor of the newest change.
	Since func(ctx context.Context, cursor uint64) (parts []Part, latest uint64, err error)
}

// Part is the rows of an export for one directory.
type Part struct {
	Dir   string // such as day=2026-11-01/country=DE
	Rows  int64
	Write func(io.Writer) error // writes one file
}

// Added says what an export has added.
type Added struct {
	Files int
	Rows  int64
}

// Append adds to a data set what has changed since its cursor. It makes a data set in an empty folder.
func Append(ctx context.Context, to folder.Folder, s Source) (added Added, err error) {
	m, tag, err := Read(ctx, to)
	if err != nil {
		return added, err
	}
	if err := m.check(to, &s); err != nil {
		return added, err
	}
	begin := m.Cursor
	parts, latest, err := s.Since(ctx, begin)
	if err != nil {
		return added, err
	}
	if latest < begin {
		return added, fmt.Errorf("%s %w", to, ErrAhead)
	}
	m.Software, m.Crawl, m.Partition = s.Software, s.Crawl, s.Partition
	for _, p := range parts {
		if err := ctx.Err(); err != nil {
			return added, err
		}
		f, err := put(ctx, to, begin, &p)
		if err != nil {
			return added, err
		}
		f.Cursor = latest
		m.Files, m.Rows = append(m.Files, f), m.Rows+f.Rows
		added.Files, added.Rows = added.Files+1, added.Rows+f.Rows
	}
	if len(parts) > 0 || tag == "" || latest > begin {
		m.Cursor = latest
		if err := commit(ctx, to, m, tag); err != nil {
			return added, err
		}
	}
	return added, clean(ctx, to, m)
}

func commit(ctx context.Context, to folder.Folder, m *Manifest, tag string) error {
	text, err := m.bytes()
	if err != nil {
		return err
	}
	return to.Swap(ctx, ManifestName, text, tag)
}

// put writes a part to a temporary file first, since its name has its hash.
func put(ctx context.Context, to folder.Folder, begin uint64, p *Part) (f File, err error) {
	file, err := os.CreateTemp("", "gannet-*.parquet")
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	hash := sha256.New()
	counted := &counter{w: io.MultiWriter(file, hash)}
	if err := p.Write(counted); err != nil {
		return f, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return f, err
	}
	sum := hex.EncodeToString(hash.Sum(nil))
	f = File{Name: path.Join(p.Dir, fmt.Sprintf("part-%012d-%s.parquet", begin, sum[:16])), Bytes: counted.n, SHA256: sum, Rows: p.Rows}
	return f, to.Put(ctx, f.Name, file, f.Bytes)
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// ours matches the files that Append writes, and those that a crash left half written. No other file is ever removed.
var ours = regexp.MustCompile(`^(?:[a-z]+=[^/]*/)+(?:part-\d{12,}-[0-9a-f]{16}\.parquet|\.part-\d{12,}-[0-9a-f]{16}\.parquet\.new)$`)

// clean removes the files of exports that did not come to their end.
func clean(ctx context.Context, in folder.Folder, m *Manifest) error {
	named := make(map[string]bool, len(m.Files))
	for _, f := range m.Files {
		named[f.Name] = true
	}
	var orphans []string
	err := in.Each(ctx, func(name string) error {
		if !named[name] && ours.MatchString(name) {
			orphans = append(orphans, name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range orphans {
		if err := in.Remove(ctx, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
