package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/store"
)

type exportFlags struct {
	format, out      string
	noBody, relevant bool
}

func newExport() *cobra.Command {
	var f exportFlags
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the pages of a crawl as JSON Lines, CSV or WARC",
		Example: "  gannet export crawl --format jsonl --relevant | jq .url\n" +
			"  gannet export crawl --format csv -o pages.csv\n" +
			"  gannet export crawl --format warc -o pages.warc.gz",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return export(c.OutOrStdout(), args[0], &f) },
	}
	c.Flags().StringVar(&f.format, "format", "jsonl", "jsonl, csv or warc")
	c.Flags().StringVarP(&f.out, "output", "o", "", "file to write; default: standard output")
	c.Flags().BoolVar(&f.noBody, "no-body", false, "jsonl: leave the pages' HTML out")
	c.Flags().BoolVar(&f.relevant, "relevant", false, "only pages on topic")
	return c
}

func export(stdout io.Writer, dir string, f *exportFlags) error {
	write, ok := map[string]func(io.Writer, *store.DB, *exportFlags) error{
		"jsonl": exportJSONL, "csv": exportCSV, "warc": exportWARC,
	}[f.format]
	if !ok {
		return usagef("--format is jsonl, csv or warc, not %q", f.format)
	}
	db, err := store.OpenReadOnly(filepath.Join(dir, storeFile))
	if err != nil {
		return err
	}
	defer db.Close()
	if f.out == "" {
		return buffered(stdout, func(w io.Writer) error { return write(w, db, f) })
	}
	file, err := os.Create(f.out)
	if err != nil {
		return err
	}
	if err := buffered(file, func(w io.Writer) error { return write(w, db, f) }); err != nil {
		file.Close()
		return fmt.Errorf("write %s: %w", f.out, err)
	}
	return file.Close()
}

func buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

func exportJSONL(w io.Writer, db *store.DB, f *exportFlags) error {
	return db.ExportJSONL(w, store.ExportOptions{Body: !f.noBody, Relevant: f.relevant})
}

func exportCSV(w io.Writer, db *store.DB, f *exportFlags) error {
	return db.ExportCSV(w, store.ExportOptions{Relevant: f.relevant})
}

func exportWARC(w io.Writer, db *store.DB, f *exportFlags) error {
	out, err := archive.NewWriter(w, archive.WriterOptions{Name: filepath.Base(f.out), Software: "gannet/" + version})
	if err != nil {
		return err
	}
	err = db.Each(func(p *store.Page) error {
		if f.relevant && !p.Relevant {
			return nil
		}
		return out.Write(crawler.ArchivePage(p))
	})
	if err != nil {
		return err
	}
	return out.Close()
}
