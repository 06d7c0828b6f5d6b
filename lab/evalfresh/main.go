// Command evalfresh compares schedules of revisits on the generated job web with a clock. It writes tables for
// docs/freshness.md. `make eval-fresh` runs it.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"strings"

	"gannet/lab/freshness"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab/evalfresh: ")
	o := freshness.DefaultOptions()
	flag.IntVar(&o.Days, "days", o.Days, "days of the simulation")
	flag.IntVar(&o.Open, "open", o.Open, "postings open at any time")
	flag.IntVar(&o.PerDay, "per-day", o.PerDay, "requests a day")
	flag.IntVar(&o.Seeds, "seeds", o.Seeds, "webs")
	flag.Uint64Var(&o.Seed, "seed", o.Seed, "of the first web")
	schedules := flag.String("schedules", strings.Join(o.Schedules, ","), "what to compare")
	flag.Float64Var(&o.Listed, "listed", o.Listed, "share of postings that a list names")
	flag.Parse()
	o.Schedules = strings.Split(*schedules, ",")
	rows, err := freshness.Run(context.Background(), o, log.Printf)
	if err != nil {
		log.Fatal(err)
	}
	freshness.Write(os.Stdout, rows)
}
