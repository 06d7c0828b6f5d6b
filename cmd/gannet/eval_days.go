package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/internal/cli"
	"gannet/training/freshness"
)

// daysFlags are the flags of eval that compare schedules of revisits.
var daysFlags = []string{"days", "open", "per-day", "listed", "webs", "schedules"}

// addDays adds these flags.
func addDays(s *pflag.FlagSet, o *freshness.Options) {
	*o = freshness.DefaultOptions()
	s.IntVar(&o.Days, "days", 0, "compare schedules of revisits, in place of strategies, on generated job webs over this many days (30 or more)")
	s.IntVar(&o.Open, "open", o.Open, "with --days: number of postings that are open at any time")
	s.IntVar(&o.PerDay, "per-day", o.PerDay, "with --days: number of requests that a schedule may make in a day")
	s.Float64Var(&o.Listed, "listed", o.Listed, "with --days: share of the postings that listings link to")
	s.IntVar(&o.Seeds, "webs", o.Seeds, "with --days: number of webs, generated with successive seeds")
	s.StringSliceVar(&o.Schedules, "schedules", nil, "with --days: schedules to compare, any of "+strings.Join(freshness.Names(), ", ")+"; default: all")
}

// checkDays returns an error if flags of both comparisons are given.
func checkDays(c *cobra.Command) (err error) {
	comparesSchedules := c.Flags().Changed("days")
	c.Flags().Visit(func(flag *pflag.Flag) {
		isOfAllCommands := c.InheritedFlags().Lookup(flag.Name) != nil
		switch isDays := slices.Contains(daysFlags, flag.Name); {
		case err != nil || flag.Name == "seed" || isOfAllCommands:
		case comparesSchedules && !isDays:
			err = cli.Usagef("--days compares schedules on generated webs: leave --%s out", flag.Name)
		case !comparesSchedules && isDays:
			err = cli.Usagef("--%s has an effect with --days alone: give both", flag.Name)
		}
	})
	return err
}

// runDays compares schedules.
func runDays(c *cobra.Command, o freshness.Options, seed uint64) error {
	o.Seed = seed
	if len(o.Schedules) == 0 {
		o.Schedules = freshness.Names()
	}
	if err := o.Check(); err != nil {
		return cli.WrongUse(err)
	}
	rows, err := freshness.Run(c.Context(), o, nil)
	if err != nil {
		return err
	}
	freshness.Write(c.OutOrStdout(), rows)
	return nil
}
