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
		Long: "Worker has the steps of batches as filters. Each reads records from standard input and writes records to standard output. It\n" +
			"keeps no state, so an engine such as Spark or Flink may start as many as it likes, and start one again that died.\n" +
			"What a worker wrote counts if its exit status is 0. docs/guide/16-batches.md describes the records, and has drivers for both\n" +
			"engines. On one machine `gannet batch` does the same without an engine.",
	}
	c.AddCommand(newWorkerBands(), newWorkerPairs(), newWorkerPages(), newWorkerExtract(), newWorkerFeatures(), newWorkerGrade())
	return c
}

func newWorkerBands() *cobra.Command {
	date := ""
	c := &cobra.Command{
		Use:   "bands",
		Short: "Make of lines of ads what is compared, and the keys by which copies are found",
		Long: "Bands reads frames L, lines of ads as `gannet dedup` reads them. It writes a frame A for each ad, E for a line that is no\n" +
			"ad, and K for each key of an ad.",
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
	c.Flags().StringVar(&date, "date", "", "day that relative dates are relative to, such as 2026-03-01; default: today")
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
		"Pairs reads the frames of bands, sorted by their first nine bytes. In place of frames K it writes a frame S for each ad and each\n"+
			"of its keys that another ad has, too. The other frames are passed on. `gannet batch dedup --frames` decides on the\n"+
			"frames A, E and S, sorted in the same way.", corpus.Pairs)
}

// filterCommand returns a worker without flags.
func filterCommand(name, short, long string, filter func(io.Reader, io.Writer) error) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: short, Long: long, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return filter(c.InOrStdin(), c.OutOrStdout()) },
	}
}
