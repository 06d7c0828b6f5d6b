package training

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gannet/internal/numeric"
)

// DefaultFolds is the usual number of folds into which the topics are divided.
const DefaultFolds = 5

// NoFolds makes Study.Train skip the cross-validation.
const NoFolds = 0

// MinFolds is the least number of folds: one to learn from, one to decide when to stop, and one to measure on.
const MinFolds = 3

// Study cross-validates learners on one set, always on the same folds.
type Study struct {
	Set     *Set
	Options Options
	Folds   int                // parts of the topics, such as DefaultFolds, or NoFolds
	Step    func(text string)  // called often with the current step; may be nil
	Done    func(result *Fold) // called after each fold; may be nil
	Shipped Learner            // an order that a new one is measured beside; nil: none
}

// Fold has the measures of one fold of topics, by a model that was trained without these topics.
type Fold struct {
	Learner  string
	Variant  string // what the study left out; "" for nothing
	Number   int    // from 1
	Of       int
	Trees    int
	Measures Measures
}

func (f *Fold) String() string {
	text := fmt.Sprintf("%s: MAP %.3f, NDCG %.3f", f.place(), f.Measures.MAP, f.Measures.NDCG)
	if f.Trees > 0 {
		text += fmt.Sprintf(", %d trees", f.Trees)
	}
	return text
}

// place names the fold by its learner, variant and number.
func (f *Fold) place() string {
	text := f.Learner
	if f.Variant != "" {
		text += ", " + f.Variant
	}
	if f.Of > 0 {
		text += fmt.Sprintf(", fold %d of %d", f.Number, f.Of)
	}
	return text
}

// Result has the measures of one learner, or of one variant of the training data.
type Result struct {
	Learner string              `json:"learner"`
	Variant string              `json:"variant,omitempty"`
	Folds   []Measures          `json:"folds"`  // mean over the topics of each fold
	Topics  map[string]Measures `json:"topics"` // every topic, measured by a model that has not seen it
	Trees   []int               `json:"trees"`  // of each fold's model
}

// MeanSD returns the mean and the standard deviation of one measure over folds.
func (r *Result) MeanSD(measure func(Measures) float64) (mean, sd float64) {
	var values []float64
	for _, m := range r.Folds {
		values = append(values, measure(m))
	}
	return numeric.MeanSD(values)
}

// Deal divides topics at random into parts. The same seed gives the same parts.
func Deal(topics []string, parts int, seed uint64) ([][]string, error) {
	if parts < MinFolds || parts > len(topics) {
		return nil, fmt.Errorf("%d folds of %d topics: use %d or more folds, and as many topics at least", parts, len(topics), MinFolds)
	}
	topics = slices.Clone(topics)
	rnd := rand.New(rand.NewPCG(seed, 4))
	rnd.Shuffle(len(topics), func(i, j int) { topics[i], topics[j] = topics[j], topics[i] })
	dealt := make([][]string, parts)
	for i, topic := range topics {
		dealt[i%parts] = append(dealt[i%parts], topic)
	}
	return dealt, nil
}

// variant is the form of the set that a learner gets. grades, if set, changes the grades for training, but not for measuring.
type variant struct {
	name   string
	set    *Set
	grades func(*Set) *Set
}

// CrossValidate measures a learner on every topic. The model for a fold is trained on all other folds but one, which serves to decide when
// to stop.
func (st *Study) CrossValidate(ctx context.Context, l Learner) (*Result, error) {
	return st.validate(ctx, l, variant{set: st.Set})
}

