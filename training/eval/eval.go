// Package eval compares strategies on a frozen web whose pages have topic labels: topics × draws × strategies, each a
// whole crawl by the same code as a real one, in virtual time.
//
// For every topic and draw a seeded third of the topic's pages and a third of all other pages train its classifier.
// The seeds are drawn from these topic pages. A crawl may pass through pages that trained the classifier, but they count
// neither as fetched nor as relevant. The other relevant pages that can be reached from the seeds are to be found. A
// classifier learned from seeds alone is measured on the same pages, so that the numbers can be compared.
package eval

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gannet/ranker"
	"gannet/topic"
	"gannet/topic/judge"
)

// OracleName is the name of a strategy that knows the labels and all links. It takes the shortest ways to relevant pages first, so it shows
// nearly the best possible result.
const OracleName = "oracle"

// PeekName is the name of a strategy that judges every link by the text of its target, with the topic classifier. A real crawl cannot do
// this before it has fetched the target.
const PeekName = "peek"

// The ways in which a draw's classifier is learned.
const (
	// Labelled: the classifier is trained on a third of all pages, on topic and off topic, as for a topic with many labelled pages.
	Labelled = "labelled"
	// Judged: the classifier is learned from the seeds, and renewed during the crawl by the judge.
	Judged = "judge"
	// FromSeeds: the classifier is learned from the seeds' pages and the query's words, as in a crawl of a topic without a classifier.
	FromSeeds = "seeds"
)

// ceilings are strategies that serve only for comparison. No real crawl can use them.
var ceilings = []string{PeekName, OracleName}

// minRelevant is the least number of reachable relevant pages that a topic needs.
const minRelevant = 20

// Options say which strategies are compared, and how. A zero field is not replaced by a default; DefaultOptions has the usual values.
type Options struct {
	Name       string              // of the web, for the report
	Topics     []string            // none: all that the labels name
	Strategies []string            // none: all that Needs suffice for, and the ceilings
	Partitions []Partition         // crawls by several owners of links, beside the strategies
	Programs   []Program           // crawlers outside of this one, beside the strategies
	Budget     int                 // counted fetches of a run; five times the relevant pages if that is more
	Seeds      int                 // of a crawl
	Draws      int                 // of training pages and seeds
	Seed       uint64              // of all draws
	QueryTerms int                 // words of the training pages in the query of Shark Search
	Delay      time.Duration       // least pause of every host, as in a real crawl; without one the order is the strategy's alone
	Workers    int                 // if there is a delay: they share the time that a fetch takes
	Patience   time.Duration       // the crawl's, if there is a delay
	Classifier string              // how a draw's classifier is learned: Labelled or FromSeeds
	Background *topic.Background   // the rest of the web, for FromSeeds
	Judge      *judge.Model        // for Judged
	Needs      ranker.Needs        // of the strategies; Query, Classifier and Seed are set for each draw
	Models     map[string]string   // names of the models in Needs by strategy, for the report; may be nil
	Own        bool                // Collect grades by the draw's classifier, not by the labels
	Stops      []func() StopRule   // rules that could end the crawls, which go on all the same; see Result.Stops
	Progress   func(done, all int) // is called when the first crawl begins and when one has ended, not by two goroutines at a time; may be nil
}

// DefaultOptions returns options that compare all strategies only by the order of their fetches.
func DefaultOptions() Options {
	return Options{Seeds: 10, Draws: 3, Seed: 1, QueryTerms: topic.QueryTerms, Workers: 16, Classifier: Labelled}
}

