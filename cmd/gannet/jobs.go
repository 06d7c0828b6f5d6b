package main

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/feed/search"
	"gannet/internal/cli"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

func newJobs() *cobra.Command {
	c := &cobra.Command{
		Use:   "jobs",
		Short: "List, show and export the job postings of a crawl",
		Long: "The commands of `gannet jobs` read the postings that a crawl has kept, each in its newest version. Postings of\n" +
			"the same job are shown as one job, with the number of copies.",
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
	search.Search
	state                  job.State
	all                    bool
	since, until, sort, on string
}

func (f *jobFilter) flags(fs *pflag.FlagSet) {
	f.filterFlags(fs)
	fs.StringVar(&f.sort, "sort", defaultOrder, "field by which the list is sorted: "+strings.Join(sortedKeys(jobOrders), ", "))
}

// filterFlags are the flags but for the order.
func (f *jobFilter) filterFlags(fs *pflag.FlagSet) {
	f.sort = defaultOrder
	searchFlags(fs, &f.Search)
	fs.StringVar((*string)(&f.state), "state", "", "only jobs in this state: open, suspected, closed, unknown or all; default: all states except closed")
	fs.StringVar(&f.on, "on", "", "use the states that were known at the end of this day, such as 2026-01-31 (UTC)")
	fs.StringVar(&f.since, "since", "", "only jobs posted on this day, such as 2026-01-31, or later; a posting that names no day counts as posted when it was first seen")
	fs.StringVar(&f.until, "until", "", "only jobs posted on this day or earlier")
	fs.BoolVar(&f.all, "all", false, "list or count every posting, not only one for each job")
}

// searchFlags are the flags of a search.
func searchFlags(fs *pflag.FlagSet, s *search.Search) {
	for _, field := range search.Fields {
		fs.StringVar(field.In(s), field.Name, "", field.Help)
	}
}

// wrongSearch returns the error of a search that cannot be made.
func wrongSearch(err error) error {
	if field, ok := errors.AsType[*search.FieldError](err); ok {
		return cli.Usagef("--%w", field)
	}
	return cli.WrongUse(err)
}

// query returns the query that the flags make.
func (f *jobFilter) query() (postings.Query, error) {
	q, err := f.Search.Query()
	if err != nil {
		return q, wrongSearch(err)
	}
	q.State, q.All = f.state, f.all
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
	case f.state == "":
		q.State = postings.NotClosed
	case f.state == "all":
		q.State = ""
	case !slices.Contains([]job.State{job.Open, job.Suspected, job.Closed, job.Unknown}, f.state):
		return q, cli.Usagef("--state is open, suspected, closed, unknown or all, not %q", f.state)
	}
	if _, ok := jobOrders[f.sort]; !ok {
		return q, cli.Usagef("--sort is %s, not %q", strings.Join(sortedKeys(jobOrders), ", "), f.sort)
	}
	return q, nil
}
