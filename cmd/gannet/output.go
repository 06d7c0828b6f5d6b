package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/internal/cli"
)

// checkOutputs checks where a command is to write, before it reads anything. "-" is standard output, unless a file is
// needed.
func checkOutputs(c *cobra.Command, args []string) error {
	if err := checkInputs(c, args); err != nil {
		return err
	}
	path := ""
	if flag := c.Flags().Lookup("output"); flag != nil {
		path = flag.Value.String()
		needsFile := strings.HasSuffix(flag.Usage, "(required)")
		switch {
		case path == stdinName && needsFile:
			return cli.Usagef("-o -: `%s` cannot write to standard output: name a file, or ./- for one of this name", c.CommandPath())
		case path == stdinName:
			path = ""
			_ = flag.Value.Set(path) // a string takes any value
		case path != "" && !strings.HasPrefix(flag.Usage, "directory") && !isDataset(c, path):
			if err := checkOutput("-o", path); err != nil {
				return err
			}
		}
	}
	if flag := c.Flags().Lookup("format"); flag != nil {
		return refuseBinary(c.OutOrStdout(), path, flag.Value.String())
	}
	return nil
}

// checkInputs returns an error if a command was to write over what it reads: one of its files, or the store of its crawl.
func checkInputs(c *cobra.Command, args []string) error {
	for _, o := range []struct{ name, flag string }{{"output", "-o"}, {"older", "--older"}} {
		flag := c.Flags().Lookup(o.name)
		if flag == nil {
			continue
		}
		path := flag.Value.String()
		out, err := os.Stat(path)
		if err != nil || !out.Mode().IsRegular() {
			continue
		}
		for _, arg := range args {
			for _, in := range []string{arg, filepath.Join(arg, crawldir.StoreFile)} {
				if info, err := os.Stat(in); err == nil && os.SameFile(info, out) {
					return cli.Usagef("%s: `%s` reads %s, and would write over it: name another file", o.flag, c.CommandPath(), path)
				}
			}
		}
	}
	return nil
}

// isDataset reports whether a command writes a data set, which makes its own directory, or was to write one.
func isDataset(c *cobra.Command, path string) bool {
	flag := c.Flags().Lookup("partition")
	return flag != nil && (flag.Changed || strings.HasPrefix(path, "s3://"))
}

// checkOutput returns an error if no file can be written at the path that a flag names. Commands that compute for long call it first.
func checkOutput(flag, path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return cli.Usagef("%s: %s is a directory: name a file in it", flag, path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a pipe or a device is written as it is
	}
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return cli.Usagef("%s: there is no directory %s: make it first, or name another place", flag, filepath.Dir(path))
	}
	part := path + ".new" // as wholefile writes it
	f, err := os.Create(part)
	if err != nil {
		return unwritable(flag, path, err)
	}
	return errors.Join(f.Close(), os.Remove(part))
}

// unwritable is the error of a file that cannot be written. It names the file that the user named.
func unwritable(flag, path string, err error) error {
	err = fmt.Errorf("%s: %s cannot be written: %w", flag, path, cause(err))
	if remedied(err, "") == err {
		return advise(err, "%s", choosePlace)
	}
	return err
}

// refuseBinary returns an error if data of a binary format would be written to a terminal.
func refuseBinary(stdout io.Writer, out, format string) error {
	if binary := format == "warc" || format == "parquet"; binary && out == "" && cli.IsTerminal(stdout) {
		return cli.Usagef("--format %s would disturb a terminal: give -o FILE, or redirect the output", format)
	}
	return nil
}
