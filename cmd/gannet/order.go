package main

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gannet/models"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/ranker/gbdt"
	"gannet/store"
	"gannet/topic"
)

const (
	orderKey  = "order"     // of the store's meta data
	modelFile = "model.txt" // of the crawl's directory, where its strategy has a model
)

// order is how a crawl orders links. Its store keeps it: priorities of two strategies cannot be compared, so a crawl
// goes on with the one it began with.
type order struct {
	Strategy string `json:"strategy"`
	Seed     uint64 `json:"seed"`
	Language string `json:"language"` // of the pages looked for, ISO 639-1
}

// heldOrder gives the order that a crawl began with, false if it has not begun.
func heldOrder(db *store.DB) (o order, ok bool, err error) {
	ok, err = db.Meta(orderKey, &o)
	return o, ok, err
}

// openOrder finds out how the crawl is to be ordered, as it began or as asked for, before anything is fetched.
func (s *session) openOrder(asked *topic.Topic) (err error) {
	if s.order, err = s.chooseOrder(asked); err != nil {
		return err
	}
	path := filepath.Join(s.flags.out, modelFile)
	if err := putBack(s.db, s.flags.out, modelFile); err != nil {
		return err
	}
	if s.model, err = readModel(path); err != nil {
		return damagedFile(s.flags.out, err)
	}
	if s.flags.model != "" {
		path = s.flags.model
		model, err := os.ReadFile(path)
		switch {
		case err != nil:
			return usagef("--model: %w", err)
		case s.model != nil && !bytes.Equal(model, s.model):
			return usagef("%s holds a crawl with another model: leave --model out, or choose another --out", s.flags.out)
		}
		s.model = model
	}
	_, err = s.order.strategy(asked, s.background, s.model)
	if err = badModel(path, s.model, err); err != nil && s.flags.model == "" && s.model != nil {
		err = damagedFile(s.flags.out, err)
	}
	return err
}

// badModel is the error of making a strategy, which names the model's file if there is a model.
func badModel(path string, model []byte, err error) error {
	switch {
	case err == nil:
		return nil
	case model == nil:
		return usageError{err}
	}
	return usagef("%s: %w", path, err)
}

func (s *session) chooseOrder(asked *topic.Topic) (order, error) {
	f := s.flags
	held, ok, err := heldOrder(s.db)
	switch {
	case err != nil:
		return held, err
	case !ok:
		return order{f.strategy, f.seed, languageOf(cmp.Or(f.language, asked.Language))}, nil
	case f.given["strategy"] && f.strategy != held.Strategy:
		return held, usagef("%s holds a crawl by strategy %q, not %q: leave --strategy out, or choose another --out",
			f.out, held.Strategy, f.strategy)
	case f.given["seed"] && f.seed != held.Seed:
		return held, usagef("%s holds a crawl with --seed %d, not %d: leave --seed out, or choose another --out",
			f.out, held.Seed, f.seed)
	}
	return held, nil
}

// languageOf gives the language of a BCP 47 tag; English where there is none, as in de Groc & Tannier.
func languageOf(tag string) string {
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return cmp.Or(language, "en")
}

// strategy makes the crawl's strategy, and sees that the directory says how, for later runs and `gannet explain`.
func (s *session) strategy(t *topic.Topic) (ranker.Strategy, error) {
	strategy, err := s.order.strategy(t, s.background, s.model)
	if err != nil {
		return nil, err
	}
	if s.model == nil {
		s.model = shippedModel(s.order.Strategy)
	}
	if s.model != nil {
		if err := replaceFile(filepath.Join(s.flags.out, modelFile), s.model); err != nil {
			return nil, err
		}
		if err := keepCopy(s.db, modelFile, s.model); err != nil {
			return nil, err
		}
	}
	return strategy, s.db.SetMeta(orderKey, s.order)
}

// readModel gives the model in a crawl's directory, nil where there is none.
func readModel(path string) ([]byte, error) {
	model, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return model, err
}

// strategy makes the strategy of a crawl of a topic; model is the one to be used in place of that which is shipped.
func (o order) strategy(t *topic.Topic, background *topic.Background, model []byte) (ranker.Strategy, error) {
	needs := o.needs(t, background)
	shipped := shippedModel(o.Strategy)
	switch {
	case shipped == nil && model != nil:
		return nil, usagef("strategy %q has no use for a model: leave --model out", o.Strategy)
	case shipped == nil:
		return ranker.New(o.Strategy, needs)
	case model == nil:
		model = shipped
	}
	if err := addModel(&needs, model); err != nil {
		return nil, err
	}
	if needs.Links == nil && o.Strategy == ranker.LinksName {
		return nil, usagef("the model is for --strategy %s, not for %s", ranker.LearnedName, o.Strategy)
	}
	if needs.Learned == nil && o.Strategy == ranker.LearnedName {
		return nil, usagef("the model is for --strategy %s, not for %s", ranker.LinksName, o.Strategy)
	}
	return ranker.New(o.Strategy, needs)
}

// shippedModel gives the model that a strategy uses unless told otherwise, nil if it uses none.
func shippedModel(strategy string) []byte {
	switch strategy {
	case ranker.LinksName:
		return models.Links()
	case ranker.LearnedName:
		return models.Crawl()
	}
	return nil
}

// needs is what strategies of a crawl are made of, but for a model.
func (o order) needs(t *topic.Topic, background *topic.Background) ranker.Needs {
	return ranker.Needs{
		Query: topic.NewQuery(t.Keywords, background.IDF()), Classifier: t.Classifier, Seed: o.Seed, Language: o.Language,
	}
}

// addModel adds a model, and what its features need, to what strategies are made of.
func addModel(needs *ranker.Needs, model []byte) (err error) {
	trees, err := gbdt.Read(bytes.NewReader(model))
	if err != nil {
		return err
	}
	if err := needs.Use(trees); err != nil {
		return err
	}
	needs.Languages, err = shipped.Languages()
	return err
}

// replaceFile writes a file that is whole or as it was, whatever crashes.
func replaceFile(path string, data []byte) error {
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync() // or a crash of the machine may leave the new name without the new content
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
