package main

import (
	"context"
	"path/filepath"

	"gannet/crawler/archive"
	"gannet/models/shipped"
	"gannet/topic"
	"gannet/topic/judge"
	"gannet/training/eval"
)

// web is a frozen web with its labels.
type web struct {
	*eval.Web
	name       string
	labels     *eval.Labels
	background *topic.Background
	model      *judge.Model
	options    eval.Options // of crawls
}

func loadWeb(ctx context.Context, data, name string) (*web, error) {
	site, err := archive.Open(filepath.Join(data, "webs", name+".warc.zst"))
	if err != nil {
		return nil, err
	}
	defer site.Close()
	w := &web{name: name, options: eval.DefaultOptions()}
	if w.Web, err = eval.Load(ctx, site); err != nil {
		return nil, err
	}
	if w.labels, err = eval.LoadLabels(filepath.Join(data, "labels", name+".tsv")); err != nil {
		return nil, err
	}
	if w.background, err = shipped.Background(); err != nil {
		return nil, err
	}
	if w.model, err = shipped.Judge(); err != nil {
		return nil, err
	}
	w.options.Needs, err = shipped.Needs()
	w.options.Background, w.options.Judge = w.background, w.model
	return w, err
}

// leastPages is how many pages a topic needs to be measured.
const leastPages = 60

// topics returns the topics of a split that have enough pages. Planetmath has no split: all are test topics.
func (w *web) topics(data, split string) (list []string, err error) {
	names := w.labels.Topics()
	if w.name != "planetmath" {
		if names, err = eval.Split(filepath.Join(data, "labels", "topics.json"), w.name, split); err != nil {
			return nil, err
		}
	} else if split == "train" {
		return nil, nil
	}
	for _, name := range names {
		if len(w.members(name)) >= leastPages {
			list = append(list, name)
		}
	}
	return list, nil
}

// members returns the pages of a topic.
func (w *web) members(topic string) (ids []int) {
	for id, url := range w.URLs() {
		if w.labels.Has(topic, url) {
			ids = append(ids, id)
		}
	}
	return ids
}
