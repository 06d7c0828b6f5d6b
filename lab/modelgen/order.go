package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"path/filepath"

	"gannet/crawler/archive"
	"gannet/models"
	"gannet/models/shipped"
	"gannet/training"
	"gannet/training/eval"
	"gannet/training/lightgbm"
)

// taughtWebs are the webs whose training topics are used for training the orders of links. planetmath is left out, so that the orders can be measured
// on a web that they have not seen.
var taughtWebs = []string{"enwiki6k", "uci"}

// crawls are the crawls that are made for training, for every training topic. Some use a classifier learned from labelled pages, and some a
// classifier learned from ten seeds. So the models do not depend on the scale of either.
var crawls = []struct {
	classifier string
	draws      int
	seed       uint64 // added to the seed of all
}{
	{eval.Labelled, 4, 10},
	{eval.FromSeeds, 2, 11},
}

// linkOptions returns the options of the trees of links.
func linkOptions() training.Options {
	o := training.DefaultOptions()
	o.Trees = 150
	return o
}

// crawlOptions returns the options of the trees of learned. They are few and small, because larger ones fit better but are
// worse on other webs.
func crawlOptions() training.Options {
	o := training.DefaultOptions()
	o.Trees, o.Leaves, o.Rate, o.Share, o.MinRows = 100, 15, 0.08, 0.5, 100
	return o
}

// learnLinks learns the order of the strategy links.
func learnLinks(in *inputs) (models.Model, []byte, error) {
	taught, err := in.collect()
	if err != nil {
		return models.Model{}, nil, err
	}
	return learnOrder(in, "links", &taught.Links, linkOptions())
}

// learnCrawl learns the order of the strategy learned.
func learnCrawl(in *inputs) (models.Model, []byte, error) {
	taught, err := in.collect()
	if err != nil {
		return models.Model{}, nil, err
	}
	o := crawlOptions()
	o.Rising = taught.Crawl.Names
	return learnOrder(in, "crawl", &taught.Crawl, o)
}

func learnOrder(in *inputs, name string, set *training.Set, o training.Options) (models.Model, []byte, error) {
	m := models.Model{Name: name, File: name + ".txt"}
	library, err := lightgbm.Open("")
	if err != nil {
		return m, nil, err
	}
	o.Seed, o.Library = in.seed, library
	learner, err := training.NewLearner("lambdamart")
	if err != nil {
		return m, nil, err
	}
	study := &training.Study{Set: set, Options: o, Folds: training.DefaultFolds, Done: func(f *training.Fold) { log.Print(f) }}
	trained, err := study.Train(context.Background(), learner)
	if err != nil {
		return m, nil, err
	}
	card := trained.Card
	card.Model = m.File
	var text bytes.Buffer
	if err := card.Write(&text); err != nil {
		return m, nil, err
	}
	m.Card = json.RawMessage(text.Bytes())
	for _, web := range taughtWebs {
		m.Data = append(m.Data, "training topics of the frozen web "+web)
	}
	m.Measured = "cross-validation by topic: mean of MAP and NDCG over folds"
	m.Figures = map[string]float64{
		"rows": float64(set.Rows()), "topics": float64(len(set.Topics())), "trees": float64(card.Trees),
	}
	for figure, x := range card.Validation.Mean {
		m.Figures[figure] = rounded(x)
	}
	return m, trained.Bytes, nil
}

// collect crawls the webs, once for all models.
func (in *inputs) collect() (*eval.Collected, error) {
	if in.collected != nil {
		return in.collected, nil
	}
	background, err := shipped.Background()
	if err != nil {
		return nil, err
	}
	languages, err := shipped.Languages()
	if err != nil {
		return nil, err
	}
	var all *eval.Collected
	for _, name := range taughtWebs {
		web, labels, topics, err := in.web(name)
		if err != nil {
			return nil, err
		}
		for _, c := range crawls {
			o := eval.DefaultOptions()
			o.Name, o.Topics, o.Draws, o.Seed = name, topics, c.draws, in.seed+c.seed
			o.Classifier, o.Background = c.classifier, background
			o.Needs.Languages, o.Needs.Language = languages, "en"
			taught, err := eval.Collect(context.Background(), web, labels, o)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			log.Printf("%s, %s: %d links of %d crawls, %d at %d moments", name, c.classifier, taught.Links.Rows(),
				len(taught.Links.Lists), taught.Crawl.Rows(), len(taught.Crawl.Lists))
			if all == nil {
				all = taught
				continue
			}
			all.Links.Lists = append(all.Links.Lists, taught.Links.Lists...)
			all.Crawl.Lists = append(all.Crawl.Lists, taught.Crawl.Lists...)
		}
	}
	in.collected = all
	return all, nil
}

// web reads a frozen web for crawls, with its labels and its training topics.
func (in *inputs) web(name string) (*eval.Web, *eval.Labels, []string, error) {
	site, err := archive.Open(filepath.Join(in.data, "webs", name+".warc.zst"))
	if err != nil {
		return nil, nil, nil, err
	}
	defer site.Close()
	web, err := eval.Load(context.Background(), site)
	if err != nil {
		return nil, nil, nil, err
	}
	labels, err := eval.LoadLabels(filepath.Join(in.data, "labels", name+".tsv"))
	if err != nil {
		return nil, nil, nil, err
	}
	topics, err := eval.Split(filepath.Join(in.data, "labels", "topics.json"), name, "train")
	return web, labels, topics, err
}
