// Package program is the program gannet-cluster: a server for crawls on several machines.
package program

import (
	"errors"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"gannet/cluster/natsserver"
	"gannet/internal/cli"
)

// Run runs the program gannet-cluster, a NATS server, with these arguments until it is stopped, and returns its exit status.
func Run(version string, args []string, stdout, stderr io.Writer) int {
	ctx, stop := cli.UntilSignal()
	defer stop()
	stdout, stderr = cli.Guard(stdout), cli.Guard(stderr)
	root := newRoot(version)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return cli.ExitOK
	}
	cli.PrintError(stderr, "gannet-cluster: "+cli.OneSpace(cli.Printable(err.Error())))
	if cli.IsWrongUse(err) {
		return cli.ExitUsage
	}
	return cli.ExitFailed
}

func newRoot(version string) *cobra.Command {
	var o natsserver.Options
	c := &cobra.Command{
		Use:   "gannet-cluster",
		Short: "Run a server for crawls on several machines",
		Long: "Gannet-cluster runs a NATS server with JetStream, until it is stopped. `gannet crawl --cluster ADDRESS` on each machine makes\n" +
			"one crawl of all of them. One server is enough to try it. Three of them, each with --peers of the other two, keep\n" +
			"everything three times: one may fail, and the crawl goes on. docs/design/cluster.md shows how.",
		Example: "  gannet-cluster --out server --listen 127.0.0.1:4222\n" +
			"  gannet-cluster --out server --config nats.conf --listen 10.0.0.1:4222 --name a --peer 10.0.0.1:6222 --peers 10.0.0.2:6222,10.0.0.3:6222",
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return serve(c, &o) },
	}
	s := c.Flags()
	s.StringVar(&o.Dir, "out", "", "directory of the server (required)")
	s.StringVar(&o.Listen, "listen", "127.0.0.1:4222", "address for machines that crawl")
	s.StringVar(&o.Name, "name", "", "name of this server, if there are several")
	s.StringVar(&o.Peer, "peer", "", "address of this server for the others")
	s.StringSliceVar(&o.Peers, "peers", nil, "addresses of the other servers, as their --peer has them")
	s.StringVar(&o.Config, "config", "", "configuration file of NATS, for TLS and accounts; the flags win")
	c.AddCommand(cli.NewMan())
	c.CompletionOptions.DisableDefaultCmd = true
	c.SetHelpCommand(&cobra.Command{Hidden: true}) // --help says it all
	cli.ExplainMisuse(c)
	return c
}

// serve runs a server until the command is stopped.
func serve(c *cobra.Command, o *natsserver.Options) error {
	switch {
	case o.Dir == "":
		return cli.Usagef("--out DIR says where the server keeps its files")
	case len(o.Peers) > 0 && (o.Name == "" || o.Peer == ""):
		return cli.Usagef("a server with --peers needs a --name, and with --peer its own address for them")
	}
	o.Log = slog.New(slog.NewTextHandler(c.ErrOrStderr(), nil))
	cli.WarnOfReaders(o.Config, o.Log) // it has the passwords of accounts
	s, err := natsserver.Start(*o)
	switch {
	case errors.Is(err, natsserver.ErrOpen):
		return cli.WrongUse(err)
	case err != nil:
		return err
	}
	defer s.Close()
	if err := cli.Say(c.OutOrStdout(), "ready: gannet crawl --cluster %s\n", s.URL()); err != nil {
		return err
	}
	<-c.Context().Done()
	return nil
}
