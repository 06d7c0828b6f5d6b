package crawldir

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gannet/internal/wholefile"
	"gannet/models"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
)

// orderKey is the key of the Order in the store's meta data.
const orderKey = "order"

// These errors say that a model or a random seed was given that the strategy cannot use. Open returns them in an OptionError.
var (
	// ErrUnusedSeed says that a random seed was given for a strategy that uses no random numbers. Open returns it in an OptionError.
	ErrUnusedSeed = errors.New("draws nothing at random")
	// ErrUnusedModel says that a model was given for a strategy that uses none. Open returns it in an OptionError.
	ErrUnusedModel = errors.New("has no use for a model")
	// ErrWrongModel says that a model was given that another strategy uses. Open returns it in an OptionError.
	ErrWrongModel = errors.New("the model is for another strategy")
)

// Order says by which strategy, model and random seed a crawl orders links. It is stored, because priorities of two strategies cannot be
// compared.
type Order struct {
	Strategy string `json:"strategy"`
	Seed     uint64 `json:"seed"`     // of the random strategies
	Language string `json:"language"` // of the pages looked for, ISO 639-1
}

// heldOrder returns the order that a crawl began with, false if it has not begun.
func heldOrder(db store.Reader) (o Order, ok bool, err error) {
	ok, err = db.Meta(orderKey, &o)
	return o, ok, err
}

// Order returns how the crawl orders links, as the store recorded when the crawl began. ok is false if the store has no such record.
func (r *Reader) Order() (o Order, ok bool, err error) { return heldOrder(r.Store) }

// Language returns the language in a BCP 47 tag, such as "de" for "de-AT". For "" it returns English, "en", as in de Groc & Tannier.
func Language(tag string) string {
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return cmp.Or(language, "en")
}

// openOrder determines the order of the crawl and its model, before anything is fetched.
func (c *Crawl) openOrder() (err error) {
	if c.order, err = c.chooseOrder(); err != nil {
		return err
	}
	if err := putBack(c.store, c.dir, ModelFile); err != nil {
		return err
	}
	if c.model, err = readModel(c.path(ModelFile)); err != nil {
		return &FileError{c.dir, err}
	}
	if c.o.Model != "" {
		return c.openModel()
	}
	if _, err = c.order.strategy(c.o.Topic, c.model); err != nil && c.model != nil {
		return &FileError{c.dir, fmt.Errorf("%s: %w", c.path(ModelFile), err)}
	}
	return err
}

// openModel reads the model that the options name.
func (c *Crawl) openModel() error {
	model, err := os.ReadFile(c.o.Model)
	switch {
	case err != nil:
		return &OptionError{err}
	case c.model != nil && !bytes.Equal(model, c.model):
		return optionErrorf("%s %w", c.dir, ErrOtherModel)
	}
	c.model = model
	if _, err := c.order.strategy(c.o.Topic, model); err != nil {
		return optionErrorf("%s: %w", c.o.Model, err)
	}
	return nil
}

// chooseOrder returns the order of the crawl in the directory, or that of the options for a new crawl.
func (c *Crawl) chooseOrder() (Order, error) {
	held, ok, err := heldOrder(c.store)
	asked := c.o.askedOrder()
	switch {
	case err != nil:
		return held, err
	case !ok:
		return asked, c.checkSeed(asked)
	case c.o.Strategy != "" && asked.Strategy != held.Strategy:
		return held, optionErrorf("%s %w: %q, not %q", c.dir, ErrOtherStrategy, held.Strategy, asked.Strategy)
	case c.o.Seed != nil && asked.Seed != held.Seed:
		return held, optionErrorf("%s %w: %d, not %d", c.dir, ErrOtherSeed, held.Seed, asked.Seed)
	}
	if c.o.Language != "" && asked.Language != held.Language {
		c.log.Warn("the order of links keeps the language that the crawl began with", "language", held.Language)
	}
	return held, c.checkSeed(held)
}

// askedOrder returns the order that the options ask for.
func (o *Options) askedOrder() Order {
	asked := Order{cmp.Or(o.Strategy, DefaultStrategy), DefaultSeed, Language(cmp.Or(o.Language, o.Topic.Language))}
	if o.Seed != nil {
		asked.Seed = *o.Seed
	}
	return asked
}

// checkSeed returns an error if a random seed was asked for and the strategy of an order draws nothing.
func (c *Crawl) checkSeed(o Order) error {
	if c.o.Seed != nil && !ranker.Draws(o.Strategy) {
		return optionErrorf("strategy %q %w", o.Strategy, ErrUnusedSeed)
	}
	return nil
}

