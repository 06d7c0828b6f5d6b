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
		Long: "The commands of `gannet worker` are the steps of a batch, for an engine such as Spark or Flink. Each command reads\n" +
			"frames (binary messages of one kind, named by a letter) from standard input and writes frames to standard output. A\n" +
			"worker keeps no state between frames, so an engine may start any number of workers, and start a worker again if it\n" +
			"dies. If the exit status of a worker is 0, its output is complete. docs/guide/16-batches.md describes the frames\n" +
			"and the programs that start the engines. On one machine, `gannet batch` does the same without an engine.",
	}
	c.AddCommand(newWorkerBands(), newWorkerPairs(), newWorkerPages(), newWorkerExtract(), newWorkerFeatures(), newWorkerGrade())
	return c
}

func newWorkerBands() *cobra.Command {
	date := ""
	c := &cobra.Command{
		Use:   "bands",
		Short: "Make of lines of ads what is compared, and the keys by which copies are found",
		Long: "Bands prepares ads for comparison. Bands reads frames L, each with an ad as a line of JSON in the form that `gannet\n" +
			"dedup` reads. Bands writes a frame A for each ad, a frame K for each key by which copies of the ad can be found,\n" +
			"and a frame E for each line that is not an ad.",
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
	c.Flags().StringVar(&date, "date", "", "day on which the ads were fetched, such as 2026-03-01, to understand dates such as \"3 days ago\"; default: today")
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
		"Pairs finds the keys that several ads share. Pairs reads the frames that `gannet worker bands` writes,\n"+
			"sorted by the nine bytes that follow the length of each frame. For each key that an ad shares with\n"+
			"another ad, pairs writes a frame S; it writes no frames K. All other frames are copied to the output.\n"+
			"From the frames A, E and S, sorted in the same way, `gannet batch dedup --frames` decides which ads\n"+
			"are the same job.", corpus.Pairs)
}

// filterCommand returns a worker without flags.
func filterCommand(name, short, long string, filter func(io.Reader, io.Writer) error) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: short, Long: long, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return filter(c.InOrStdin(), c.OutOrStdout()) },
	}
}
