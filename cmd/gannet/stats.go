package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
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
	t := newTable(w)
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
		fmt.Fprintf(t, "ended\t%s\n", h.ended())
		writeTotals(t, h.Status.Totals())
	}
	return t.Flush()
}

// ended says why the last run ended.
func (h *holdings) ended() string {
	switch {
	case h.Running:
		return "not yet"
	case h.Status.Running:
		return "the process was killed, or the machine stopped"
	}
	return strings.TrimPrefix(ending(h.Status.Progress), "ended: ")
}

// writeTotals prints what became of the links to pages of all runs, and what else was noticed.
func writeTotals(w io.Writer, all crawldir.Totals) {
	refused := all.Asked - all.Pages
	runs := "1 run"
	if all.Runs != 1 {
		runs = fmt.Sprintf("%d runs", all.Runs)
	}
	fmt.Fprintf(w, "links asked\t%d in %s: %d pages kept, %d refused\n", all.Asked, runs, all.Pages, refused)
	if all.Partial {
		fmt.Fprintln(w, "\tthe counts of an earlier run are not known, and are missing here")
	}
	writeCounts(w, "refused", all.Refused)
	others := maps.Clone(all.Reasons)
	for reason, n := range all.Refused {
		if others[reason] -= n; others[reason] <= 0 {
			delete(others, reason)
		}
	}
	writeCounts(w, "also counted", others)
}

func writeCounts(w io.Writer, title string, counts map[string]int64) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintf(w, "%s\n", title)
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(w, "  %s\t%d\n", reason, counts[reason])
	}
}
