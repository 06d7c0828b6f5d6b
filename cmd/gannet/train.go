package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/features"
	"gannet/internal/cli"
	"gannet/internal/wholefile"
	"gannet/models/shipped"
	"gannet/ranker/evidence"
	"gannet/ranker/gbdt"
	"gannet/ranker/linear"
	"gannet/training"
	"gannet/training/lightgbm"
)

// trainingFlags are the flags of both train and compare.
type trainingFlags struct {
	options training.Options
	folds   int
	library string
}

func (f *trainingFlags) register(c *cobra.Command) {
	s := c.Flags()
	d := training.DefaultOptions()
	s.Uint64Var(&f.options.Seed, "seed", d.Seed, "seed of the random numbers, by which folds and samples are drawn")
	s.IntVar(&f.folds, "folds", training.DefaultFolds, "number of parts into which the topics are divided for the cross-validation; 0: no cross-validation")
	s.IntVar(&f.options.Trees, "trees", d.Trees, "largest number of trees")
	s.IntVar(&f.options.Leaves, "leaves", d.Leaves, "leaves of a tree")
	s.Float64Var(&f.options.Rate, "rate", d.Rate, "learning rate of the trees")
	s.IntVar(&f.options.MinRows, "min-rows", d.MinRows, "smallest number of rows in a leaf")
	s.Float64Var(&f.options.Share, "share", d.Share, "share of the features that a tree may use")
	s.IntVar(&f.options.Truncation, "truncation", d.Truncation, "lambdamart learns only from pairs of links of which one is among this many links at the top of its list")
	s.IntVar(&f.options.Patience, "patience", d.Patience, "training stops when this many further trees have not raised the MAP on held-out topics")
	s.StringSliceVar(&f.options.Rising, "rising", nil, "features whose higher values may only raise the score of the trees; default: all features of schema "+evidence.Schema+", none of other schemas")
	s.IntVar(&f.options.Pairs, "pairs", d.Pairs, "number of pairs of links that ranksvm learns from")
	s.Float64Var(&f.options.Lambda, "lambda", d.Lambda, "regularisation of ranksvm")
	s.IntVar(&f.options.Restarts, "restarts", d.Restarts, "how often ca (coordinate ascent) starts from new random weights")
	s.IntVar(&f.options.Sample, "sample", d.Sample, "number of rows that ca (coordinate ascent) learns from")
	s.IntVar(&f.options.Threads, "threads", d.Threads, "threads of LightGBM; default: one for each core")
	s.StringVar(&f.library, "lightgbm", "", "the library of LightGBM; default: $"+lightgbm.Env+", beside gannet, .lib, the system")
}

// study reads the lists and, where a learner needs it, loads LightGBM.
func (f *trainingFlags) study(c *cobra.Command, dirs []string, learners ...training.Learner) (*training.Study, error) {
	if err := f.options.Check(); err != nil {
		return nil, cli.WrongUse(err)
	}
	if err := f.checkEffects(c.Flags(), learnerNames(learners)); err != nil {
		return nil, err
	}
	set, err := training.ReadDir(dirs...)
	if err != nil {
		return nil, err
	}
	if err := f.checkSet(set.Names, len(set.Topics()), c.Flags().Changed("folds")); err != nil {
		return nil, err
	}
	if err := f.openLibrary(learners); err != nil {
		return nil, err
	}
	if set.Schema == evidence.Schema && !c.Flags().Changed("rising") {
		f.options.Rising = set.Names // none of these features can make a link worse
	}
	beside, err := shippedOrder(set)
	if err != nil {
		return nil, err
	}
	progress := newReporter(c.ErrOrStderr(), "text", false)
	return &training.Study{
		Set: set, Shipped: beside, Options: f.options, Folds: f.folds,
		Step: func(text string) { progress.step("%s", text) },
		Done: func(fold *training.Fold) {
			progress.endLine()
			fmt.Fprintln(c.ErrOrStderr(), fold)
		},
	}, nil
}

// shippedOrder returns the order that gannet ships for the features of a set, nil if there is none.
func shippedOrder(set *training.Set) (training.Learner, error) {
	var load func() (*gbdt.Model, error)
	switch set.Schema {
	case evidence.Schema:
		load = shipped.Crawl
	case features.LinkSchema:
		load = shipped.Links
	default:
		return nil, nil
	}
	model, err := load()
	if err != nil || model.CheckFeatures(set.Names) != nil {
		return nil, err
	}
	return training.Given{Title: "shipped", Score: model.Score}, nil
}

// openLibrary loads LightGBM if a learner needs it.
func (f *trainingFlags) openLibrary(learners []training.Learner) (err error) {
	if !slices.ContainsFunc(learners, training.NeedsLibrary) {
		return nil
	}
	if err := handOver(); err != nil {
		return err
	}
	f.options.Library, err = lightgbm.Open(f.library)
	return err
}

func learnerNames(learners []training.Learner) (names []string) {
	for _, l := range learners {
		names = append(names, l.Name())
	}
	return names
}

