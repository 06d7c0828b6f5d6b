package main

import (
	"github.com/spf13/cobra"

	"gannet/internal/cli"
)

func newCluster() *cobra.Command {
	c := &cobra.Command{
		Use:   "cluster",
		Short: "See, gather and remove crawls on several machines",
		Long: "Crawls on several machines share a log, which the program gannet-cluster keeps: `go build ./cmd/gannet-cluster` makes it.\n" +
			"`gannet crawl --cluster ADDRESS` on each machine makes one crawl of all of them, and the commands below show it, bring\n" +
			"it into one directory, and remove it. docs/design/cluster.md shows how.",
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}, // those of the server, which the error below names
		RunE: func(*cobra.Command, []string) error {
			return cli.Usagef("the server of crawls on several machines is a program of its own: go build ./cmd/gannet-cluster (`gannet cluster --help` lists what this one does)")
		},
	}
	c.AddCommand(newClusterStatus(), newClusterGather(), newClusterRemove())
	return c
}
