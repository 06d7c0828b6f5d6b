package docsite

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// target returns the path in the repository to which a link of a page leads, and the anchor. Links to other sites have none.
func (p *page) target(l link) (file, anchor string, ours bool) {
	u, err := url.Parse(l.destination)
	if err != nil || u.Scheme != "" || u.Host != "" {
		return "", "", false
	}
	if u.Path == "" {
		return p.document, u.Fragment, true
	}
	return path.Join(path.Dir(p.document), u.Path), u.Fragment, true
}

// documents returns the documents that a page links to.
func (p *page) documents() (list []string) {
	for _, l := range p.links {
		if file, _, ours := p.target(l); ours && path.Ext(file) == ".md" {
			list = append(list, file)
		}
	}
	return list
}

// outputOf returns the place of a document or file in the site.
func outputOf(file string) string {
	name, inDocs := strings.CutPrefix(file, "docs/")
	stem, isPage := strings.CutSuffix(name, ".md")
	switch {
	case !isPage && inDocs:
		return name
	case !isPage:
		return "files/" + name
	case inDocs && path.Base(stem) == "README":
		return path.Join(path.Dir(stem), "index.html")
	case inDocs:
		return stem + ".html"
	default:
		return "gannet-" + strings.ToLower(strings.ReplaceAll(stem, "/", "-")) + ".html"
	}
}

// follow turns the links of a page into those between pages of the site, and notes the files that they need.
func (s *Site) follow(p *page) {
	for _, l := range p.links {
		file, anchor, ours := p.target(l)
		if !ours {
			continue
		}
		if s.at[file] == nil {
			s.files[file] = true
		}
		to := relative(outputOf(p.document), outputOf(file))
		if anchor != "" {
			to += "#" + anchor
		}
		switch n := l.node.(type) {
		case *ast.Link:
			n.Destination = []byte(to)
		case *ast.Image:
			n.Destination = []byte(to)
		}
	}
}

// relative returns the relative path from a page to a file of the site.
func relative(from, to string) string {
	return strings.Repeat("../", strings.Count(from, "/")) + to
}

// Problems returns an error for each link that leads nowhere, and for each pair of documents that would get the same name.
func (s *Site) Problems() (list []error) {
	names := make(map[string]string)
	for _, p := range s.pages {
		if other := names[outputOf(p.document)]; other != "" {
			list = append(list, fmt.Errorf("%s and %s would be one page", other, p.document))
		}
		names[outputOf(p.document)] = p.document
		for _, l := range p.links {
			if err := s.check(p, l); err != nil {
				list = append(list, err)
			}
		}
	}
	return list
}

// check returns an error if a link leads nowhere.
func (s *Site) check(p *page, l link) error {
	file, anchor, ours := p.target(l)
	if !ours {
		return nil
	}
	to := s.at[file]
	if to == nil {
		if info, err := fs.Stat(s.root, file); err != nil || !info.Mode().IsRegular() {
			return fmt.Errorf("%s: the link to %q leads to no file", p.document, l.destination)
		}
		return nil
	}
	if anchor != "" && !slices.ContainsFunc(to.sections, func(x section) bool { return x.anchor == anchor }) {
		return fmt.Errorf("%s: the link to %q: %s has no such heading", p.document, l.destination, file)
	}
	return nil
}
