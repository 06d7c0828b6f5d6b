package folder

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
	"path/filepath"
	"strings"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// lockName is the file whose lock prevents a second export into the same directory. Readers of data sets ignore names that begin with a dot.
const lockName = ".lock"

type directory struct {
	path string
	lock io.Closer
}

// Directory opens a local directory as a Folder, and creates it if it does not exist. No other export can open the directory until Close is
// called.
func Directory(path string) (Folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	name := filepath.Join(path, lockName)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	_ = f.Close()
	lock, err := vfs.Default.Lock(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, ErrInUse)
	}
	return &directory{path, lock}, nil
}

func (d *directory) String() string { return d.path }
func (d *directory) Close() error   { return d.lock.Close() }

func (d *directory) at(name string) string { return filepath.Join(d.path, filepath.FromSlash(name)) }

func (d *directory) Get(_ context.Context, name string) (data []byte, tag string, err error) {
	data, err = os.ReadFile(d.at(name))
	return data, tagOf(data), err
}

func tagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Put implements Folder: it writes a hidden file and then renames it. When Put returns, the file is on the disk under its new name.
func (d *directory) Put(_ context.Context, name string, from io.Reader, _ int64) error {
	dir := filepath.Dir(d.at(name))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	hidden := filepath.Join(dir, "."+path.Base(name)+".new")
	f, err := os.Create(hidden)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(hidden))
	}
	if err := os.Rename(hidden, d.at(name)); err != nil {
		return err
	}
	d.sync(dir)
	return nil
}

// sync writes the names in a directory, and in those above it, to the disk, if the system can do that.
func (d *directory) sync(dir string) {
	for ; len(dir) >= len(filepath.Clean(d.path)); dir = filepath.Dir(dir) {
		if f, err := os.Open(dir); err == nil {
			_ = f.Sync()
			_ = f.Close()
		}
		if dir == filepath.Dir(dir) {
			return
		}
	}
}

func (d *directory) Swap(ctx context.Context, name string, data []byte, tag string) error {
	_, now, err := d.Get(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		now, err = "", nil
	}
	switch {
	case err != nil:
		return err
	case now != tag:
		return fmt.Errorf("%s %w", d.at(name), ErrChanged)
	}
	return d.Put(ctx, name, strings.NewReader(string(data)), int64(len(data)))
}

func (d *directory) Each(ctx context.Context, use func(name string) error) error {
	return filepath.WalkDir(d.path, func(at string, e fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(d.path, at)
		if err != nil {
			return err
		}
		return use(filepath.ToSlash(name))
	})
}

func (d *directory) Remove(_ context.Context, name string) error { return os.Remove(d.at(name)) }
