package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"gannet/internal/cli"
)

// learnerFlags are the flags that only some learners use.
var learnerFlags = map[string][]string{
	"trees": {"lambdamart", "gbrt"}, "leaves": {"lambdamart", "gbrt"}, "rate": {"lambdamart", "gbrt"},
	"min-rows": {"lambdamart", "gbrt"}, "share": {"lambdamart", "gbrt"}, "patience": {"lambdamart", "gbrt"},
	"rising": {"lambdamart", "gbrt"}, "threads": {"lambdamart", "gbrt"}, "lightgbm": {"lambdamart", "gbrt"},
	"truncation": {"lambdamart"}, "pairs": {"ranksvm"}, "lambda": {"ranksvm"}, "restarts": {"ca"}, "sample": {"ca"},
}

// checkEffects returns an error if a flag that was given would do nothing.
func (f *trainingFlags) checkEffects(flags *pflag.FlagSet, learners []string) (err error) {
	if f.folds < 0 {
		return cli.Usagef("--folds cannot be negative: 0 leaves the cross-validation out")
	}
	flags.Visit(func(flag *pflag.Flag) {
		users := learnerFlags[flag.Name]
		used := slices.ContainsFunc(learners, func(name string) bool { return slices.Contains(users, name) })
		if err == nil && users != nil && !used {
			err = cli.Usagef("--%s is for %s: leave it out, or choose that learner", flag.Name, strings.Join(users, " and "))
		}
	})
	return err
}

// checkSet checks the flags that depend on the lists, by their features and how many topics they have. foldsGiven says that --folds was given.
func (f *trainingFlags) checkSet(features []string, topics int, foldsGiven bool) error {
	for _, name := range f.options.Rising {
		if !slices.Contains(features, name) {
			guess := cli.Nearest(name, features)
			if guess == "" {
				guess = strings.Join(features, ", ")
			}
			return cli.Usagef("--rising: the lists have no feature %q: choose of %s", name, guess)
		}
	}
	if foldsGiven && (f.folds > topics || f.folds == 1 || f.folds == 2) {
		return cli.Usagef("--folds %d of %d topics: give 3 or more, at most as many as there are topics, or 0 for no cross-validation", f.folds, topics)
	}
	return nil
}

// checkDate checks the date of a model's card.
func checkDate(date string) error {
	if _, err := time.Parse(time.DateOnly, date); date != "" && err != nil {
		return cli.WrongUse(fmt.Errorf("--date is a day such as 2026-01-31, not %q", date))
	}
	return nil
}
