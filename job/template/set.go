package template

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
)

// Set is a set of site templates, in which templates are found by host. It is immutable and safe for concurrent use. A nil Set is empty.
type Set struct {
	all   []*Template            // sorted by name
	exact map[string][]*Template // by host name
	below map[string][]*Template // by domain: "example.org" for "*.example.org", "" for "*"
}

// Load reads all files *.yaml and *.yml of the directories, without subdirectories. A template of a later directory replaces one of
// an earlier directory with the same name. The same name twice in one directory is an error. Errors have one line, which names
// the file, the line and what to do.
func Load(dirs ...fs.FS) (*Set, error) {
	byName := map[string]*Template{}
	for _, dir := range dirs {
		files := map[string]string{} // by template
		entries, err := fs.ReadDir(dir, ".")
		if err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		for _, e := range entries {
			if ext := path.Ext(e.Name()); e.IsDir() || ext != ".yaml" && ext != ".yml" {
				continue
			}
			t, err := readFile(dir, e.Name())
			if err != nil {
				return nil, err
			}
			if other, twice := files[t.Name]; twice {
				return nil, fmt.Errorf("%s: template %q is in %s too: give one of them another name", e.Name(), t.Name, other)
			}
			files[t.Name] = e.Name()
			byName[t.Name] = t
		}
	}
	all := make([]*Template, 0, len(byName))
	for _, t := range byName {
		all = append(all, t)
	}
	return NewSet(all...), nil
}

func readFile(dir fs.FS, name string) (*Template, error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	t, err := Read(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// NewSet returns a set with the given templates.
func NewSet(templates ...*Template) *Set {
	s := &Set{exact: map[string][]*Template{}, below: map[string][]*Template{}}
	s.all = slices.Clone(templates)
	slices.SortFunc(s.all, func(a, b *Template) int { return cmp.Compare(a.Name, b.Name) })
	for _, t := range s.all {
		for _, h := range t.Hosts {
			switch domain, wild := strings.CutPrefix(h, "*"); {
			case wild:
				domain = strings.TrimPrefix(domain, ".")
				s.below[domain] = append(s.below[domain], t)
			default:
				s.exact[h] = append(s.exact[h], t)
			}
		}
	}
	return s
}

// All returns the templates, sorted by name.
func (s *Set) All() []*Template {
	if s == nil {
		return nil
	}
	return slices.Clone(s.all)
}

// For returns the templates for the host of a URL, those with the most specific host pattern first, and otherwise sorted by name.
func (s *Set) For(raw string) []*Template {
	if s == nil || len(s.all) == 0 {
		return nil
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if host == "" {
		return nil
	}
	var found []*Template
	addNew := func(ts []*Template) {
		for _, t := range ts {
			if !slices.Contains(found, t) {
				found = append(found, t)
			}
		}
	}
	addNew(s.exact[host])
	for domain := host; domain != ""; {
		addNew(s.below[domain])
		_, domain, _ = strings.Cut(domain, ".")
	}
	addNew(s.below[""])
	return found
}
