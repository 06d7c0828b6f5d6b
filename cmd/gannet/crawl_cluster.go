package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gannet/cluster"
	"gannet/cluster/natslog"
	"gannet/crawldir"
	"gannet/internal/cli"
)

// clusterFlags say to which cluster a crawl belongs.
type clusterFlags struct {
	address, credentials, ca string
	lease                    time.Duration
	compact                  int
}

// leastLease bounds --lease: servers take that long to elect a leader.
const leastLease = 2 * time.Second

func (f *clusterFlags) register(s *pflag.FlagSet) {
	f.registerAddress(s)
	s.DurationVar(&f.lease, "lease", cluster.DefaultOptions().TTL, "with --cluster: how long a machine may send no sign of life before other machines take over its hosts; the value of the machine that begins the crawl applies to all")
	s.IntVar(&f.compact, "cluster-compact", cluster.DefaultOptions().Compact, "remove repeated messages from a partition of the cluster's log when it is this many bytes larger than twice its distinct messages; a smaller number makes a shorter log and more work")
}

// registerAddress registers the flags that say where the servers are.
func (f *clusterFlags) registerAddress(s *pflag.FlagSet) {
	s.StringVar(&f.address, "cluster", "", "crawl as one of several machines: addresses of the cluster's servers and the name of the crawl, such as nats://10.0.0.1:4222,nats://10.0.0.2:4222/bees")
	s.StringVar(&f.credentials, "cluster-creds", "", "file of NATS credentials for --cluster")
	s.StringVar(&f.ca, "cluster-ca", "", "file of certificates for --cluster, in addition to the system's")
}

func (f *clusterFlags) check() error {
	if f.address == "" {
		return nil
	}
	if _, _, err := natslog.ParseAddress(f.address); err != nil {
		return cli.Usagef("--cluster: %w", err)
	}
	if f.compact < 0 {
		return cli.Usagef("--cluster-compact %d is less than nothing", f.compact)
	}
	if f.lease < leastLease {
		return cli.Usagef("--lease %v is too short: give at least %v", f.lease, leastLease)
	}
	return nil
}

// connect connects to the cluster, if there is one. Call leave when the crawl is closed.
func (f *clusterFlags) connect(ctx context.Context, o *crawldir.Options) (leave func(), err error) {
	if f.address == "" {
		return func() {}, nil
	}
	conn, err := natslog.Connect(ctx, f.address, natslog.Options{TTL: f.lease, Credentials: f.credentials, CA: f.ca})
	if err != nil {
		return nil, err
	}
	o.Cluster = &crawldir.Cluster{Engine: conn.Engine, TTL: conn.TTL, Compact: f.compact}
	return conn.Close, nil
}

// wholeCrawl are commands that show a whole crawl, or say that they do not.
var wholeCrawl = []string{"stats", "check", "report", "serve", "export", "jobs list", "jobs export", "jobs changes"}

// notePart says in one line if the directory of such a command has only one machine's part of a crawl, or pages without their texts.
func notePart(c *cobra.Command) {
	name := c.Name()
	if c.Parent() != nil && c.Parent().Name() == "jobs" {
		name = "jobs " + name
	}
	dir := dirOf(c)
	if name == "serve" && c.Flags().NArg() == 1 {
		dir = c.Flags().Arg(0)
	}
	if dir == "" || !slices.Contains(wholeCrawl, name) {
		return
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		return // the command says what is wrong
	}
	defer r.Close()
	switch {
	case r.PartOfCluster():
		fmt.Fprintf(c.ErrOrStderr(), "%s has one machine's part of a cluster's crawl: `gannet cluster gather` brings the whole crawl into one directory\n", dir)
	case r.Gathered() && !strings.HasPrefix(name, "jobs "):
		fmt.Fprintf(c.ErrOrStderr(), "%s was gathered from a cluster: the texts of its pages are on the machines\n", dir)
	}
}
