// Package seeds owns the topic files and site templates that gannet ships, embedded in the binary. One topic is the job
// market, with seed lists by country and language. The other thirty are the topics of de Groc & Tannier (sections 3.2 and 4):
// fifteen to train a link model on and fifteen to test it. Package topic reads topic files.
package seeds

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// FS contains the files of the built-in topics, one NAME.yaml for each.
//
//go:embed *.yaml
var FS embed.FS

//go:embed templates/*.yaml
var templates embed.FS

// Templates returns the site templates that gannet ships: files NAME.yaml that package job/template reads.
func Templates() fs.FS {
	sub, err := fs.Sub(templates, "templates")
	if err != nil {
		return templates // the path is well formed
	}
	return sub
}

// Names returns the names of all built-in topics, sorted.
func Names() []string {
	files, err := fs.Glob(FS, "*.yaml")
	if err != nil {
		return nil // the pattern is well formed
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(f, path.Ext(f))
	}
	return names
}

// Open opens the file of a built-in topic. The error is fs.ErrNotExist if there is no topic with this name.
func Open(name string) (fs.File, error) {
	f, err := FS.Open(name + ".yaml")
	if err != nil {
		if errors.Is(err, fs.ErrInvalid) {
			err = fs.ErrNotExist // a path, for instance
		}
		return nil, fmt.Errorf("topic %q is not one of %s: %w", name, strings.Join(Names(), ", "), err)
	}
	return f, nil
}

// Training returns the topics on which link models may be trained: those in section 3.2 of de Groc & Tannier.
func Training() []string {
	return []string{
		"movies", "accounting", "emulators", "puzzles", "dentistry", "cooking", "birding", "camps", "astronomy",
		"chemistry", "flowers", "jewelry", "genealogy", "golf", "martial_arts",
	}
}

// Test returns the topics on which link models are only tested: those in section 4 of de Groc & Tannier.
func Test() []string {
	return []string{
		"bodyart", "aerospace_and_defense", "real_estate", "robotics", "card_games", "gambling", "nursing", "pharmacy",
		"gardening", "climbing", "tools", "death", "law", "equestrian", "fencing",
	}
}
