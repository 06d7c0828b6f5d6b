package crawldir

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/frontier/pebblestore"
	"gannet/ranker"
)

// askRunning has the process of a running crawl explain a queued link. It returns nil if there is no such process.
func (x *explainer) askRunning(url string, fate *Fate) *Explanation {
	if fate == nil || !x.own || x.live == nil {
		return nil
	}
	e := new(Explanation)
	if err := x.live.Explain(url, e); err != nil {
		return nil // its pages are read again
	}
	e.Fate = fate
	return e
}

// explainWaiting explains a queued link by what the crawl has learned. It returns nil if there is neither a running process nor a valid checkpoint.
func (x *explainer) explainWaiting(url string) (*crawler.Explanation, error) {
	if x.o.running != nil {
		e, err := x.o.running.ExplainWaiting(x.Store, url, quickPages)
		return e, err
	}
	learner, learns := x.strategy.(ranker.Keepable)
	if !learns || !x.own || x.db == nil {
		return nil, nil
	}
	f, err := x.openCheckpoint()
	if f == nil || err != nil {
		return nil, err
	}
	defer f.Close()
	teacher, err := x.restore(f, learner)
	if teacher == nil || err != nil {
		return nil, err
	}
	e, err := crawler.ExplainWaiting(x.Store, learner, url, "")
	if err != nil || !e.Forgotten {
		return e, err
	}
	if e.Priority, err = x.lastPriority(f, teacher, url); err == nil {
		e.Queued = e.Priority
	}
	return e, err
}

// learnAgain explains a queued link with a new strategy that learns from all pages again.
func (x *explainer) learnAgain(url string, learner ranker.Learner) (*crawler.Explanation, error) {
	t, err := x.relearn(learner)
	if err != nil {
		return nil, err
	}
	e, err := crawler.ExplainWaiting(x.Store, learner, url, "")
	if err == nil && e.Forgotten {
		e.Priority, _ = t.Priority(url)
		e.Queued = e.Priority
	}
	return e, err
}

// relearn teaches a new strategy all pages of the crawl.
func (x *explainer) relearn(learner ranker.Learner) (*crawler.Teacher, error) {
	judged, _, err := heldJudge(x.db)
	if err != nil {
		return nil, err
	}
	t := crawler.NewTeacherSince(x.db, learner, x.scope, crawler.NoLimit, 0, judged.Lessons)
	return t, t.TeachAll(context.Background(), x.replaying)
}

// openCheckpoint opens the checkpoint, nil if there is none of the pages kept.
func (x *explainer) openCheckpoint() (*checkpointFile, error) {
	f, err := openCheckpoint(filepath.Join(x.Dir, CheckpointFile))
	if err != nil {
		return nil, nil // the crawl is read again
	}
	kept, err := x.keptFit()
	if err == nil && f.fits(x.db, kept) == nil {
		return f, nil
	}
	return nil, errors.Join(err, f.Close())
}

// keptFit returns the hash of everything with which a checkpoint must agree.
func (x *explainer) keptFit() (string, error) {
	order, _, err := x.Order()
	if err != nil {
		return "", err
	}
	model, err := readModel(filepath.Join(x.Dir, ModelFile))
	if err != nil {
		return "", err
	}
	if model == nil {
		model = shippedModel(order.Strategy)
	}
	return keptFit(x.db, order, model)
}

// restore loads the checkpoint into a new strategy and teaches it the lessons since. If the checkpoint cannot be read, it returns nil, and the
// strategy is as before.
func (x *explainer) restore(f *checkpointFile, learner ranker.Keepable) (*crawler.Teacher, error) {
	if shares, ok := learner.(ranker.Sharer); ok && x.PartOfCluster() {
		shares.Share() // as the crawl did
	}
	if err := learner.Restore(f.part(strategyPart), f.Parts[strategyPart]); err != nil {
		x.strategy, err = x.Strategy(x.topic, "", "")
		return nil, err
	}
	judged, _, err := heldJudge(x.db)
	if err != nil {
		return nil, err
	}
	t := crawler.NewTeacherSince(x.db, learner, x.scope, f.Depth, f.Lesson, judged.Lessons)
	return t, t.TeachAll(context.Background(), func(int) {})
}

// lastPriority returns the priority that a link got last, of which the strategy knows nothing more.
func (x *explainer) lastPriority(f *checkpointFile, since *crawler.Teacher, url string) (float32, error) {
	if priority, ok := since.Priority(url); ok {
		return priority, nil
	}
	taught, err := f.links()
	if err != nil {
		return 0, err
	}
	var found frontier.Found
	err = pebblestore.Peek(filepath.Join(x.Dir, FrontierDir), func(s frontier.Store) error {
		links, _, err := frontier.Reopen(s, frontier.DefaultOptions(), time.Now(), taught)
		if err != nil {
			return err
		}
		found, err = links.Find(url)
		return errors.Join(err, links.Close())
	})
	return found.Priority, err
}
