package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/internal/cli"
)

func TestCompletionOffersKnownValues(t *testing.T) {
	for args, want := range map[string]string{
		"crawl --strategy ":                     "shark",
		"crawl --strategy=l":                    "learned",
		"crawl --topic ":                        "golf",
		"crawl --country ":                      "de",
		"crawl --log-format ":                   "json",
		"crawl --out ":                          ":16", // directories
		"crawl --config ":                       "yaml",
		"eval --strategies bfs,":                "bfs,oracle",
		"export c --format ":                    "warc",
		"jobs list c --format ":                 "table",
		"jobs export c --format ":               "parquet",
		"jobs list --language ":                 "de",
		"extract --format ":                     "csv",
		"annotate --format ":                    "letor",
		"annotate --schema ":                    "crawl",
		"train --learner ":                      "ranksvm",
		"topic test ":                           "jobs",
		"stats ":                                ":16",
		"explain c ":                            ":4", // no files
		"demo ":                                 ":4",
		"help jobs ":                            "list\tList the postings of a crawl",
		"crawl --strategy shark --log-format t": "text",
	} {
		var stdout, stderr bytes.Buffer
		if status := run(append([]string{"__complete"}, strings.Split(args, " ")...), &stdout, &stderr); status != cli.ExitOK {
			t.Errorf("%s: status %d: %s", args, status, stderr.String())
		}
		if !slices.Contains(strings.Split(stdout.String(), "\n"), want) {
			t.Errorf("gannet %s: offers %q, want %q among it", args, stdout.String(), want)
		}
	}
}

// A flag whose values are listed in its help offers them in the shell.
func TestFlagsWithListedValuesAreCompleted(t *testing.T) {
	root, _ := newRoot()
	cli.EachCommand(root, func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains([]string{"format", "strategy", "strategies", "learner", "learners", "schema", "log-format", "classifier"}, f.Name) {
				return
			}
			complete, ok := c.GetFlagCompletionFunc(f.Name)
			if !ok {
				t.Errorf("%s --%s offers nothing", c.CommandPath(), f.Name)
				return
			}
			values, _ := complete(c, nil, "")
			for _, value := range values {
				if named := c.Name() != "explain" && f.Name != "strategies" && f.Name != "learners"; named && !strings.Contains(f.Usage, value) {
					t.Errorf("%s --%s offers %q, which its help does not name", c.CommandPath(), f.Name, value)
				}
			}
		})
	})
}
