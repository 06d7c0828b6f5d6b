package main

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"gannet/cluster"
	"gannet/crawldir"
	"gannet/internal/cli"
)

func newClusterGather() *cobra.Command {
	var f clusterFlags
	var out string
	var asJSON bool
	c := &cobra.Command{
		Use:   "gather",
		Short: "Bring the pages and jobs of all machines of a crawl into one directory",
		Long: "Gather writes a directory with the postings of all machines of a crawl and with their pages, but without the\n" +
			"texts of the pages. In this directory, copies of a job are recognised even if different machines found them.\n" +
			"`gannet jobs`, `stats`, `export` and `serve` read the directory like any other crawl. When gather runs again, it\n" +
			"adds what is new. Gather reads only from the servers, so no machine of the crawl has to run.",
		Example: "  gannet cluster gather --cluster nats://10.0.0.1:4222/bees --out whole && gannet jobs list whole",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if out == "" {
				return cli.Usagef("--out DIR says where the whole crawl is to be")
			}
			got, err := f.gather(c.Context(), out, newReporter(c.ErrOrStderr(), "text", false))
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(got)
			}
			return cli.Say(c.OutOrStdout(), "%s has %d pages and %d postings of %d jobs; %d messages were new\n", out, got.Pages, got.Postings, got.Jobs, got.New)
		},
	}
	f.registerAddress(c.Flags())
	f.lease = cluster.DefaultOptions().TTL
	c.Flags().StringVar(&out, "out", "", "directory for the whole crawl (required)")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// gather connects to the servers of a crawl and brings all of it into a directory.
func (f *clusterFlags) gather(ctx context.Context, out string, r *reporter) (got crawldir.Gathered, err error) {
	conn, _, err := f.find(ctx)
	if err != nil {
		return got, err
	}
	defer conn.Close()
	return crawldir.Gather(ctx, out, conn.Engine, r.log)
}
