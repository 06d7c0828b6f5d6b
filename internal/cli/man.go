package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// NewMan returns a hidden command that writes the manual pages, for makers of packages.
func NewMan() *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write a manual page for each command into a directory",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			EachCommand(c.Root(), func(c *cobra.Command) {
				if HasPage(c) && err == nil {
					err = os.WriteFile(filepath.Join(args[0], pageName(c)+".1"), manPage(c), 0o644)
				}
			})
			return err
		},
	}
}

// HasPage reports whether a command has a manual page. Hidden commands, and those that cobra adds, have none.
func HasPage(c *cobra.Command) bool {
	for ; c.HasParent(); c = c.Parent() {
		if c.Hidden || c.Name() == "completion" || c.Name() == "help" {
			return false
		}
	}
	return true
}

// pageName returns the name of a command's manual page, such as gannet-jobs-list for `gannet jobs list`.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage returns the manual page of a command, in the macros of man(7). It says what the help says.
func manPage(c *cobra.Command) []byte {
	c.InitDefaultHelpFlag()
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %q \"User Commands\"\n", roff(strings.ToUpper(pageName(c))), c.Root().Name()+" "+c.Root().Version)
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", roff(pageName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".B %s\n%s\n", roff(c.CommandPath()), roff(strings.TrimPrefix(c.UseLine(), c.CommandPath()+" ")))
	b.WriteString(".SH DESCRIPTION\n" + roffParagraphs(cmp.Or(c.Long, c.Short+".")))
	writeManFlags(&b, c)
	if c.HasExample() {
		b.WriteString(".SH EXAMPLES\n.nf\n" + roffLines(c.Example) + ".fi\n")
	}
	writeManRelations(&b, c)
	return []byte(b.String())
}

// writeManFlags lists the flags of a command as its help does.
func writeManFlags(b *strings.Builder, c *cobra.Command) {
	b.WriteString(".SH OPTIONS\n")
	for line := range strings.Lines(c.LocalFlags().FlagUsages() + c.InheritedFlags().FlagUsages()) {
		name := twoColumns.FindString(line)
		fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(name)), roff(strings.TrimSpace(line[len(name):])))
	}
}

// writeManRelations lists the commands below a command, with what they do, and names the page of the one above.
func writeManRelations(b *strings.Builder, c *cobra.Command) {
	above := ""
	if c.HasParent() {
		above = pageName(c.Parent())
	} else {
		b.WriteString(".SH EXIT STATUS\n0 for success, 1 for a failure, 64 for wrong use, 2 for a crash.\n")
	}
	for i, child := range c.Commands() {
		if i == 0 {
			b.WriteString(".SH COMMANDS\n")
		}
		if HasPage(child) {
			fmt.Fprintf(b, ".TP\n.BR %s (1)\n%s\n", roff(pageName(child)), roff(child.Short))
		}
	}
	if above != "" {
		fmt.Fprintf(b, ".SH SEE ALSO\n.BR %s (1)\n", roff(above))
	}
}

// roffParagraphs sets indented lines as they are and fills the others.
func roffParagraphs(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "":
			b.WriteString(".PP\n")
		case strings.TrimLeft(line, " \t") != line:
			b.WriteString(".nf\n" + roff(line) + "\n.fi\n")
		default:
			b.WriteString(roff(line) + "\n")
		}
	}
	return b.String()
}

// roffLines returns lines that are not filled.
func roffLines(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = roff(line) + "\n"
	}
	return strings.Join(lines, "")
}

// roffSigns are the characters that roff would set as others, or read as commands.
var roffSigns = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// roff returns text that roff prints as it is.
func roff(text string) string {
	text = roffSigns.Replace(text)
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}
