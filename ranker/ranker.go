// Package ranker owns the strategies: they compute the priority of every link of a page, and explain it.
package ranker

import (
	"fmt"
	"slices"
	"strings"

	"gannet/features"
	"gannet/ranker/evidence"
	"gannet/topic"
)

// Source is a fetched page whose links are to be ranked, with what the crawl knows about the pages on the way to it.
type Source = evidence.Source

// Score is the result of Strategy.Rank for one link: its priority and what belongs to it.
type Score struct {
	Priority  float32 // orders the frontier, higher first
	Inherited float32 // kept with the link and handed to the Source of its target; Shark Search passes relevance on in it
	Skip      bool    // the link is not to be followed from this page
}

// Reason is one term of a link's priority. The term adds Value times Weight to the priority.
type Reason struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
	// Measured is the feature's own value if Value is a score that a model made of it, else nil.
	Measured *float64 `json:"measured,omitempty"`
}

// Strategy gives links their priorities. It is safe for concurrent use. Only a strategy that is also a Learner has a state, which belongs
// to one crawl.
type Strategy interface {
	// Name returns the strategy's name on the command line.
	Name() string
	// Rank scores every link of src.Page into scores, which has one element for each link.
	Rank(src *Source, scores []Score)
	// Explain returns the terms whose sum is the priority of one link.
	Explain(src *Source, link int) []Reason
}

// Learner is a Strategy that learns from the pages of the crawl, so it serves one crawl only. When it gives a queued link a new priority,
// this replaces the old one. After a restart it learns again from the stored pages.
type Learner interface {
	Strategy
	// Learn learns from a page. It is called once for every judged page, before its links are ranked. Between the two nothing
	// else is learned, and no other links are ranked.
	Learn(src *Source)
	// Preview ranks the links of a page from which the Learner does not learn. It changes nothing.
	Preview(src *Source, scores []Score)
	// Revise returns the current priority of a queued link. It is called when the link's turn has come, and does not change what the strategy has
	// learned. ok is false if the priority has not changed.
	Revise(url string) (priority float32, ok bool)
	// Revised returns the links of earlier pages whose priority has changed since the last call.
	Revised() []Revision
	// ReasonsOf returns the current priority of a queued link, and a function that computes the terms of which it is the sum. The function may be
	// called at any time: few of the links that are taken lead to a page whose terms are kept. ok is false if the Learner does not know the link.
	ReasonsOf(url string) (priority float32, reasons func() []Reason, ok bool)
}

// Relearner is a Learner that learns faster from many stored pages while no priorities are needed. The result may differ from that of the
// usual way of learning, but is always the same for the same pages.
type Relearner interface {
	Learner
	// BeginRelearning makes Rank give no priorities, so that all scores are zero. It is called before anything is learned.
	BeginRelearning()
	// EndRelearning ends the relearning. Revised then returns the priorities of all links that were ranked during it.
	EndRelearning()
}

// Expecter is a Learner that can convert a priority to the probability that the link's target is relevant. For other strategies a crawl
// estimates this probability from its fetches.
type Expecter interface {
	Learner
	Expected(priority float32) (probability float64)
}

// Preparer is a Strategy that can do a part of the work of Rank in advance: Prepare, which may run at the same time as any other method.
type Preparer interface{ Prepare(src *Source) }

// Revision is a new priority of a link that had another priority before.
type Revision struct {
	Fingerprint uint64 // weburl.Fingerprint of its URL
	Priority    float32
}

// Names returns the names of all strategies that New knows.
func Names() []string {
	return append(Baselines(), SampleName, LinksName, LearnedName)
}

// Baselines returns the names of the strategies that need no training on earlier crawls. A trained strategy is compared with the best of
// them.
func Baselines() []string {
	return []string{"bfs", "random", "parent", "parent-mean", "parent-sum", "shark", "blend", "ache", "bandit"}
}

// CheckName returns an error if New knows no strategy with this name.
func CheckName(name string) error {
	if !slices.Contains(Names(), name) {
		return fmt.Errorf("no strategy %q: use one of %s", name, strings.Join(Names(), ", "))
	}
	return nil
}

// Needs holds everything from which New makes strategies: a topic's vocabulary, models, and so on. Each strategy uses only a part of it.
type Needs struct {
	Query      *topic.Query        // links are compared with it
	Classifier *topic.Classifier   // judges texts around links; nil if the topic is not learned yet
	Seed       uint64              // of the draws of Random and Sample
	Links      Model               // of LinksName
	Learned    Model               // of LearnedName, which works without, too
	Languages  *features.Languages // tells a page's language, for LinksName; may be nil
	Language   string              // of the topic, in ISO 639-1
}

// Use stores a model for the strategy that uses the features of the model, and returns the name of the strategy. The error is gbdt.ErrModel if
// there is no such strategy.
func (n *Needs) Use(model Model) (strategy string, err error) {
	links := model.CheckFeatures(linkNames())
	if links == nil {
		n.Links = model
		return LinksName, nil
	}
	if model.CheckFeatures(evidenceNames()) == nil {
		n.Learned = model
		return LearnedName, nil
	}
	return "", links
}

// Names returns the names of the strategies for which these Needs suffice. It leaves out Sample, which does not look for relevant pages.
func (n Needs) Names() []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		return name == SampleName || name == LinksName && n.Links == nil
	})
}

// Draws reports whether the strategy with this name uses random numbers, which depend on Needs.Seed.
func Draws(name string) bool { return name == "random" || name == SampleName }

// New returns the strategy with this name. The error says that the name is unknown, or that needs has no model for the strategy.
func New(name string, needs Needs) (Strategy, error) {
	switch name {
	case "bfs":
		return BreadthFirst{}, nil
	case "random":
		return Random{Seed: needs.Seed}, nil
	case "parent":
		return Parent{}, nil
	case "parent-mean":
		return ParentMean(), nil
	case "parent-sum":
		return ParentSum(), nil
	case "blend":
		return Blend(NewShark(needs.Query)), nil
	case "ache":
		return NewAche(), nil
	case "bandit":
		return NewBandit(), nil
	case "shark":
		return NewShark(needs.Query), nil
	case SampleName:
		return NewSample(NewShark(needs.Query), needs.Seed), nil
	case LinksName:
		return NewLinks(needs)
	case LearnedName:
		return NewLearned(needs)
	}
	return nil, CheckName(name)
}
