package main

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"gannet/dedup"
	"gannet/dedup/corpus"
	"gannet/internal/cli"
	"gannet/models/shipped"
)

func newWorker() *cobra.Command {
	c := &cobra.Command{
		Use:   "worker",
		Short: "Do one step of a batch as the process of an engine",
		Long: "The commands of `gannet worker` are the steps of a batch. Each command of worker reads records from standard input\n" +
			"and writes records to standard output. A worker has no state, so an engine such as Spark or Flink may start any\n" +
			"number of them, and start one again if it dies. The output of a worker is complete if its exit status is 0.\n" +
			"docs/guide/16-batches.md describes the records and the drivers for both engines. On one machine `gannet batch` does\n" +
			"the same without an engine.",
	}
	c.AddCommand(newWorkerBands(), newWorkerPairs(), newWorkerPages(), newWorkerExtract(), newWorkerFeatures(), newWorkerGrade())
	return c
}

func newWorkerBands() *cobra.Command {
	date := ""
	c := &cobra.Command{
		Use:   "bands",
		Short: "Make of lines of ads what is compared, and the keys by which copies are found",
		Long: "Bands prepares ads for comparison. Bands reads frames L, each with a line of JSON as `gannet dedup` reads it. Bands\n" +
			"writes a frame A for each ad, a frame K for each key by which copies of the ad can be found, and a frame E for each\n" +
			"line that is not an ad.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			now, err := dateOr(date, time.Now())
			if err != nil {
				return err
			}
			model, err := shipped.Verdict()
			if err != nil {
				return err
			}
			d, err := dedup.NewDeduper(dedup.BatchOptions(model))
			if err != nil {
				return err
			}
			return corpus.Bands(c.InOrStdin(), c.OutOrStdout(), now, d.PrepareListed)
		},
	}
	c.Flags().StringVar(&date, "date", "", "day on which the ads were read, such as 2026-03-01, for dates such as \"3 days ago\"; default: today")
	return c
}

// dateOr returns the day that a flag names, or else another time.
func dateOr(day string, other time.Time) (time.Time, error) {
	if day == "" {
		return other, nil
	}
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return t, cli.Usagef("--date %q: give a day such as 2026-03-01", day)
	}
	return t, nil
}

func newWorkerPairs() *cobra.Command {
	return filterCommand("pairs", "Find the keys that several ads have",
		"Pairs finds the keys that several ads share. Pairs reads the frames that bands writes, sorted\n"+
			"by the nine bytes after the length. Pairs writes a frame S for each ad\n"+
			"and each of its keys that another ad has, too, in place of frames K. Pairs passes all other frames on.\n"+
			"`gannet batch dedup --frames` makes the decisions from the frames A, E and S, sorted in the same way.", corpus.Pairs)
}

// filterCommand returns a worker without flags.
func filterCommand(name, short, long string, filter func(io.Reader, io.Writer) error) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: short, Long: long, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return filter(c.InOrStdin(), c.OutOrStdout()) },
	}
}
