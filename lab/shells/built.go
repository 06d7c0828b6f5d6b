package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/crawler/render"
)

// builtSites returns the HTML files below a directory as examples. Each subdirectory is a package with the built files of a site. A browser renders
// each file, and the pair of the file and the rendered document says whether a script makes the page. Files whose pair says neither are left out, and so
// are those that look like shells of a site of which a file is missing.
func builtSites(dir string) (all []example, err error) {
	program, err := render.Find()
	if err != nil {
		return nil, err
	}
	browser := render.New(render.DefaultOptions(program))
	defer browser.Close()
	packages, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		root := filepath.Join(dir, p.Name())
		files := namesOf(root)
		err := eachFile(root, func(file string, body []byte) {
			made, err := browser.Page(context.Background(), "http://built.test/", answerOf(file, body), gateOf(filepath.Dir(file), files))
			if err != nil {
				log.Printf("%s: %v", file, err)
				return
			}
			shell, known := isShell(body, made.HTML)
			known = known && (shell || made.Refused == 0)
			if e, ok := read(p.Name(), "http://built.test/", body, shell); ok && known {
				e.name, e.rendered = strings.TrimPrefix(file, dir), true
				all = append(all, e)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// leastMade is the number of words that a script must add to a page if the script makes the page.
const leastMade = 10

// isShell reports whether scripts have made most of what a rendered page has. known is false if both the page as sent and the rendered page have next
// to nothing, since then nobody can tell.
func isShell(sent, rendered []byte) (shell, known bool) {
	before, after := bodyWords(sent), bodyWords(rendered)
	return after >= 2*before+leastMade, after >= leastMade
}

// bodyWords counts the words in the body of a document.
func bodyWords(document []byte) int {
	doc, err := html.Parse(bytes.NewReader(document))
	if err != nil {
		return 0
	}
	body := elementOf(doc, atom.Body)
	if body == nil {
		return 0
	}
	return wordsIn(body)
}

// namesOf returns the files below a directory by their names.
func namesOf(root string) map[string]string {
	files := map[string]string{}
	_ = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && files[d.Name()] == "" {
			files[d.Name()] = file
		}
		return nil
	})
	return files
}

// gateOf answers the requests of a page with the files of its directory, or else with the file of the package that has this name, because the servers
// for which such packages are made put their directories in different places.
func gateOf(dir string, files map[string]string) render.Gate {
	return func(_ context.Context, q render.Request) (*render.Answer, error) {
		u, err := url.Parse(q.URL)
		if err != nil {
			return nil, err
		}
		for _, file := range []string{filepath.Join(dir, filepath.FromSlash(path.Clean("/"+u.Path))), files[path.Base(u.Path)]} {
			if body, err := os.ReadFile(file); err == nil {
				return answerOf(file, body), nil
			}
		}
		return nil, errors.New("no such file")
	}
}

func answerOf(file string, body []byte) *render.Answer {
	return &render.Answer{Status: 200, Header: http.Header{"Content-Type": {mime.TypeByExtension(filepath.Ext(file))}}, Body: body}
}
