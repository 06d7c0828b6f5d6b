package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/features/scripted"
	"gannet/internal/cli"
	"gannet/job"
	"gannet/ranker"
	"gannet/store"
)

func newExplain() *cobra.Command {
	var asJSON bool
	var field string
	var o crawldir.ExplainOptions
	c := &cobra.Command{
		Use:   "explain DIR URL",
		Short: "Say why a link stood where it stood in a crawl's frontier",
		Long: "Explain says why the crawl in DIR fetched the page of a URL, or why it has no such page. The priority of a link is\n" +
			"a sum. Explain prints the terms of this sum as they were when the link was taken from the queue, or as they are now\n" +
			"if the link is still queued. For comparison, explain also prints the link's score by Shark Search. If a rule such\n" +
			"as --exclude leaves the link out, explain names the rule. With --strategy, explain prints the priority that another\n" +
			"strategy would give the link; for this it reads all pages of the crawl again, which may take minutes. With --field,\n" +
			"explain says instead which values the page offers for a field of its job posting, how probable each value is, and\n" +
			"which evidence changes this probability most.",
		Example: "  gannet explain crawl https://example.org/careers/welder\n" +
			"  gannet explain crawl https://example.org/careers/welder --strategy parent --json\n" +
			"  gannet explain crawl https://example.org/careers/welder --field company",
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if field != "" {
				return explainField(c, args[0], args[1], job.Field(field), asJSON)
			}
			return explain(c, args[0], args[1], o, asJSON)
		},
	}
	c.Flags().StringVar(&o.Strategy, "strategy", "", "explain the priority by another strategy; default: the crawl's own")
	c.Flags().StringVar(&o.Model, "model", "", "model for the strategy; default: the crawl's own")
	c.Flags().StringVar(&field, "field", "", "explain this field of the page's job posting: "+weighable())
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.MarkFlagsMutuallyExclusive("field", "strategy")
	c.MarkFlagsMutuallyExclusive("field", "model")
	return c
}

func explain(c *cobra.Command, dir, raw string, o crawldir.ExplainOptions, asJSON bool) error {
	url, err := canonicalURL(raw)
	if err != nil {
		return err
	}
	if o.Strategy != "" {
		if err := ranker.CheckName(o.Strategy); err != nil {
			return cli.WrongUse(err)
		}
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	out := newReporter(c.ErrOrStderr(), "text", false)
	o.Replaying = out.rereading
	e, err := r.Explain(url, o)
	out.endLine()
	if err != nil {
		return err
	}
	if e.Record, err = r.RecordOf(url, raw); err != nil {
		return err
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), e)
	}
	return writeExplanation(cli.NewPlain(c.OutOrStdout()), e)
}

// rereading shows that a crawl is read again, and how far.
func (r *reporter) rereading(why string, pages int) {
	switch {
	case pages == 0:
		r.step("reading the crawl again, which may take long: %s", why)
	case pages%replayEvery == 0:
		r.step("%d pages read again: %s", pages, why)
	}
}

func total(reasons []ranker.Reason) (sum float64) {
	for _, r := range reasons {
		sum += r.Adds()
	}
	return sum
}

// writeByScript says whether a script makes the page, and what is known of pages whose URLs have the same form.
func writeByScript(w io.Writer, e *crawldir.Explanation) {
	if e.ByScript >= scripted.Likely {
		fmt.Fprintf(w, "script\ta script makes the content: probability %.2f\n", e.ByScript)
		for _, s := range e.Scripts[:min(len(e.Scripts), shownEvidence)] {
			fmt.Fprintf(w, "\t%+.1f: %s %.3g\n", s.Logit, s.What, s.Value)
		}
	}
	if e.OfShape != nil {
		fmt.Fprintf(w, "\t%s%s: %s\n", e.OfShape.Host, e.OfShape.Shape, e.OfShape.Sentence())
	}
}

// explainPages is how many of the pages that led to a link are named.
const explainPages = 10

