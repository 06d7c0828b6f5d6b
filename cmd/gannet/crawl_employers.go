package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/employers"
	"gannet/internal/cli"
)

// employerFlags are the flags of a search for the boards of employers.
type employerFlags struct {
	list     string
	requests int
	repeated []int              // lines of the list that repeat a home page
	found    []employers.Record // by the end of the run
}

func (f *employerFlags) register(s *pflag.FlagSet) {
	s.StringVar(&f.list, "employers", "", "CSV file of names and home pages: the crawl looks for the job board of each employer (the topic is jobs), and gannet employers shows the boards")
	s.IntVar(&f.requests, "employer-requests", employers.DefaultRequests, "with --employers: how many pages the crawl may request for each employer to find its job board; without --fresh, the pages of its postings count, too")
}

// text says how many boards were found, and how many searches have used all requests that they may make. It is "" without a list.
func (f *employerFlags) text() string {
	if len(f.found) == 0 {
		return ""
	}
	known, spent := 0, 0
	for _, e := range f.found {
		if e.Board != "" {
			known++
		}
		if e.Requests >= f.requests {
			spent++
		}
	}
	text := fmt.Sprintf("the job boards of %d of %s are known", known, cli.Counted(len(f.found), "employer"))
	if spent > 0 {
		text += fmt.Sprintf("; for %d all requests of --employer-requests are used", spent)
	}
	return text
}

// applyEmployers makes the crawl one for boards, if there is a list: the home pages are its seeds, and pages have no limit unless one is given.
func (f *crawlFlags) applyEmployers() error {
	e := &f.employers
	switch {
	case e.list == "" && f.flags.Changed("employer-requests"):
		return cli.Usagef("--employer-requests is for --employers: leave it out")
	case e.list == "":
		return nil
	case len(f.seeds) > 0:
		return cli.Usagef("--employers has the seeds: leave --seeds out")
	case f.cluster.address != "":
		return cli.WrongUse(crawldir.ErrEmployersCluster)
	case e.requests < 1:
		return cli.Usagef("--employer-requests is at least 1")
	case f.topic != "" && f.topic != crawldir.JobsTopic:
		return cli.Usagef("--employers is for the topic jobs: leave --topic out")
	}
	f.topic = crawldir.JobsTopic
	file, err := os.Open(e.list)
	if err != nil {
		return cli.Usagef("--employers: %w: name a CSV file of names and home pages", err)
	}
	defer file.Close()
	list, repeated, err := employers.ReadList(file)
	if err != nil {
		return cli.Usagef("--employers: %s %w", e.list, err)
	}
	e.repeated = repeated
	f.options.Employers = &employers.Options{List: list, Requests: e.requests}
	if !f.flags.Changed("pages") {
		f.options.Limits.Pages = crawler.NoLimit
	}
	return nil
}

// warn says which lines of the list do not count.
func (f *employerFlags) warn(log *slog.Logger) {
	if n := len(f.repeated); n > 0 {
		log.Warn("--employers: lines with the home page of an earlier line do not count: take them out", "list", f.list, "lines", n, "first", f.repeated[0])
	}
}

// employerSeeds returns the seeds of a crawl for boards.
func (f *crawlFlags) employerSeeds() []string { return employers.New(*f.options.Employers).Homes() }