// strategy makes the crawl's strategy. It writes order and model into the directory, for later runs and for readers.
func (c *Crawl) strategy(t *topic.Topic) (ranker.Strategy, error) {
	strategy, err := c.order.strategy(t, c.model)
	if err != nil {
		return nil, err
	}
	if c.model == nil {
		c.model = shippedModel(c.order.Strategy)
	}
	if c.model != nil {
		if err := wholefile.Write(c.path(ModelFile), c.model); err != nil {
			return nil, err
		}
		if err := keepCopy(c.store, ModelFile, c.model); err != nil {
			return nil, err
		}
	}
	return strategy, c.store.SetMeta(orderKey, c.order)
}

// readModel returns the model in a file, nil if there is no file.
func readModel(path string) ([]byte, error) {
	model, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return model, err
}

// Strategy makes a strategy for the topic of the crawl. name is the name of the strategy; "" means the crawl's own. model is the path of the
// model's file; "" means the crawl's own model for its own strategy, and the model that gannet ships for others.
func (r *Reader) Strategy(t *topic.Topic, name, model string) (ranker.Strategy, error) {
	o, ok, err := r.Order()
	if err != nil {
		return nil, err
	}
	own := name == "" || name == o.Strategy
	if name != "" {
		o.Strategy, ok = name, true
	}
	if !ok {
		return nil, fmt.Errorf("%s %w", r.Dir, ErrNoStrategy)
	}
	var data []byte // nil is the shipped model
	switch {
	case model != "":
		data, err = os.ReadFile(model)
	case own:
		model = filepath.Join(r.Dir, ModelFile)
		data, err = readModel(model)
	}
	if err != nil {
		return nil, err
	}
	strategy, err := o.strategy(t, data)
	if err != nil && data != nil {
		err = optionErrorf("%s: %w", model, err)
	}
	return strategy, err
}

// ErrNoStrategy says that a store does not record by which strategy its crawl ordered links.
var ErrNoStrategy = errors.New("does not say by which strategy it was crawled")

// strategy makes the strategy of a crawl for a topic. model replaces the shipped model unless it is nil.
func (o Order) strategy(t *topic.Topic, model []byte) (ranker.Strategy, error) {
	standard := shippedModel(o.Strategy)
	switch {
	case standard == nil && model != nil:
		return nil, optionErrorf("strategy %q %w", o.Strategy, ErrUnusedModel)
	case model == nil:
		model = standard
	}
	needs, err := o.Needs(t)
	if err != nil {
		return nil, err
	}
	if model != nil {
		if err := addModel(&needs, model); err != nil {
			return nil, err
		}
	}
	if needs.Links == nil && o.Strategy == ranker.LinksName || needs.Learned == nil && o.Strategy == ranker.LearnedName {
		other := ranker.LinksName
		if needs.Links == nil {
			other = ranker.LearnedName
		}
		return nil, optionErrorf("%w than %q, --strategy %s", ErrWrongModel, o.Strategy, other)
	}
	strategy, err := ranker.New(o.Strategy, needs)
	if err != nil {
		return nil, &OptionError{err}
	}
	return strategy, nil
}

// Needs returns everything that ranker.New needs to make a strategy for the crawl, except for the models.
func (o Order) Needs(t *topic.Topic) (needs ranker.Needs, err error) {
	background, err := shipped.Background()
	if err != nil {
		return needs, err
	}
	needs = ranker.Needs{
		Query: topic.NewQuery(t.Keywords, background.IDF()), Classifier: t.Classifier, Seed: o.Seed, Language: o.Language,
	}
	needs.Languages, err = shipped.Languages()
	return needs, err
}

// shippedModel returns the shipped model of a strategy, nil if it has none.
func shippedModel(strategy string) []byte {
	switch strategy {
	case ranker.LinksName:
		return models.Links()
	case ranker.LearnedName:
		return models.Crawl()
	}
	return nil
}

// addModel adds a model to what strategies are made of.
func addModel(needs *ranker.Needs, model []byte) error {
	ranking, err := readRanking(model)
	if err != nil {
		return err
	}
	_, err = needs.Use(ranking)
	return err
}

// readRanking decodes a model, unless it is a shipped one, which is decoded already.
func readRanking(model []byte) (ranker.Model, error) {
	switch {
	case bytes.Equal(model, models.Links()):
		return shipped.Links()
	case bytes.Equal(model, models.Crawl()):
		return shipped.Crawl()
	}
	return ranker.ReadModel(bytes.NewReader(model))
}
