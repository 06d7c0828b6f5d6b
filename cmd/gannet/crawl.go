package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawler"
	"gannet/ranker"
)

// crawlFlags are the flags of `gannet crawl`.
type crawlFlags struct {
	topic, out, strategy, proxy, config string
	contact, logFormat, metrics         string
	seeds, keywords, webs               []string
	country, language                   string
	pages, perHost, workers             int
	time, delay, maxDelay, patience     time.Duration
	wait                                waitTime
	threshold                           float64
	seed                                uint64
	warc, allowPrivate, asJSON, quiet   bool
	noSitemaps                          bool
	model, templates                    string
	jobs                                bool
	given                               map[string]bool // flags that were set, here or in the configuration
}

func newCrawl() *cobra.Command {
	var f crawlFlags
	c := &cobra.Command{
		Use:   "crawl [SEED...]",
		Short: "Crawl one topic",
		Long: "Crawl fetches the pages of a topic, best links first, and keeps them in a directory. A seed is a URL or a\n" +
			"file of URLs, one a line. A topic is a built-in name or a topic file; without one, or where it has no\n" +
			"classifier, a classifier is learnt from the seed pages and keywords. The same command run again goes on\n" +
			"where the last run stopped, however it stopped.",
		Example: "  gannet crawl --topic jobs --country de --pages 5000 --contact you@example.org --out jobs-de\n" +
			"  gannet crawl --keywords 'beekeeping,hive,honey' --seeds https://example.org/bees --out bees\n" +
			"  gannet crawl --topic bees.yaml --web web.warc.zst --strategy shark --out replayed",
		RunE: func(c *cobra.Command, args []string) error {
			f.seeds = append(f.seeds, args...)
			return crawl(c, &f)
		},
	}
	f.register(c)
	return c
}

func (f *crawlFlags) register(c *cobra.Command) {
	s := c.Flags()
	s.StringVar(&f.topic, "topic", "", "built-in topic name (gannet topic list) or topic file")
	s.StringSliceVar(&f.seeds, "seeds", nil, "URLs or files of URLs where the crawl begins; default: the topic's")
	s.StringSliceVar(&f.keywords, "keywords", nil, "words of the topic, beside those of the topic file")
	s.StringVar(&f.country, "country", "", "only the topic's seeds of this country, such as de")
	s.StringVar(&f.language, "language", "", "only the topic's seeds of this language, such as fr")
	s.StringVar(&f.out, "out", "", "directory of the crawl (required)")
	s.StringVar(&f.strategy, "strategy", ranker.LearnedName, "order of the links: "+strings.Join(ranker.Names(), ", "))
	s.StringVar(&f.model, "model", "", "model that `gannet train` wrote, in place of the one shipped for the strategy")
	s.BoolVar(&f.jobs, "jobs", false, "find job postings on the pages; default: if the topic is jobs")
	s.StringVar(&f.templates, "templates", "", "directory of site templates for postings, beside the built-in ones")
	s.IntVar(&f.pages, "pages", 1000, "pages to keep, those of earlier runs included; 0: no limit")
	s.DurationVar(&f.time, "time", 0, "time of this run, such as 8h; 0: no limit")
	s.IntVar(&f.perHost, "per-host", 0, "pages of one host; 0: no limit")
	s.IntVar(&f.workers, "workers", 16, "pages in the making at once")
	s.StringSliceVar(&f.webs, "web", nil, "crawl these WARC files instead of the network, in virtual time")
	s.StringVar(&f.proxy, "proxy", "", "URL of an HTTP proxy to fetch through")
	s.BoolVar(&f.warc, "warc", false, "also write WARC files into the directory")
	s.StringVar(&f.config, "config", "", "YAML file of settings: flag names and their values; the command line wins")
	s.StringVar(&f.contact, "contact", "", "URL or mail address in the User-Agent, for the people whose servers are asked")
	s.DurationVar(&f.delay, "delay", time.Second, "shortest pause between two requests to a host or address")
	s.DurationVar(&f.maxDelay, "max-delay", time.Minute, "longest pause that a slow host is given")
	s.DurationVar(&f.patience, "patience", 10*time.Second, "how long a link waits for one that promises over twice as much and whose host rests; 0: never")
	f.wait = waitTime(30 * time.Second)
	s.Var(&f.wait, "wait", "how long to wait when all links left are of hosts that do not answer, before the crawl ends; or forever")
	s.Float64Var(&f.threshold, "threshold", 0.5, "topic probability from which a page counts as relevant")
	s.Uint64Var(&f.seed, "seed", 1, "what the strategies random and sample draw from")
	s.BoolVar(&f.allowPrivate, "allow-private", false, "fetch from private, loopback and link-local addresses too")
	s.BoolVar(&f.noSitemaps, "no-sitemaps", false, "do not take links from sitemaps")
	s.StringVar(&f.logFormat, "log-format", "text", "log lines where there is no terminal: text or json")
	s.StringVar(&f.metrics, "metrics", "", "address on which to serve Prometheus metrics, such as 127.0.0.1:9090")
	s.BoolVar(&f.asJSON, "json", false, "print the result as JSON")
	s.BoolVar(&f.quiet, "quiet", false, "no progress")
}

