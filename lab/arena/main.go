// Command arena compares orders of links with crawlers by others on one frozen web with labels. These crawlers are run without changes. `make arena`
// writes lab/reports/arena.md with it.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gannet/crawler/archive"
	"gannet/models/shipped"
	"gannet/training/eval"
)

// leastLabelled is the least number of labelled pages of a topic that -topics chooses. A third of them trains the classifier, and some cannot be
// reached.
const leastLabelled = 120

func main() {
	data := flag.String("data", "../shared/data", "directory of webs and labels")
	web := flag.String("web", "uci", "web to crawl")
	draws := flag.Int("draws", 1, "draws of training pages and seeds")
	topics := flag.Int("topics", 0, "crawl for the test topics with the fewest pages only, so many; 0: for all")
	strategies := flag.String("strategies", "bfs,parent,"+strings.Join(eval.Published(), ",")+",ache,bandit,learned,peek", "strategies of ours")
	others := flag.String("programs", "", "crawlers of others, with commas; none: only strategies")
	python := flag.String("python", "python3", "Python in whose environment the crawlers are installed")
	scripts := flag.String("scripts", "lab/arena", "directory of the adapters")
	limit := flag.Duration("limit", 30*time.Minute, "longest time of one crawl by another program")
	out := flag.String("out", "out/arena", "directory for the report and the logs")
	flag.Parse()
	if err := run(*data, *web, *topics, *strategies, *others, *out, *draws, &arena{python: *python, scripts: *scripts, limit: *limit}); err != nil {
		fmt.Fprintln(os.Stderr, "arena:", err)
		os.Exit(1)
	}
}

func run(data, name string, topics int, strategies, others, out string, draws int, a *arena) (err error) {
	o := eval.DefaultOptions()
	o.Name, o.Draws, o.Strategies = name, draws, strings.Split(strategies, ",")
	if o.Needs, err = shipped.Needs(); err != nil {
		return err
	}
	o.Needs.Language = "en"
	rules := stopRules()
	o.Stops = begins(rules)
	for p := range strings.SplitSeq(others, ",") {
		at := slices.IndexFunc(programs, func(known program) bool { return known.name == p })
		if at < 0 {
			if p == "" {
				continue
			}
			return fmt.Errorf("no program %q", p)
		}
		o.Programs = append(o.Programs, eval.Program{Name: p, Crawl: func(ctx context.Context, t eval.Task) error { return a.run(ctx, programs[at], t) }})
	}
	labels, err := eval.LoadLabels(filepath.Join(data, "labels", name+".tsv"))
	if err != nil {
		return err
	}
	if name == "planetmath" { // no model was trained on it
		o.Topics = labels.Topics()
	} else if o.Topics, err = eval.Split(filepath.Join(data, "labels", "topics.json"), name, "test"); err != nil {
		return err
	}
	if topics > 0 { // the cheapest that have enough pages to be reached
		o.Topics = slices.DeleteFunc(o.Topics, func(t string) bool { return labels.Count(t) < leastLabelled })
		slices.SortStableFunc(o.Topics, func(x, y string) int { return cmp.Compare(labels.Count(x), labels.Count(y)) })
		o.Topics = o.Topics[:min(topics, len(o.Topics))]
	}
	if a.logs = filepath.Join(out, "logs"); os.MkdirAll(a.logs, 0o755) != nil {
		return fmt.Errorf("cannot make %s", a.logs)
	}
	if a.web, err = archive.Open(filepath.Join(data, "webs", name+".warc.zst")); err != nil {
		return err
	}
	defer a.web.Close()
	pages, err := eval.Load(context.Background(), a.web)
	if err != nil {
		return err
	}
	report, err := eval.Run(context.Background(), pages, labels, o)
	if err != nil {
		return err
	}
	if err := report.Write(out); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "ends.md"), []byte(strings.Join(a.ends, "")), 0o644); err != nil {
		return err
	}
	return writeTable(filepath.Join(out, "arena.md"), report, rules)
}