func (st *Study) validate(ctx context.Context, l Learner, v variant) (*Result, error) {
	folds, err := Deal(st.Set.Topics(), st.Folds, st.Options.Seed)
	if err != nil {
		return nil, err
	}
	r := &Result{Learner: l.Name(), Variant: v.name, Topics: map[string]Measures{}}
	for i := range folds {
		f := &Fold{Learner: l.Name(), Variant: v.name, Number: i + 1, Of: len(folds)}
		topics, err := st.fold(ctx, l, v, folds, f)
		if err != nil {
			return nil, fmt.Errorf("%s, fold %d: %w", l.Name(), i+1, err)
		}
		for topic, m := range topics {
			r.Topics[topic] = m
		}
		if len(topics) > 0 {
			r.Folds = append(r.Folds, f.Measures)
		}
		r.Trees = append(r.Trees, f.Trees)
		if st.Done != nil {
			st.Done(f)
		}
	}
	if len(r.Folds) == 0 {
		return nil, fmt.Errorf("no list has a row of grade %d or above: nothing can be measured", Relevant)
	}
	return r, nil
}

// fold learns without the topics of one fold, and measures on them.
func (st *Study) fold(ctx context.Context, l Learner, v variant, folds [][]string, f *Fold) (map[string]Measures, error) {
	test, stop := f.Number-1, f.Number%len(folds)
	var rest []string
	for i, topics := range folds {
		if i != test && i != stop {
			rest = append(rest, topics...)
		}
	}
	train := v.set.Only(rest)
	if v.grades != nil {
		train = v.grades(train)
	}
	m, err := l.Learn(ctx, train, v.set.Only(folds[stop]), st.options(f))
	if err != nil {
		return nil, err
	}
	held := v.set.Only(folds[test])
	scores, err := m.Scores(held)
	if err != nil {
		return nil, err
	}
	topics := Measure(held, scores)
	f.Trees, f.Measures = m.Trees(), Mean(topics)
	return topics, nil
}

// options returns the study's options, with the progress of every tree.
func (st *Study) options(f *Fold) Options {
	o := st.Options
	if st.Step == nil {
		return o
	}
	where := f.place()
	st.Step(where)
	o.Progress = func(tree int, validation float64) {
		st.Step(fmt.Sprintf("%s: %d trees, validation MAP %.3f", where, tree, validation))
	}
	return o
}

// Describe returns a description of the study in one line.
func (st *Study) Describe() string {
	return fmt.Sprintf("%d topics, %d lists, %d links, %.1f%% of them relevant, with %d features (%s), %d folds",
		len(st.Set.Topics()), len(st.Set.Lists), st.Set.Rows(), 100*st.Set.Share(), len(st.Set.Names), st.Set.Schema, st.Folds)
}

// Compare cross-validates several learners. The first result is that of a random order, and the second that of the shipped order if there is one.
func (st *Study) Compare(ctx context.Context, learners []Learner) ([]*Result, error) {
	results, err := st.all(ctx, constant{}, []variant{{set: st.Set}})
	if err != nil {
		return nil, err
	}
	if st.Shipped != nil {
		learners = append([]Learner{st.Shipped}, learners...)
	}
	for _, l := range learners {
		r, err := st.CrossValidate(ctx, l)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// Ablate cross-validates a learner several times: with all data, without the grade for tunnels, and without each family of features.
// families has the family of each feature by the feature's name; other features belong to the family "other".
func (st *Study) Ablate(ctx context.Context, l Learner, families map[string]string) ([]*Result, error) {
	variants := []variant{
		{name: "all", set: st.Set},
		{name: "binary grades", set: st.Set, grades: (*Set).Binary},
	}
	family := func(name string) string {
		if f := families[name]; f != "" {
			return f
		}
		return "other"
	}
	var names []string
	for _, name := range st.Set.Names {
		names = append(names, family(name))
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 1 {
		for _, f := range names {
			part := st.Set.Without(func(name string) bool { return family(name) == f })
			variants = append(variants, variant{name: "without " + f, set: part})
		}
	}
	return st.all(ctx, l, variants)
}

func (st *Study) all(ctx context.Context, l Learner, variants []variant) ([]*Result, error) {
	var results []*Result
	for _, v := range variants {
		r, err := st.validate(ctx, l, v)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}