func (f *crawlFlags) check() error {
	switch {
	case f.out == "":
		return usagef("--out DIR says where the crawl is kept")
	case f.topic == "" && len(f.seeds) == 0:
		return usagef("nothing to begin with: give --topic, --seeds or both")
	case f.pages < 0 || f.time < 0 || f.perHost < 0 || f.workers < 1 || f.delay < 0 || f.maxDelay < 0 || f.patience < 0:
		return usagef("budgets and delays cannot be negative, and --workers is at least 1")
	case f.threshold <= 0 || f.threshold > 1:
		return usagef("--threshold is a probability, above 0 and at most 1")
	case f.logFormat != "text" && f.logFormat != "json":
		return usagef("--log-format is text or json, not %q", f.logFormat)
	case len(f.webs) > 0 && f.proxy != "":
		return usagef("--web and --proxy exclude each other")
	}
	if err := ranker.CheckName(f.strategy); err != nil {
		return usageError{err}
	}
	return nil
}

func crawl(c *cobra.Command, f *crawlFlags) error {
	if f.config != "" {
		if err := applyConfig(c, f.config); err != nil {
			return err
		}
	}
	if err := f.check(); err != nil {
		return err
	}
	f.given = make(map[string]bool)
	c.Flags().VisitAll(func(flag *pflag.Flag) { f.given[flag.Name] = flag.Changed })
	s, err := openSession(c.Context(), f, newReporter(c.ErrOrStderr(), f.logFormat, f.quiet))
	if c.Context().Err() != nil && errors.Is(err, context.Canceled) { // stopped before it began
		return printResult(c, f, crawler.Progress{Ended: crawler.EndStopped})
	}
	if err != nil {
		return err
	}
	result, err := s.run(c.Context())
	if err == nil {
		err = s.fruitless(result)
	}
	if closeErr := s.close(); err == nil {
		err = closeErr
	}
	if err != nil && result.Ended == "" || result.Ended == crawler.EndFailed {
		return err
	}
	return errors.Join(printResult(c, f, result), err)
}

// fruitless is the error of a crawl that has kept no page, although nobody stopped it: it tells what each seed answered.
func (s *session) fruitless(p crawler.Progress) error {
	if p.Kept > 0 || p.Ended == crawler.EndStopped {
		return nil
	}
	return fmt.Errorf("%w: %s", errSeeds, tellSeeds(s.seeds, s.crawl.SeedFailure))
}

// errSeeds begins a line that tells what each seed answered.
var errSeeds = errors.New("no page came of the seeds")

// maxSeedsTold is how many seeds one line names.
const maxSeedsTold = 20

// tellSeeds says of each seed what it answered.
func tellSeeds(seeds []string, answer func(url string) string) string {
	var told []string
	for i, url := range seeds {
		if i == maxSeedsTold {
			told = append(told, fmt.Sprintf("and %d more", len(seeds)-i))
			break
		}
		told = append(told, url+" answered: "+cmp.Or(answer(url), "nothing yet"))
	}
	return strings.Join(told, "; ")
}

// run crawls with everything that reports on it beside it.
func (s *session) run(ctx context.Context) (crawler.Progress, error) {
	stopMetrics, err := s.serveMetrics()
	if err != nil {
		return crawler.Progress{}, err
	}
	defer stopMetrics()
	defer holdMemory()()
	stopReport := s.report(ctx)
	err = s.crawl.Run(ctx)
	stopReport()
	return s.crawl.Progress(), err
}

func printResult(c *cobra.Command, f *crawlFlags, p crawler.Progress) error {
	if f.asJSON {
		return writeJSON(c.OutOrStdout(), p)
	}
	fmt.Fprintf(c.OutOrStdout(), "%d pages kept in %s, %d of them by this run, harvest rate %.2f, %d links waiting; %s\n",
		p.Kept, f.out, p.Pages, p.HarvestRate(), p.Frontier.Queued, ending(p))
	if p.Postings > 0 {
		fmt.Fprintf(c.OutOrStdout(), "%d new postings of %d jobs; `gannet jobs list %s` shows them\n", p.Postings, p.Jobs, f.out)
	}
	return nil
}
