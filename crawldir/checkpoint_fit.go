package crawldir

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zeebo/xxh3"

	"gannet/store"
)

// checkpointFit has hashes of everything besides the lessons that a replay depends on. A checkpoint is valid only if they are equal.
type checkpointFit struct {
	Kept    string `json:"kept"`    // topic, model, verdicts: what the store says of the crawl
	Options string `json:"options"` // of the run: which links it follows
}

// Errors of a checkpoint that does not fit the crawl.
var (
	errOtherModel   = errors.New("is of another topic or model, or of other verdicts")
	errOtherOptions = errors.New("is of other rules for links: the crawl has changed since")
	errAhead        = errors.New("is newer than the pages kept")
)

// fitOf returns what the checkpoint of this run must agree with.
func (c *Crawl) fitOf() (fit checkpointFit, err error) {
	model := c.model
	if model == nil {
		model = shippedModel(c.order.Strategy)
	}
	if fit.Kept, err = keptFit(c.store, c.order, model); err != nil {
		return fit, err
	}
	rules := c.rules
	rules.Block = nil // of blocked hosts the strategy learns all the same
	options := map[string]any{"scope": rules, "depth": c.o.Limits.Depth, "pdf": c.o.Postings && c.o.PDF != nil}
	if c.o.Postings {
		options["unshown"] = 2 // the strategy learns from crawler.AddUnshown
	}
	fit.Options, err = hashOf(options)
	return fit, err
}

// keptFit returns the part of a fit that the store knows.
func keptFit(db *store.DB, order Order, model []byte) (string, error) {
	judged, _, err := heldJudge(db)
	if err != nil {
		return "", err
	}
	topic, err := heldCopy(db, TopicFile)
	if err != nil {
		return "", err
	}
	unnumbered, err := db.LastUnnumbered()
	if err != nil {
		return "", err
	}
	return hashOf(map[string]any{
		"order": order, "judged": []any{judged.Pages, judged.Lessons, judged.Writing},
		"unnumbered": unnumbered, "topic": xxh3.Hash(topic), "model": xxh3.Hash(model),
	})
}

// hashOf hashes a value as JSON.
func hashOf(v any) (string, error) {
	b, err := json.Marshal(v)
	return fmt.Sprintf("%016x", xxh3.Hash(b)), err
}

// fits returns an error if a checkpoint is not of the pages that are kept.
func (f *checkpointFile) fits(db *store.DB, kept string) error {
	latest, err := db.LatestLesson()
	switch {
	case err != nil:
		return err
	case f.Lesson > latest:
		return errAhead
	case f.Fit.Kept != kept:
		return errOtherModel
	}
	return nil
}

// openFitting opens the checkpoint of this run. It returns an error, and no file, if the checkpoint does not fit.
func (c *Crawl) openFitting() (*checkpointFile, error) {
	fit, err := c.fitOf()
	if err != nil {
		return nil, err
	}
	f, err := openCheckpoint(c.path(CheckpointFile))
	if err != nil {
		return nil, err
	}
	if err = f.fits(c.store, fit.Kept); err == nil && f.Fit != fit {
		err = errOtherOptions
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s %w", f.Name(), err), f.Close())
	}
	return f, nil
}
