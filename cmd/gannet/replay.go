package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawler/archive"
)

func newReplay() *cobra.Command {
	var listen string
	c := &cobra.Command{
		Use:   "replay ARCHIVE...",
		Short: "Serve WARC files as a web, through an HTTP forward proxy",
		Long: "Replay is an HTTP proxy that serves the pages recorded in WARC files (plain, .gz, .zst, or in WACZ), so that any\n" +
			"crawler that can use a proxy can crawl them. If a page is not in the files, replay returns status 404. Clients have\n" +
			"to use http URLs; replay does not accept https.",
		Example: "  gannet replay web.warc.zst --listen 127.0.0.1:8080\n" +
			"  curl -x http://127.0.0.1:8080 http://example.org/",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return replay(c, args, listen) },
	}
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:8080", "address to listen on; port 0 takes a free one")
	return c
}

func replay(c *cobra.Command, paths []string, listen string) error {
	if err := checkAddress(listen, "listen"); err != nil {
		return err
	}
	web, err := openArchives(warnOn(c.ErrOrStderr()), paths...)
	if err != nil {
		return err
	}
	defer web.Close()
	l, err := listenOn(listen, "listen")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: archive.Proxy(web), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(c.Context(), func() { _ = server.Close() })
	defer stop()
	fmt.Fprintf(c.OutOrStdout(), "%d pages behind the proxy http://%s\n", web.Len(), l.Addr())
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