func writeExplanation(w io.Writer, e *crawldir.Explanation) error {
	t := cli.NewTable(w)
	fmt.Fprintf(t, "link\t%s\n", e.URL)
	if e.Link != e.URL {
		fmt.Fprintf(t, "through\t%s\n", e.Link)
	}
	switch {
	case e.Fetched != nil:
		fmt.Fprintf(t, "page\tfetched %s, topic probability %.3f, depth %d\n", e.Fetched.Format(time.DateTime), *e.Probability, e.Depth)
	case len(e.Pages) > 0:
		fmt.Fprintf(t, "page\tnot kept; depth %d\n", e.Depth)
	default:
		fmt.Fprintln(t, "page\tnot kept")
	}
	if p := e.Record; p != nil {
		fmt.Fprintf(t, "posting\t%d, %s: record %s of %s\n", p.Posting, p.Title, p.Pointer, p.Answer)
	}
	writeRevisit(t, e.Revisit)
	writeNotice(t, e.Notice)
	writePermissions(t, e.Says)
	writeByScript(t, e)
	if e.Fate != nil {
		writeFate(t, e.Fate, e.Virtual)
	}
	switch {
	case e.Scope == "" || e.Fate != nil && string(e.Fate.Reason) == e.Scope:
	case e.Fetched != nil:
		fmt.Fprintf(t, "left out\tby the rules of the last run, though it is kept (%s)\n", e.Scope)
	default:
		fmt.Fprintf(t, "left out\t%s\n", e.Scope)
	}
	writeSources(t, e)
	writePriority(t, e)
	writeVirtual(t, e.Virtual && (e.Fetched != nil || e.Revisit != nil || e.Fate != nil && e.Fate.Time != nil))
	if err := t.Flush(); err != nil || len(e.Reasons) == 0 {
		return err
	}
	writeCauses(w, e.Causes)
	if err := writeReasons(w, e.Strategy, e.Reasons); err != nil || e.Shark == nil {
		return err
	}
	return writeReasons(w, "shark", e.Shark.Reasons)
}

// writeVirtual says it if times are virtual.
func writeVirtual(w io.Writer, virtual bool) {
	if virtual {
		fmt.Fprintf(w, "times\t%s\n", crawldir.VirtualTime)
	}
}

// writeRevisit says how a URL stands that the crawl requests again; r may be nil.
func writeRevisit(w io.Writer, r *store.Revisit) {
	if r == nil {
		return
	}
	fmt.Fprintf(w, "revisited\tas a %s; last answer %s, last change %s\n", r.Kind, r.Visited.Format(time.DateTime), r.Changed.Format(time.DateTime))
	if r.Failures > 0 && r.Tried.After(r.Visited) {
		fmt.Fprintf(w, "\t%s since then gave nothing, the latest at %s\n", cli.Counted(r.Failures, "visit"), r.Tried.Format(time.DateTime))
	}
}

// writeNotice says what was noticed of a kept page; n may be nil.
func writeNotice(w io.Writer, n *crawler.Notice) {
	if n == nil {
		return
	}
	fmt.Fprintf(w, "noticed\t%s\n\t%s\n", n.Reason, n.Sentence)
	if n.Like != "" {
		fmt.Fprintf(w, "nearly like\t%s\n", n.Like)
	}
}

// writeSources lists the pages that led to a link.
func writeSources(w io.Writer, e *crawldir.Explanation) {
	for i, p := range e.Pages[:min(explainPages, len(e.Pages))] {
		fmt.Fprintf(w, "%s\t%s  %q, topic probability %.3f%s\n", onceThen(i, "found on"), p.URL, p.Anchor, p.Probability, priorityBy(&p))
	}
	if more := max(0, len(e.Pages)-explainPages) + e.More; more > 0 {
		fmt.Fprintf(w, "\tand on %d more pages\n", more)
	}
	if e.Unsought {
		fmt.Fprintln(w, "\tthe crawl is large, so others were not looked for")
	}
	switch {
	case e.Missing == "":
	case len(e.Reasons) == 0:
		fmt.Fprintf(w, "missing\t%s is not kept, and the terms of the priority came of it\n", e.Missing)
	default:
		fmt.Fprintf(w, "missing\t%s is on the way but not kept: what came before it counts as 0\n", e.Missing)
	}
}

// priorityBy returns the priority that a link got from a page, if that is known.
func priorityBy(p *crawler.SourcePage) string {
	if p.Priority == 0 {
		return ""
	}
	return fmt.Sprintf(": %.4g", p.Priority)
}

