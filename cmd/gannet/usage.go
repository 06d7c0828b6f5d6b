package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// explainMisuse has a command and those below it report wrong use in our words. It replaces every message of cobra and
// pflag.
func explainMisuse(root *cobra.Command) {
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(writeHelp)
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	eachCommand(root, func(c *cobra.Command) {
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

// eachCommand calls use for a command and all below it.
func eachCommand(c *cobra.Command, use func(*cobra.Command)) {
	use(c)
	for _, child := range c.Commands() {
		eachCommand(child, use)
	}
}

// newHelp returns the command `gannet help`. Unlike cobra's it fails for an unknown command.
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

// misspelt returns an error if the first argument is meant as a command below c. If c also takes files, the argument is
// a command's only if it resembles one and no file has its name.
func misspelt(c *cobra.Command, args []string) error {
	if len(args) == 0 || !c.HasAvailableSubCommands() {
		return nil
	}
	if takesArgs(c) {
		if _, err := os.Stat(args[0]); err == nil || nearest(args[0], commandNames(c)) == "" {
			return nil
		}
	}
	return unknownCommand(c, args[0])
}

func unknownCommand(c *cobra.Command, name string) error {
	if guess := nearest(name, commandNames(c)); guess != "" {
		return usagef("no command %q: did you mean `%s %s`?", name, c.CommandPath(), guess)
	}
	if names := commandNames(c); len(names) > 0 {
		return usagef("no command %q: the commands of `%s` are %s", name, c.CommandPath(), strings.Join(names, ", "))
	}
	return usagef("no command %q: `%s` has none below it", name, c.CommandPath())
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
func takesArgs(c *cobra.Command) bool { return len(argNames(c)) > 0 }

// argNames returns the names of a command's arguments in its usage.
func argNames(c *cobra.Command) []string { return strings.Fields(c.Use)[1:] }

// argsError says which arguments a command takes.
func argsError(c *cobra.Command, args []string) error {
	names := argNames(c)
	form := strings.Join(append([]string{c.CommandPath()}, names...), " ")
	switch {
	case len(names) == 0:
		return usagef("%q is no flag: `%s` takes flags alone, and `%s --help` lists them", args[0], c.CommandPath(), c.CommandPath())
	case len(args) < len(names):
		return usagef("%s is missing: the command is `%s`, and `%s --help` explains it", names[len(args)], form, c.CommandPath())
	}
	return usagef("%q is one argument too many: the command is `%s`", args[len(names)], form)
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
		return usagef("--%s needs a value: %s", bare.GetFlag().Name, wanted(bare.GetFlag()))
	}
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return usagef("--%s %q: %w", wrong.GetFlag().Name, wrong.GetValue(), valueError(wrong.GetFlag(), wrong.Unwrap()))
	}
	if bad, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		return usagef("%q is no flag: flags are written --name value or --name=value", bad.GetSpecifiedFlag())
	}
	return usageError{err}
}

func unknownFlag(c *cobra.Command, unknown *pflag.NotExistError) error {
	list := fmt.Sprintf("`%s --help` lists the flags", c.CommandPath())
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		if guess := nearest(letters, flagNames(c)); guess != "" {
			return usagef("no flag -%s: did you mean --%s?", letters, guess)
		}
		return usagef("no flag -%s: %s", unknown.GetSpecifiedName(), list)
	}
	name := unknown.GetSpecifiedName()
	if guess := nearest(name, flagNames(c)); guess != "" {
		return usagef("no flag --%s: did you mean --%s?", name, guess)
	}
	return usagef("no flag --%s: %s", name, list)
}

func flagNames(c *cobra.Command) (names []string) {
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// valueError returns why a flag does not take a value. Values of our own types say so themselves.
func valueError(flag *pflag.Flag, cause error) error {
	switch {
	case errors.Is(cause, strconv.ErrRange):
		return fmt.Errorf("this is out of range: %s", wanted(flag))
	case standardTypes.MatchString(fmt.Sprintf("%T", flag.Value)):
		return errors.New(wanted(flag))
	}
	return cause
}

// standardTypes matches the types of values that pflag brings.
var standardTypes = regexp.MustCompile(`^\*pflag\.`)

// wanted says which values a flag takes.
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

// wrongNumber returns an error if a flag has a number with which nothing can be computed.
func wrongNumber(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if x, e := flags.GetFloat64(f.Name); e == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
			err = usagef("--%s %q: %s", f.Name, f.Value, wanted(f))
		}
	})
	return err
}
