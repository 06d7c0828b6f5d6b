package main

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/internal/cli"
	"gannet/internal/yamlfile"
)

// configLimits bound a configuration: some settings, and lists of seeds and keywords.
var configLimits = yamlfile.Limits{Bytes: 4 << 20, Values: 100_000}

// applyConfig sets the flags that a YAML file names and the command line does not. A key is the name of a flag. A flag
// that may be repeated has a list as its value. A file with a secret that others may read is reported.
func applyConfig(c *cobra.Command, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	given := secretsGiven(c)
	err = applySettings(c, path, f)
	if secretsGiven(c) > given {
		cli.WarnOfReaders(path, slog.New(newSentences(c.ErrOrStderr())))
	}
	return err
}

// secretsGiven counts the values of flags so far that have a secret: fields to send, and URLs with a user.
func secretsGiven(c *cobra.Command) (n int) {
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		list, ok := flag.Value.(pflag.SliceValue)
		if !ok {
			return
		}
		for _, value := range list.GetSlice() {
			if flag.Name == "header" && value != noLimit || strings.Contains(value, "://") && hasUser(strings.TrimSpace(value)) {
				n++
			}
		}
	})
	return n
}

// applySettings is applyConfig for an open file.
func applySettings(c *cobra.Command, path string, r io.Reader) error {
	root, err := yamlfile.Read(r, configLimits)
	if err == nil && root != nil {
		err = yamlfile.Pairs(root, func(key, value *yamlfile.Node) error {
			return applySetting(c, key, yamlfile.Resolve(value))
		})
	}
	if err != nil {
		return cli.Usagef("%s: %w", path, err)
	}
	return nil
}

func applySetting(c *cobra.Command, key, value *yamlfile.Node) error {
	name := key.Value
	flag := c.Flags().Lookup(name)
	if guess := cli.Nearest(name, cli.FlagNames(c)); flag == nil && guess != "" {
		return yamlfile.Wrong(key, "no setting %q: did you mean %q?", name, guess)
	}
	if flag == nil || name == "config" || name == "help" {
		return yamlfile.Wrong(key, "no setting %q: settings are the flags that `gannet %s --help` lists", name, c.Name())
	}
	if flag.Changed {
		return nil
	}
	if err := setFlag(flag, value); err != nil {
		return yamlfile.Wrong(value, "%s: %w", name, cli.ValueError(flag, err))
	}
	flag.Changed = true
	return nil
}

func setFlag(flag *pflag.Flag, value *yamlfile.Node) error {
	if !yamlfile.IsSequence(value) {
		return yamlfile.Checked(flag.Value.Set)(value)
	}
	slice, ok := flag.Value.(pflag.SliceValue)
	if !ok {
		return errors.New("a list, where one value is wanted")
	}
	words := []string{}
	if err := yamlfile.Sequence(value, func(n *yamlfile.Node) error {
		return yamlfile.Checked(func(word string) error { words = append(words, word); return nil })(yamlfile.Resolve(n))
	}); err != nil {
		return err
	}
	return slice.Replace(words)
}
