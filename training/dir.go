package training

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The endings of the files that ReadDir reads.
const (
	// TextFile is the name ending of files with lists in the text format.
	TextFile = ".letor"
	// BinaryFile is the name ending of files with lists in the binary format.
	BinaryFile = ".lists"
)

// WriteDir writes a set as one file in a directory, in the binary format, and creates the directory if necessary. name, without an ending,
// distinguishes the lists of different crawls.
func WriteDir(dir, name string, s *Set) error { return writeFile(dir, name+BinaryFile, s, WriteBinary) }

// WriteTextDir is like WriteDir, but uses the text format.
func WriteTextDir(dir, name string, s *Set) error {
	return writeFile(dir, name+TextFile, s, WriteLETOR)
}

func writeFile(dir, name string, s *Set, write func(io.Writer, *Set) error) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	if err := errors.Join(write(f, s), f.Close()); err != nil {
		_ = os.Remove(path + ".new")
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.Rename(path+".new", path)
}

// ReadDir reads sets from files, or from all files of directories, and merges them. If a directory has a text and a binary file with the
// same name, it reads only the binary one.
func ReadDir(dirs ...string) (*Set, error) {
	var all *Set
	for _, dir := range dirs {
		files, err := listFiles(dir)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s has no lists (*%s, *%s): `gannet annotate` makes them", dir, BinaryFile, TextFile)
		}
		for _, path := range files {
			s, err := readFile(path)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			if all == nil {
				all = s
			} else if err := all.Add(s); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	if all == nil || all.Rows() == 0 {
		return nil, fmt.Errorf("no lists in %s: `gannet annotate` makes them", strings.Join(dirs, ", "))
	}
	return all, nil
}

// listFiles returns the files of lists in a directory, in order of their names.
func listFiles(dir string) ([]string, error) {
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return []string{dir}, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		base, text := strings.CutSuffix(e.Name(), TextFile)
		if text && slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == base+BinaryFile }) {
			continue
		}
		if !e.IsDir() && (text || filepath.Ext(e.Name()) == BinaryFile) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files, nil
}

func readFile(path string) (*Set, error) {
	read := map[string]func(io.Reader) (*Set, error){TextFile: ReadLETOR, BinaryFile: ReadBinary}[filepath.Ext(path)]
	if read == nil {
		return nil, fmt.Errorf("lists are in files *%s or *%s", BinaryFile, TextFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f)
}
