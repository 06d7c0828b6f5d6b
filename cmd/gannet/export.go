package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/internal/cli"
	"gannet/store"
)

type exportFlags struct {
	format, out      string
	noBody, relevant bool
	text             bool
	spreadsheet      bool
	release          releaseFlags
}

func newExport() *cobra.Command {
	var f exportFlags
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the pages of a crawl as JSON Lines, CSV or WARC",
		Long: "Export writes the pages of a crawl. If the store is damaged, export writes only the pages that can still be read,\n" +
			"says how many pages were left out, and ends with status 1. In this case export also needs room in the directory\n" +
			"for temporary files.",
		Example: "  gannet export crawl --format jsonl --relevant | jq .url\n" +
			"  gannet export crawl --text --no-body -o texts.jsonl\n" +
			"  gannet export crawl --format csv -o pages.csv\n" +
			"  gannet export crawl --format warc -o pages.warc.gz",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			of, err := f.release.open(args[0])
			if err != nil {
				return err
			}
			return errors.Join(export(c.OutOrStdout(), args[0], &f, of), of.report(c.ErrOrStderr(), "page"))
		},
	}
	c.Flags().StringVar(&f.format, "format", "jsonl", "jsonl, csv or warc")
	c.Flags().StringVarP(&f.out, "output", "o", "", "file to write; default: standard output")
	c.Flags().BoolVar(&f.noBody, "no-body", false, "jsonl: leave the pages' HTML out")
	c.Flags().BoolVar(&f.text, "text", false, "jsonl: add each page's title and main content as plain text")
	c.Flags().BoolVar(&f.relevant, "relevant", false, "only pages on topic")
	f.release.flags(c.Flags())
	spreadsheetFlag(c.Flags(), &f.spreadsheet)
	return c
}

func export(stdout io.Writer, dir string, f *exportFlags, of *release) error {
	write, ok := map[string]func(io.Writer, store.Reader, *exportFlags) error{
		"jsonl": exportJSONL, "csv": exportCSV, "warc": exportWARC,
	}[f.format]
	if !ok {
		return cli.Usagef("--format is jsonl, csv or warc, not %q", f.format)
	}
	for name, given := range map[string]bool{"no-body": f.noBody, "text": f.text} {
		if given && f.format != "jsonl" {
			return cli.Usagef("--%s is for --format jsonl, not %q", name, f.format)
		}
	}
	var readable store.Reader
	guarded, err := forSpreadsheet(f.spreadsheet, f.format, func(w io.Writer) error { return write(w, readable, f) })
	if err != nil {
		return err
	}
	needs := store.BodyBuckets
	if f.format == "csv" || f.format == "jsonl" && f.noBody && !f.text {
		needs = store.PageBuckets
	}
	r, err := crawldir.ReadDamaged(dir, needs)
	if err != nil {
		return err
	}
	defer r.Close()
	readable = of.pages(r.Store)
	err = writeTo(f.out, stdout, guarded)
	return errors.Join(err, leftOut(r))
}

// leftOut is the error of a command that wrote what can be read of a damaged store; nil if nothing was lost.
func leftOut(r *crawldir.Reader) error {
	if r.Lost == nil {
		return nil
	}
	err := fmt.Errorf("%s is damaged: %s could not be read and were left out, %d were read",
		filepath.Join(r.Dir, crawldir.StoreFile), r.Lost.LostPages(), r.Lost.Pages)
	return advise(err, "`gannet check %s --repair` mends it, or if it says so `gannet check %s --salvage NEWDIR`", r.Dir, r.Dir)
}

// writeTo writes to a file, or to stdout if its name is empty. A file that is there is replaced when the new one is
// complete.
func writeTo(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "" {
		return buffered(stdout, write)
	}
	part := name + ".new"
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		part = name // a pipe or a device
	}
	file, err := os.Create(part)
	if err != nil {
		return unwritable("-o", name, err)
	}
	err = errors.Join(buffered(file, write), file.Close())
	switch {
	case part == name:
	case err == nil:
		err = os.Rename(part, name)
	default:
		err = errors.Join(err, os.Remove(part))
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

func exportJSONL(w io.Writer, db store.Reader, f *exportFlags) error {
	return store.ExportJSONL(w, db, store.ExportOptions{Body: !f.noBody, Text: f.text, Relevant: f.relevant})
}

func exportCSV(w io.Writer, db store.Reader, f *exportFlags) error {
	return store.ExportCSV(w, db, store.ExportOptions{Relevant: f.relevant})
}

func exportWARC(w io.Writer, db store.Reader, f *exportFlags) error {
	out, err := archive.NewWriter(w, archive.WriterOptions{Name: filepath.Base(f.out), Software: "gannet/" + version})
	if err != nil {
		return err
	}
	err = db.Select(store.Selection{Relevant: f.relevant, Body: true}, func(p *store.Page) error {
		return out.Write(crawler.ArchivePage(p))
	})
	if err != nil {
		return err
	}
	return out.Close()
}
