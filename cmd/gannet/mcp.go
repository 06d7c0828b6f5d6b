package main

import (
	"os"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/web/mcp"
)

func newMCP() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp DIR",
		Short: "Answer assistants' questions about a crawl (Model Context Protocol)",
		Long: "Mcp speaks the Model Context Protocol on its standard input and output, so that an assistant can ask about a crawl\n" +
			"that runs or has ended. The assistant has the tools search_jobs, get_job, why and crawl_status, which cannot change\n" +
			"the crawl. Texts of pages are quoted between random marks, so that no page can pretend that its text has ended. The\n" +
			"assistant's program starts this command.",
		Example: "  gannet mcp crawl",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			r, err := crawldir.Read(args[0])
			if err != nil {
				return err
			}
			if err := r.Close(); err != nil {
				return err
			}
			rows := crawldir.NewLists(args[0])
			defer rows.Close()
			memory := new(crawldir.Memory)
			defer memory.Close()
			s := mcp.New(mcp.Options{Dir: args[0], Version: version, Lists: rows, Memory: memory})
			return mcp.Serve(c.Context(), s, os.Stdin, os.Stdout)
		},
	}
}
