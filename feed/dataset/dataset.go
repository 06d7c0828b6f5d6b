// Package dataset appends rows to a data set: files in a folder, in directories such as day=2026-11-01/country=DE, and a manifest.
//
// The manifest is written last. It names every file with its hash, and has the cursor up to which changes are in the files. A reader of the named
// files therefore only sees whole exports. After a crash the old manifest remains valid, and the next export removes the files of the crashed one.
// Files are named after their content, so an export that is repeated writes the same names. An export of the whole crawl replaces all exports before
// it.
package dataset

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"gannet/feed"
	"gannet/feed/folder"
	"gannet/internal/lazyregexp"
)

// Options say what a data set contains, and how its files are divided into directories.
type Options struct {
	Software  string
	Partition []string // the keys of directories
	Release   string   // see feed.Table
	// Parts divides the changed postings into directories.
	Parts func(context.Context, *feed.Update) ([]Part, error)
}

// Part has the rows of an export that belong in one directory of the data set.
type Part struct {
	Dir   string // such as day=2026-11-01/country=DE
	Rows  int64
	Write func(io.Writer) error // writes one file
}

// Sink is a data set of files in a folder, to which exports of a crawl add files.
type Sink struct {
	to    folder.Folder
	o     Options
	m     *Manifest
	tag   string // of the manifest
	dir   string // of the files that Take wrote
	taken []File
	Files int // that were added
	Rows  int64

	cleaned bool // the first Cursor has removed what earlier exports left behind
}

// New returns the data set in a folder. In an empty folder, the first export begins a new data set.
func New(to folder.Folder, o Options) *Sink { return &Sink{to: to, o: o} }

// Cursor implements feed.Sink: it returns up to which change the data set has the data of the crawl.
func (s *Sink) Cursor(ctx context.Context, crawl string) (cursor uint64, err error) {
	if s.m, s.tag, err = Read(ctx, s.to); err != nil {
		return 0, err
	}
	if err := s.m.check(s.to, crawl, &s.o); err != nil {
		return 0, err
	}
	if !s.cleaned {
		s.cleaned = true
		err = s.clean(ctx)
	}
	return s.m.Cursor, err
}

// Take writes the files of an update to a temporary directory, so that the crawl can be closed before Apply stores them in the data set.
// Close removes the directory.
func (s *Sink) Take(ctx context.Context, u *feed.Update) error {
	parts, err := s.o.Parts(ctx, u)
	if err != nil {
		return err
	}
	if s.dir, err = os.MkdirTemp("", "gannet-*"); err != nil {
		return err
	}
	for _, p := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := s.write(u.Cursor, &p)
		if err != nil {
			return err
		}
		s.taken = append(s.taken, f)
	}
	return nil
}

// Close removes the temporary files that Take has written.
func (s *Sink) Close() error {
	dir := s.dir
	s.dir, s.taken = "", nil
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

// Apply implements feed.Sink: it stores the new files, and then a new manifest that lists them and has the new cursor. If another export
// has changed the manifest since Cursor was called, Apply fails.
func (s *Sink) Apply(ctx context.Context, u *feed.Update) error {
	m := s.m
	if u.Whole { // what earlier exports have of postings that are gone goes with their files
		m.Files, m.Rows = nil, 0
	}
	m.Software, m.Crawl, m.Partition, m.Release, m.Cursor = s.o.Software, u.Crawl, s.o.Partition, &s.o.Release, u.Cursor
	for i, f := range s.taken {
		if err := s.put(ctx, i, f); err != nil {
			return err
		}
		m.Files, m.Rows = append(m.Files, f), m.Rows+f.Rows
		s.Files, s.Rows = s.Files+1, s.Rows+f.Rows
	}
	if err := commit(ctx, s.to, m, s.tag); err != nil {
		return err
	}
	return s.clean(ctx)
}

func commit(ctx context.Context, to folder.Folder, m *Manifest, tag string) error {
	text, err := m.bytes()
	if err != nil {
		return err
	}
	return to.Swap(ctx, ManifestName, text, tag)
}

// write writes a part to a temporary file, whose name is the part's place in taken. The name of the part in the data set includes its hash.
// The name begins with the cursor of the manifest that the export is to replace, see clean.
func (s *Sink) write(cursor uint64, p *Part) (f File, err error) {
	file, err := os.Create(s.path(len(s.taken)))
	if err != nil {
		return f, err
	}
	hash := sha256.New()
	counted := &counter{w: io.MultiWriter(file, hash)}
	if err := errors.Join(p.Write(counted), file.Close()); err != nil {
		return f, err
	}
	sum := hex.EncodeToString(hash.Sum(nil))
	name := path.Join(p.Dir, fmt.Sprintf("part-%012d-%s.parquet", s.m.Cursor, sum[:16]))
	return File{Name: name, Bytes: counted.n, SHA256: sum, Rows: p.Rows, Cursor: cursor}, nil
}

func (s *Sink) path(taken int) string { return filepath.Join(s.dir, strconv.Itoa(taken)) }

func (s *Sink) put(ctx context.Context, taken int, f File) error {
	file, err := os.Open(s.path(taken))
	if err != nil {
		return err
	}
	defer file.Close()
	return errors.Join(ctx.Err(), s.to.Put(ctx, f.Name, file, f.Bytes))
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

// ours matches the files that Apply writes, including those that a crash left half written. Other files are never removed.
var ours = lazyregexp.New(`^(?:[a-z]+=[^/]*/)+(?:part-(\d{12,})-[0-9a-f]{16}\.parquet|\.part-(\d{12,})-[0-9a-f]{16}\.parquet\.new)$`)

// clean removes the files of exports that can no longer finish, because they began with an earlier manifest than the present one. Files of exports that
// began with the present one stay, since another process may be about to name them. The manifest is read after the list of files: an export that has
// named a file of this list is then in the manifest.
func (s *Sink) clean(ctx context.Context) error {
	var listed []string
	err := s.to.Each(ctx, func(name string) error {
		if ours.MatchString(name) {
			listed = append(listed, name)
		}
		return nil
	})
	if listed = s.m.unfinished(listed); err != nil || len(listed) == 0 {
		return err
	}
	now, _, err := Read(ctx, s.to)
	if err != nil {
		return err
	}
	for _, name := range now.unfinished(listed) {
		if err := s.to.Remove(ctx, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// unfinished returns those of our files that the manifest does not name, and whose exports began with an earlier manifest.
func (m *Manifest) unfinished(names []string) (list []string) {
	named := make(map[string]bool, len(m.Files))
	for _, f := range m.Files {
		named[f.Name] = true
	}
	for _, name := range names {
		match := ours.FindStringSubmatch(name)
		since, err := strconv.ParseUint(cmp.Or(match[1], match[2]), 10, 64)
		if err == nil && since < m.Cursor && !named[name] {
			list = append(list, name)
		}
	}
	return list
}
