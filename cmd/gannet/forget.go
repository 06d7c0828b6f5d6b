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
		Long: "Forget removes from a crawl's directory all pages that name a person, or that a host gave. With them go their postings\n" +
			"in all versions, what people answered about the pages, and the events that readers of changes get.\n" +
			"\n" +
			"--match takes a mail address, a telephone number, a name or other words. Addresses and numbers are found in other\n" +
			"spellings, too, and names whatever their capital letters, accents and spaces. A page is removed whole.\n" +
			"\n" +
			"The crawl does not request these pages and hosts again. To know them it keeps hashes of their URLs and names, and\n" +
			"nothing else. The frontier and all indices are made again by the next run. The next `gannet sync` and `gannet jobs\n" +
			"sync`, or export to a data set, take out the pages and postings that are gone.\n" +
			"\n" +
			"Archives (WARC files), exports and copies elsewhere are not searched: forget names the archives in DIR. The crawl\n" +
			"must not run. If forget is interrupted, even by a crash, the crawl is as it was, or has forgotten: run it again then.\n" +
			"It needs as much room as the store takes.",
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
	c.Flags().StringArrayVar(&hosts, "host", nil, "host, which stands for the hosts below it, too; may be given several times")
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
