package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/models/shipped"
	"gannet/ranker"
	"gannet/training"
	"gannet/training/eval"
	"gannet/training/freshness"
)

type evalFlags struct {
	web, labels, split, out string
	page                    string
	model                   string
	options                 eval.Options
	collect                 string
	asJSON                  bool
	days                    freshness.Options

	partitions []int
	exchange   int
}

func newEval() *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "eval",
		Short: "Compare strategies on a frozen web with topic labels",
		Long: "Eval crawls a frozen web (a recorded set of pages) in virtual time, once for each topic, draw of seeds and strategy.\n" +
			"Eval reports precision at N, recall and area. The area is the area under the recall curve up to five fetches for\n" +
			"each relevant page, divided by the area of an ideal order, which fetches only relevant pages. The report\n" +
			"also says why area is missing: because no fetched page linked to a relevant page yet, or because the link to it was\n" +
			"queued and not taken. The same seed gives the same numbers.\n\n" +
			"Two strategies show what is possible; no real crawl can use them, since both see pages before they are fetched. Both\n" +
			"can follow only links of fetched pages. The strategy \"oracle\" knows which pages have the label and all links between\n" +
			"pages, and takes the link first from which a relevant page is the fewest links away. The strategy \"peek\" knows\n" +
			"only how probable the classifier finds the page to which a link leads. Peek can be ahead of oracle: links that lead\n" +
			"straight to relevant pages are all equal to oracle, and peek prefers those that are most clearly on topic, which often\n" +
			"link to more of their kind. The column \"of the way\" says how far a strategy comes from the best baseline (0) to peek (1).\n\n" +
			"With --partitions, eval simulates a crawl on several machines, among which the links are divided: by registered\n" +
			"domain, by host if there is only one domain, or by URL if there is only one host. Each machine ranks its own links,\n" +
			"learns from its own pages, and exchanges what it has learned with the others. A machine waits while its best link is\n" +
			"less than half as good as the best link of all machines.\n\n" +
			"With --days, eval compares schedules of revisits instead, on generated job webs in which postings appear and end.\n" +
			"The report for --days says how late each schedule notices new and ended postings, and how often it wrongly calls an\n" +
			"open posting closed.",
		Example: "  gannet eval --web web.warc.zst --labels web.tsv --strategies bfs,shark -o eval.html\n" +
			"  gannet eval --web web.warc.zst --labels web.tsv --split topics.json:test --out report\n" +
			"  gannet eval --days 60 --schedules ours,uniform,nutch",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := errors.Join(f.checkEffects(c.Flags()), checkDays(c)); err != nil {
				return err
			}
			if c.Flags().Changed("days") {
				return runDays(c, f.days, f.options.Seed)
			}
			return runEval(c, &f)
		},
	}
	s, d := c.Flags(), eval.DefaultOptions()
	s.StringVar(&f.web, "web", "", "WARC file, or the directory of a crawl with --warc (required)")
	s.StringVar(&f.labels, "labels", "", "file of lines of a URL, a tab and topics separated by | (required)")
	s.StringVar(&f.split, "split", "", "FILE:SPLIT: crawl only for the topics of this split in this file, such as topics.json:test")
	s.StringVar(&f.out, "out", "", "directory for eval.json, eval.csv, eval.md, eval.html and charts")
	s.StringVarP(&f.page, "output", "o", "", "HTML file for the comparison, topic by topic; browsers show the file without a network")
	s.StringSliceVar(&f.options.Topics, "topics", nil, "only these topics")
	s.StringSliceVar(&f.options.Strategies, "strategies", nil, "strategies to compare; default: all strategies of gannet, peek and oracle; compared only if they are named: the published orders "+strings.Join(eval.Published(), ", "))
	s.StringVar(&f.model, "model", "", "model file written by gannet train, in place of the model that comes with gannet; "+noModel+": the strategy \"learned\" works without a model")
	s.IntVar(&f.options.Budget, "budget", d.Budget, "how many fetches of a crawl count for the measures; never fewer than five for each relevant page")
	s.IntVar(&f.options.Seeds, "seeds-per-topic", d.Seeds, "number of seeds of a crawl")
	s.IntVar(&f.options.Draws, "draws", d.Draws, "how many times training pages and seeds are drawn for each topic")
	s.IntVar(&f.options.QueryTerms, "query-terms", d.QueryTerms, "how many words of the training pages form the query of Shark Search")
	s.StringVar(&f.options.Classifier, "classifier", d.Classifier,
		"what topics are learned from: "+eval.Labelled+", the training pages; "+eval.FromSeeds+", the seeds and the query's words; or "+eval.Judged+", from these and the crawl's pages")
	s.DurationVar(&f.options.Delay, "delay", d.Delay, "pause between two fetches from a host; 0: no pause, so that only the strategy decides the order")
	s.IntVar(&f.options.Workers, "workers", d.Workers, "with --delay: number of pages that are fetched and read at the same time")
	s.DurationVar(&f.options.Patience, "patience", d.Patience, "with --delay: how long a link waits for another link whose expected value is more than twice as high; 0: not at all")
	s.Uint64Var(&f.options.Seed, "seed", d.Seed, "seed of the random numbers of all draws")
	s.IntSliceVar(&f.partitions, "partitions", nil, "also crawl with the strategy "+ranker.LearnedName+", with the links divided among this many machines; without --strategies nothing else is compared")
	s.IntVar(&f.exchange, "exchange", eval.DefaultPartition(1).Every, "with --partitions: number of pages between two exchanges of what was learned; 0: no exchange")
	s.StringVar(&f.collect, "collect", "", "do not compare, but crawl with the strategy "+ranker.LearnedName+" and write graded lists of the links that it meets: for gannet train, to the folders "+
		"links and crawl of this directory, which have the features of the strategies "+ranker.LinksName+" and "+ranker.LearnedName)
	s.BoolVar(&f.options.Own, "own-grades", false, "with --collect: which pages are relevant is decided by the topic's classifier, not by the labels")
	s.BoolVar(&f.asJSON, "json", false, "print the report as JSON")
	addDays(s, &f.days)
	return c
}

