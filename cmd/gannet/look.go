package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/features/scripted"
	"gannet/internal/cli"
	"gannet/job"
)

// lookFlagNames are the flags of `gannet crawl` that say how one page is fetched and judged.
var lookFlagNames = []string{
	"topic", "seeds", "keywords", "country", "language", "strategy", "seed", "model", "templates", "web", "threshold", "wait",
	"include", "exclude", "stay", "hosts", "delay", "max-delay", "contact", "proxy", "robots", "purpose", "allow-private", "user-agent", "header",
	"timeout", "max-body", "cookies", "ca", "sign", "render", "json", "quiet",
}

// defaultLookLinks is how many links `gannet look` shows unless --limit says otherwise.
const defaultLookLinks = 20

func newLook() *cobra.Command {
	var f crawlFlags
	limit := defaultLookLinks
	c := &cobra.Command{
		Use:   "look URL",
		Short: "Show what a crawl would make of one page",
		Long: "Look fetches one page as politely as a crawl does, and stores nothing. Look prints whether a crawl would keep the\n" +
			"page, or why it would not, and whether the page is on topic. Look also prints the kind of the page, its language,\n" +
			"its job posting, and its links in the order in which a new crawl would follow them. The topic is that of --topic,\n" +
			"or is learned from --seeds and --keywords; without these flags it is the topic jobs.",
		Example: "  gannet look https://example.org/careers/welder\n" +
			"  gannet look https://example.org/hives --keywords 'bee,hive,honey' --limit 5\n" +
			"  gannet look https://example.org/ --topic bees.yaml --json | jq .probability",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return look(c, args[0], limit, &f) },
	}
	of := &cobra.Command{}
	f.register(of)
	for _, name := range lookFlagNames {
		if flag := of.Flags().Lookup(name); flag != nil {
			c.Flags().AddFlag(flag)
		}
	}
	c.Flags().Lookup("web").Usage = "take the page from these WARC files instead of the network"
	of.Flags().Lookup("render").NoOptDefVal = renderAlways // of one page nothing is to be shared
	c.Flags().Var(countLimit{&limit, crawler.NoLimit}, "limit", "largest number of links to print; none or 0: no limit")
	return c
}

func look(c *cobra.Command, raw string, limit int, f *crawlFlags) error {
	url, err := canonicalURL(raw)
	if err != nil {
		return err
	}
	if f.topic == "" && len(f.seeds) == 0 && len(f.keywords) == 0 {
		f.topic = crawldir.JobsTopic
	}
	if err := f.checkOptions(); err != nil {
		return err
	}
	given := c.Flags().Changed
	if err := f.checkEffects(given); err != nil {
		return err
	}
	f.strategyGiven, f.seedGiven, f.stdin = given("strategy"), given("seed"), c.InOrStdin()
	out := newReporter(c.ErrOrStderr(), f.logFormat, f.quiet)
	f.jobs = true
	if err := f.complete(out); err != nil {
		return err
	}
	if f.options.Topic.Classifier != nil && len(f.seeds) > 0 {
		return cli.Usagef("topic %q has a classifier, so nothing is learned from --seeds: leave them out", f.options.Topic.Name)
	}
	web, err := f.openWebs(out)
	if err != nil {
		return err
	}
	if web != nil {
		f.options.Web = web
		defer web.Close()
	}
	l, err := crawldir.LookAt(c.Context(), url, f.options)
	if err != nil {
		return err
	}
	if f.asJSON {
		l.Links = l.Links[:upTo(limit, len(l.Links))]
		return writeJSON(c.OutOrStdout(), l)
	}
	return writeLook(c.OutOrStdout(), l, limit, f.options.Limits.Threshold)
}

// upTo returns the number n, or a limit that is smaller.
func upTo(limit, n int) int {
	if limit == crawler.NoLimit {
		return n
	}
	return min(limit, n)
}

