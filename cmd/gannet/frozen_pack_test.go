package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// pack writes files and directories of dir into an archive.
func pack(t *testing.T, dir, file string, names ...string) {
	t.Helper()
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		t.Fatal(err)
	}
	to := tar.NewWriter(z)
	for _, name := range names {
		err = errors.Join(err, filepath.WalkDir(filepath.Join(dir, name), func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			h := &tar.Header{Name: filepath.ToSlash(rel), Mode: 0o644, Size: int64(len(data)), Typeflag: tar.TypeReg}
			if err := to.WriteHeader(h); err != nil {
				return err
			}
			_, err = to.Write(data)
			return err
		}))
	}
	err = errors.Join(err, to.Close(), z.Close(), os.MkdirAll(filepath.Dir(file), 0o755))
	if err = errors.Join(err, os.WriteFile(file, packed.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes", file, packed.Len())
}

// unpack writes the files of an archive into dir.
func unpack(t *testing.T, file, dir string) {
	t.Helper()
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for from := tar.NewReader(z); ; {
		h, err := from.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(from)
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755)); err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