// checkEffects returns an error if a flag that was given would do nothing.
func (f *evalFlags) checkEffects(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(flag *pflag.Flag) {
		name := flag.Name
		switch {
		case err != nil:
		case slices.Contains([]string{"workers", "patience"}, name) && f.options.Delay == 0:
			err = cli.Usagef("--%s has an effect with --delay alone: give both", name)
		case name == "exchange" && len(f.partitions) == 0:
			err = cli.Usagef("--exchange has an effect with --partitions alone: give both")
		case slices.Contains([]string{"out", "output", "json", "strategies", "partitions"}, name) && f.collect != "":
			err = cli.Usagef("--collect compares nothing: leave --%s out", name)
		case name == "topics" && f.split != "":
			err = cli.Usagef("--topics and --split exclude each other: both choose the topics")
		}
	})
	return err
}

func runEval(c *cobra.Command, f *evalFlags) error {
	labels, err := f.prepare()
	if err != nil {
		return err
	}
	web, err := f.load(c)
	if err != nil {
		return err
	}
	if f.collect != "" {
		return collect(c, f, web, labels)
	}
	report, err := f.report(c, web, labels)
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := report.Write(f.out); err != nil {
			return err
		}
	}
	if f.page != "" {
		if err := writeTo(f.page, c.OutOrStdout(), report.WriteHTML); err != nil {
			return err
		}
	}
	if f.asJSON {
		return report.WriteJSON(c.OutOrStdout())
	}
	return report.WriteMarkdown(c.OutOrStdout())
}

// prepare completes and checks the options, and reads the labels.
func (f *evalFlags) prepare() (*eval.Labels, error) {
	if f.web == "" || f.labels == "" {
		return nil, cli.Usagef("--web ARCHIVE and --labels FILE say what to compare the strategies on")
	}
	f.options.Name = webName(f.web)
	if f.options.Own && f.collect == "" {
		return nil, cli.Usagef("--own-grades is for --collect")
	}
	f.addPartitions()
	if f.split != "" {
		file, split, ok := strings.Cut(f.split, ":")
		if !ok {
			return nil, cli.Usagef("--split wants FILE:SPLIT, such as topics.json:test")
		}
		var err error
		if f.options.Topics, err = eval.Split(file, f.options.Name, split); err != nil {
			return nil, err
		}
	}
	if err := f.addModels(); err != nil {
		return nil, err
	}
	if f.options.Classifier != eval.Labelled {
		var errs [2]error
		f.options.Background, errs[0] = shipped.Background()
		f.options.Judge, errs[1] = shipped.Judge()
		if err := errors.Join(errs[:]...); err != nil {
			return nil, err
		}
	}
	labels, err := eval.LoadLabels(f.labels)
	if err != nil {
		return nil, err
	}
	if err := f.options.Check(labels); err != nil {
		return nil, cli.WrongUse(err)
	}
	return labels, nil
}