func writeLook(w io.Writer, l *crawldir.Look, limit int, threshold float64) error {
	t := cli.NewTable(w)
	fmt.Fprintf(t, "url\t%s\n", l.URL)
	for _, url := range l.Redirects {
		fmt.Fprintf(t, "redirect\t%s\n", url)
	}
	if l.Status != 0 {
		fmt.Fprintf(t, "answer\tstatus %d, %s, %s\n", l.Status, l.Type, cli.Counted(l.Bytes, "byte"))
	}
	if r := l.Rendered; r != nil {
		fmt.Fprintf(t, "rendered\t%s, %s of which %d refused, in %v (browser %v)\n", cli.Counted(r.Bytes, "byte"), cli.Counted(r.Requests, "request"), r.Refused,
			r.Took.Round(10*time.Millisecond), r.Processor)
	}
	fmt.Fprintf(t, "would be kept\t%s\n", keptText(l))
	if l.Disputed != "" {
		fmt.Fprintf(t, "robots.txt\t%s\n", l.Disputed)
	}
	writePermissions(t, l.Says)
	if l.Kind == "" { // no page
		return t.Flush()
	}
	fmt.Fprintf(t, "title\t%s\n", cli.OneSpace(l.Title))
	writeVerdict(t, l, threshold)
	fmt.Fprintf(t, "language\t%s\nkind\t%s\n", l.Language, l.Kind)
	if l.ByScript >= scripted.Likely {
		fmt.Fprintf(t, "script\ta script makes the content: probability %.2f; docs/guide/07-data.md says what is read of such pages\n", l.ByScript)
	}
	if l.Posting != nil {
		for _, p := range append([]*job.Posting{l.Posting}, l.More...) {
			fmt.Fprintf(t, "\nposting\t%s\n", p.Part)
			writeFields(t, p)
		}
	}
	return errors.Join(t.Flush(), writeLookLinks(w, l, limit))
}

// writeVerdict says how the page is judged. Of a topic that a few seeds or keywords teach it says what the page is compared with.
func writeVerdict(w io.Writer, l *crawldir.Look, threshold float64) {
	c := l.Compared
	if c == nil {
		judged := "not relevant"
		if l.Relevant {
			judged = "relevant"
		}
		fmt.Fprintf(w, "topic\t%s: probability %.3f, %s (threshold %g)\n", l.Topic.Name, l.Probability, judged, threshold)
		return
	}
	fmt.Fprintf(w, "topic\t%s, learned from %s: %s\n", l.Topic.Name, l.LearnedFrom, c.Like)
	seeds := ""
	if c.SeedsHigh > 0 {
		seeds = fmt.Sprintf("the seeds %.2f to %.2f, ", c.SeedsLow, c.SeedsHigh)
	}
	fmt.Fprintf(w, "\tscore %.2f; %s99 of 100 other pages at most %.2f\n", l.Probability, seeds, math.Ceil(100*c.Others)/100)
	fmt.Fprint(w, "\tonly a crawl can judge whether it is relevant, since it compares its pages with each other\n")
}

// keptText says whether a crawl would keep the page.
func keptText(l *crawldir.Look) string {
	switch {
	case !l.Kept:
		return "no: " + l.Refused
	case l.Canonical != "":
		return "until its canonical page is: " + l.Canonical
	case l.Truncated:
		return "yes, cut off at --max-body"
	}
	return "yes"
}

// writeLookLinks prints the best links, and how many are left out for which reason.
func writeLookLinks(w io.Writer, l *crawldir.Look, limit int) error {
	first := slices.IndexFunc(l.Links, func(r crawler.RankedLink) bool { return r.LeftOut != "" })
	if first < 0 {
		first = len(l.Links)
	}
	followed, left := l.Links[:first], l.Links[first:]
	t := cli.NewTable(w)
	fmt.Fprintf(t, "\n%s to follow, as strategy %s orders them at the start of a crawl\n", cli.Counted(len(followed), "link"), l.Strategy)
	shown := upTo(limit, len(followed))
	for _, r := range followed[:shown] {
		fmt.Fprintf(t, "%8.3f\t%s\n\t%s\n", r.Priority, r.URL, cli.OneSpace(r.Anchor))
	}
	if more := len(followed) - shown; more > 0 {
		fmt.Fprintf(t, "and %d more: --limit none shows all\n", more)
	}
	reasons := map[string]int{}
	for _, r := range left {
		reasons[r.LeftOut]++
	}
	if len(left) > 0 {
		fmt.Fprintf(t, "\n%s not to follow\n", cli.Counted(len(left), "link"))
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(t, "  %s\t%d\n", why, reasons[why])
	}
	return t.Flush()
}
