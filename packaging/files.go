package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// file is a file of a package. Its name is relative to the prefix, such as /usr.
type file struct {
	name    string
	mode    os.FileMode
	content []byte
}

// files are the files of a package, by name.
type files []file

// join returns files of several sources in the order of their names.
func join(all ...files) files {
	joined := slices.Concat(all...)
	slices.SortFunc(joined, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return joined
}

// moved returns files with other names; those with the name "" are left out.
func (f files) moved(to func(string) string) files {
	var named files
	for _, one := range f {
		if name := to(one.name); name != "" {
			named = append(named, file{name, one.mode, one.content})
		}
	}
	return join(named)
}

// find returns the content of a file, nil if there is none.
func (f files) find(name string) []byte {
	for _, one := range f {
		if one.name == name {
			return one.content
		}
	}
	return nil
}

// writeChecksums writes SHA256SUMS of the packages in a directory.
func writeChecksums(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), e.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
