package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// NewReference returns a hidden command with which `make commands` writes docs/reference/commands.md.
func NewReference() *cobra.Command {
	return &cobra.Command{
		Use:    "reference",
		Short:  "Print a description of all commands as Markdown",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return Say(c.OutOrStdout(), "%s", Reference(c.Root()))
		},
	}
}

// Reference returns the help texts of all commands as one Markdown document, with a heading for each command.
func Reference(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("# The commands\n\nThis page is generated from the help of the commands, which `" + root.Name() + " COMMAND --help` prints. Manual pages have the same text.\n\n" +
		"Exit statuses: 0 for success, 1 for a failure, 64 for wrong use, 2 for a crash. Every command has the flag `--help`.\n")
	described := make(map[string]string)
	EachCommand(root, func(c *cobra.Command) {
		if HasPage(c) && c.HasParent() {
			describeCommand(&b, c, described)
		}
	})
	return b.String()
}

// fewShared is the number of flags that a command may share with an earlier one and that are still described again.
const fewShared = 3

// describeCommand writes the section of a command. described has the command that first described a flag in the same words.
func describeCommand(b *strings.Builder, c *cobra.Command, described map[string]string) {
	level := "##"
	if c.Parent().HasParent() {
		level = "###"
	}
	fmt.Fprintf(b, "\n%s %s\n\n%s\n", level, c.CommandPath(), asMarkdown(cmp.Or(c.Long, c.Short+".")))
	if c.Runnable() {
		fmt.Fprintf(b, "\n```\n%s\n```\n", c.UseLine())
	}
	var list []string
	shared := make(map[string][]string)
	for line := range strings.Lines(c.LocalFlags().FlagUsages()) {
		name := twoColumns.FindString(line)
		if strings.Contains(name, "--help") {
			continue
		}
		text := fmt.Sprintf("- `%s`: %s\n", strings.TrimSpace(name), escapeMarkdown(strings.TrimSpace(line[len(name):])))
		first := cmp.Or(described[text], c.CommandPath())
		described[text] = first
		list = append(list, text)
		shared[first] = append(shared[first], text)
	}
	if len(list) > 0 {
		b.WriteString("\n")
	}
	for _, text := range list {
		switch first := described[text]; {
		case first == c.CommandPath() || len(shared[first]) <= fewShared:
			b.WriteString(text)
		case text == shared[first][0]:
			fmt.Fprintf(b, "- with the same meaning as in `%s`: %s\n", first, flagNames(shared[first]))
		}
	}
	if c.HasExample() {
		fmt.Fprintf(b, "\nExamples:\n\n```\n%s\n```\n", unindented(c.Example))
	}
}

// flagNames returns the names in descriptions of flags, separated by commas.
func flagNames(descriptions []string) string {
	names := make([]string, len(descriptions))
	for i, text := range descriptions {
		names[i], _, _ = strings.Cut(text[len("- "):], ": ")
	}
	return strings.Join(names, ", ")
}

// asMarkdown returns the text of a help, whose indented lines are examples, as Markdown.
func asMarkdown(text string) string {
	var out []string
	isCode := false
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if indented := strings.HasPrefix(line, " "); indented != isCode && line != "" {
			isCode = indented
			out = append(out, "")
		}
		if isCode {
			line = "    " + line
		} else {
			line = escapeMarkdown(line)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// escapeMarkdown keeps signs that Markdown would read. Text between backquotes stays.
func escapeMarkdown(line string) string {
	parts := strings.Split(line, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = markdownSigns.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

var markdownSigns = strings.NewReplacer(`*`, `\*`, `_`, `\_`, `<`, `&lt;`, `[`, `\[`, `|`, `\|`)

// unindented removes the indent of examples.
func unindented(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}
