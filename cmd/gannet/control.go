package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/internal/cli"
)

func newControl() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "control DIR [VERB [VALUE...]]",
		Short: "Tell a crawl that runs what to do: pause it, block a host, add seeds, change budgets",
		Long: "Control sends a command to a running crawl, which obeys at once. Without a verb, control shows the earlier\n" +
			"commands. The verbs pause, resume and stop have no value. The values of block and unblock are hosts: a blocked host\n" +
			"and its subdomains get no requests, and their links stay queued. The values of exclude are patterns, in the form of\n" +
			"the flag --exclude: links that match a pattern are dropped when their turn comes. The verb allow removes patterns\n" +
			"that exclude has added; links that were dropped stay dropped. The verb seed adds URLs as seeds. The verb budget\n" +
			"sets pages, time, per-day or delay by NAME=VALUE, as the flags of these names do. The changes also apply to later\n" +
			"runs of the crawl, unless these are given other flags.",
		Example: "  gannet control crawl block tracker.example.org\n  gannet control crawl exclude '*/tag/*' 're:[?&]sort='\n" +
			"  gannet control crawl budget pages=20000 delay=2s\n  gannet control crawl",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return control(c.OutOrStdout(), args[0], args[1:], asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// control obeys the words of the command line behind the directory.
func control(w io.Writer, dir string, words []string, asJSON bool) error {
	r, err := crawldir.Read(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	if len(words) == 0 {
		return showControls(w, r, asJSON)
	}
	command := api.Command{Verb: api.Verb(words[0]), Values: words[1:]}
	if err := command.Check(); err != nil {
		return cli.WrongUse(err)
	}
	done, err := r.Control(command)
	switch {
	case err != nil:
		return err
	case asJSON:
		return writeJSON(w, done)
	}
	return cli.Say(w, "%s\n", cli.Printable(done.Sentence))
}

// showControls prints the commands that a crawl got, and its budgets.
func showControls(w io.Writer, r *crawldir.Reader, asJSON bool) error {
	c, err := r.Controls()
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(w, c)
	}
	t := cli.NewTable(w)
	for _, name := range api.Budgets() {
		if v, ok := c.Budgets[name]; ok {
			fmt.Fprintf(t, "%s\t%s\n", name, v)
		}
	}
	for _, host := range c.Blocked {
		fmt.Fprintf(t, "blocked\t%s\n", host)
	}
	if c.Waiting > 0 {
		fmt.Fprintf(t, "\t%s of blocked hosts wait\n", cli.Counted(c.Waiting, "link"))
	}
	for _, e := range c.Excluded {
		fmt.Fprintf(t, "excluded\t%s (%s left out by this run)\n", e.Pattern, cli.Counted(int(e.Links), "link"))
	}
	for _, url := range c.Seeds {
		fmt.Fprintf(t, "seed\t%s\n", url)
	}
	for _, l := range slices.Backward(c.Log) {
		fmt.Fprintf(t, "%s\t%s %s\n", l.Time.Format(time.DateTime), l.Verb, strings.Join(l.Values, " "))
	}
	return t.Flush()
}
