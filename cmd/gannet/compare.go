package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"gannet/features"
	"gannet/internal/cli"
	"gannet/ranker/evidence"
	"gannet/training"
)

func newCompare() *cobra.Command {
	var f trainingFlags
	var names []string
	var ablate bool
	var balance float64
	c := &cobra.Command{
		Use:   "compare DIR…",
		Short: "Compare learners of an order of links on the same folds of topics",
		Long: "Compare cross-validates learning algorithms on the graded lists that `gannet annotate` made. All algorithms are\n" +
			"tested on the same folds. For each algorithm, compare prints the measures MAP and NDCG as mean ± standard deviation\n" +
			"over the folds, and how much its MAP differs from that of the first algorithm, as mean ± standard error over the\n" +
			"topics. The row \"any order\" is a random order, and the row \"shipped\" is the model that comes with gannet.\n" +
			"--ablate measures how useful the parts of the training data are. It trains the first algorithm without grades for\n" +
			"links to irrelevant pages that lead to relevant ones, and then without each family of features in turn. MAP and NDCG\n" +
			"depend on the share of links that are relevant; --balance sets this share.",
		Example: "  gannet compare lists\n" +
			"  gannet compare lists --learners lambdamart --ablate --folds 10",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, dirs []string) error {
			learners, err := learnersOf(names)
			if err != nil {
				return err
			}
			if !(balance >= 0 && balance < 1) {
				return cli.Usagef("--balance is a share of links above 0 and below 1")
			}
			if f.folds == 0 {
				return cli.Usagef("--folds is at least 3: learners are compared by cross-validation")
			}
			study, err := f.study(c, dirs, learners...)
			if err != nil {
				return err
			}
			if balance > 0 {
				study.Set = study.Set.Balance(balance, f.options.Seed)
			}
			return compare(c, study, learners, ablate)
		},
	}
	f.register(c)
	c.Flags().StringSliceVar(&names, "learners", training.LearnerNames(), "learning algorithms to compare")
	c.Flags().BoolVar(&ablate, "ablate", false, "also train the first of --learners without grades for irrelevant pages that lead to relevant ones, and without each family of features in turn")
	c.Flags().Float64Var(&balance, "balance", 0, "share of relevant links in each list, such as 0.1; irrelevant or relevant links are left out at random until this share is reached; default: use all links")
	return c
}

func learnersOf(names []string) ([]training.Learner, error) {
	var learners []training.Learner
	for _, name := range names {
		l, err := training.NewLearner(name)
		if err != nil {
			return nil, cli.WrongUse(err)
		}
		learners = append(learners, l)
	}
	if len(learners) == 0 {
		return nil, cli.Usagef("--learners names what to compare")
	}
	return learners, nil
}

func compare(c *cobra.Command, study *training.Study, learners []training.Learner, ablate bool) error {
	results, err := study.Compare(c.Context(), learners)
	if err != nil {
		return err
	}
	out := c.OutOrStdout()
	fmt.Fprintf(out, "%s\n\n", study.Describe())
	if err := training.WriteTable(out, results, 1); err != nil || !ablate {
		return err
	}
	results, err = study.Ablate(c.Context(), learners[0], families())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s, what its data add:\n\n", learners[0].Name())
	return training.WriteTable(out, results, 0)
}

// families returns the family of every feature.
func families() map[string]string {
	families := map[string]string{}
	for _, f := range slices.Concat(features.LinkFeatures(), evidence.Features()) {
		families[f.Name] = f.Family
	}
	return families
}
