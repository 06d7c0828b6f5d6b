package main

import (
	"github.com/spf13/cobra"

	"gannet/internal/cli"
)

func newCluster() *cobra.Command {
	c := &cobra.Command{
		Use:   "cluster",
		Short: "See, gather and remove crawls on several machines",
		Long: "Several machines can share one crawl through a server, the program gannet-cluster, which `go build\n" +
			"./cmd/gannet-cluster` builds. Each machine runs `gannet crawl --cluster ADDRESS`. The commands of `gannet\n" +
			"cluster` show the state of such a crawl, collect its pages in one directory, and remove it from the servers.\n" +
			"docs/guide/15-scaling-out.md describes all steps.",
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}, // those of the server, which the error below names
		RunE: func(*cobra.Command, []string) error {
			return cli.Usagef("the server of crawls on several machines is a program of its own: go build ./cmd/gannet-cluster (`gannet cluster --help` lists what this one does)")
		},
	}
	c.AddCommand(newClusterStatus(), newClusterGather(), newClusterRemove())
	return c
}
