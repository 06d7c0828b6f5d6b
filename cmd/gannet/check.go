package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gannet/store"
)

func newCheck() *cobra.Command {
	var repair bool
	c := &cobra.Command{
		Use:   "check DIR",
		Short: "Verify what a crawl has kept, and mend it",
		Long: "Check reads everything that a crawl has kept and follows every reference: pages, index, canonical pages,\n" +
			"postings, versions, clusters, their index and totals. A crash leaves nothing to mend; a failing disk may. Its\n" +
			"exit status is 1 if there are problems that are not mended.",
		Example: "  gannet check crawl\n  gannet check crawl --repair",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return check(c.OutOrStdout(), args[0], repair) },
	}
	c.Flags().BoolVar(&repair, "repair", false, "mend what can be mended; what refers to nothing is taken out")
	return c
}

func check(w io.Writer, dir string, repair bool) error {
	path := filepath.Join(dir, storeFile)
	if _, err := os.Stat(path); err != nil {
		return noCrawl(dir)
	}
	problems := 0
	report := func(problem string) error {
		problems++
		_, err := fmt.Fprintln(plain{w}, problem)
		return err
	}
	if !repair {
		db, err := store.OpenReadOnly(path)
		if err != nil {
			return err
		}
		defer db.Close()
		if err := errors.Join(db.Check(report), checkIndex(db, dir, report)); err != nil {
			return err
		}
		return summary(w, db, dir, problems)
	}
	db, err := store.Open(path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := errors.Join(db.Repair(report), checkIndex(db, dir, report)); err != nil {
		return err
	}
	if problems > 0 { // the index is made again from what is kept now
		if err := os.RemoveAll(filepath.Join(dir, indexDir)); err != nil {
			return err
		}
	}
	mended := problems
	problems = 0
	if err := db.Check(report); err != nil {
		return err
	}
	if mended > 0 {
		fmt.Fprintf(w, "%d problems mended\n", mended-problems)
	}
	return summary(w, db, dir, problems)
}

func summary(w io.Writer, db *store.DB, dir string, problems int) error {
	if problems > 0 {
		return fmt.Errorf("%s has %d problems: `gannet check --repair %s` mends them", dir, problems, dir)
	}
	s, err := db.Stats()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%d pages, %d postings with %d versions in %d clusters: all in order\n", s.Pages, s.Postings, s.Versions, s.Clusters)
	return err
}
