package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/ranker"
	"gannet/seeds"
)

// completeValues has the shell offer the values of flags and the arguments that are known.
func completeValues(root *cobra.Command) {
	cli.EachCommand(root, func(c *cobra.Command) {
		path := strings.TrimPrefix(c.CommandPath(), "gannet ")
		for name, complete := range flagCompletions(path) {
			if c.Flags().Lookup(name) != nil {
				_ = c.RegisterFlagCompletionFunc(name, complete) // it fails for a flag that has one already
			}
		}
		if c.ValidArgsFunction == nil && len(c.ValidArgs) == 0 {
			c.ValidArgsFunction = argCompletion(c)
		}
	})
}

// flagCompletions returns what completes the flags of a command. A flag means the same wherever it has the same name,
// except for those that a command overrides.
func flagCompletions(path string) map[string]cobra.CompletionFunc {
	learners := cli.OneOf("lambdamart", "gbrt", "ranksvm", "ca")
	all := map[string]cobra.CompletionFunc{
		"strategy": cli.OneOf(ranker.Names()...), "strategies": cli.SomeOf(append(ranker.Names(), "peek", "oracle")...),
		"learner": learners, "learners": cli.SomeOf("lambdamart", "gbrt", "ranksvm", "ca"),
		"topic": topics, "country": countries, "log-format": cli.OneOf("text", "json"), "schema": cli.OneOf(linksSchema, crawlSchema),
		"classifier": cli.OneOf("labelled", "seeds"), "config": cli.Endings("yaml", "yml"), "ca": cli.Endings("pem", "crt", "cer"), "web": cli.Endings("warc", "gz", "zst", "wacz"),
		"sort": cli.OneOf(sortedKeys(jobOrders)...),
		"out":  cli.Directories, "salvage": cli.Directories, "templates": cli.Directories, "collect": cli.Directories,
		"language": cli.OneOf("cs", "da", "de", "en", "es", "fi", "fr", "it", "ja", "ko", "nl", "no", "pl", "pt", "ru", "sv", "tr", "zh"),
	}
	for of, formats := range map[string][]string{
		"export": {"jsonl", "csv", "warc"}, "jobs list": sortedKeys(jobFormats), "jobs count": {"table", "csv", "json"}, "jobs export": jobExportFormats,
		"extract": sortedKeys(postingWriters), "batch extract": sortedKeys(postingWriters), "annotate": {"binary", "letor", "both"},
	} {
		if of == path {
			all["format"] = cli.OneOf(formats...)
		}
	}
	if path == "annotate" {
		all["output"] = cli.Directories
	}
	return all
}

// argCompletion returns what completes the arguments of a command, by their names in its usage.
func argCompletion(c *cobra.Command) cobra.CompletionFunc {
	names := cli.ArgNames(c)
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(names) == 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		switch name := names[min(len(args), len(names)-1)]; {
		case name == "DIR" || strings.HasPrefix(name, "DIR…") || strings.HasPrefix(name, "CRAWL"):
			return nil, cobra.ShellCompDirectiveFilterDirs
		case strings.HasPrefix(name, "NAME|"):
			return seeds.Names(), cobra.ShellCompDirectiveDefault
		case name == "URL" || name == "NAME" || strings.HasPrefix(name, "NUMBER"):
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
}

// topics completes the name of a built-in topic, or a file.
func topics(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return seeds.Names(), cobra.ShellCompDirectiveDefault
}

// countries completes the country of the topic that the command line names, or of the topic jobs.
func countries(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	name, _ := c.Flags().GetString("topic")
	t, err := loadTopic(name)
	if err != nil {
		if t, err = loadTopic(crawldir.JobsTopic); err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
	}
	list, _ := groupsOf(t)
	return list, cobra.ShellCompDirectiveNoFileComp
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
