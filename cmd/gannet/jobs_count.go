package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gannet/internal/cli"
	"gannet/job"
	"gannet/job/occupation"
	"gannet/store/postings"
)

func newJobsCount() *cobra.Command {
	var f jobFilter
	var by []string
	var format string
	c := &cobra.Command{
		Use:   "count DIR",
		Short: "Count the postings of a crawl by occupation, place, time and other fields",
		Long: "Count writes how many jobs there are of each combination of the fields that --by names. What a posting does not say counts\n" +
			"as \"unknown\", so that the numbers add up. Jobs are those of `gannet jobs list`, with the same filters: duplicates count\n" +
			"once, closed ones only with --state. A job with several places counts for the first. Occupations are groups of ISCO-08:\n" +
			"major groups of one digit, sub-major ones of two, unit groups of four. Weeks are those of ISO 8601, of the day of posting.",
		Example: "  gannet jobs count crawl --by occupation,region,week\n" +
			"  gannet jobs count crawl --by major,country --state all --format csv",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return countJobs(c.OutOrStdout(), args[0], by, format, &f)
		},
	}
	f.filterFlags(c.Flags())
	c.Flags().StringSliceVar(&by, "by", []string{"occupation"}, "fields, with commas: "+strings.Join(countableNames(), ", "))
	c.Flags().StringVar(&format, "format", "table", "table, csv or json")
	return c
}

// unknown is what a posting counts for that does not say a field.
const unknownValue = "unknown"

// countable are the fields that jobs are counted by. A field is "" if the posting does not say it.
var countable = map[string]func(*postings.Posting) string{
	"major":      func(p *postings.Posting) string { return groupOf(p, 1) },
	"submajor":   func(p *postings.Posting) string { return groupOf(p, 2) },
	"occupation": func(p *postings.Posting) string { return groupOf(p, 4) },
	"country": func(p *postings.Posting) string {
		return job.FirstOf(p.Job.Places, func(p job.Place) string { return strings.ToUpper(p.CountryCode) })
	},
	"region": func(p *postings.Posting) string {
		return job.FirstOf(p.Job.Places, func(p job.Place) string { return p.RegionCode })
	},
	"town": func(p *postings.Posting) string {
		return job.FirstOf(p.Job.Places, func(p job.Place) string { return p.Town })
	},
	"company":   func(p *postings.Posting) string { return p.Job.Company },
	"language":  func(p *postings.Posting) string { return p.Job.Language },
	"mode":      func(p *postings.Posting) string { return p.Job.WorkMode },
	"seniority": func(p *postings.Posting) string { return p.Job.Seniority },
	"state":     func(p *postings.Posting) string { return string(p.Job.State.Known()) },
	"day": func(p *postings.Posting) string {
		return dated(p, func(t time.Time) string { return t.Format(time.DateOnly) })
	},
	"month": func(p *postings.Posting) string {
		return dated(p, func(t time.Time) string { return t.Format("2006-01") })
	},
	"week": func(p *postings.Posting) string {
		return dated(p, func(t time.Time) string {
			year, week := t.ISOWeek()
			return fmt.Sprintf("%d-W%02d", year, week)
		})
	},
}

func countableNames() []string { return slices.Sorted(maps.Keys(countable)) }

func groupOf(p *postings.Posting, digits int) string {
	return p.Job.Occupation[:min(digits, len(p.Job.Occupation))]
}

// dated returns a form of the day of posting, or of the day on which the posting was first seen.
func dated(p *postings.Posting, form func(time.Time) string) string {
	at := p.Job.Posted
	if at.IsZero() {
		at = p.First
	}
	return form(at.UTC())
}

// count is how many jobs have some values.
type count struct {
	values []string
	jobs   int
}

func countJobs(w io.Writer, dir string, by []string, format string, f *jobFilter) error {
	for _, field := range by {
		if countable[field] == nil {
			return cli.Usagef("--by is some of %s, not %q", strings.Join(countableNames(), ", "), field)
		}
	}
	write := map[string]func(io.Writer, []string, []count) error{"table": writeCountTable, "csv": writeCountCSV, "json": writeCountJSON}[format]
	if write == nil {
		return cli.Usagef("--format is table, csv or json, not %q", format)
	}
	q, err := f.query()
	if err != nil {
		return err
	}
	counts := make(map[string]*count)
	err = withJobs(dir, nil, func(jobs postings.Finder) error {
		return jobs.Find(q, func(p *postings.Posting) error {
			values := make([]string, len(by))
			for i, field := range by {
				values[i] = cmp.Or(countable[field](p), unknownValue)
			}
			key := strings.Join(values, "\x00")
			if counts[key] == nil {
				counts[key] = &count{values: values}
			}
			counts[key].jobs++
			return nil
		})
	})
	var list []count
	for _, c := range counts {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b count) int {
		return cmp.Or(cmp.Compare(b.jobs, a.jobs), slices.Compare(a.values, b.values))
	})
	if err != nil {
		return err
	}
	return buffered(w, func(w io.Writer) error { return write(w, by, list) })
}

// withName returns an occupation with its name.
func withName(field, value string) string {
	switch name := occupation.Name(value, "en"); {
	case field != "major" && field != "submajor" && field != "occupation", name == "":
		return value
	default:
		return value + " " + name
	}
}

func writeCountTable(w io.Writer, by []string, list []count) error {
	t := cli.NewTable(w)
	fmt.Fprintf(t, "JOBS\t%s\n", strings.ToUpper(strings.Join(by, "\t")))
	all := 0
	for _, c := range list {
		cells := make([]string, len(by))
		for i, v := range c.values {
			cells[i] = cli.Printable(withName(by[i], v))
		}
		fmt.Fprintf(t, "%d\t%s\n", c.jobs, strings.Join(cells, "\t"))
		all += c.jobs
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return cli.Say(w, "%s\n", cli.Counted(all, "job"))
}

func writeCountCSV(w io.Writer, by []string, list []count) error {
	out := csv.NewWriter(w)
	if err := out.Write(append(slices.Clone(by), "jobs")); err != nil {
		return err
	}
	for _, c := range list {
		if err := out.Write(append(slices.Clone(c.values), fmt.Sprint(c.jobs))); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func writeCountJSON(w io.Writer, by []string, list []count) error {
	rows := make([]map[string]any, len(list))
	for i, c := range list {
		rows[i] = map[string]any{"jobs": c.jobs}
		for k, field := range by {
			rows[i][field] = c.values[k]
		}
	}
	return json.NewEncoder(w).Encode(rows)
}
