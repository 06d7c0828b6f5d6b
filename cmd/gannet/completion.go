package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/ranker"
	"gannet/seeds"
)

// completeValues has the shell offer the values of flags and the arguments that are known.
func completeValues(root *cobra.Command) {
	eachCommand(root, func(c *cobra.Command) {
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
	learners := oneOf("lambdamart", "gbrt", "ranksvm", "ca")
	all := map[string]cobra.CompletionFunc{
		"strategy": oneOf(ranker.Names()...), "strategies": someOf(append(ranker.Names(), "peek", "oracle")...),
		"learner": learners, "learners": someOf("lambdamart", "gbrt", "ranksvm", "ca"),
		"topic": topics, "country": countries, "log-format": oneOf("text", "json"), "schema": oneOf(linksSchema, crawlSchema),
		"classifier": oneOf("labelled", "seeds"), "config": endings("yaml", "yml"), "ca": endings("pem", "crt", "cer"), "web": endings("warc", "gz", "zst", "wacz"),
		"sort": oneOf(sortedKeys(jobOrders)...),
		"out":  directories, "salvage": directories, "templates": directories, "collect": directories,
		"language": oneOf("cs", "da", "de", "en", "es", "fi", "fr", "it", "ja", "ko", "nl", "no", "pl", "pt", "ru", "sv", "tr", "zh"),
	}
	for of, formats := range map[string][]string{
		"export": {"jsonl", "csv", "warc"}, "jobs list": sortedKeys(jobFormats), "jobs export": jobExportFormats,
		"extract": sortedKeys(postingWriters), "batch extract": sortedKeys(postingWriters), "annotate": {"binary", "letor", "both"},
	} {
		if of == path {
			all["format"] = oneOf(formats...)
		}
	}
	if path == "annotate" {
		all["output"] = directories
	}
	return all
}

// argCompletion returns what completes the arguments of a command, by their names in its usage.
func argCompletion(c *cobra.Command) cobra.CompletionFunc {
	names := argNames(c)
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

// oneOf completes a flag that takes one of some values.
func oneOf(values ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// someOf completes the last value of a list with commas.
func someOf(values ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
		before := begun[:strings.LastIndex(begun, ",")+1]
		for _, value := range values {
			list = append(list, before+value)
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// endings completes a flag that takes files with these endings.
func endings(list ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveFilterFileExt)
}

func directories(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
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
