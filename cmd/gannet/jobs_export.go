package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"gannet/store/postings"
)

// jobsExport are the flags of `gannet jobs export`.
type jobsExport struct {
	jobFilter
	format, out string
	spreadsheet bool
}

func newJobsExport() *cobra.Command {
	var e jobsExport
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the postings of a crawl as JSON Lines, CSV, Parquet or a SQLite database",
		Long: "Export writes the postings that `gannet jobs list` would list. JSON Lines are schema.org JobPosting objects, with\n" +
			"what the crawl knows beside under \"gannet\"; CSV, Parquet and SQLite have the same flat columns. A SQLite database\n" +
			"has a full-text index, and the next export into it changes only what is new.",
		Example: "  gannet jobs export crawl -o jobs.jsonl\n" +
			"  gannet jobs export crawl --format parquet --all -o jobs.parquet\n" +
			"  gannet jobs export crawl --format sqlite -o jobs.db",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := e.check(); err != nil {
				return err
			}
			if e.format == "sqlite" {
				return exportSQLite(c.Context(), c.OutOrStdout(), args[0], e.out, &e.jobFilter)
			}
			return exportJobs(c.OutOrStdout(), args[0], &e)
		},
	}
	e.flags(c.Flags())
	c.Flags().StringVar(&e.format, "format", "jsonl", "jsonl, csv, parquet or sqlite")
	c.Flags().StringVarP(&e.out, "output", "o", "", "file to write; default: standard output")
	spreadsheetFlag(c.Flags(), &e.spreadsheet)
	return c
}

// jobExportFormats are the values of --format.
var jobExportFormats = []string{"jsonl", "csv", "parquet", "sqlite"}

// check returns an error if flags exclude each other.
func (e *jobsExport) check() error {
	switch {
	case !slices.Contains(jobExportFormats, e.format):
		return usagef("--format is jsonl, csv, parquet or sqlite, not %q", e.format)
	case e.format != "sqlite":
		return nil
	case e.out == "":
		return usagef("--format sqlite needs a file: give -o FILE")
	case e.sort != defaultOrder:
		return usagef("--sort: a database has no order: leave it out")
	case e.spreadsheet:
		return usagef("--spreadsheet is for --format csv, not %q", e.format)
	}
	return nil
}

// exportJobs writes postings to a file or a stream.
func exportJobs(stdout io.Writer, dir string, e *jobsExport) error {
	q, make, err := jobQuery(e.format, &e.jobFilter)
	if err != nil {
		return err
	}
	var jobs postings.Finder
	write, err := forSpreadsheet(e.spreadsheet, e.format, func(w io.Writer) error { return writeJobs(w, jobs, q, jobList{e.sort, 0}, make) })
	if err != nil {
		return err
	}
	return withJobs(dir, func(found postings.Finder) error {
		jobs = found
		return writeTo(e.out, stdout, write)
	})
}
