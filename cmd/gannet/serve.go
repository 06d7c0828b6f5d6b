package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawldir/schedule"
	"gannet/internal/cli"
	"gannet/store"
	"gannet/web"
)

// defaultListen is the address of the web interface unless --listen names another.
const defaultListen = "127.0.0.1:8030"

// pageFlags say at which address the web interface is served, and to whom.
type pageFlags struct {
	listen, tokenFile string
	names             []string
	schedule          *schedule.Schedule // nil unless crawls may be started from the page
}

func newServe() *cobra.Command {
	var f pageFlags
	var settings string
	c := &cobra.Command{
		Use:   "serve [DIR...]",
		Short: "Show crawls in a web interface: status, hosts, pages, jobs, and reasons",
		Long: "Serve shows crawls in a web interface, whether they are running or not. The web interface shows the status of a\n" +
			"crawl, how many of its pages are on topic, what slows it down, and how fresh its postings are. For any URL it says\n" +
			"why the crawl fetched the page, or why it did not. Without --token-file the web interface can be read only on this\n" +
			"machine, and can change nothing. With a token, users can pause, resume and stop a running crawl, and label its\n" +
			"pages, which teaches the topic. With --settings DIR, users with the token can also start and repeat crawls, but only\n" +
			"those that have a file of settings in DIR.",
		Example: "  gannet serve crawl\n  gannet serve jobs-de jobs-fr --listen 192.0.2.7:8030 --token-file token",
		RunE: func(c *cobra.Command, args []string) (err error) {
			if len(args) == 0 && settings == "" {
				return cli.Usagef("name the DIR of a crawl to show, or give --settings")
			}
			shown := args
			if f.schedule, shown, err = openSchedule(settings, args); err != nil {
				return err
			}
			return serve(c.Context(), c.OutOrStdout(), newReporter(c.ErrOrStderr(), "text", false).log, &f, args, shown)
		},
	}
	c.Flags().StringVar(&f.listen, "listen", defaultListen, "address on which to serve the web interface; port 0: any free port")
	c.Flags().StringVar(&f.tokenFile, "token-file", "", "file with the token that users of the web interface must give; required to change anything, and if other machines can reach the address")
	c.Flags().StringVar(&settings, "settings", "", "directory with files of settings, such as bees.yaml: users with the token can start, stop and repeat these crawls")
	c.Flags().StringSliceVar(&f.names, "name", nil, "host names under which browsers may request the web interface, in addition to IP addresses and localhost")
	return c
}

// readable returns an error if the directory of a crawl cannot be read.
func readable(dirs []string) error {
	for _, dir := range dirs {
		r, err := crawldir.Read(dir)
		if err == nil {
			err = r.Close()
		}
		if err != nil && !errors.Is(err, store.ErrInUse) { // a crawl is about to begin, and answers soon
			return err
		}
	}
	return nil
}

// serve shows the page until a signal comes. The named directories have to hold crawls; others of dirs may be made later.
func serve(ctx context.Context, w io.Writer, log *slog.Logger, f *pageFlags, named, dirs []string) error {
	if f.listen == "" {
		return cli.Usagef("--listen needs an address, such as %s", defaultListen)
	}
	if err := f.check("listen"); err != nil {
		return err
	}
	if err := readable(named); err != nil {
		return err
	}
	l, err := listenOn(f.listen, "listen")
	if err != nil {
		return err
	}
	stop, err := f.serveOn(l, dirs, log)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer stop()
	defer runSchedule(ctx, f.schedule)()
	if err := cli.Say(w, "http://%s/\n", l.Addr()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// check checks the flags. flag is the name of the one that has the address.
func (f *pageFlags) check(flag string) error {
	if f.listen == "" {
		return nil
	}
	if err := checkAddress(f.listen, flag); err != nil {
		return err
	}
	if host, _, _ := net.SplitHostPort(f.listen); f.tokenFile == "" && !isLoopback(host) {
		return cli.Usagef("--%s %s can be reached from other machines: give --token-file, or listen on %s", flag, f.listen, defaultListen)
	}
	return nil
}

// isLoopback reports whether only this machine reaches a host. An empty one stands for all addresses.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// serve shows crawls until the returned function is called. Without an address it does nothing.
func (f *pageFlags) serve(flag string, dirs []string, log *slog.Logger) (stop func(), err error) {
	if f.listen == "" {
		return func() {}, nil
	}
	l, err := listenOn(f.listen, flag)
	if err != nil {
		return nil, err
	}
	if stop, err = f.serveOn(l, dirs, log); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	log.Info("web interface", "url", "http://"+l.Addr().String()+"/")
	return stop, nil
}

// serveOn shows crawls to whoever connects to a listener.
func (f *pageFlags) serveOn(l net.Listener, dirs []string, log *slog.Logger) (stop func(), err error) {
	o := web.Options{Dirs: dirs, Schedule: f.schedule, Names: f.names, Log: log, Version: version}
	if host, _, err := net.SplitHostPort(f.listen); err == nil && host != "" {
		o.Names = append(o.Names, strings.ToLower(host))
	}
	if f.tokenFile != "" {
		token, err := os.ReadFile(f.tokenFile)
		if err != nil {
			return nil, fmt.Errorf("--token-file: %w", err)
		}
		cli.WarnOfReaders(f.tokenFile, log)
		o.Token = strings.TrimSpace(string(token))
		if o.Token == "" {
			return nil, fmt.Errorf("--token-file %s is empty: %w", f.tokenFile, web.ErrShortToken)
		}
	}
	page, err := web.New(o)
	if err != nil {
		return nil, err
	}
	server := page.HTTP()
	go func() {
		if err := server.Serve(web.Bounded(l)); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("the web interface ended", "cause", err)
		}
	}()
	return func() {
		page.Close()
		_ = server.Close()
	}, nil
}