// writePriority prints the priority of a link, or why there is none.
func writePriority(w io.Writer, e *crawldir.Explanation) {
	switch {
	case e.Unexplained != "":
		fmt.Fprintf(w, "priority\tnot explained: %s\n", e.Unexplained)
	case e.Fate == nil || len(e.Reasons) > 0:
		expected := ""
		if e.Expected != nil {
			expected = fmt.Sprintf(", which expects a topic probability of %.2f", *e.Expected)
		}
		fmt.Fprintf(w, "priority\t%.6g by strategy %s%s\n", e.Priority, e.Strategy, expected)
		writeCaveats(w, e)
	}
}

// writeCaveats says how sure the priority is.
func writeCaveats(w io.Writer, e *crawldir.Explanation) {
	if e.Queued != nil {
		fmt.Fprintf(w, "\tthe queue still had its earlier priority, %.6g, from the page that linked to it before\n", *e.Queued)
	}
	if e.Forgotten {
		fmt.Fprintln(w, "\tthe strategy had forgotten the link, so its terms are not known")
	}
	if e.Unknown && e.Missing == "" {
		fmt.Fprintln(w, "\twhat it was computed from is not kept, so its terms are not known")
	}
	if e.Replayed != "" {
		fmt.Fprintf(w, "\tthe crawl was read again: %s\n", e.Replayed)
	}
}

func onceThen(i int, label string) string {
	if i > 0 {
		return ""
	}
	return label
}

// writeCauses prints what the terms of the priority are of, the largest first.
func writeCauses(w io.Writer, causes []crawldir.Cause) {
	if len(causes) > 0 {
		fmt.Fprintf(w, "\n%10s  cause\n", "adds")
	}
	for _, c := range causes {
		fmt.Fprintf(w, "%+10.2f  %s\n", c.Adds, c.Sentence)
	}
}

// smallTerm is a share of the largest term. Smaller terms of a kind are printed as one line.
const smallTerm = 0.01

// writeReasons prints the terms of a priority as a table.
func writeReasons(w io.Writer, strategy string, reasons []ranker.Reason) error {
	t := cli.NewTable(w)
	fmt.Fprintf(t, "\n%s\t%9s\t%6s\t%10s\n", strategy, "value", "weight", "adds")
	for _, l := range termLines(reasons) {
		fmt.Fprintf(t, "%s\t%9s\t%6s\t%+10.4g\n", l.name, l.value, l.weight, l.adds)
	}
	fmt.Fprintf(t, "total\t%9s\t%6s\t%+10.4g\n", "", "", total(reasons))
	return t.Flush()
}

// termLine is a line of the table: a term, or several small ones.
type termLine struct {
	name, value, weight string
	adds                float64
}

// termLines returns the lines of the table. It joins the small learned terms of a kind, which have no weight.
func termLines(reasons []ranker.Reason) (lines []termLine) {
	largest := 0.0
	for _, r := range reasons {
		largest = max(largest, math.Abs(r.Value*r.Weight))
	}
	var small []termLine
	for i, r := range reasons {
		l := termLine{r.Name, figure(r.Value), figure(r.Weight), r.Value * r.Weight}
		if r.Measured != nil {
			l.value, l.weight = figure(*r.Measured), ""
		}
		if r.Measured != nil && math.Abs(l.adds) < smallTerm*largest {
			small = append(small, l)
		} else {
			lines = append(lines, l)
		}
		if kind := kindOf(r); i == len(reasons)-1 || kindOf(reasons[i+1]) != kind {
			lines = append(lines, together(kind, small)...)
			small = nil
		}
	}
	return lines
}

// together joins several lines.
func together(kind string, lines []termLine) []termLine {
	if len(lines) < 2 {
		return lines
	}
	sum := 0.0
	for _, l := range lines {
		sum += l.adds
	}
	return []termLine{{name: fmt.Sprintf("%s%d small terms", kind, len(lines)), adds: sum}}
}

// kindOf returns the beginning of a term's name, up to a colon.
func kindOf(r ranker.Reason) string {
	if kind, _, ok := strings.Cut(r.Name, ": "); ok {
		return kind + ": "
	}
	return ""
}

// figure returns a value with four digits.
func figure(x float64) string { return fmt.Sprintf("%.4g", x) }
