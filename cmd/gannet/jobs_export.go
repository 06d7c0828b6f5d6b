package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/internal/cli"
	"gannet/store/postings"
)

// jobsExport are the flags of `gannet jobs export`.
type jobsExport struct {
	jobFilter
	format, out         string
	partition, endpoint string
	spreadsheet         bool
	release             releaseFlags
}

func newJobsExport() *cobra.Command {
	var e jobsExport
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the postings of a crawl as JSON Lines, CSV, Parquet or a SQLite database",
		Long: "Export writes the postings that `gannet jobs list` would list with the same filters. JSON Lines are schema.org\n" +
			"JobPosting objects, whose key \"gannet\" has everything else that the crawl knows of the posting. CSV, Parquet\n" +
			"and SQLite have flat columns, the same in all three. A SQLite database also has a full-text index, and a later\n" +
			"export into the same database changes only the rows that have changed.\n\n" +
			"With --partition, export appends to a data set: Parquet files in directories such as day=2026-11-01/country=DE,\n" +
			"and a list of these files, _manifest.json, which is written last. The first export to a data set writes every\n" +
			"posting, and each later export writes the postings that have changed since.",
		Example: "  gannet jobs export crawl -o jobs.jsonl\n" +
			"  gannet jobs export crawl --format parquet --all -o jobs.parquet\n" +
			"  gannet jobs export crawl --format sqlite -o jobs.db\n" +
			"  gannet jobs export crawl --partition day,country -o s3://bucket/jobs",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := e.check(c.Flags()); err != nil {
				return err
			}
			of, err := e.release.open(args[0])
			if err != nil {
				return err
			}
			switch {
			case e.partition != "":
				err = exportPartitioned(c.Context(), c.OutOrStdout(), args[0], &e, of)
			case e.format == "sqlite":
				err = exportSQLite(c.Context(), c.OutOrStdout(), args[0], e.out, &e.jobFilter, of)
			default:
				err = exportJobs(c.OutOrStdout(), args[0], &e, of)
			}
			return errors.Join(err, of.report(c.ErrOrStderr(), "posting"))
		},
	}
	e.flags(c.Flags())
	e.release.flags(c.Flags())
	c.Flags().StringVar(&e.format, "format", "jsonl", "jsonl, csv, parquet or sqlite")
	c.Flags().StringVarP(&e.out, "output", "o", "", "file to write; default: standard output; with --partition: a directory or s3://BUCKET/PREFIX")
	c.Flags().StringVar(&e.partition, "partition", "", "append to a data set that is divided into directories by some of "+strings.Join(sortedKeys(partitionKeys), ", ")+", such as day,country")
	c.Flags().StringVar(&e.endpoint, "s3-endpoint", "", "URL of the server for s3://; default: AWS_ENDPOINT_URL, or Amazon's server")
	spreadsheetFlag(c.Flags(), &e.spreadsheet)
	return c
}

// jobExportFormats are the values of --format.
var jobExportFormats = []string{"jsonl", "csv", "parquet", "sqlite"}

// check returns an error if flags exclude each other.
func (e *jobsExport) check(flags *pflag.FlagSet) error {
	switch {
	case !slices.Contains(jobExportFormats, e.format):
		return cli.Usagef("--format is jsonl, csv, parquet or sqlite, not %q", e.format)
	case flags.Changed("partition"):
		return e.checkPartition(flags)
	case strings.HasPrefix(e.out, "s3://"):
		return cli.Usagef("-o s3:// is for data sets: give --partition day,country")
	case e.endpoint != "":
		return cli.Usagef("--s3-endpoint is for --partition with -o s3://BUCKET/PREFIX: leave it out")
	case e.format != "sqlite":
		return nil
	case e.out == "":
		return cli.Usagef("--format sqlite needs a file: give -o FILE")
	case e.sort != defaultOrder:
		return cli.Usagef("--sort: a database has no order: leave it out")
	case e.spreadsheet:
		return cli.Usagef("--spreadsheet is for --format csv, not %q", e.format)
	}
	return nil
}

// keys are those of --partition.
func (e *jobsExport) keys() []string { return strings.Split(e.partition, ",") }

// checkPartition returns an error unless the flags are those of a data set. It has every posting in every state, so that later
// exports can tell what became of them.
func (e *jobsExport) checkPartition(flags *pflag.FlagSet) (err error) {
	for i, key := range e.keys() {
		if partitionKeys[key] == nil || slices.Contains(e.keys()[:i], key) {
			return cli.Usagef("--partition is some of %s, as in day,country, not %q", strings.Join(sortedKeys(partitionKeys), ", "), e.partition)
		}
	}
	switch {
	case e.out == "":
		return cli.Usagef("--partition needs a place: give -o DIRECTORY or -o s3://BUCKET/PREFIX")
	case flags.Changed("format") && e.format != "parquet":
		return cli.Usagef("--partition writes Parquet: leave --format out")
	case e.endpoint != "" && !strings.HasPrefix(e.out, "s3://"):
		return cli.Usagef("--s3-endpoint is for -o s3://BUCKET/PREFIX: leave it out")
	}
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains([]string{"partition", "output", "format", "s3-endpoint", "purpose", "contacts"}, f.Name) {
			err = cli.Usagef("--partition exports every posting, for later exports to follow it: leave --%s out, and filter the rows", f.Name)
		}
	})
	return err
}

// exportJobs writes postings to a file or a stream.
func exportJobs(stdout io.Writer, dir string, e *jobsExport, of *release) error {
	q, make, err := jobQuery(e.format, &e.jobFilter)
	if err != nil {
		return err
	}
	var jobs postings.Finder
	write, err := forSpreadsheet(e.spreadsheet, e.format, func(w io.Writer) error { return writeJobs(w, jobs, q, jobList{e.sort, 0}, make) })
	if err != nil {
		return err
	}
	return withJobs(dir, of, func(found postings.Finder) error {
		jobs = found
		return writeTo(e.out, stdout, write)
	})
}
