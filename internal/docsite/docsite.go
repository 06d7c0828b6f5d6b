// Package docsite makes the documents of the repository a site of static pages. They are read and searched from a disk, without
// a network, and look like the web page of a crawl, whose style sheet they use.
package docsite

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// contents is the document that names all others. Its headings and links are the navigation.
const contents = "docs/README.md"

// shared are files of the crawl's web page that the site uses, too.
var shared = []string{"web/static/page.css", "web/static/theme.js", "web/static/icon.svg"}

// Site is the documentation of gannet as a website.
type Site struct {
	root  fs.FS
	pages []*page
	at    map[string]*page // by the path of the document
	files map[string]bool  // paths of files that pages link to
	nav   []chapter
}

// Read reads all documents to which the table of contents leads, directly or through other documents. root is the directory of the
// repository.
func Read(root fs.FS) (*Site, error) {
	s := &Site{root: root, at: make(map[string]*page), files: make(map[string]bool)}
	first, err := s.add(contents)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(s.pages); i++ {
		for _, document := range s.pages[i].documents() {
			if _, err := s.add(document); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	s.nav = first.chapters()
	for _, p := range s.pages {
		s.follow(p)
	}
	return s, nil
}

// add reads a document, if it is not read yet.
func (s *Site) add(document string) (*page, error) {
	if p, known := s.at[document]; known {
		return p, nil
	}
	text, err := fs.ReadFile(s.root, document)
	if err != nil {
		return nil, err
	}
	p := parsePage(document, text)
	s.pages, s.at[document] = append(s.pages, p), p
	return p, nil
}

// Documents returns the paths of the documents that are pages of the site.
func (s *Site) Documents() (list []string) {
	for _, p := range s.pages {
		list = append(list, p.document)
	}
	return list
}

//go:embed files/site.css
var styles []byte

//go:embed files/site.js
var script []byte

// Write writes the site's pages into a directory. It fails if a link leads nowhere.
func (s *Site) Write(dir string) error {
	if err := errors.Join(s.Problems()...); err != nil {
		return err
	}
	index, err := s.searchIndex()
	if err != nil {
		return err
	}
	out := map[string][]byte{"site.css": styles, "site.js": script, "search-index.js": index}
	for _, name := range shared {
		if out[path.Base(name)], err = fs.ReadFile(s.root, name); err != nil {
			return err
		}
	}
	for name := range s.files {
		if out[outputOf(name)], err = fs.ReadFile(s.root, name); err != nil {
			return err
		}
	}
	for _, p := range s.pages {
		if out[outputOf(p.document)], err = s.render(p); err != nil {
			return err
		}
	}
	return writeAll(dir, out)
}

// render returns a page as HTML.
func (s *Site) render(p *page) ([]byte, error) {
	body, err := p.html()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.document, err)
	}
	var b bytes.Buffer
	up := strings.Repeat("../", strings.Count(outputOf(p.document), "/"))
	err = layout(p.title(), up, body, s.navigation(p)).Render(context.Background(), &b)
	return b.Bytes(), err
}

func writeAll(dir string, out map[string][]byte) error {
	for name, content := range out {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
