package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"gannet/crawler/archive"
	"gannet/features"
	"gannet/topic"
)

// perWeb is the largest number of pages of a web in a background, so that no web outweighs the others.
const perWeb = 8000

// web is a frozen web with the word counts of its pages.
type web struct {
	name   string
	pages  []page
	reader *features.Reader
	bodies *archive.Web
}

type page struct {
	url    string
	vector topic.Vector
	topics map[string]bool
}

// openWeb opens a web whose pages are to be read one by one.
func openWeb(data, name string) (*web, error) {
	bodies, err := archive.Open(filepath.Join(data, "webs", name+".warc.zst"))
	if err != nil {
		return nil, err
	}
	return &web{name: name, reader: features.NewReader(), bodies: bodies}, nil
}

// readWeb reads a web and counts the words of all its pages.
func readWeb(data, name string) (*web, error) {
	w, err := openWeb(data, name)
	if err != nil {
		return nil, err
	}
	labels, err := readLabels(filepath.Join(data, "labels", name+".tsv"))
	if err != nil {
		return nil, err
	}
	for _, url := range w.bodies.URLs() {
		p, err := w.read(url)
		if err != nil {
			continue // not HTML, or redirects only
		}
		w.pages = append(w.pages, page{url: url, vector: topic.Vectorize(p), topics: labels[url]})
	}
	return w, nil
}

func (w *web) read(url string) (*features.Page, error) {
	body, err := w.bodies.Body(url)
	if err != nil {
		return nil, err
	}
	return w.reader.Read(url, body)
}

// readLabels reads lines of URL, tab, topics separated by "|".
func readLabels(path string) (map[string]map[string]bool, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	labels := map[string]map[string]bool{}
	for line := range strings.Lines(string(data)) {
		url, names, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		labels[url] = map[string]bool{}
		for name := range strings.SplitSeq(names, "|") {
			labels[url][name] = true
		}
	}
	return labels, nil
}

// documents draws pages of every web except held, and adds the manual pages.
func documents(webs []*web, held *web, manuals []topic.Vector, seed uint64) []topic.Vector {
	var all []topic.Vector
	for _, w := range webs {
		if w == held {
			continue
		}
		random := rand.New(rand.NewPCG(seed, uint64(len(w.pages))))
		for _, i := range random.Perm(len(w.pages))[:min(perWeb, len(w.pages))] {
			all = append(all, w.pages[i].vector)
		}
	}
	return append(all, manuals...)
}