// Check returns an error that says what is wrong with the options, or nil.
func (o Options) Check(l *Labels) error {
	for _, s := range o.Strategies {
		if names := slices.Concat(ranker.Names(), ceilings, published); !slices.Contains(names, s) {
			return fmt.Errorf("no strategy %q: use some of %s", s, strings.Join(names, ", "))
		}
	}
	for _, t := range o.Topics {
		if len(l.pages[t]) == 0 {
			return fmt.Errorf("the labels name no page of topic %q: use some of %s", t, strings.Join(l.Topics(), ", "))
		}
	}
	switch {
	case o.Classifier != Labelled && o.Classifier != FromSeeds && o.Classifier != Judged:
		return fmt.Errorf("no classifier %q: use %s, %s or %s", o.Classifier, Labelled, FromSeeds, Judged)
	case o.Classifier == Judged && o.Judge == nil:
		return errors.New("pages are judged by a model, which is missing")
	case o.Classifier != Labelled && o.Background == nil:
		return errors.New("a classifier learned from seeds needs a background")
	case o.Budget < 0 || o.Delay < 0 || o.Patience < 0:
		return errors.New("budget, delay and patience cannot be negative")
	case slices.ContainsFunc(o.Partitions, func(p Partition) bool { return p.Owners < 1 || p.Every < 0 }):
		return errors.New("links have one owner or more, and totals are exchanged every so many pages")
	case len(o.Partitions) > 0 && (o.Classifier == Judged || o.Delay > 0):
		return errors.New("crawls by several owners of links are compared by their order alone, with a classifier that stays")
	case o.Seeds < 1 || o.Draws < 1 || o.QueryTerms < 1 || o.Workers < 1:
		return errors.New("seeds, draws, query terms and workers are at least 1")
	}
	return nil
}

// names returns the names of all that is compared: strategies, other programs, and crawls by several owners of links.
func (o Options) names() []string {
	names := slices.Clone(o.Strategies)
	for _, p := range o.Programs {
		names = append(names, p.Name)
	}
	for _, p := range o.Partitions {
		names = append(names, p.Name())
	}
	return names
}

// models returns the names of the models by which links are ordered, by strategy.
func (o Options) models() map[string]string {
	models := make(map[string]string)
	for strategy, model := range o.Models {
		if slices.Contains(o.Strategies, strategy) || strategy == ranker.LearnedName && len(o.Partitions) > 0 {
			models[strategy] = model
		}
	}
	return models
}

// complete checks the options. If they name no strategies or topics, it fills in all of them.
func (o Options) complete(l *Labels) (Options, error) {
	if err := o.Check(l); err != nil {
		return o, err
	}
	if len(o.Strategies) == 0 {
		o.Strategies = append(o.Needs.Names(), ceilings...)
	}
	if len(o.Topics) == 0 {
		o.Topics = l.Topics()
	}
	return o, nil
}

// Run compares the strategies. The same options give the same result on every machine.
func Run(ctx context.Context, w *Web, labels *Labels, o Options) (*Report, error) {
	o, err := o.complete(labels)
	if err != nil {
		return nil, err
	}
	type job struct{ topic, draw int }
	jobs := make([]job, 0, len(o.Topics)*o.Draws)
	for t := range o.Topics {
		for d := range o.Draws {
			jobs = append(jobs, job{t, d})
		}
	}
	outcomes := make([]outcome, len(jobs))
	ended := o.progress(len(jobs) * len(o.names()))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, j := range jobs {
		group.Go(func() error {
			var err error
			outcomes[i], err = w.compare(ctx, labels, o, o.Topics[j.topic], j.draw, ended)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	report := newReport(o, outcomes)
	if len(report.Results) == 0 {
		return nil, nothingLeft(report.Skipped)
	}
	return report, nil
}

// progress returns a function that reports through Progress that n more of all crawls have ended.
func (o Options) progress(all int) (ended func(n int)) {
	if o.Progress == nil {
		return func(int) {}
	}
	var mu sync.Mutex
	done := 0
	ended = func(n int) {
		mu.Lock()
		defer mu.Unlock()
		done += n
		o.Progress(done, all)
	}
	ended(0)
	return ended
}

// ErrNothing means that every draw of every topic was skipped.
var ErrNothing = errors.New("nothing to compare")

// nothingLeft returns ErrNothing with the reason for one skipped topic, and the number of the other skipped ones.
func nothingLeft(skipped map[string]string) error {
	first := sortedKeys(skipped)[0]
	err := fmt.Errorf("%w: of topic %s %s", ErrNothing, first, skipped[first])
	if more := len(skipped) - 1; more > 0 {
		err = fmt.Errorf("%w; %d more skipped", err, more)
	}
	return err
}

// outcome is the result of one topic and draw: one Result a strategy, or why the draw was skipped.
type outcome struct {
	topic   string
	draw    int
	results []Result
	skipped string
}
