package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"gannet/cluster"
	"gannet/internal/cli"
)

func newClusterRemove() *cobra.Command {
	var f clusterFlags
	c := &cobra.Command{
		Use:   "remove",
		Short: "Remove a crawl that is over from the cluster's servers",
		Long: "Remove deletes a crawl from the servers: its known links, their outcomes, and its pages and postings for gather. The\n" +
			"directories on the crawl's machines are not changed. Remove refuses to do anything while a machine still crawls.",
		Example: "  gannet cluster remove --cluster nats://10.0.0.1:4222/bees",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			crawl, err := f.remove(c.Context())
			if err != nil {
				return err
			}
			return cli.Say(c.OutOrStdout(), "%s is removed from the servers\n", crawl)
		},
	}
	f.registerAddress(c.Flags())
	f.lease = cluster.DefaultOptions().TTL
	return c
}

// remove removes a crawl without machines.
func (f *clusterFlags) remove(ctx context.Context) (crawl string, err error) {
	conn, s, err := f.find(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if slices.ContainsFunc(s.Machines, func(m cluster.MachineStatus) bool { return !m.Silent }) {
		return "", errors.New("machines crawl still: stop them first; gannet cluster status names them")
	}
	return conn.Crawl, conn.Remove(ctx)
}
