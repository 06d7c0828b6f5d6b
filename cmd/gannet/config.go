package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// applyConfig sets the flags that a YAML file names and the command line does not: a key is a flag's name, its value
// what the flag would be given, a list for a flag that may be repeated.
func applyConfig(c *cobra.Command, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return applySettings(c, path, data)
}

// applySettings is applyConfig with what the file says.
func applySettings(c *cobra.Command, path string, data []byte) error {
	var settings map[string]any
	if err := yaml.Unmarshal(data, &settings); err != nil {
		return usagef("%s: not a YAML map of settings: %s", path, strings.SplitN(yaml.FormatError(err, false, false), "\n", 2)[0])
	}
	names := make([]string, 0, len(settings))
	for name := range settings {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		flag := c.Flags().Lookup(name)
		if flag == nil || name == "config" || name == "help" {
			return usagef("%s: no setting %q: settings are the flags that `gannet %s --help` lists", path, name, c.Name())
		}
		if flag.Changed {
			continue
		}
		if err := setFlag(flag, settings[name]); err != nil {
			return usagef("%s: %s: %w", path, name, err)
		}
		flag.Changed = true
	}
	return nil
}

func setFlag(flag *pflag.Flag, value any) error {
	list, ok := value.([]any)
	if !ok {
		return flag.Value.Set(fmt.Sprint(value))
	}
	slice, ok := flag.Value.(pflag.SliceValue)
	if !ok {
		return fmt.Errorf("a list, where one value is wanted")
	}
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = fmt.Sprint(v)
	}
	return slice.Replace(words)
}

// readLines gives the lines of a file that are neither empty nor comments.
func readLines(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); ; {
		if !s.Scan() {
			return lines, s.Err()
		}
		if line := strings.TrimSpace(s.Text()); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
}
