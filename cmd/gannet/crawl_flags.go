package main

import (
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/crawldir/missed"
	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/features/permission"
	"gannet/frontier"
	"gannet/internal/cli"
	"gannet/job/contact"
	"gannet/ranker"
)

// defaultPages is how many pages `gannet crawl` keeps unless --pages says otherwise.
const defaultPages = 1000

// crawlFlags are the flags of `gannet crawl`. Those that are options of a crawl are in options.
type crawlFlags struct {
	options                  crawldir.Options
	topic, out, config       string
	seeds, keywords, webs    []string
	country, language        string
	strategy, templates      string
	robots, purpose          string
	seed                     uint64
	jobs, noSitemaps         bool
	logFormat, metrics       string
	requestLog               string
	asJSON, quiet            bool
	strategyGiven, jobsGiven bool // on the command line or in the configuration
	seedGiven                bool
	stdin                    io.Reader            // for the seed "-"
	judged                   *crawldir.JudgeState // how sure the verdicts are, if they came from seeds
	missed                   *missed.Record       // which seeds' hosts gave no posting, if the crawl looked for them
	flags                    *pflag.FlagSet
	restored                 map[string]bool // flags that are as in the last run
	fromStdin                []string        // all seeds, if some were read from standard input
	scope                    scopeFlags
	employers                employerFlags
	requests                 requestFlags
	render                   renderFlags
	proxy                    proxyFlag
	revisits                 revisitFlags
	page                     pageFlags
	cluster                  clusterFlags
}

func (f *crawlFlags) register(c *cobra.Command) {
	f.options = crawldir.DefaultOptions()
	f.options.Limits.Pages = defaultPages
	s := c.Flags()
	f.flags, f.restored = s, make(map[string]bool)
	s.StringVar(&f.topic, "topic", "", "built-in topic name (gannet topic list) or topic file")
	s.StringSliceVar(&f.seeds, "seeds", nil, "URLs where the crawl begins, files of such URLs, or - for standard input; default: the topic's seeds")
	s.StringSliceVar(&f.keywords, "keywords", nil, "words that are typical of the topic, in addition to those in the topic file")
	s.StringVar(&f.country, "country", "", "use only seeds tagged with this country, such as de, or with no country")
	s.StringVar(&f.language, "language", "", "use only seeds tagged with this language, such as fr, or with no language")
	s.StringVar(&f.out, "out", "", "directory of the crawl (required); if the crawl creates it, only the user may read it (on Unix)")
	s.StringVar(&f.strategy, "strategy", crawldir.DefaultStrategy, "order of the links: "+strings.Join(ranker.Names(), ", "))
	s.Uint64Var(&f.seed, "seed", crawldir.DefaultSeed, "seed of the random numbers that the strategies \"random\" and \"sample\" use")
	s.StringVar(&f.options.Model, "model", "", "model file written by gannet train, in place of the model that is shipped for the strategy")
	s.BoolVar(&f.jobs, "jobs", false, "find job postings on the pages; default: if the topic is jobs")
	s.BoolVar(&f.options.Data, "data", false, "also read responses in JSON and XML as pages; crawls for jobs do this without the flag")
	s.StringVar(&f.templates, "templates", "", "directory of site templates, which say where a site's postings have their fields; they are added to the built-in ones")
	s.StringSliceVar(&f.webs, "web", nil, "crawl the recorded pages in these WARC files (or in those of a crawl's directory) instead of the network; pauses take no real time")
	s.BoolVar(&f.options.WARC, "warc", false, "also write all requests and responses unchanged into WARC files in the directory")
	s.StringVar(&f.config, "config", "", "YAML file of settings: names of flags with their values; flags on the command line have precedence")
	s.BoolVar(&f.noSitemaps, "no-sitemaps", false, "do not take links from sitemaps")
	s.StringVar(&f.logFormat, "log-format", "text", "format of the progress lines when the output is not a terminal: text or json")
	s.StringVar(&f.requestLog, "log", "", "file to which a line of JSON is added for each request")
	s.StringVar(&f.metrics, "metrics", "", "address on which to serve Prometheus metrics, such as 127.0.0.1:9090")
	s.StringVar(&f.page.listen, "serve", "", "address of a web interface to this crawl, like that of gannet serve, such as "+defaultListen)
	s.StringVar(&f.page.tokenFile, "token-file", "", "with --serve: file with the token that users of the web interface must give; required to change anything, and if other machines can reach the address")
	s.BoolVar(&f.asJSON, "json", false, "print the result as JSON")
	s.BoolVar(&f.quiet, "quiet", false, "no progress")
	f.scope.register(s)
	f.employers.register(s)
	f.registerLimits(s)
	f.registerPoliteness(s)
	f.requests.register(s, &f.options.Fetch)
	f.render.register(s)
	f.revisits.register(s)
	f.cluster.register(s)
}

