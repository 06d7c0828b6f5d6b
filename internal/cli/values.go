package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// OneOf returns a completion function for a flag that accepts exactly one of these values.
func OneOf(values ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// SomeOf returns a completion function for a flag that accepts several of these values, separated by commas.
func SomeOf(values ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
		before := begun[:strings.LastIndex(begun, ",")+1]
		for _, value := range values {
			list = append(list, before+value)
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// Endings returns a completion function for a flag that accepts files with these name endings.
func Endings(list ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveFilterFileExt)
}

// Directories is a completion function for a flag that accepts a directory.
func Directories(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
