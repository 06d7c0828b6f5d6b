// Command evalfreshcrawl measures how fresh a whole crawl stays. It crawls the generated job web with a clock, in virtual time, as
// `gannet crawl --fresh` does. It compares what the crawl's feed says with the truth, and with the light visits of
// training/freshness on the same webs. `make eval-fresh-crawl` writes a section of lab/reports/freshness.md with it.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"gannet/crawler/fresh"
	"gannet/training/freshness"
)

// options say what to crawl.
type options struct {
	freshness.Options
	fresh     time.Duration
	dir       string // of the crawls; removed afterwards
	harvest   int    // postings open on the web on which discovery is measured
	verbose   bool
	breakages bool // measure what is told of hosts that break, and nothing else
	rules     bool // measure what each rule is worth with light visits, and nothing else
	light     bool // light visits of the same webs, too
	wrong     bool // write what led to wrong closings
	without   fresh.Rules
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab/evalfreshcrawl: ")
	o := options{Options: freshness.DefaultOptions(), fresh: 24 * time.Hour}
	o.Open, o.PerDay, o.Seeds = 2000, 300, 3
	flag.IntVar(&o.Days, "days", o.Days, "days of the crawl")
	flag.IntVar(&o.Open, "open", o.Open, "postings open at any time")
	flag.IntVar(&o.PerDay, "per-day", o.PerDay, "requests a day")
	flag.IntVar(&o.Seeds, "seeds", o.Seeds, "webs")
	flag.Uint64Var(&o.Seed, "seed", o.Seed, "of the first web")
	flag.IntVar(&o.harvest, "harvest", 4000, "postings open on the web on which discovery is measured; 0: it is not")
	flag.StringVar(&o.dir, "dir", "", "where the crawls are written; needed")
	flag.BoolVar(&o.breakages, "breakages", false, "measure what is told of hosts that break, and nothing else")
	flag.BoolVar(&o.rules, "rules", false, "measure with light visits what each rule of crawler/fresh is worth, and nothing else")
	flag.BoolVar(&o.light, "light", true, "compare with light visits of the same webs")
	flag.BoolVar(&o.wrong, "wrong", false, "log what led to closings of postings that were open")
	flag.BoolVar(&o.verbose, "v", false, "log what the crawls say")
	flag.Func("without", "switch a rule of crawler/fresh off, such as order", func(name string) error {
		rule, err := fresh.RuleNamed(name)
		o.without |= rule
		return err
	})
	flag.Parse()
	if err := run(context.Background(), &o); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, o *options) error {
	if o.rules {
		return writeRules(ctx, os.Stdout, o)
	}
	if o.dir == "" {
		return fmt.Errorf("-dir is missing: give a directory for the crawls")
	}
	defer os.RemoveAll(o.dir)
	if o.breakages {
		return writeBreakages(ctx, os.Stdout, o)
	}
	o.Schedules = []string{"ours", "uniform", "nutch", "oracle"}
	whole, fewer := freshness.Row{Schedule: "whole crawl"}, freshness.Row{Schedule: "light visits, ours, with what robots.txt leaves"}
	light := make([]freshness.Row, len(o.Schedules))
	var served []*server
	for seed := o.Seed; seed < o.Seed+uint64(o.Seeds); seed++ {
		figures, s, err := follow(ctx, o, seed)
		if err != nil {
			return err
		}
		whole.Webs, served = append(whole.Webs, figures), append(served, s)
		log.Printf("seed %d: whole %s", seed, figures)
		log.Printf("seed %d: %s", seed, s)
		if !o.light {
			continue
		}
		one := o.Options
		one.Seed, one.Seeds = seed, 1
		rows, err := freshness.Run(ctx, one, nil)
		if err != nil {
			return err
		}
		one.Schedules, one.PerDay = o.Schedules[:1], o.PerDay-s.kinds[forRobots]/o.Days
		rest, err := freshness.Run(ctx, one, nil)
		if err != nil {
			return err
		}
		fewer.Webs = append(fewer.Webs, rest[0].Webs...)
		for i, row := range rows {
			light[i].Schedule = "light visits, " + row.Schedule
			light[i].Webs = append(light[i].Webs, row.Webs...)
		}
		log.Printf("seed %d: light %s", seed, rows[0].Webs[0])
	}
	rows := []freshness.Row{whole}
	if o.light {
		rows = append(append(rows, fewer), light...)
	}
	freshness.Write(os.Stdout, rows)
	writeServed(os.Stdout, o, served)
	if o.harvest == 0 {
		return nil
	}
	return writeHarvest(ctx, os.Stdout, o)
}
