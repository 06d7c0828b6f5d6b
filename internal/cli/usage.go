package cli

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/internal/lazyregexp"
)

// ExplainMisuse makes a command, and all below it, report wrong use in messages that say what to do, in place of those of cobra and pflag.
func ExplainMisuse(root *cobra.Command) {
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(writeHelp)
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	EachCommand(root, func(c *cobra.Command) {
		if !c.Runnable() {
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
		accepts := c.Args
		c.Args = func(c *cobra.Command, args []string) error {
			if err := misspelt(c, args); err != nil {
				return err
			}
			if accepts != nil && accepts(c, args) != nil {
				return argsError(c, args)
			}
			return wrongNumber(c.Flags())
		}
	})
}

// EachCommand calls use for a command and all its subcommands at any depth.
func EachCommand(c *cobra.Command, use func(*cobra.Command)) {
	use(c)
	for _, child := range c.Commands() {
		EachCommand(child, use)
	}
}

// newHelp returns the command `help`. Unlike cobra's it fails for an unknown command.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND...]",
		Short: "Show the help of a command",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			if about, _, err := c.Root().Find(args); err == nil {
				for _, child := range about.Commands() {
					names = append(names, cobra.CompletionWithDesc(child.Name(), child.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			switch {
			case err != nil:
				return err
			case len(rest) > 0:
				return unknownCommand(about, rest[0])
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// misspelt returns an error if the first argument seems to be a misspelt name of a command below c. If c also accepts files, this is assumed only if
// the argument resembles a name and no file is called so.
func misspelt(c *cobra.Command, args []string) error {
	if len(args) == 0 || !c.HasAvailableSubCommands() {
		return nil
	}
	if takesArgs(c) {
		if _, err := os.Stat(args[0]); err == nil || Nearest(args[0], commandNames(c)) == "" {
			return nil
		}
	}
	return unknownCommand(c, args[0])
}

func unknownCommand(c *cobra.Command, name string) error {
	if guess := Nearest(name, commandNames(c)); guess != "" {
		return Usagef("no command %q: did you mean `%s %s`?", name, c.CommandPath(), guess)
	}
	if names := commandNames(c); len(names) > 0 {
		return Usagef("no command %q: the commands of `%s` are %s", name, c.CommandPath(), strings.Join(names, ", "))
	}
	return Usagef("no command %q: `%s` has none below it", name, c.CommandPath())
}

func commandNames(c *cobra.Command) (names []string) {
	for _, child := range c.Commands() {
		if child.IsAvailableCommand() {
			names = append(names, child.Name())
		}
	}
	return names
}

// takesArgs reports whether the usage of a command names arguments.
func takesArgs(c *cobra.Command) bool { return len(ArgNames(c)) > 0 }

// ArgNames returns the names of a command's arguments in the order of its usage line.
func ArgNames(c *cobra.Command) []string { return strings.Fields(c.Use)[1:] }

// argsError says which arguments a command takes.
func argsError(c *cobra.Command, args []string) error {
	names := ArgNames(c)
	form := strings.Join(append([]string{c.CommandPath()}, names...), " ")
	switch {
	case len(names) == 0:
		return Usagef("%q is no flag: `%s` takes flags alone, and `%s --help` lists them", args[0], c.CommandPath(), c.CommandPath())
	case len(args) < len(names):
		return Usagef("%s is missing: the command is `%s`, and `%s --help` explains it", names[len(args)], form, c.CommandPath())
	}
	return Usagef("%q is one argument too many: the command is `%s`", args[len(names)], form)
}

// flagError returns what is wrong with a flag in our words.
func flagError(c *cobra.Command, err error) error {
	if args := c.Flags().Args(); len(args) > 0 { // an unknown command explains an unknown flag
		if err := misspelt(c, args); err != nil {
			return err
		}
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(c, unknown)
	}
	if bare, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return Usagef("--%s needs a value: %s", bare.GetFlag().Name, wanted(bare.GetFlag()))
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return Usagef("--%s %q: %w", wrong.GetFlag().Name, wrong.GetValue(), ValueError(wrong.GetFlag(), wrong.Unwrap()))
	}
	if bad, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		return Usagef("%q is no flag: flags are written --name value or --name=value", bad.GetSpecifiedFlag())
	}
	return WrongUse(err)
}

func unknownFlag(c *cobra.Command, unknown *pflag.NotExistError) error {
	list := fmt.Sprintf("`%s --help` lists the flags", c.CommandPath())
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		if guess := Nearest(letters, FlagNames(c)); guess != "" {
			return Usagef("no flag -%s: did you mean --%s?", letters, guess)
		}
		return Usagef("no flag -%s: %s", unknown.GetSpecifiedName(), list)
	}
	name := unknown.GetSpecifiedName()
	if guess := Nearest(name, FlagNames(c)); guess != "" {
		return Usagef("no flag --%s: did you mean --%s?", name, guess)
	}
	return Usagef("no flag --%s: %s", name, list)
}

// FlagNames returns the names of a command's flags, without hyphens.
func FlagNames(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// ValueError returns an error that says why a flag does not accept a value. For types of values that gannet defines, cause says why.
func ValueError(flag *pflag.Flag, cause error) error {
	switch {
	case errors.Is(cause, strconv.ErrRange):
		return fmt.Errorf("this is out of range: %s", wanted(flag))
	case standardTypes.MatchString(fmt.Sprintf("%T", flag.Value)):
		return errors.New(wanted(flag))
	}
	return cause
}

// standardTypes matches the types of values that pflag brings.
var standardTypes = lazyregexp.New(`^\*pflag\.`)

// wanted describes the values that a flag accepts.
func wanted(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case "int":
		return "give a whole number, such as 100"
	case "uint64":
		return "give a whole number that is not negative, such as 100"
	case "float64":
		return "give a number, such as 0.5"
	case "duration":
		if flag.DefValue == "0s" {
			return "give a time with its unit, such as 30s, 5m or 8h"
		}
		return "give a time with its unit, such as 30s, 5m or 8h, or 0 for none"
	case "bool":
		return "give true or false, or the flag alone"
	case "stringArray":
		return "give a value, and the flag again for another one"
	case "stringSlice":
		return "give one or more, separated by commas; quotes are needed around a comma of a value"
	}
	return flag.Usage
}

// wrongNumber returns an error if the number given to a flag is not finite.
func wrongNumber(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if x, e := flags.GetFloat64(f.Name); e == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
			err = Usagef("--%s %q: %s", f.Name, f.Value, wanted(f))
		}
	})
	return err
}
