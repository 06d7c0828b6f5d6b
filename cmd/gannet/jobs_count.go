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
		Long: "Count writes the number of jobs for each combination of values of the fields in --by. A field that a job does not\n" +
			"have counts as \"unknown\", so the numbers add up. A job that several postings show counts once, with the fields of\n" +
			"its original posting, or of the first posting in the wanted state; without --state, a job is open while one of its\n" +
			"postings is. All other filters compare this posting only, so the counts of four weeks add up to the count of the\n" +
			"month. (The filters of `gannet jobs list` find a job by any of its postings.) Closed jobs count only with --state.\n" +
			"A job with several places counts for the first place. Occupations are groups of ISCO-08: major groups of one\n" +
			"digit, sub-major ones of two, unit groups of four. Weeks are those of ISO 8601, and a job belongs to the week of\n" +
			"its day of posting. Regions are those of ISO 3166-2; nuts1 to nuts3 are Eurostat's regions of three levels. The\n" +
			"most frequent values come first; weeks are in the order of time.",
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
	write := map[string]func(w io.Writer, by []string, unit string, list []postings.Count) error{"table": writeCountTable, "csv": writeCountCSV, "json": writeCountJSON}[format]
	if write == nil {
		return cli.Usagef("--format is table, csv or json, not %q", format)
	}
	q, err := f.query()
	if err != nil {
		return err
	}
	q.PerJob = true
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
	list := counts.List()
	if week := slices.Index(by, "week"); week >= 0 {
		slices.SortStableFunc(list, func(a, b postings.Count) int { return strings.Compare(a.Values[week], b.Values[week]) })
	}
	unit := "job"
	if q.All {
		unit = "posting"
	}
	return buffered(w, func(w io.Writer) error { return write(w, by, unit, list) })
}

func writeCountTable(w io.Writer, by []string, unit string, list []postings.Count) error {
	t := cli.NewTable(w)
	fmt.Fprintf(t, "%s\n", strings.ToUpper(unit+"s\t"+strings.Join(by, "\t")))
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
	return cli.Say(w, "%s\n", cli.Counted(all, unit))
}

func writeCountCSV(w io.Writer, by []string, unit string, list []postings.Count) error {
	out := csv.NewWriter(w)
	if err := out.Write(append(slices.Clone(by), unit+"s")); err != nil {
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

func writeCountJSON(w io.Writer, by []string, unit string, list []postings.Count) error {
	rows := make([]map[string]any, len(list))
	for i, c := range list {
		rows[i] = map[string]any{unit + "s": c.Jobs}
		for k, field := range by {
			rows[i][field] = c.Values[k]
		}
	}
	return json.NewEncoder(w).Encode(rows)
}