// registerLimits adds the flags for the budgets of the crawl.
func (f *crawlFlags) registerLimits(s *pflag.FlagSet) {
	l := &f.options.Limits
	s.Var(countLimit{&l.Pages, crawler.NoLimit}, "pages", "number of pages to keep, including those of earlier runs; none or 0: no limit")
	s.Var(timeLimit{&l.Time, true}, "time", "longest duration of this run, such as 8h; none or 0: no limit")
	s.BoolVar(&l.UntilDry, "until-dry", false, "end the crawl when few of the latest pages are relevant; with this flag the number of pages is not limited, unless --pages is given as well")
	s.Var(timeLimit{&l.Wait, false}, "wait", "how long the crawl waits, when no host with queued links responds, before it ends; 0: not at all; none: without limit")
	s.IntVar(&l.Workers, "workers", l.Workers, "number of pages that are fetched and read at the same time")
	s.DurationVar(&l.Patience, "patience", l.Patience, "longest time that a link waits for a better one whose host must pause, one that is more than twice as likely to lead to a relevant page; 0: links do not wait")
	s.Float64Var(&l.Threshold, "threshold", l.Threshold, "a page counts as relevant if its topic probability is at least this; pages that are stored already are not judged again, unless the topic is learned from seeds")
	s.BoolVar(&f.options.Precise, "precise", false, "for a topic learned from seeds: call fewer pages relevant, so that fewer of these are wrong")
}

// The values of --robots.
const robotsByRFC, robotsStrict = "rfc", "strict"

// registerPoliteness adds the flags that say how hosts are asked.
func (f *crawlFlags) registerPoliteness(s *pflag.FlagSet) {
	o := &f.options.Frontier
	s.Var(countLimit{&o.PerHost, frontier.NoLimit}, "per-host", "largest number of pages of one host; none or 0: no limit")
	s.DurationVar(&o.Delay, "delay", o.Delay, "shortest pause between two requests to a host or address")
	s.DurationVar(&o.MaxDelay, "max-delay", o.MaxDelay, "longest pause between two requests to a slow host")
	s.IntVar(&o.Connections, "connections", o.Connections, "number of requests to a host or IP address at the same time; use more than 1 only for your own servers")
	s.StringVar(&f.options.Fetch.Contact, "contact", "", "URL or mail address in the User-Agent, so that the owners of servers can reach you")
	s.StringVar(&f.robots, "robots", robotsByRFC, "how robots.txt is obeyed: rfc (RFC 9309), or strict (also request no URL that another common parser of robots.txt finds forbidden)")
	s.StringVar(&f.purpose, "purpose", noLimit, "what the pages will be used for: search, archive, ai-input, train or mine; pages whose owners refuse this use are neither requested nor kept; none: no such rule")
	s.StringVar((*string)(&f.options.Contacts), "contacts", string(contact.Keep), "what to do with mail addresses, telephone numbers and names of contacts on pages before anything is stored: keep, hash or drop them")
	f.proxy.register(s)
	s.BoolVar(&f.options.Fetch.AllowPrivate, "allow-private", false, "fetch from private, loopback and link-local addresses too")
}

// check checks what only the command line can get wrong. The rooms check their own options.
func (f *crawlFlags) check() error {
	switch {
	case f.out == "":
		return cli.Usagef("--out DIR says where the crawl is kept")
	case f.topic == "" && len(f.seeds) == 0 && f.employers.list == "":
		return cli.Usagef("nothing to begin with: give --topic, --seeds or both, or --employers")
	case len(f.requests.headers) > 0 && !f.requests.noHeader() && len(f.seeds) == 0: // a topic may have thousands of seeds
		return cli.Usagef("--header goes to the hosts of --seeds: give those that it is meant for")
	}
	return f.checkOptions()
}

