package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"gannet/cluster"
	"gannet/cluster/natslog"
	"gannet/internal/cli"
)

func newClusterStatus() *cobra.Command {
	var f clusterFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Show the machines of a crawl, what each owns, and how far it is",
		Long: "Status prints a line for the crawl and one for each machine. The line of a machine says how many of the 256\n" +
			"partitions of hosts the machine owns, how many pages it has fetched since it joined the crawl, and how many links\n" +
			"it has queued. The last column says how many seconds ago the machine had read all messages of the other machines.",
		Example: "  gannet cluster status --cluster nats://10.0.0.1:4222/bees",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, crawl, err := f.look(c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(s)
			}
			return writeClusterStatus(c.OutOrStdout(), crawl, s)
		},
	}
	f.registerAddress(c.Flags())
	f.lease = cluster.DefaultOptions().TTL
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// look asks the servers of a crawl.
func (f *clusterFlags) look(ctx context.Context) (s *cluster.Status, crawl string, err error) {
	conn, s, err := f.find(ctx)
	if err != nil {
		return nil, "", err
	}
	defer conn.Close()
	return s, conn.Crawl, nil
}

// find connects to the servers of a crawl that they have, and looks at it.
func (f *clusterFlags) find(ctx context.Context) (*natslog.Conn, *cluster.Status, error) {
	if f.address == "" {
		return nil, nil, cli.Usagef("--cluster says which crawl: nats://HOST:PORT/NAME")
	}
	if err := f.check(); err != nil {
		return nil, nil, err
	}
	conn, err := natslog.Connect(ctx, f.address, natslog.Options{Credentials: f.credentials, CA: f.ca, Existing: true})
	if err != nil {
		return nil, nil, err
	}
	s, err := cluster.Look(ctx, conn.Engine)
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	return conn, s, nil
}

func writeClusterStatus(w io.Writer, crawl string, s *cluster.Status) error {
	budget := fmt.Sprintf("%d of %s pages given to machines", s.Given, s.Terms["budget"])
	if s.Terms["budget"] == "none" {
		budget = "no page budget"
	}
	if err := cli.Say(w, "%s: topic %s, strategy %s, %s, %d messages of links of %.1f MiB, %d of what is kept of %.1f MiB, %d of %d partitions have no owner, addresses rest in %d\n",
		crawl, s.Terms["topic"], s.Terms["strategy"], budget, s.Log.Messages, float64(s.Log.Bytes)/(1<<20),
		s.Kept.Messages, float64(s.Kept.Bytes)/(1<<20), s.Free, cluster.Partitions, s.Resting); err != nil {
		return err
	}
	for _, m := range s.Machines {
		line := fmt.Sprintf("%s: %d partitions, %d pages, %d links wait, %d hosts, has read everything %v ago",
			m.Name, m.Partitions, m.Pages, m.Queued, m.Hosts, m.Lag.Round(100*time.Millisecond))
		if m.Silent {
			line = fmt.Sprintf("%s: %d partitions, silent: others take them soon", m.Name, m.Partitions)
		}
		if err := cli.Say(w, "%s\n", line); err != nil {
			return err
		}
	}
	return nil
}
