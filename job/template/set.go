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

// Set is a number of templates, found by host. It is immutable and may be used by many goroutines. A nil Set is empty.
type Set struct {
	all   []*Template            // sorted by name
	exact map[string][]*Template // by host name
	below map[string][]*Template // by domain: "example.org" for "*.example.org", "" for "*"
}

// Load reads all files *.yaml and *.yml of the directories, not of those below them. A template of a later directory
// replaces one with the same name of an earlier one; the same name twice in one directory is an error. Errors are of
// one line and name the file, the line and what to do.
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

// NewSet gives the set of the templates.
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

// All gives the templates, sorted by name.
func (s *Set) All() []*Template {
	if s == nil {
		return nil
	}
	return slices.Clone(s.all)
}

// For gives the templates for the URL's host, those with the closest pattern first, then by name.
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
	add := func(ts []*Template) {
		for _, t := range ts {
			if !slices.Contains(found, t) {
				found = append(found, t)
			}
		}
	}
	add(s.exact[host])
	for domain := host; domain != ""; {
		add(s.below[domain])
		_, domain, _ = strings.Cut(domain, ".")
	}
	add(s.below[""])
	return found
}
