package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gannet/internal/lazyregexp"
)

// writeHelp prints the help of a command, wrapped to the width of the terminal.
func writeHelp(c *cobra.Command, _ []string) {
	about, usage := strings.TrimSpace(cmp.Or(c.Long, c.Short)), c.UsageString()
	if n := Columns(c.OutOrStdout()); n > 0 {
		about, usage = wrapParagraphs(about, n), wrapUsage(usage, n)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s\n\n%s", about, usage)
}

// wrapParagraphs breaks the lines of a text again. Indented lines stay as they are.
func wrapParagraphs(text string, columns int) string {
	var out, words []string
	end := func() {
		if len(words) > 0 {
			out, words = append(out, wrapWords(words, 0, 0, columns, "")), nil
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if line != "" && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			words = append(words, strings.Fields(line)...)
			continue
		}
		end()
		out = append(out, line)
	}
	end()
	return strings.Join(out, "\n")
}

// Patterns by which wrapUsage recognises lines.
var (
	// twoColumns matches the name and the gap before a description in a list of commands or flags.
	twoColumns = lazyregexp.New(`^ *\S+(?: \S+)* {2,}`)
	indented   = lazyregexp.New(`^ *`)
)

// The least width of a description beside a name, and the indent of a description that stands below the name.
const (
	leastDescription = 24
	indentBelow      = 10
)

// wrapUsage wraps the long lines of a usage text. Commands are continued after a backslash, and descriptions under their own beginning.
func wrapUsage(text string, columns int) string {
	lines := strings.Split(text, "\n")
	section := ""
	for i, line := range lines {
		if line != "" && !strings.HasPrefix(line, " ") {
			section = line
		}
		if textWidth(line) <= columns {
			continue
		}
		indent := len(indented.FindString(line))
		name := twoColumns.FindString(line)
		switch {
		case section == "Examples:":
			lines[i] = line[:indent] + wrapWords(strings.Fields(line), indent, indent+4, columns, ` \`)
		case name == "":
			lines[i] = line[:indent] + wrapWords(strings.Fields(line), indent, indent+4, columns, "")
		default:
			lines[i] = wrapDescription(name, line[len(name):], columns)
		}
	}
	return strings.Join(lines, "\n")
}

// wrapDescription wraps the description of a command or a flag under its own beginning, or under the name if the name is long.
func wrapDescription(name, text string, columns int) string {
	indent := textWidth(name)
	if columns-indent < leastDescription {
		indent = indentBelow
		name = strings.TrimRight(name, " ") + "\n" + strings.Repeat(" ", indent)
	}
	return name + wrapWords(strings.Fields(text), indent, indent, columns, "")
}

// wrapWords joins words into lines of a given width. The first line begins at column start, and the others with an indent. end is added to lines that
// are continued.
func wrapWords(words []string, start, indent, columns int, end string) string {
	var out strings.Builder
	used := start
	for i, word := range words {
		wide := textWidth(word)
		switch {
		case i == 0:
		case used+1+wide > columns-len(end):
			out.WriteString(end + "\n" + strings.Repeat(" ", indent))
			used = indent
		default:
			out.WriteString(" ")
			used++
		}
		out.WriteString(word)
		used += wide
	}
	return out.String()
}
