// Package seeds owns the topic files that gannet ships, embedded in the binary: the job market with seed lists by
// country and language, and the thirty topics of de Groc & Tannier (sections 3.2 and 4), fifteen to learn a link model
// on and fifteen to test it on. They are YAML files to edit; package topic reads them.
package seeds

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// FS holds the topic files, one NAME.yaml for each topic.
//
//go:embed *.yaml
var FS embed.FS

//go:embed templates/*.yaml
var templates embed.FS

// Templates holds the site templates, NAME.yaml each; package job/template reads them.
func Templates() fs.FS {
	sub, err := fs.Sub(templates, "templates")
	if err != nil {
		return templates // the path is well formed
	}
	return sub
}

// Names gives the names of all topics, sorted.
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

// Open opens a topic's file. For a name that is not among Names the error is fs.ErrNotExist.
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

// Training gives the topics of the paper's section 3.2, which a link model may be learned on.
func Training() []string {
	return []string{
		"movies", "accounting", "emulators", "puzzles", "dentistry", "cooking", "birding", "camps", "astronomy",
		"chemistry", "flowers", "jewelry", "genealogy", "golf", "martial_arts",
	}
}

// Test gives the topics of the paper's section 4, which a link model is only ever tested on.
func Test() []string {
	return []string{
		"bodyart", "aerospace_and_defense", "real_estate", "robotics", "card_games", "gambling", "nursing", "pharmacy",
		"gardening", "climbing", "tools", "death", "law", "equestrian", "fencing",
	}
}
