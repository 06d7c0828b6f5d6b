package main

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

func newJobs() *cobra.Command {
	c := &cobra.Command{
		Use:   "jobs",
		Short: "List, show and export the job postings of a crawl",
		Long: "Jobs reads the postings that a crawl has kept, each in its newest version. Postings that were found to be the\n" +
			"same job are folded into one, with the number of copies.",
		Example: "  gannet jobs list crawl --text welder --place Oslo --since 2026-01-01\n" +
			"  gannet jobs show crawl 17 --versions\n" +
			"  gannet jobs export crawl --format parquet -o jobs.parquet",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newJobsList(), newJobsShow(), newJobsExport(), newJobsChanges(), newJobsSync(), newJobsCount())
	return c
}

// withJobs calls use with the postings of a crawl that a release gives, all of them if it is nil. Of a damaged store it has what can still be read, and withJobs returns
// an error that says so afterwards.
func withJobs(dir string, of *release, use func(postings.Finder) error) error {
	r, err := crawldir.ReadDamaged(dir, store.PostingBuckets)
	if err != nil {
		return err
	}
	defer r.Close()
	return errors.Join(use(of.postings(r)), leftOut(r))
}

// jobFilter are the flags that choose postings.
type jobFilter struct {
	postings.Query
	since, until, salary, sort, on, near string
}

func (f *jobFilter) flags(fs *pflag.FlagSet) {
	f.filterFlags(fs)
	fs.StringVar(&f.sort, "sort", defaultOrder, "order of the list: "+strings.Join(sortedKeys(jobOrders), ", "))
}

// filterFlags are the flags but for the order.
func (f *jobFilter) filterFlags(fs *pflag.FlagSet) {
	f.contentFlags(fs)
	fs.StringVar((*string)(&f.State), "state", "", "open, suspected, closed, unknown or all; default: all that are not closed")
	fs.StringVar(&f.on, "on", "", "states as they were known at the end of that day (2026-01-31, in UTC)")
	fs.StringVar(&f.since, "since", "", "posted on that day (2026-01-31) or later; first seen then if it does not say")
	fs.StringVar(&f.until, "until", "", "posted on that day or earlier")
	fs.BoolVar(&f.All, "all", false, "duplicates too, each by itself")
}

// contentFlags are those of what a posting says.
func (f *jobFilter) contentFlags(fs *pflag.FlagSet) {
	f.sort = defaultOrder
	fs.StringVar(&f.Text, "text", "", "words that title, company or description have, all of them")
	fs.StringVar(&f.Company, "company", "", "name of the company, with or without its legal form, or its first words")
	fs.StringVar(&f.Location, "place", "", "words of the place: a town, a region or a country")
	fs.StringVar(&f.near, "near", "", "a town and a distance in kilometres, such as 'York 30km': places of work within it")
	fs.StringVar(&f.Region, "region", "", "region of a place of work by ISO 3166-2, such as DE-BY, or a country such as DE")
	fs.StringVar(&f.Occupation, "occupation", "", "group of occupations by ISCO-08, one to four digits, such as 25 or 2512")
	fs.StringVar(&f.Language, "language", "", "language of the posting, such as en")
	fs.StringVar(&f.Host, "host", "", "host of the page, or a domain with all its hosts")
	fs.StringVar(&f.salary, "salary-min", "", "least salary, such as 50000 EUR, 4000 EUR a month or 25 USD an hour; a year's without a unit")
}

// query returns the query that the flags make.
func (f *jobFilter) query() (postings.Query, error) {
	q := f.Query
	for _, day := range []struct {
		flag, value string
		after       time.Duration
		to          *time.Time
	}{{"--since", f.since, 0, &q.Since}, {"--until", f.until, 24 * time.Hour, &q.Until}, {"--on", f.on, 24*time.Hour - 1, &q.On}} {
		if day.value == "" {
			continue
		}
		t, err := time.Parse(time.DateOnly, day.value)
		if err != nil {
			return q, cli.Usagef("%s is a day such as 2026-01-31, not %q", day.flag, day.value)
		}
		if day.flag == "--on" && t.After(time.Now()) {
			return q, cli.Usagef("--on %s has not come yet: give today or an earlier day", day.value)
		}
		*day.to = t.Add(day.after)
	}
	if f.since != "" && f.until != "" && !q.Since.Before(q.Until) {
		return q, cli.Usagef("--since %s is after --until %s: no day is between them", f.since, f.until)
	}
	switch {
	case f.State == "":
		q.State = postings.NotClosed
	case f.State == "all":
		q.State = ""
	case !slices.Contains([]job.State{job.Open, job.Suspected, job.Closed, job.Unknown}, f.State):
		return q, cli.Usagef("--state is open, suspected, closed, unknown or all, not %q", f.State)
	}
	if strings.Contains(f.Host, "/") {
		return q, cli.Usagef("--host is a name such as example.org, not the URL %q", f.Host)
	}
	if f.salary != "" {
		pay, ok := job.ParsePay(f.salary)
		if !ok || strings.HasPrefix(strings.TrimSpace(f.salary), "-") {
			return q, cli.Usagef("--salary-min %q: give an amount, its currency and unit, such as 4000 EUR a month", f.salary)
		}
		q.Pay = pay
	}
	if f.near != "" {
		circle, err := circleOf(f.near)
		if err != nil {
			return q, err
		}
		q.Near = circle
	}
	if err := q.Check(); err != nil {
		return q, cli.WrongUse(err)
	}
	if _, ok := jobOrders[f.sort]; !ok {
		return q, cli.Usagef("--sort is %s, not %q", strings.Join(sortedKeys(jobOrders), ", "), f.sort)
	}
	return q, checkLanguage(f.Language)
}
