// Command evallabel measures what it is worth that a person labels pages of a crawl. The labels of frozen webs play the person.
// It writes tables for lab/reports/label.md. `make eval-label` runs it.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"strings"
)

// options say what is measured.
type options struct {
	data, results string
	webs, splits  []string
	seed          uint64
	draws         int
	topic         string // "": all
}

func main() {
	log.SetFlags(log.Ltime)
	log.SetPrefix("lab/evallabel: ")
	var o options
	flag.StringVar(&o.data, "data", "../shared/data", "directory with webs and labels")
	flag.StringVar(&o.results, "results", "label.jsonl", "file of results; what it has is not measured again")
	webs := flag.String("webs", "enwiki6k,uci,planetmath", "names of webs")
	splits := flag.String("splits", test+","+train, "topics that are measured")
	flag.Uint64Var(&o.seed, "seed", 1, "of all draws")
	flag.IntVar(&o.draws, "draws", 5, "draws of seeds for each topic; 0 writes the tables alone")
	flag.StringVar(&o.topic, "topic", "", "the only topic that is measured")
	flag.Parse()
	o.webs, o.splits = strings.Split(*webs, ","), strings.Split(*splits, ",")
	if err := run(context.Background(), o); err != nil {
		log.Fatal(err)
	}
}

// run measures what is missing and writes the tables.
func run(ctx context.Context, o options) error {
	r, err := openResults(o.results)
	if err != nil {
		return err
	}
	defer r.file.Close()
	for _, name := range o.webs {
		if o.draws == 0 {
			break
		}
		w, err := loadWeb(ctx, o.data, name)
		if err != nil {
			return err
		}
		log.Printf("%s: loaded", name)
		for _, split := range o.splits {
			topics, err := w.topics(o.data, split)
			if err != nil {
				return err
			}
			if err := r.measureWeb(ctx, w, split, topics, o); err != nil {
				return err
			}
		}
	}
	r.write(os.Stdout, o)
	return nil
}
