// Package ranker gives every link of a page its priority in the frontier, and says why.
package ranker

import (
	"fmt"
	"slices"
	"strings"

	"gannet/features"
	"gannet/ranker/evidence"
	"gannet/ranker/gbdt"
	"gannet/topic"
)

// Source is a fetched page whose links are to be ranked, with what the crawl knows of the way to it.
type Source = evidence.Source

// Score is what a strategy says of one link: Priority orders the frontier, higher first; Inherited goes with the
// link and comes back in the Source of its target (Shark Search passes relevance on this way).
type Score struct {
	Priority  float32
	Inherited float32
	Skip      bool // the link is not to be followed from this page
}

// Reason is one term of a priority: Value times Weight was added to it.
type Reason struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
	// Measured is the feature's own value where Value is what a model made of it, else nil.
	Measured *float64 `json:"measured,omitempty"`
}

// Strategy orders links. It is safe for concurrent use. Unless it is a Learner it holds no state of a crawl.
type Strategy interface {
	// Name is the name under which the command line knows the strategy.
	Name() string
	// Rank scores every link of src.Page into scores, which has one element a link.
	Rank(src *Source, scores []Score)
	// Explain says of which terms the priority of one link is the sum.
	Explain(src *Source, link int) []Reason
}

// Learner is a strategy that learns from the crawl it orders, so that it serves one crawl only. A priority it gives to
// a link that is queued already replaces the one before. After a restart it learns again, from the pages kept.
type Learner interface {
	Strategy
	// Learn is told of every page that was judged, once, before its links are ranked.
	Learn(src *Source)
	// Revise says what a queued link is worth now; it is asked when the link's turn has come. ok is false where that
	// is what it was worth before.
	Revise(url string) (priority float32, ok bool)
	// Revised gives links of earlier pages that what was learned since the last call has made worth more or less.
	Revised() []Revision
}

// Revision is another priority for a link ranked before, by the weburl.Fingerprint of its URL.
type Revision struct {
	Fingerprint uint64
	Priority    float32
}

// Names lists the strategies that New knows.
func Names() []string {
	return append(Baselines(), SampleName, LinksName, LearnedName)
}

// Baselines lists the strategies for finding relevant pages that no earlier crawl taught: what is learned is compared
// with the best of them.
func Baselines() []string {
	return []string{"bfs", "random", "parent", "parent-mean", "parent-sum", "shark", "blend", "ache", "bandit"}
}

// Known says what is wrong with a strategy's name, if anything.
func Known(name string) error {
	if !slices.Contains(Names(), name) {
		return fmt.Errorf("no strategy %q: use one of %s", name, strings.Join(Names(), ", "))
	}
	return nil
}

// Needs is what strategies are made of. Each takes its part and ignores the rest.
type Needs struct {
	Query      *topic.Query        // what links are compared with
	Classifier *topic.Classifier   // judges texts around links; nil where the topic is not learned yet
	Seed       uint64              // what random and sample draw from
	Links      *gbdt.Model         // of LinksName
	Learned    *gbdt.Model         // of LearnedName; nil: it does without
	Languages  *features.Languages // tells a page's language, for LinksName; may be nil
	Language   string              // the topic's, in ISO 639-1
}

// Use adds a model for the strategy whose features it was trained on.
func (n *Needs) Use(model *gbdt.Model) error {
	links := model.CheckFeatures(linkNames())
	if links == nil {
		n.Links = model
		return nil
	}
	if model.CheckFeatures(evidenceNames()) == nil {
		n.Learned = model
		return nil
	}
	return links
}

// Names lists the strategies that New can make of these needs and that are made to find relevant pages, all but sample.
func (n Needs) Names() []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		return name == SampleName || name == LinksName && n.Links == nil
	})
}

// New gives a strategy by its name.
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
	return nil, Known(name)
}
