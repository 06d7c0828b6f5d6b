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
	"gannet/crawldir/api"
	"gannet/crawldir/missed"
	"gannet/crawler/scope"
	"gannet/internal/cli"
	"gannet/store"
)

func newStats() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "stats DIR",
		Short: "Show what a crawl holds",
		Long: "Stats prints how many pages and postings a crawl has kept, why links gave no page, and why the crawl ended. While\n" +
			"the crawl runs, the numbers are at most a second old.",
		Example: "  gannet stats crawl\n  gannet stats crawl --json",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return stats(c.OutOrStdout(), args[0], asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// holdings is what stats reports. Store is absent while a crawl of an earlier version runs, Status before its first second.
type holdings struct {
	Running bool             `json:"running"`
	Status  *crawldir.Status `json:"status,omitempty"`
	Store   *store.Stats     `json:"store,omitempty"`
	// Flags are those that the next run goes on with, and Scope the rules for links.
	Flags *crawldir.Settings `json:"flags,omitempty"`
	Scope *scope.Rules       `json:"scope,omitempty"`
	// Virtual says that times are of the virtual clock of a frozen web.
	Virtual bool `json:"virtual_time,omitempty"`
	// Judge says how sure the verdicts are, if the topic was learned from seeds.
	Judge *knownFromSeeds `json:"judge,omitempty"`
	// Missed says which seeds' hosts gave no posting.
	Missed *missed.Record `json:"missed,omitempty"`
}

func stats(w io.Writer, dir string, asJSON bool) error {
	var h holdings
	h.Status, _ = crawldir.ReadStatus(dir) // the store knows more, so a damaged one does not matter
	r, err := crawldir.Read(dir)
	switch {
	case (errors.Is(err, store.ErrInUse) || errors.Is(err, api.ErrOtherUser)) && h.Status != nil:
		h.Running = true
	case err != nil:
		return err
	default:
		defer r.Close()
		if err := h.read(r); err != nil {
			return err
		}
	}
	if asJSON {
		return writeJSON(w, h)
	}
	return h.write(w)
}

// read reads what the store says, and the status of a crawl that runs.
func (h *holdings) read(r *crawldir.Reader) error {
	s, err := r.Store.Stats()
	if err != nil {
		return err
	}
	h.Store, h.Judge, h.Running, h.Virtual = &s, judgeJSON(judgedBy(r)), r.Running(), r.Virtual()
	if h.Flags, err = r.Settings(); err != nil {
		return err
	}
	if h.Missed, err = r.Missed(); err != nil {
		return err
	}
	rules, err := r.Rules()
	if err != nil {
		return err
	}
	if !rules.Empty() {
		h.Scope = &rules
	}
	if h.Running {
		h.Status, err = r.Status()
	}
	return err
}

func (h *holdings) write(w io.Writer) error {
	t := cli.NewTable(w)
	switch {
	case h.Running && h.Status != nil && h.Status.Running:
		fmt.Fprintf(t, "running\tas of %s\n", h.Status.Time.Format(time.DateTime))
	case h.Running:
		fmt.Fprintln(t, "running\tthis run has not counted anything yet")
	}
	writeVirtual(t, h.Virtual)
	if h.Store != nil {
		s := h.Store
		fmt.Fprintf(t, "pages\t%d\nrelevant\t%d\nhosts\t%d\nbytes\t%d\nmean score\t%.3f\n",
			s.Pages, s.Relevant, s.Hosts, s.Bytes, s.MeanScore)
		if h.Judge != nil {
			fmt.Fprintf(t, "topic\t%s\n", certainty(&h.Judge.JudgeState))
		}
		if s.Postings > 0 {
			_ = cli.Say(t, "postings\t%d of %d jobs, in %d versions\n", s.Postings, s.Clusters, s.Versions)
			_ = cli.Say(t, "states\t%d open, %d suspected, %d closed, %d unknown\n", s.Open, s.Suspected, s.Closed, s.Unknown)
		}
	}
	if h.Flags != nil {
		fmt.Fprintf(t, "flags\t%s\n", flagsText(h.Flags))
	}
	if h.Scope != nil {
		fmt.Fprintf(t, "scope\t%s\n", h.Scope)
	}
	if h.Status != nil {
		p := h.Status.Progress
		_ = cli.Say(t, "last run\t%d pages, %.1f/s, harvest rate %.2f\nfrontier\t%d queued, %d fetched, %d dropped, %d hosts\n",
			p.Pages, h.Status.Rate, p.HarvestRate(), p.Frontier.Queued, p.Frontier.Fetched, p.Frontier.Dropped, p.Frontier.Hosts)
		if s := &p.Sources; s.Answers > 0 || s.Embedded > 0 {
			_ = cli.Say(t, "new postings\t%d from %d answers in JSON and XML, %d from data in pages, %d from PDF files, %d from pages\n", s.Data, s.Answers, s.Embedded, s.PDF, s.HTML)
			_ = cli.Say(t, "answers\t%d bytes, read in %s\n", s.Bytes, s.Reading.Round(time.Millisecond))
		}
		if p.Revisits != nil {
			_ = cli.Say(t, "revisits\t%s\n", revisitsText(p.Revisits))
			if s := p.Revisits.Shown; s.Of > 0 {
				_ = cli.Say(t, "fresh\t%s\n", freshText(&s, h.Store != nil && h.Store.Postings > 0))
			}
			for _, a := range p.Revisits.Alarms {
				_ = cli.Say(t, "doubted\t%s: %s: %.0f %% good instead of %.0f %%, since %s; nothing of it closes because it is missing\n",
					a.Host, a.Signal, 100*a.Now, 100*a.Before, a.Since.Format(time.DateTime))
			}
		}
		for _, shape := range p.ByScript[:min(len(p.ByScript), shownScriptShapes)] {
			_ = cli.Say(t, "by script\t%s%s: %s\n", shape.Host, shape.Shape, shape.Sentence())
		}
		fmt.Fprintf(t, "ended\t%s\n", h.ended())
		writeTotals(t, h.Status.Totals())
	}
	writeMissed(t, h.Missed)
	return t.Flush()
}

// shownScriptShapes bounds the shapes of URLs of which stats says that scripts make their pages.
const shownScriptShapes = 5

// ended says why the last run ended.
func (h *holdings) ended() string {
	switch {
	case h.Running:
		return "not yet"
	case h.Status.Running:
		return "the process was killed, its disk was full, or the machine stopped"
	}
	return strings.TrimPrefix(ending(h.Status.Progress), "ended: ")
}

// writeMissed prints which seeds' hosts gave no posting, and why.
func writeMissed(w io.Writer, m *missed.Record) {
	if m == nil {
		return
	}
	_ = cli.Say(w, "seeds' hosts\t%d, %d of them without a posting when a run ended last\n", m.Hosts, len(m.List))
	for i := range m.List {
		h := &m.List[i]
		_ = cli.Say(w, "  %s\t%s%s\n", h.Host, h.Reason(), seenAt(h.URL))
		if i+1 == len(m.List) || m.List[i+1].Why != h.Why {
			_ = cli.Say(w, "\t%s\n", h.Sentence)
		}
	}
}

// seenAt names the page or link that shows why a host gave no posting.
func seenAt(url string) string {
	if url == "" {
		return ""
	}
	return ", seen at " + url
}

// writeTotals prints what became of the links to pages of all runs, and what else was noticed.
func writeTotals(w io.Writer, all crawldir.Totals) {
	refused := all.Asked - all.Pages
	_ = cli.Say(w, "links asked\t%d in %s: %d pages kept, %d refused\n", all.Asked, cli.Counted(all.Runs, "run"), all.Pages, refused)
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
