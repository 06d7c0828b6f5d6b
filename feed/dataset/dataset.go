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

	"gannet/feed"
	"gannet/feed/folder"
)

// Options say what a data set has.
type Options struct {
	Software  string
	Partition []string // the keys of directories
	// Parts divides what changed into directories.
	Parts func(context.Context, *feed.Update) ([]Part, error)
}

// Part is the rows of an export for one directory.
type Part struct {
	Dir   string // such as day=2026-11-01/country=DE
	Rows  int64
	Write func(io.Writer) error // writes one file
}

// Sink is a data set in a folder.
type Sink struct {
	to    folder.Folder
	o     Options
	m     *Manifest
	tag   string // of the manifest
	Files int    // that were added
	Rows  int64
}

// New returns a data set. An empty folder becomes one.
func New(to folder.Folder, o Options) *Sink { return &Sink{to: to, o: o} }

// Cursor implements feed.Sink.
func (s *Sink) Cursor(ctx context.Context, crawl string) (cursor uint64, err error) {
	if s.m, s.tag, err = Read(ctx, s.to); err != nil {
		return 0, err
	}
	return s.m.Cursor, s.m.check(s.to, crawl, s.o.Partition)
}

// Apply implements feed.Sink. The manifest that names the new files has the new cursor. It is swapped for the one that Cursor read.
func (s *Sink) Apply(ctx context.Context, u *feed.Update) error {
	parts, err := s.o.Parts(ctx, u)
	if err != nil {
		return err
	}
	m := s.m
	m.Software, m.Crawl, m.Partition, m.Cursor = s.o.Software, u.Crawl, s.o.Partition, u.Cursor
	for _, p := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := put(ctx, s.to, u.Since, &p)
		if err != nil {
			return err
		}
		f.Cursor = u.Cursor
		m.Files, m.Rows = append(m.Files, f), m.Rows+f.Rows
		s.Files, s.Rows = s.Files+1, s.Rows+f.Rows
	}
	if err := commit(ctx, s.to, m, s.tag); err != nil {
		return err
	}
	return clean(ctx, s.to, m)
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
