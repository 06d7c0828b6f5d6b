package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/store"
)

func newCheck() *cobra.Command {
	var repair bool
	var salvaged string
	c := &cobra.Command{
		Use:   "check DIR",
		Short: "Verify what a crawl has kept, and mend it",
		Long: "Check reads all files of a crawl's directory: every page, posting and total in its store with every reference\n" +
			"between them, the frontier, the index of postings, topic, model, status and WARC files. All is in order if the\n" +
			"crawl can go on. A crash leaves nothing to mend; a failing disk may.\n\n" +
			"--repair makes again what can be made again. Pages that are damaged inside are taken out, and the next run\n" +
			"fetches them again. A frontier that is damaged is removed, and the next run makes it again from the pages kept.\n\n" +
			"--salvage reads a store that is damaged too badly for that. It leaves DIR as it is and writes every page that can\n" +
			"still be read into a new directory, with which a crawl goes on. It needs as much room as the store takes.\n\n" +
			"The exit status is 1 if there are problems that are not mended.",
		Example: "  gannet check crawl\n  gannet check crawl --repair\n  gannet check crawl --salvage saved",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case repair && salvaged != "":
				return usagef("--repair and --salvage exclude each other")
			case salvaged != "":
				return salvage(c.OutOrStdout(), args[0], salvaged)
			}
			return check(c.OutOrStdout(), args[0], repair)
		},
	}
	c.Flags().BoolVar(&repair, "repair", false, "mend what can be mended; what refers to nothing is taken out")
	c.Flags().StringVar(&salvaged, "salvage", "", "new directory to write all that can still be read to")
	return c
}

func check(w io.Writer, dir string, repair bool) error {
	if _, err := os.Lstat(filepath.Join(dir, storeFile)); err != nil {
		return lostStore(w, dir, repair)
	}
	c := &checkup{dir: dir, w: plain{w}}
	if !repair {
		return c.once(store.OpenReadOnly)
	}
	c.repair = true
	if err := c.read(store.Open); err != nil {
		return err
	}
	mended := c.problems
	c = &checkup{dir: dir, w: plain{w}}
	err := c.once(store.OpenReadOnly)
	if mended -= c.problems; mended > 0 {
		fmt.Fprintf(w, "%d problems mended\n", mended)
	}
	return err
}

// checkup is a check of a crawl's directory in progress.
type checkup struct {
	dir      string
	w        io.Writer
	repair   bool
	db       *store.DB
	begun    bool // the store says that a crawl began here
	problems int
	files    []string // that have them
}

// once checks and sums up.
func (c *checkup) once(open func(string) (*store.DB, error)) error {
	if err := c.read(open); err != nil {
		return err
	}
	if c.problems > 0 {
		return fmt.Errorf("%s has %d problems, in %s: `gannet check %s --repair` mends them", c.dir, c.problems, strings.Join(c.files, ", "), c.dir)
	}
	return nil
}

// read looks at all files, and mends them if it is to.
func (c *checkup) read(open func(string) (*store.DB, error)) (err error) {
	if c.db, err = open(filepath.Join(c.dir, storeFile)); err != nil {
		return err
	}
	defer c.db.Close()
	if err := c.checkStore(); err != nil {
		return err
	}
	if _, c.begun, err = heldOrder(c.db); err != nil {
		c.begun = true // the record was reported
	}
	for _, look := range []func() error{
		c.checkFrontier, c.checkPostings, c.checkTopic, c.checkModel, c.checkUnderway, c.checkStatus, c.checkWARCs,
	} {
		if err := look(); err != nil {
			return err
		}
	}
	if c.problems > 0 {
		return nil
	}
	s, err := c.db.Stats()
	if err != nil || c.repair {
		return err
	}
	_, err = fmt.Fprintf(c.w, "%d pages, %d postings with %d versions in %d clusters: all in order\n", s.Pages, s.Postings, s.Versions, s.Clusters)
	return err
}

// report prints a problem of a file.
func (c *checkup) report(file, problem string) error {
	c.problems++
	if !slices.Contains(c.files, file) {
		c.files = append(c.files, file)
	}
	_, err := fmt.Fprintf(c.w, "%s: %s\n", file, problem)
	return err
}

// wrong reports a problem of a file and mends it.
func (c *checkup) wrong(file string, mend func() error, format string, args ...any) error {
	err := c.report(file, oneLine(fmt.Errorf(format, args...)))
	if err != nil || !c.repair {
		return err
	}
	return mend()
}

// checkStore looks at the store. Pages that are taken out of it are in the frontier as fetched, so that is made again.
func (c *checkup) checkStore() error {
	report := func(problem string) error { return c.report(storeFile, problem) }
	if !c.repair {
		return c.db.Check(report)
	}
	before := c.problems
	lost, err := c.db.Repair(report)
	if err != nil {
		return err
	}
	if c.problems > before { // it is of what was kept
		err = os.RemoveAll(filepath.Join(c.dir, indexDir))
	}
	if lost > 0 {
		err = errors.Join(err, c.dropFrontier())
	}
	return err
}

// lostStore is what check says of a directory without a store.
func lostStore(w io.Writer, dir string, repair bool) error {
	if _, err := os.Stat(filepath.Join(dir, frontierDir)); err != nil {
		return noCrawl(dir)
	}
	if !repair {
		return fmt.Errorf("%s: %s is missing, and with it all pages: put it back, or have `gannet check %s --repair` remove what is left so that the crawl begins anew",
			dir, storeFile, dir)
	}
	for _, name := range []string{frontierDir, indexDir, statusFile} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s: %s is missing: the same crawl now begins anew there\n", printable(dir), storeFile)
	return err
}
