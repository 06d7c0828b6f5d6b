package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/store"
)

func newStats() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "stats DIR",
		Short: "Show what a crawl holds",
		Long: "Stats shows what a crawl's directory holds. While the crawl runs, its store is in use and the counts are\n" +
			"those that the crawl itself wrote within the last second.",
		Example: "  gannet stats crawl\n  gannet stats crawl --json",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return stats(c.OutOrStdout(), args[0], asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// holdings is what stats reports: Store is absent while the crawl runs, Status before its first second.
type holdings struct {
	Running bool             `json:"running"`
	Status  *crawldir.Status `json:"status,omitempty"`
	Store   *store.Stats     `json:"store,omitempty"`
}

func stats(w io.Writer, dir string, asJSON bool) error {
	var h holdings
	h.Status, _ = crawldir.ReadStatus(dir) // the store knows more, so a damaged one does not matter
	r, err := crawldir.Read(dir)
	switch {
	case errors.Is(err, store.ErrInUse) && h.Status != nil:
		h.Running = true
	case err != nil:
		return err
	default:
		defer r.Close()
		s, err := r.Store.Stats()
		if err != nil {
			return err
		}
		h.Store = &s
	}
	if asJSON {
		return writeJSON(w, h)
	}
	return h.write(w)
}

func (h *holdings) write(w io.Writer) error {
	t := tabwriter.NewWriter(plain{w}, 0, 0, 2, ' ', 0)
	if h.Running {
		fmt.Fprintf(t, "running\tas of %s\n", h.Status.Time.Format(time.DateTime))
	}
	if h.Store != nil {
		s := h.Store
		fmt.Fprintf(t, "pages\t%d\nrelevant\t%d\nhosts\t%d\nbytes\t%d\nmean score\t%.3f\n",
			s.Pages, s.Relevant, s.Hosts, s.Bytes, s.MeanScore)
		if s.Postings > 0 {
			fmt.Fprintf(t, "postings\t%d of %d jobs, in %d versions\n", s.Postings, s.Clusters, s.Versions)
		}
	}
	if h.Status != nil {
		p := h.Status.Progress
		fmt.Fprintf(t, "last run\t%d pages, %.1f/s, harvest rate %.2f\nfrontier\t%d queued, %d fetched, %d dropped, %d hosts\n",
			p.Pages, h.Status.Rate, p.HarvestRate(), p.Frontier.Queued, p.Frontier.Fetched, p.Frontier.Dropped, p.Frontier.Hosts)
		reasons := make([]string, 0, len(p.Reasons))
		for r := range p.Reasons {
			reasons = append(reasons, r)
		}
		slices.Sort(reasons)
		for _, r := range reasons {
			fmt.Fprintf(t, "  %s\t%d\n", r, p.Reasons[r])
		}
	}
	return t.Flush()
}
