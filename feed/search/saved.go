package search

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/wholefile"
)

// File is the name of the file with saved searches, in a crawl's directory (docs/reference/formats/text-files.md).
const File = "searches.json"

// These are the errors of saved searches.
var (
	// ErrSavedFile says that a file is not a file of saved searches.
	ErrSavedFile = errors.New("is no file of saved searches")
	// ErrName says that the name of a search to be saved is empty, too long or has more than one line.
	ErrName = errors.New("a saved search needs a name of 1 to 80 letters, digits and other signs on one line")
	// ErrEmpty says that a search to be saved has no field.
	ErrEmpty = errors.New("a saved search needs at least one field")
	// ErrMany says that no further search can be saved, because too many are saved already.
	ErrMany = errors.New("200 searches are saved already: remove one first")
	// ErrUnknown says that no search is saved under a name.
	ErrUnknown = errors.New("no search is saved under this name")
)

const (
	longestName = 80  // characters
	mostSaved   = 200 // searches
)

// Saved is a saved search: a search with a name.
type Saved struct {
	Name string `json:"name"`
	Search
}

// List reads the saved searches in the directory of a crawl, sorted by name. It returns none if there is no file. The error is ErrSavedFile
// if the file is damaged.
func List(dir string) (list []Saved, err error) {
	path := filepath.Join(dir, File)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && json.Unmarshal(text, &list) != nil {
		err = fmt.Errorf("%s %w: mend or remove it", path, ErrSavedFile)
	}
	return list, err
}

// Named returns the saved search with a name. The error is ErrUnknown if there is none.
func Named(dir, name string) (Search, error) {
	list, err := List(dir)
	if err != nil {
		return Search{}, err
	}
	at := slices.IndexFunc(list, func(s Saved) bool { return s.Name == name })
	if at < 0 {
		return Search{}, fmt.Errorf("%q: %w", name, ErrUnknown)
	}
	return list[at].Search, nil
}

// Save saves a search in the directory of a crawl, in place of one with the same name. The error is ErrName, ErrEmpty, ErrMany, or that of
// Search.Query.
func Save(dir string, s Saved) error {
	if !validName(s.Name) {
		return ErrName
	}
	if s.Search == (Search{}) {
		return ErrEmpty
	}
	if _, err := s.Query(); err != nil {
		return err
	}
	list, err := without(dir, s.Name)
	if err != nil {
		return err
	}
	if len(list) >= mostSaved {
		return ErrMany
	}
	return write(dir, append(list, s))
}

// Remove removes the saved search with a name, if there is one.
func Remove(dir, name string) error {
	list, err := without(dir, name)
	if err != nil {
		return err
	}
	return write(dir, list)
}

// without returns all saved searches except the one with a name.
func without(dir, name string) ([]Saved, error) {
	list, err := List(dir)
	return slices.DeleteFunc(list, func(s Saved) bool { return s.Name == name }), err
}

func write(dir string, list []Saved) error {
	slices.SortFunc(list, func(a, b Saved) int { return strings.Compare(a.Name, b.Name) })
	text, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(dir, File), append(text, '\n'))
}

func validName(name string) bool {
	return name != "" && name == strings.TrimSpace(name) && utf8.ValidString(name) && utf8.RuneCountInString(name) <= longestName &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}