func newTrain() *cobra.Command {
	var f trainingFlags
	var out, learner, date string
	c := &cobra.Command{
		Use:   "train DIR…",
		Short: "Learn an order of links from annotated crawls",
		Long: "Train reads the graded lists of links that `gannet annotate` made, cross-validates a learning algorithm by topic,\n" +
			"and then trains a model on all topics. Train compares the new model with the one that comes with gannet. Train\n" +
			"writes the model, which crawl and eval use with --model. Beside the model, train writes a description, MODEL.json,\n" +
			"with the data, the options, the measures and the effect of each feature. The algorithms lambdamart and gbrt make\n" +
			"trees with LightGBM, which `make lightgbm` downloads; the number of trees is the median over the models of the\n" +
			"cross-validation. The algorithms ranksvm and ca make linear models in JSON, which a crawl can use as well. If -o is\n" +
			"an existing file that is not a model, train does not replace it.",
		Example: "  gannet train lists/birds.lists lists/trains.lists -o links.model\n" +
			"  gannet train lists -o links.model --trees 200 --leaves 63 --seed 2",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, dirs []string) error {
			if out == "" {
				return cli.Usagef("-o FILE says where the model is written")
			}
			l, err := training.NewLearner(learner)
			if err != nil {
				return cli.WrongUse(err)
			}
			if err := checkDate(date); err != nil {
				return err
			}
			if err := checkModelOutput(out); err != nil {
				return err
			}
			study, err := f.study(c, dirs, l)
			if err != nil {
				return err
			}
			return train(c, study, l, dirs, out, date)
		},
	}
	f.register(c)
	c.Flags().StringVarP(&out, "output", "o", "", "model file to write (required)")
	c.Flags().StringVar(&learner, "learner", "lambdamart", "learning algorithm: lambdamart, gbrt, ranksvm or ca")
	c.Flags().StringVar(&date, "date", "", "date to write into the description MODEL.json; default: no date, so that the same data always give the same file")
	return c
}

func train(c *cobra.Command, study *training.Study, l training.Learner, dirs []string, out, date string) error {
	if topics := len(study.Set.Topics()); study.Folds > topics {
		advice := fmt.Sprintf("add lists until there are %d topics", training.MinFolds)
		if topics >= training.MinFolds {
			advice = fmt.Sprintf("give --folds %d to have one", topics)
		}
		_ = cli.Say(c.ErrOrStderr(), "gannet: no cross-validation, so the model is not measured: %d folds need as many topics, and the lists have %d: %s\n", study.Folds, topics, advice)
	}
	trained, err := study.Train(c.Context(), l)
	if err != nil {
		return err
	}
	newReporter(c.ErrOrStderr(), "text", false).endLine()
	card := trained.Card
	card.Model, card.Gannet, card.Date = filepath.Base(out), version, date
	for _, dir := range dirs {
		card.Data.Directories = append(card.Data.Directories, filepath.ToSlash(dir))
	}
	var text bytes.Buffer
	if err := card.Write(&text); err != nil {
		return err
	}
	if err := wholefile.Write(out, trained.Bytes); err != nil {
		return err
	}
	if err := wholefile.Write(out+".json", text.Bytes()); err != nil {
		return err
	}
	var summary strings.Builder
	if err := card.WriteSummary(&summary); err != nil {
		return err
	}
	return cli.Say(c.OutOrStdout(), "%s\nwrote %s and %s.json\n", summary.String(), out, out)
}

// checkModelOutput is checkOutput for a model of `gannet train` and the card beside it. Only a model and a card are replaced.
func checkModelOutput(path string) error {
	card := path + ".json"
	for _, p := range []string{path, card} {
		if info, err := os.Stat(p); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return cli.Usagef("-o: %s is no regular file: name another", p)
		}
		if err := checkOutput("-o", p); err != nil {
			return err
		}
	}
	switch {
	case !mayReplace(path, isRankingModel):
		return cli.Usagef("-o: %s is there already and is no model: name another file", path)
	case !mayReplace(card, isCard):
		return cli.Usagef("-o: %s, the place of the model's card, is there already and is no card: name another file", card)
	}
	return nil
}

// headBytes of a file show whether it is a model of trees.
const headBytes = 512

// mayReplace reports whether there is no file at a path, or one that fits. An empty file fits.
func mayReplace(path string, fits func(io.Reader) bool) bool {
	f, err := os.Open(path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	info, err := f.Stat()
	return err == nil && (info.Size() == 0 || fits(f))
}

func isRankingModel(r io.Reader) bool {
	head, err := io.ReadAll(io.LimitReader(r, headBytes))
	if err != nil {
		return false
	}
	if bytes.HasPrefix(head, []byte("tree\n")) {
		return true
	}
	_, err = linear.Read(io.MultiReader(bytes.NewReader(head), r))
	return err == nil
}

func isCard(r io.Reader) bool {
	var card training.Card
	return json.NewDecoder(r).Decode(&card) == nil && card.Format == training.CardFormat
}
