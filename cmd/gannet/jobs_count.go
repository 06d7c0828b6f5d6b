package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/internal/cli"
	"gannet/store/postings"
)

func newJobsCount() *cobra.Command {
	var f jobFilter
	var by []string
	var format string
	c := &cobra.Command{
		Use:   "count DIR",
		Short: "Count the postings of a crawl by occupation, place, time and other fields",
		Long: "Count prints the number of jobs for each combination of values of the fields in --by. A field that a posting does\n" +
			"not have counts as \"unknown\", so the numbers add up to all jobs. The jobs and the filters are those of `gannet\n" +
			"jobs list`: the postings of one job count once, and closed jobs count only with --state. A job with several places\n" +
			"counts for the first of these places. Occupations are groups of ISCO-08: major groups have one digit, sub-major\n" +
			"groups two, and unit groups four. Weeks are those of ISO 8601, and a job belongs to the week in which it was\n" +
			"posted. Regions are those of ISO 3166-2; nuts1 to nuts3 are the three levels of Eurostat's regions (NUTS).",
		Example: "  gannet jobs count crawl --by occupation,region,week\n" +
			"  gannet jobs count crawl --by major,country --state all --format csv",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return countJobs(c.OutOrStdout(), args[0], by, format, &f)
		},
	}
	f.filterFlags(c.Flags())
	c.Flags().StringSliceVar(&by, "by", []string{"occupation"}, "fields to count by, separated by commas: "+strings.Join(postings.CountableFields(), ", "))
	c.Flags().StringVar(&format, "format", "table", "table, csv or json")
	return c
}

func countJobs(w io.Writer, dir string, by []string, format string, f *jobFilter) error {
	for _, field := range by {
		if !slices.Contains(postings.CountableFields(), field) {
			return cli.Usagef("--by is some of %s, not %q", strings.Join(postings.CountableFields(), ", "), field)
		}
	}
	write := map[string]func(io.Writer, []string, []postings.Count) error{"table": writeCountTable, "csv": writeCountCSV, "json": writeCountJSON}[format]
	if write == nil {
		return cli.Usagef("--format is table, csv or json, not %q", format)
	}
	q, err := f.query()
	if err != nil {
		return err
	}
	counts := postings.NewCounts(by...)
	err = withJobs(dir, nil, func(jobs postings.Finder) error {
		return jobs.Find(q, func(p *postings.Posting) error {
			counts.Add(p)
			return nil
		})
	})
	if err != nil {
		return err
	}
	return buffered(w, func(w io.Writer) error { return write(w, by, counts.List()) })
}

func writeCountTable(w io.Writer, by []string, list []postings.Count) error {
	t := cli.NewTable(w)
	fmt.Fprintf(t, "JOBS\t%s\n", strings.ToUpper(strings.Join(by, "\t")))
	all := 0
	for _, c := range list {
		cells := make([]string, len(by))
		for i, v := range c.Values {
			cells[i] = cli.Printable(postings.NameOfValue(by[i], v))
		}
		fmt.Fprintf(t, "%d\t%s\n", c.Jobs, strings.Join(cells, "\t"))
		all += c.Jobs
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return cli.Say(w, "%s\n", cli.Counted(all, "job"))
}

func writeCountCSV(w io.Writer, by []string, list []postings.Count) error {
	out := csv.NewWriter(w)
	if err := out.Write(append(slices.Clone(by), "jobs")); err != nil {
		return err
	}
	for _, c := range list {
		if err := out.Write(append(slices.Clone(c.Values), fmt.Sprint(c.Jobs))); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func writeCountJSON(w io.Writer, by []string, list []postings.Count) error {
	rows := make([]map[string]any, len(list))
	for i, c := range list {
		rows[i] = map[string]any{"jobs": c.Jobs}
		for k, field := range by {
			rows[i][field] = c.Values[k]
		}
	}
	return json.NewEncoder(w).Encode(rows)
}
