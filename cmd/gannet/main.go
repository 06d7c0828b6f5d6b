// Command gannet is a focused web crawler with a learned frontier. This package parses and wires; one command stands
// in one file.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawler/fetch"
	"gannet/internal/cli"
	"gannet/internal/lazyregexp"
	"gannet/internal/weburl"
)

// version goes into the User-Agent, WARC files and --version.
const version = fetch.Version

func main() {
	collectEarly(gcPercent)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is main with its surroundings as arguments. The first SIGINT, SIGTERM or SIGHUP asks for an orderly end, the second
// ends the process. Under nohup SIGHUP stays ignored.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := cli.UntilSignal()
	defer stop()

	log.SetOutput(io.Discard) // net/http's own remarks on odd servers; ours go through slog
	stdout, stderr = cli.Guard(stdout), cli.Guard(stderr)
	root, started := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	c, err := root.ExecuteContextC(ctx)
	if err == nil {
		return cli.ExitOK
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errStopped
	}
	cli.PrintError(stderr, "gannet: "+oneLine(remedied(err, dirOf(c))))
	if !*started || isUsage(err) {
		return cli.ExitUsage
	}
	return cli.ExitFailed
}

// errStopped is the error of a command other than crawl that a signal ended.
var errStopped = errors.New("stopped before the end")

// isUsage reports whether an error is about wrong use.
func isUsage(err error) bool {
	_, option := errors.AsType[*crawldir.OptionError](err)
	return cli.IsWrongUse(err) || option || errors.Is(err, crawldir.ErrNotEmpty) || errors.Is(err, crawldir.ErrNoStrategy)
}

// oneLine returns an error as one line of printable text without passwords. The error may quote a page, a damaged file or
// the command line.
func oneLine(err error) string {
	longest := 500
	if _, ok := errors.AsType[*crawldir.SeedsError](err); ok { // names each seed
		longest = 4000
	}
	line := []rune(strings.Join(strings.Fields(cli.Agreed(cli.Printable(weburl.Scrub(shortQuotes(inWords(err)))))), " "))
	if len(line) > longest { // the file is named at the beginning, the remedy at the end
		line = slices.Concat(line[:longest/2], []rune(" … "), line[len(line)-longest/2:])
	}
	return string(line)
}

// quotedBytes matches a long quotation of what is no text, and its beginning.
var quotedBytes = lazyregexp.New(`("(?:[^"\\]|\\x..|\\[^x]){0,24})(?:[^"\\]|\\.)*"`)

// shortQuotes cuts quotations of what is no text, such as a line of a binary file.
func shortQuotes(text string) string {
	return quotedBytes.ReplaceAllStringFunc(text, func(quoted string) string {
		if !strings.Contains(quoted, `\x`) {
			return quoted
		}
		return quotedBytes.FindStringSubmatch(quoted)[1] + `…"`
	})
}

// newRoot returns the command tree. started is set when a command has accepted its flags and arguments. Errors before
// that are wrong use.
func newRoot() (root *cobra.Command, started *bool) {
	started = new(bool)
	root = &cobra.Command{
		Use:   "gannet",
		Short: "A focused web crawler with a learned frontier",
		Long: "Gannet fetches the pages of one topic and few others. It judges every page it fetches, ranks the links on\n" +
			"it and follows the most promising ones first. It keeps robots.txt, delays and budgets by default.",
		Example: "  gannet demo\n" +
			"  gannet crawl --topic jobs --seeds https://example.org/careers --pages 1000 --contact you@example.org --out crawl\n" +
			"  gannet stats crawl\n" +
			"  gannet export crawl --format jsonl -o pages.jsonl",
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(c *cobra.Command, args []string) error {
			*started = true
			notePart(c)
			warnOfSecrets(c)
			return checkOutputs(c, args)
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
		Args: cobra.NoArgs,
	}
	for _, g := range commandGroups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	root.AddCommand(newVersion(), cli.NewMan(), cli.NewReference(), newPDFText())
	cli.ExplainMisuse(root)
	completeValues(root)
	return root, started
}

// group is a group of commands as `gannet --help` lists them.
type group struct {
	title    string
	commands []*cobra.Command
}

func commandGroups() []group {
	return []group{
		{"Crawl and look", []*cobra.Command{newCrawl(), newServe(), newControl(), newMCP(), newStats(), newEmployers(), newNotices(), newLook(), newExplain(), newDemo(), newCluster()}},
		{"Postings", []*cobra.Command{newJobs(), newExtract(), newTemplate(), newDedup(), newBatch(), newWorker()}},
		{"Learn and compare", []*cobra.Command{newTopic(), newAnnotate(), newTrain(), newCompare(), newEval()}},
		{"Data", []*cobra.Command{newExport(), newSync(), newReport(), newReplay(), newCheck(), newForget(), newKey()}},
	}
}
