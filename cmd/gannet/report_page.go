package main

import (
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/web/report"
)

func newReport() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "Write what a crawl has found as one HTML file",
		Long: "Report writes one HTML file about a crawl, which browsers show without a network. The report shows the harvest (how\n" +
			"many fetched pages were relevant) and the hosts, and says why pages were not kept. It also shows examples of good\n" +
			"and bad decisions of the crawl with their reasons, and counts jobs by company, place and week. The crawl may be\n" +
			"running while the report is written.",
		Example: "  gannet report crawl -o report.html",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return writeReport(c.OutOrStdout(), args[0], to)
		},
	}
	c.Flags().StringVarP(&to, "output", "o", "", "file to write; default: standard output")
	return c
}

func writeReport(stdout io.Writer, dir, to string) error {
	r, err := crawldir.Read(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	full, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	found, err := report.Read(r, filepath.Base(full), time.Now())
	if err != nil {
		return err
	}
	return writeTo(to, stdout, found.Write)
}
