// Package fewseeds measures how well pages are recognised whose topic is known by a few seeds and keywords, and learns
// the judge's model. It makes pools of pages as crawls from the seeds fetch them, on frozen webs with labels.
package fewseeds

import (
	"context"
	"fmt"
	"path/filepath"

	"gannet/crawler/archive"
	"gannet/topic"
	"gannet/topic/judge"
	"gannet/training/eval"
)

// Web is a frozen web with its labels, and a background that was made from the other webs.
type Web struct {
	Name       string
	web        *eval.Web
	labels     *eval.Labels
	pages      []judge.Page
	links      [][]int32
	background *topic.Background
}

// leastPages is how many pages a topic needs to be measured.
const leastPages = 60

// load reads a frozen web.
func load(ctx context.Context, data, name string) (*Web, error) {
	site, err := archive.Open(filepath.Join(data, "webs", name+".warc.zst"))
	if err != nil {
		return nil, err
	}
	defer site.Close()
	w := &Web{Name: name}
	if w.web, err = eval.Load(ctx, site); err != nil {
		return nil, fmt.Errorf("web %s: %w", name, err)
	}
	if w.labels, err = eval.LoadLabels(filepath.Join(data, "labels", name+".tsv")); err != nil {
		return nil, err
	}
	n := len(w.web.URLs())
	w.pages, w.links = make([]judge.Page, n), make([][]int32, n)
	for id := range w.pages {
		page := w.web.Page(id)
		w.pages[id] = judge.NewPage(page, false)
		for i := range page.Links {
			if to, ok := w.web.ID(page.Links[i].URL); ok {
				w.links[id] = append(w.links[id], int32(to))
			}
		}
	}
	return w, nil
}

// vectors returns the words of at most n pages, evenly spread.
func (w *Web) vectors(n int) (list []topic.Vector) {
	step := max(1, (len(w.pages)+n-1)/n)
	for id := 0; id < len(w.pages); id += step {
		list = append(list, w.web.Vector(id))
	}
	return list
}

// Topics returns the topics that have enough pages, and keywords.
func (w *Web) Topics() (names []string) {
	for _, t := range w.labels.Topics() {
		if len(w.members(t)) >= leastPages && Keywords(w.Name, t) != nil {
			names = append(names, t)
		}
	}
	return names
}

// members returns the pages of a topic.
func (w *Web) members(topic string) (ids []int32) {
	for id, url := range w.web.URLs() {
		if w.labels.Has(topic, url) {
			ids = append(ids, int32(id))
		}
	}
	return ids
}

// perWeb is how many pages of a web are in another web's background.
const perWeb = 8000

// Load reads webs by name, and makes for each of them a background from the others. The first of them have the labels by which is measured.
func Load(ctx context.Context, data string, names ...string) ([]*Web, error) {
	webs := make([]*Web, len(names))
	vectors := make([][]topic.Vector, len(names))
	for i, name := range names {
		var err error
		if webs[i], err = load(ctx, data, name); err != nil {
			return nil, err
		}
		vectors[i] = webs[i].vectors(perWeb)
	}
	for i, w := range webs {
		var others []topic.Vector
		for j := range webs {
			if j != i {
				others = append(others, vectors[j]...)
			}
		}
		var err error
		if w.background, err = topic.LearnBackground(others, 1); err != nil {
			return nil, err
		}
	}
	return webs, nil
}
