package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The names of the files about licences.
const (
	licence    = "LICENSE"
	thirdParty = "THIRD-PARTY-LICENCES.txt"
)

// licences returns gannet's licence, its README, and what the authors of its modules want to be said.
func (b builder) licences() (files, error) {
	dirs := make(map[string]string) // each directory with licences, and the package that it is of
	for _, p := range platforms {
		if err := b.licenceDirs(p, dirs); err != nil {
			return nil, err
		}
	}
	dirs[filepath.Join(b.root, "web", "static", "uplot")] = "uPlot"
	others, err := licenceTexts(dirs)
	if err != nil {
		return nil, err
	}
	found := files{{thirdParty, 0o644, others}}
	for _, name := range []string{licence, "README.md"} {
		text, err := os.ReadFile(filepath.Join(b.root, name))
		if err != nil {
			return nil, err
		}
		found = append(found, file{name, 0o644, text})
	}
	return found, nil
}

// licenceDirs adds the directories of all packages of the programs for a platform, up to the directories of their modules,
// and Go's own.
func (b builder) licenceDirs(p platform, dirs map[string]string) error {
	c := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Module,Root,Standard", "./cmd/gannet")
	c.Dir, c.Env = b.root, environment(p)
	list, err := outputOf(c)
	if err != nil {
		return err
	}
	for d := json.NewDecoder(strings.NewReader(list)); ; {
		var pkg struct {
			ImportPath, Dir, Root string
			Standard              bool
			Module                *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		switch {
		case pkg.Standard:
			dirs[pkg.Root] = "Go's standard library"
		case !pkg.Module.Main:
			for dir, path := pkg.Dir, pkg.ImportPath; len(dir) >= len(pkg.Module.Dir); dir, path = filepath.Dir(dir), filepath.Dir(path) {
				dirs[dir] = path
			}
		}
	}
}

// licenceFile matches the names of files that have to go with a program.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)`)

// licenceTexts returns all licences found in directories, in the order of the packages.
func licenceTexts(dirs map[string]string) ([]byte, error) {
	var parts []string
	for dir, of := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() || !licenceFile.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, err
			}
			parts = append(parts, fmt.Sprintf("=== %s: %s ===\n\n%s\n", of, e.Name(), strings.TrimSpace(string(text))))
		}
	}
	slices.Sort(parts)
	return []byte("Gannet contains the works of others, under these licences.\n\n" + strings.Join(parts, "\n")), nil
}
