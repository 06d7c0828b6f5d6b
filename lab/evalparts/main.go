// Command evalparts measures what it costs in area to split the links of a crawl among several owners, and what sharing is
// worth. `make eval-parts` writes a section of lab/reports/cluster.md with it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gannet/crawler/archive"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/training/eval"
)

func main() {
	data := flag.String("data", "../shared/data", "directory of webs and labels")
	webs := flag.String("webs", "enwiki6k,uci,planetmath", "webs to crawl")
	split := flag.String("split", "test", "topics: test or train; of planetmath all are for tests")
	draws := flag.Int("draws", 1, "draws of training pages and seeds")
	only := flag.String("only", "", "numbers of the ways to share, from 1, with commas; default: all")
	topics := flag.Int("topics", 0, "crawl for the first topics only, so many; 0: for all")
	seed := flag.Uint64("seed", 1, "of all draws")
	flag.Parse()
	if err := choose(*only); err != nil {
		fmt.Fprintln(os.Stderr, "evalparts:", err)
		os.Exit(2)
	}
	for i, web := range strings.Split(*webs, ",") {
		o := eval.DefaultOptions()
		o.Name, o.Draws, o.Seed = web, *draws, *seed
		if err := measure(context.Background(), *data, *split, *topics, o); err != nil {
			fmt.Fprintf(os.Stderr, "evalparts: web %d, %s: %v\n", i+1, web, err)
			os.Exit(1)
		}
	}
}

// variants are ways to share and to take turns, by what tells them from the default.
var variants = []struct {
	name  string
	apply func(*eval.Partition)
}{
	{"everything shared every 20 pages; who has poor links waits", func(*eval.Partition) {}},
	{"the same, every 200 pages", func(p *eval.Partition) { p.Every = 200 }},
	{"only the weights shared", func(p *eval.Partition) { p.Only = []string{"weights"} }},
	{"nothing shared", func(p *eval.Partition) { p.Every = 0 }},
	{"everything shared, each owner takes its own best", func(p *eval.Partition) { p.OwnBest = true }},
	{"as machines do: nothing shared, each takes its own best, links are ranked where their page is", func(p *eval.Partition) { p.Every, p.OwnBest, p.AtPage = 0, true, true }},
	{"the same, everything shared every 200 pages", func(p *eval.Partition) { p.Every, p.OwnBest, p.AtPage = 200, true, true }},
	{"the same, who has poor links waits", func(p *eval.Partition) { p.Every, p.AtPage = 200, true }},
}

// choose leaves out all variants but some.
func choose(only string) error {
	if only == "" {
		return nil
	}
	all := variants
	variants = nil
	for number := range strings.SplitSeq(only, ",") {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(all) {
			return fmt.Errorf("-only %s: give numbers from 1 to %d", only, len(all))
		}
		variants = append(variants, all[n-1])
	}
	return nil
}

// owners are the numbers of owners that are measured.
var owners = []int{4, 16}

func partition(variant, n int) eval.Partition {
	p := eval.DefaultPartition(n)
	variants[variant].apply(&p)
	return p
}

func measure(ctx context.Context, data, split string, topics int, o eval.Options) (err error) {
	if o.Needs, err = shipped.Needs(); err != nil {
		return err
	}
	o.Needs.Language = "en"
	o.Strategies = []string{ranker.LearnedName}
	for v := range variants {
		for _, n := range owners {
			o.Partitions = append(o.Partitions, partition(v, n))
		}
	}
	if o.Name != "planetmath" {
		if o.Topics, err = eval.Split(filepath.Join(data, "labels", "topics.json"), o.Name, split); err != nil {
			return err
		}
	}
	labels, err := eval.LoadLabels(filepath.Join(data, "labels", o.Name+".tsv"))
	if err != nil {
		return err
	}
	if len(o.Topics) == 0 {
		o.Topics = labels.Topics()
	}
	if topics > 0 {
		o.Topics = o.Topics[:min(topics, len(o.Topics))]
	}
	site, err := archive.Open(filepath.Join(data, "webs", o.Name+".warc.zst"))
	if err != nil {
		return err
	}
	defer site.Close()
	web, err := eval.Load(ctx, site)
	if err != nil {
		return err
	}
	report, err := eval.Run(ctx, web, labels, o)
	if err != nil {
		return err
	}
	print(web, report, split)
	return nil
}

// print writes the table of a web.
func print(web *eval.Web, r *eval.Report, split string) {
	one := r.Mean[ranker.LearnedName]
	fmt.Printf("\n### %s\n\n%s topics: %d. Draws: %d, seed %d. Links are split %s. Area of one owner: %.3f.\n\n",
		r.Web, split, one.Topics, r.Draws, r.Seed, web.SplitBy(), one.Area.Mean)
	fmt.Printf("| |")
	for _, n := range owners {
		fmt.Printf(" %d owners |", n)
	}
	fmt.Printf("\n|---|")
	for range owners {
		fmt.Printf("---|")
	}
	for v := range variants {
		fmt.Printf("\n| %s |", variants[v].name)
		for _, n := range owners {
			p := r.Compare(partition(v, n).Name(), ranker.LearnedName)
			fmt.Printf(" %+.3f %s: %s |", p.Difference, p.Errors(), p.Verdict)
		}
	}
	fmt.Println()
}
