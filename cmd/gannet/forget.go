package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/internal/cli"
)

func newForget() *cobra.Command {
	var words, hosts []string
	c := &cobra.Command{
		Use:   "forget DIR (--match TEXT | --host HOST)...",
		Short: "Remove what a crawl keeps of a person or a host",
		Long: "Forget removes all pages that name a person, or all pages of a host, from a crawl's directory. Forget also removes\n" +
			"all versions of the postings on these pages, the answers that people gave about these pages in the view Label of\n" +
			"`gannet serve`, and the whole list of events that `gannet jobs changes` prints.\n\n" +
			"The value of --match is a mail address, a telephone number, a name or other words. Mail addresses and telephone\n" +
			"numbers are also found in other spellings, and names are found regardless of capital letters, accents and spaces.\n" +
			"A page is always removed as a whole.\n\n" +
			"The crawl does not request the removed pages and hosts again. To recognise them, the crawl keeps hashes of their\n" +
			"URLs and of the names, and nothing else. The next run makes the frontier (the queue of links) and all indexes\n" +
			"again. The next `gannet sync`, `gannet jobs sync` or export to a data set removes the same pages and postings from\n" +
			"the copy.\n\n" +
			"Forget does not search archives (WARC files), exports and copies elsewhere, but it prints the names of the\n" +
			"archives in DIR. The crawl must not be running while forget works. If forget is interrupted, even by a crash, the\n" +
			"crawl is either unchanged or completely cleaned; run the command again. Forget needs as much free room on the disk\n" +
			"as the store takes.",
		Example: "  gannet forget jobs --match jane.doe@example.org --match 'Jane Doe'\n  gannet forget jobs --host shop.example.org",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(words)+len(hosts) == 0 {
				return cli.Usagef("nothing to forget is given: give --match TEXT or --host HOST")
			}
			f, err := crawldir.Forget(args[0], words, hosts)
			if err != nil {
				return err
			}
			return sayForgotten(c.OutOrStdout(), args[0], f)
		},
	}
	c.Flags().StringArrayVar(&words, "match", nil, "mail address, telephone number, name or words; may be given several times")
	c.Flags().StringArrayVar(&hosts, "host", nil, "host whose pages are removed, including those of its subdomains; may be given several times")
	return c
}

func sayForgotten(w io.Writer, dir string, f *crawldir.Forgotten) error {
	plain := cli.NewPlain(w)
	err := cli.Say(plain, "%d pages and %d postings are forgotten in %s, and %d other records and %d answers about pages\n",
		len(f.Pages), f.Postings, dir, f.Other, f.Answers)
	if err != nil || len(f.Left) == 0 {
		return err
	}
	_, err = fmt.Fprintf(plain, "not searched, or left as it was: %s\n", strings.Join(f.Left, ", "))
	return err
}