// checkOptions checks the flags that commands other than crawl share with it.
func (f *crawlFlags) checkOptions() error {
	switch {
	case f.options.Limits.Workers < 1 || f.options.Frontier.Delay < 0 || f.options.Frontier.MaxDelay < 0 || f.options.Limits.Patience < 0:
		return cli.Usagef("--delay, --max-delay and --patience cannot be negative, and --workers is at least 1")
	case f.options.Frontier.Connections < 1:
		return cli.Usagef("--connections is at least 1")
	case f.options.Frontier.Connections > 1 && f.cluster.address != "":
		return cli.Usagef("--connections is for a crawl of one machine: leave it or --cluster out")
	case !(f.options.Limits.Threshold > 0 && f.options.Limits.Threshold <= 1):
		return cli.Usagef("--threshold is a probability, above 0 and at most 1")
	case f.options.Limits.UntilDry && (f.revisits.fresh != crawler.NoLimit || f.cluster.address != ""):
		return cli.Usagef("--until-dry ends a crawl of one machine that asks for nothing twice: leave out --fresh and --cluster, or give --until-dry=false")
	case f.robots != robotsByRFC && f.robots != robotsStrict:
		return cli.Usagef("--robots is %s or %s, not %q", robotsByRFC, robotsStrict, f.robots)
	case f.logFormat != "text" && f.logFormat != "json":
		return cli.Usagef("--log-format is text or json, not %q", f.logFormat)
	}
	if err := ranker.CheckName(f.strategy); err != nil {
		return cli.WrongUse(err)
	}
	f.options.StrictRobots = f.robots == robotsStrict
	var err error
	if _, err = contact.ParseTreatment(string(f.options.Contacts)); err != nil {
		return cli.Usagef("--contacts: %w", err)
	}
	if f.options.Purpose, err = permission.ParsePurpose(f.purpose); err != nil {
		return cli.Usagef("--purpose: %w", err)
	}
	if f.options.Fetch.Proxies, err = f.proxy.urls(); err != nil {
		return err
	}
	if len(f.webs) > 0 && len(f.options.Fetch.Proxies) > 0 {
		return cli.Usagef("--web and --proxy exclude each other")
	}
	if err := f.requests.apply(&f.options.Fetch); err != nil {
		return err
	}
	if err := f.cluster.check(); err != nil {
		return err
	}
	if err := f.applyEmployers(); err != nil {
		return err
	}
	f.options.Scope, err = f.scope.rules()
	return err
}

// complete fills in the options that are more than the value of a flag.
func (f *crawlFlags) complete(out *reporter) (err error) {
	o := &f.options
	f.employers.warn(out.log)
	if o.Topic, err = f.askedTopic(out); err != nil {
		return err
	}
	if o.Templates, err = templatesIn(f.templates); err != nil {
		return err
	}
	if f.strategyGiven {
		o.Strategy = f.strategy
	}
	if f.seedGiven {
		o.Seed = &f.seed
	}
	if o.Limits.UntilDry && !f.flags.Changed("pages") {
		o.Limits.Pages = crawler.NoLimit
	}
	if f.noSitemaps {
		o.Limits.SitemapURLs = 0
	}
	o.Language = f.language
	o.Revisit = f.revisits.options()
	o.Keywords = f.keywords
	o.Postings = f.jobs || o.Topic.Name == crawldir.JobsTopic && !f.jobsGiven
	o.PDF = readPDF
	if o.Rendering, err = f.render.rendering(o.Fetch.Identity(), out); err != nil {
		return err
	}
	if err := f.checkPostings(o); err != nil {
		return err
	}
	o.Frontier.MaxDelay = max(o.Frontier.MaxDelay, o.Frontier.Delay)
	if indexHot > 0 {
		o.Index.Hot = indexHot
	}
	o.CheckpointEvery = checkpointEvery
	f.warnOfCookies(out)
	o.Log, o.Replayed = out.log, out.replayed
	return nil
}

// indexHot replaces the default of crawldir.Options.Index.Hot if it is positive. Tests set it.
var indexHot int

// checkpointEvery is crawldir.Options.CheckpointEvery. Tests set it.
var checkpointEvery int

// openWebs opens the archives of --web, nil if there are none. The caller closes them.
func (f *crawlFlags) openWebs(out *reporter) (*archive.Web, error) {
	if len(f.webs) > 0 {
		return openArchives(out.archived, f.webs...)
	}
	if f.options.Fetch.Contact == "" && !f.options.Fetch.AllowPrivate {
		out.log.Warn("no --contact: the owners of the servers cannot reach you")
	}
	return nil, nil
}

// templatesIn returns the templates in a directory, nil if it has no name.
func templatesIn(dir string) (fs.FS, error) {
	if dir == "" {
		return nil, nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, cli.Usagef("--templates: %s is no directory of site templates", dir)
	}
	return os.DirFS(dir), nil
}