// addPartitions adds crawls by several owners of links, and the one to compare them with.
func (f *evalFlags) addPartitions() {
	for _, n := range f.partitions {
		f.options.Partitions = append(f.options.Partitions, eval.Partition{Owners: n, Every: f.exchange})
	}
	if len(f.partitions) > 0 && len(f.options.Strategies) == 0 {
		f.options.Strategies = []string{ranker.LearnedName}
	}
}

// noModel is the value of --model for the strategy "learned" without a model.
const noModel = "none"

// shippedName stands in reports for the model that comes with gannet.
const shippedName = "shipped"

// addModels adds the shipped models of the strategies, or the user's in place of one. Crawls that collect lists use no
// model of "learned", so that a new model does not learn from an old one.
func (f *evalFlags) addModels() error {
	needs, err := shipped.Needs()
	if err != nil {
		return err
	}
	if f.collect != "" || f.model == noModel {
		needs.Learned = nil
	}
	f.options.Models = map[string]string{ranker.LinksName: shippedName, ranker.LearnedName: shippedName}
	if f.model != "" {
		strategy := ranker.LearnedName // of noModel
		if f.model != noModel {
			if strategy, err = useModel(&needs, f.model); err != nil {
				return err
			}
		}
		if !f.crawlsBy(strategy) {
			return cli.Usagef("--model %s is for the strategy %q, by which nothing is crawled here: name it in --strategies, or leave --model out", f.model, strategy)
		}
		f.options.Models[strategy] = f.model
	}
	needs.Language = crawldir.Language("") // the frozen webs are in English
	f.options.Needs = needs
	return nil
}

// useModel adds the model in a file, and returns the name of its strategy.
func useModel(needs *ranker.Needs, path string) (strategy string, err error) {
	model, err := os.ReadFile(path)
	if err != nil {
		return "", cli.Usagef("--model: %w", err)
	}
	ranking, err := ranker.ReadModel(bytes.NewReader(model))
	if err != nil {
		return "", err
	}
	return needs.Use(ranking)
}

// crawlsBy reports whether any crawl orders its links by a strategy.
func (f *evalFlags) crawlsBy(strategy string) bool {
	switch o := &f.options; {
	case f.collect != "", len(o.Partitions) > 0 && strategy == ranker.LearnedName:
		return strategy == ranker.LearnedName
	default:
		return len(o.Strategies) == 0 || slices.Contains(o.Strategies, strategy)
	}
}

// load reads the web.
func (f *evalFlags) load(c *cobra.Command) (*eval.Web, error) {
	progress := newReporter(c.ErrOrStderr(), "text", false)
	site, err := openArchives(progress.archived, f.web)
	if err != nil {
		return nil, err
	}
	defer site.Close()
	progress.step("reading %d pages", site.Len())
	return eval.Load(c.Context(), site)
}

func (f *evalFlags) report(c *cobra.Command, web *eval.Web, labels *eval.Labels) (*eval.Report, error) {
	defer f.showProgress(c).endLine()
	report, err := eval.Run(c.Context(), web, labels, f.options)
	if errors.Is(err, eval.ErrNothing) {
		err = fmt.Errorf("%w: choose topics with more pages, or raise --seeds-per-topic", err)
	}
	return report, err
}

// showProgress makes the crawls show how many of them have ended. The caller ends the line.
func (f *evalFlags) showProgress(c *cobra.Command) *reporter {
	progress := newReporter(c.ErrOrStderr(), "text", false)
	f.options.Progress = func(done, all int) { progress.stepOrLog("%d of %d crawls have ended", done, all) }
	return progress
}

// collect writes graded lists of links from crawls of the web, a directory for each schema.
func collect(c *cobra.Command, f *evalFlags, web *eval.Web, labels *eval.Labels) error {
	progress := f.showProgress(c)
	all, err := eval.Collect(c.Context(), web, labels, f.options)
	progress.endLine()
	if err != nil {
		return err
	}
	for dir, set := range map[string]*training.Set{"links": &all.Links, "crawl": &all.Crawl} {
		dir = filepath.Join(f.collect, dir)
		name := fmt.Sprintf("%s-%s-%d", f.options.Name, f.options.Classifier, f.options.Seed)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := training.WriteDir(dir, name, set); err != nil {
			return err
		}
		_ = cli.Say(c.OutOrStdout(), "%s: %d lists of %d links\n", dir, len(set.Lists), set.Rows())
	}
	return nil
}

// webName returns a file's name up to its first dot.
func webName(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return name
}
