package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkOutput returns an error if no file can be written at a path. Commands that compute for long call it first.
func checkOutput(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return usagef("-o: %s is a directory: name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a pipe or a device is written as it is
	}
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return usagef("-o: there is no directory %s: make it first, or name another place", filepath.Dir(path))
	}
	part := path + ".new" // as wholefile writes it
	f, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(part))
}
