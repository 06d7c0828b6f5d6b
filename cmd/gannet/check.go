package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/internal/cli"
)

func newCheck() *cobra.Command {
	var repair bool
	var salvaged string
	c := &cobra.Command{
		Use:   "check DIR",
		Short: "Verify what a crawl has kept, and repair it",
		Long: "Check reads all files of a crawl's directory. In the store, check verifies every page, posting and total, and every\n" +
			"reference between them. Check also verifies the frontier (the queue of links), the index of postings, and the files\n" +
			"of the topic, the model, the status and the archive (WARC). If check finds no problem, the crawl can be continued. A\n" +
			"crash does not damage these files, but a failing disk may.\n\n" +
			"--repair computes again everything that follows from the kept pages. Pages that are damaged themselves are removed,\n" +
			"and the next run fetches them again. A damaged frontier is removed, and the next run makes a new one from the kept\n" +
			"pages.\n\n" +
			"--salvage reads a store that is too damaged to be repaired. Salvage does not change DIR, and writes every page that\n" +
			"can still be read into a new directory, in which the crawl can be continued. The new directory takes as much room on\n" +
			"the disk as the store.\n\n" +
			"While the crawl runs, check verifies each entry of the store and all files that are not locked, and names the files\n" +
			"that it could not check. --repair and --salvage can be used only when the crawl does not run.\n\n" +
			"The exit status is 1 if there are problems that are not repaired.",
		Example: "  gannet check crawl\n  gannet check crawl --repair\n  gannet check crawl --salvage saved",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case repair && salvaged != "":
				return cli.Usagef("--repair and --salvage exclude each other")
			case salvaged != "":
				return salvage(c.OutOrStdout(), args[0], salvaged)
			case repair:
				return repairCrawl(c.OutOrStdout(), args[0])
			}
			_, err := checkCrawl(c.OutOrStdout(), args[0])
			return err
		},
	}
	c.Flags().BoolVar(&repair, "repair", false, "repair what can be repaired, and remove entries that refer to missing ones")
	c.Flags().StringVar(&salvaged, "salvage", "", "new directory to write all that can still be read to")
	return c
}

// repairHints say what a repair does about a problem; see crawldir.Remedy. The store's problems need no hint.
var repairHints = map[crawldir.Remedy]string{
	crawldir.WholeLines: "--repair keeps the whole lines",
	crawldir.Rebuilt:    "the next run makes it again from the pages kept",
	crawldir.Rewritten:  "the next run writes it again",
	crawldir.Removed:    "--repair removes it",
	crawldir.Restored:   "--repair puts it back as it was when the crawl began",
	crawldir.SetAside:   "--repair sets it aside; `gannet export --format warc` writes the pages kept",
}

// problemWriter returns a function that prints each problem as one line, with what a repair does about it.
func problemWriter(w io.Writer, dir string) func(crawldir.Problem) error {
	return func(p crawldir.Problem) error {
		err := p.Err
		if err == nil {
			err = errors.New(p.Text)
		}
		if hint := repairHints[p.Remedy]; hint != "" {
			err = advise(err, "%s", hint)
		}
		_, err = fmt.Fprintf(cli.NewPlain(w), "%s: %s\n", p.File, oneLine(remedied(err, dir)))
		return err
	}
}

// checkCrawl runs `gannet check`. It returns the number of problems.
func checkCrawl(w io.Writer, dir string) (problems int, err error) {
	found, err := crawldir.Check(dir, problemWriter(w, dir))
	switch {
	case err != nil:
		return found.Problems, err
	case found.Problems > 0 && found.Unchecked != nil:
		return found.Problems, fmt.Errorf("%s has %s, in %s: wait for the crawl or stop it, then `gannet check %s --repair` mends that",
			dir, cli.Counted(found.Problems, "problem"), strings.Join(found.Files, ", "), dir)
	case found.Problems > 0:
		return found.Problems, fmt.Errorf("%s has %s, in %s: `gannet check %s --repair` mends that",
			dir, cli.Counted(found.Problems, "problem"), strings.Join(found.Files, ", "), dir)
	}
	s := found.Stats
	verdict := "all in order"
	if found.Unchecked != nil {
		verdict = "what can be read while the crawl runs is in order; not checked: " + strings.Join(found.Unchecked, ", ")
	}
	return 0, cli.Say(w, "%d pages, %d postings with %d versions in %d clusters: %s\n", s.Pages, s.Postings, s.Versions, s.Clusters, verdict)
}

// repairCrawl runs `gannet check --repair`, which checks the directory again afterwards.
func repairCrawl(w io.Writer, dir string) error {
	found, err := crawldir.Repair(dir, problemWriter(w, dir))
	if errors.Is(err, crawldir.ErrNoStore) {
		if err := crawldir.Clear(dir); err != nil {
			return err
		}
		_, err := fmt.Fprintf(w, "%s: %s is missing: the same crawl now starts over there\n", cli.Printable(dir), crawldir.StoreFile)
		return err
	}
	if err != nil {
		return err
	}
	left, err := checkCrawl(w, dir)
	if mended := found.Problems - left; mended > 0 {
		_ = cli.Say(w, "%d problems mended\n", mended)
	}
	return err
}

// salvage runs `gannet check --salvage`.
func salvage(w io.Writer, dir, to string) error {
	s, err := crawldir.Salvage(dir, to)
	if err != nil {
		return err
	}
	return cli.Say(cli.NewPlain(w), "%d pages and %d postings are in %s, %s could not be read: crawl with --out %s to go on and fetch them again\n",
		s.Pages, s.Postings, to, s.LostPages(), to)
}
