package main

import (
	"errors"
	"runtime/debug"

	"github.com/spf13/cobra"

	"gannet/job/extract"
)

func newBatchExtract() *cobra.Command {
	var f extractFlags
	c := &cobra.Command{
		Use:   "extract ARCHIVE|DIR…",
		Short: "Extract the job postings of any number of archives and crawls",
		Long: "Extract reads WARC files and crawls' directories one after the other, and writes the same postings as `gannet\n" +
			"extract`. Only one file is open at a time, so the number of files does not matter. A file that cannot be read is\n" +
			"left out, an error message names it, and the exit status is 1.\n\n" +
			"With --newest, postings with the same title, company and place count as versions of one posting. Only the version\n" +
			"that was fetched last is written; the other versions go to the file --older. To find all ads of one job, pass the\n" +
			"output to `gannet batch dedup`.",
		Example: "  gannet batch extract 2026/*.warc.gz -o jobs.jsonl\n" +
			"  gannet batch extract 2026/*.warc.gz --newest -o jobs.jsonl --older older.jsonl",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, paths []string) error {
			if err := f.check(paths); err != nil {
				return err
			}
			if err := f.versions.check(f.out); err != nil {
				return err
			}
			debug.SetMemoryLimit(int64(f.versions.memory))
			f.later = true
			return extractAll(c.Context(), c.OutOrStdout(), newReporter(c.ErrOrStderr(), "text", f.quiet), paths, &f)
		},
	}
	f.registerOutput(c.Flags())
	f.versions.register(c.Flags())
	return c
}

// oneByOne returns a function that opens each path when the one before is read. A path that cannot be opened is added to left; if there is no
// other, it is the error.
func oneByOne(paths []string, left *unread) func(func(extract.Input) error) error {
	return func(emit func(extract.Input) error) error {
		opened := 0
		for _, path := range paths {
			pages, _, done, err := openPages(path, "", left.warn, left.add)
			if err != nil {
				left.add(err)
				continue
			}
			opened++
			if err := errors.Join(pages(emit), done()); err != nil {
				return err
			}
		}
		if opened == 0 {
			return left.err()
		}
		return nil
	}
}
