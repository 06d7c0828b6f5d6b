package main

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// lightGBM returns the library that trains trees, from its Python package. pip compares the package with its hash.
// OpenMP's runtime, which the library needs, is the system's.
func (b builder) lightGBM(p platform) (files, error) {
	if p.lightgbm == "" {
		return nil, nil
	}
	dir, err := os.MkdirTemp(b.work, "lightgbm")
	if err != nil {
		return nil, err
	}
	wanted := filepath.Join(dir, "requirements.txt")
	text := fmt.Sprintf("lightgbm==%s --hash=sha256:%s\n", lightGBMVersion, p.lightgbm)
	if err := os.WriteFile(wanted, []byte(text), 0o644); err != nil {
		return nil, err
	}
	tag, _, _ := strings.Cut(p.wheel, ".")
	if _, err := output("python3", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
		"--require-hashes", "--platform", tag, "-d", dir, "-r", wanted); err != nil {
		return nil, err
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "*.whl"))
	if err != nil || len(wheels) != 1 {
		return nil, fmt.Errorf("pip gave %d wheels of LightGBM: %w", len(wheels), err)
	}
	return libraryIn(wheels[0])
}

// libraryIn returns the files of LightGBM's wheel that are packaged: the library, its version and its licence.
func libraryIn(wheel string) (files, error) {
	z, err := zip.OpenReader(wheel)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	var found files
	for _, f := range z.File {
		name := ""
		switch base := path.Base(f.Name); {
		case strings.HasPrefix(base, "lib_lightgbm."), base == "VERSION.txt":
			name = "lib/gannet/" + base
		case base == "LICENSE":
			name = "lib/gannet/LightGBM-LICENSE"
		default:
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		found = append(found, file{name, 0o644, content})
	}
	return found, nil
}
