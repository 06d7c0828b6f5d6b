package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawldir/missed"
	"gannet/crawler"
	"gannet/crawler/reason"
	"gannet/internal/cli"
)

func newCrawl() *cobra.Command {
	var f crawlFlags
	c := &cobra.Command{
		Use:   "crawl [SEED...]",
		Short: "Crawl one topic",
		Long: "Crawl fetches the pages of a topic, the most promising links first, and keeps them in a directory. A seed is a URL,\n" +
			"a file with a URL on each line, or - for standard input. --topic names a built-in topic or a topic file. Without\n" +
			"--topic, or if the topic has no classifier, crawl learns a classifier from the seed pages and the keywords. To\n" +
			"continue a crawl that has ended or was killed, run `gannet crawl --out DIR` again: the values of all other flags\n" +
			"are stored in the directory. A flag that is given again replaces the stored value.",
		Example: "  gannet crawl --topic jobs --country de --pages 5000 --contact you@example.org --out jobs-de\n" +
			"  gannet crawl --keywords 'beekeeping,hive,honey' --seeds https://example.org/bees --out bees\n" +
			"  gannet crawl --topic bees.yaml --web web.warc.zst --strategy shark --out replayed",
		RunE: func(c *cobra.Command, args []string) error {
			f.addSeeds(args)
			return crawl(c, &f)
		},
	}
	f.register(c)
	return c
}

// crawl runs `gannet crawl`. The exit status is 0 if the crawl ended in order, with its result printed.
func crawl(c *cobra.Command, f *crawlFlags) error {
	if f.config != "" {
		if err := applyConfig(c, f.config); err != nil {
			return err
		}
	}
	last, err := f.resume(c)
	if err != nil {
		return err
	}
	if err := last.explain(f.checkAll(c.Flags().Changed)); err != nil {
		return err
	}
	f.stdin = c.InOrStdin()
	out := newReporter(c.ErrOrStderr(), f.logFormat, f.quiet)
	last.report(out)
	if c.Flags().Changed("pages") && f.options.Limits.Pages == crawler.NoLimit {
		out.log.Info("--pages sets no limit: the crawl ends when no link is left, after --time, or when it is stopped")
	}
	if err := last.explain(f.complete(out)); err != nil {
		return err
	}
	f.options.Settings = f.settings()
	progress, err := runCrawl(c.Context(), f, out)
	if progress == nil || progress.Ended == "" && err != nil || progress.Ended == crawler.EndFailed {
		return err
	}
	return errors.Join(printResult(c, f, *progress), err)
}

// addSeeds adds seeds that are no values of a flag.
func (f *crawlFlags) addSeeds(seeds []string) {
	if len(seeds) > 0 {
		f.seeds = append(f.seeds, seeds...)
		f.flags.Lookup("seeds").Changed = true
	}
}

// checkAll checks the flags. given reports whether a flag was given, now or in the last run.
func (f *crawlFlags) checkAll(given func(name string) bool) error {
	if err := f.check(); err != nil {
		return err
	}
	f.strategyGiven, f.seedGiven, f.jobsGiven = given("strategy"), given("seed"), given("jobs")
	return f.checkEffects(given)
}

// runCrawl opens the crawl, runs it and closes it. The progress is nil if the crawl could not be opened.
func runCrawl(ctx context.Context, f *crawlFlags, out *reporter) (progress *crawler.Progress, err error) {
	defer keepPrivate(f.out, out.log)()
	web, err := f.openWebs(out)
	if err != nil {
		return nil, err
	}
	if web != nil {
		f.options.Web = web
		defer func() { err = errors.Join(err, web.Close()) }()
	}
	requests, err := f.openRequestLog()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, requests()) }()
	metrics, err := listenForMetrics(f.metrics)
	if err != nil {
		return nil, err
	}
	if metrics != nil {
		defer metrics.Close()
	}
	page, err := f.page.serve("serve", []string{f.out}, out.log)
	if err != nil {
		return nil, err
	}
	defer page()
	leave, err := f.cluster.connect(ctx, &f.options)
	if err != nil {
		return nil, err
	}
	defer leave()
	crawl, err := crawldir.Open(ctx, f.out, f.options)
	out.endLine()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) { // stopped before it began
		return &crawler.Progress{Ended: crawler.EndStopped}, nil
	}
	if err != nil {
		return nil, err
	}
	result, err := monitored(ctx, &monitor{crawl: crawl, flags: f, out: out, metrics: metrics})
	f.judged, f.missed, f.employers.found = judgedBy(crawl), crawl.Missed(), crawl.Boards()
	if closing := crawl.Close(); err == nil {
		err = closing
	}
	return &result, err
}

// monitored runs the crawl with everything that reports on it beside it.
func monitored(ctx context.Context, m *monitor) (crawler.Progress, error) {
	defer serveMetrics(m.metrics, m.crawl.Progress, m.out.log)()
	defer holdMemory()()
	stop := m.start(ctx)
	err := m.crawl.Run(ctx)
	stop()
	return m.crawl.Progress(), err
}

// crawlResult is what crawl --json prints.
type crawlResult struct {
	crawler.Progress
	Judge  *knownFromSeeds `json:"judge,omitempty"`
	Missed *missed.Record  `json:"missed,omitempty"`
}

// printResult prints what the crawl has kept and why it ended.
func printResult(c *cobra.Command, f *crawlFlags, p crawler.Progress) error {
	if f.asJSON {
		return writeJSON(c.OutOrStdout(), crawlResult{p, judgeJSON(f.judged), f.missed})
	}
	_ = cli.Say(c.OutOrStdout(), "%d pages kept in %s, %d of them by this run, harvest rate %.2f, %d links waiting; %s\n",
		p.Kept, f.out, p.Pages, p.HarvestRate(), p.Frontier.Queued, ending(p))
	if n := p.Reasons[string(reason.ReaderFailed)]; n > 0 {
		_ = cli.Say(c.OutOrStdout(), "the reader failed on %s, left out or kept in part: warnings name them, and --log FILE has where it failed; please report it\n", cli.Counted(n, "page"))
	}
	if p.Revisits != nil {
		_ = cli.Say(c.OutOrStdout(), "revisited: %s\n", revisitsText(p.Revisits))
	}
	if f.judged != nil {
		_ = cli.Say(c.OutOrStdout(), "%s\n", certainty(f.judged))
	}
	if p.Postings > 0 {
		_ = cli.Say(c.OutOrStdout(), "%d new postings of %d jobs; `gannet jobs list %s` shows them\n", p.Postings, p.Jobs, f.out)
	}
	if text := f.employers.text(); text != "" {
		_ = cli.Say(c.OutOrStdout(), "%s; `gannet employers %s` lists them\n", text, f.out)
	}
	if text := f.missed.Text(); text != "" {
		_ = cli.Say(c.OutOrStdout(), "%s; `gannet stats %s` says what that means\n", text, f.out)
	}
	return nil
}
