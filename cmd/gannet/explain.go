package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawler"
	"gannet/crawler/scope"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
)

func newExplain() *cobra.Command {
	var asJSON bool
	var strategy, model string
	c := &cobra.Command{
		Use:   "explain DIR URL",
		Short: "Say why a link stood where it stood in a crawl's frontier",
		Long: "Explain reads the pages that led to a link again. It prints the terms whose sum was the link's priority, by the\n" +
			"strategy of the crawl that DIR holds, and what Shark Search would have said. A link that is not fetched yet is\n" +
			"explained by what is known now. If a rule such as --exclude leaves the link out, explain names the rule. A\n" +
			"strategy that learns in the crawl is taught again, which takes as long as reading all pages that were fetched\n" +
			"before the link.",
		Example: "  gannet explain crawl https://example.org/careers/welder\n" +
			"  gannet explain crawl https://example.org/careers/welder --strategy parent --json",
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			return explain(c.OutOrStdout(), args[0], args[1], strategy, model, asJSON)
		},
	}
	c.Flags().StringVar(&strategy, "strategy", "", "what another strategy would have said; default: the crawl's own")
	c.Flags().StringVar(&model, "model", "", "model for the strategy; default: the crawl's own")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// explanation is what explain reports.
type explanation struct {
	URL         string               `json:"url"`
	Strategy    string               `json:"strategy"`
	Priority    float32              `json:"priority"`
	Fetched     *time.Time           `json:"fetched,omitempty"`     // absent while it is not
	Probability *float64             `json:"probability,omitempty"` // the topic's, of the page
	Relevant    bool                 `json:"relevant"`
	Depth       int                  `json:"depth"`
	Link        string               `json:"link"`              // what pages link to, where it leads on to URL
	Missing     string               `json:"missing,omitempty"` // a page on the way that is not kept
	Reasons     []ranker.Reason      `json:"reasons"`           // by the first of Pages
	Pages       []crawler.SourcePage `json:"pages"`             // that led there before it was fetched
	Shark       *opinion             `json:"shark,omitempty"`
	Scope       string               `json:"scope,omitempty"` // the rule of the crawl's scope that leaves the link out
}

// sharkName is the strategy that others are compared with.
const sharkName = "shark"

// opinion is what another strategy says of a link.
type opinion struct {
	Priority float64         `json:"priority"`
	Reasons  []ranker.Reason `json:"reasons"`
}

func explain(w io.Writer, dir, raw, strategy, model string, asJSON bool) error {
	url, err := canonicalURL(raw)
	if err != nil {
		return err
	}
	if strategy != "" {
		if err := ranker.CheckName(strategy); err != nil {
			return usageError{err}
		}
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	k, err := openKept(r, strategy, model)
	if err != nil {
		return err
	}
	e, err := k.explain(url)
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(w, e)
	}
	return e.write(plain{w})
}

// kept is a crawl on disk with its strategy.
type kept struct {
	db       store.Reader
	topic    *topic.Topic
	strategy ranker.Strategy
	shark    ranker.Strategy
	scope    *scope.Scope // of the last run
}

func openKept(r *crawldir.Reader, strategy, model string) (k *kept, err error) {
	k = &kept{db: r.Store}
	if k.topic, err = r.Topic(); err != nil {
		return nil, err
	}
	if k.strategy, err = r.Strategy(k.topic, strategy, model); err != nil {
		return nil, err
	}
	if k.shark, err = r.Strategy(k.topic, sharkName, ""); err != nil {
		return nil, err
	}
	rules, err := r.Rules()
	if err != nil {
		return nil, err
	}
	k.scope, err = scope.New(rules)
	return k, err
}

func (k *kept) explain(url string) (*explanation, error) {
	if slices.Contains(k.topic.Seeds, url) {
		return nil, fmt.Errorf("%s is a seed: seeds are taken before all links", url)
	}
	s, err := crawler.Explain(k.db, k.strategy, url)
	if rule := k.scope.Page(url, 1); err != nil && rule != "" {
		return nil, fmt.Errorf("%s is %s; %w", url, rule, err)
	}
	if err != nil {
		return nil, err
	}
	e := &explanation{
		URL: url, Strategy: k.strategy.Name(), Priority: s.Priority, Depth: s.Decisive.Kept.Depth + 1, Link: s.Link,
		Missing: s.Decisive.Missing, Reasons: s.Reasons, Pages: s.Sources,
	}
	if s.Kept != nil {
		e.Fetched, e.Probability, e.Relevant, e.Depth = &s.Kept.Fetched, &s.Kept.Score, s.Kept.Relevant, s.Kept.Depth
	}
	e.Scope = k.scope.Page(url, e.Depth)
	if k.strategy.Name() == k.shark.Name() {
		return e, nil
	}
	told, err := crawler.NewHistory(k.db, k.shark).Page(s.Decisive.Kept.URL)
	if err != nil {
		return nil, err
	}
	reasons := k.shark.Explain(told.Source, s.LinkIndex)
	e.Shark = &opinion{Priority: total(reasons), Reasons: reasons}
	return e, nil
}

func total(reasons []ranker.Reason) (sum float64) {
	for _, r := range reasons {
		sum += r.Value * r.Weight
	}
	return sum
}

// explainPages is how many of the pages that led to a link are named.
const explainPages = 10

func (e *explanation) write(w io.Writer) error {
	t := newTable(w)
	fmt.Fprintf(t, "link\t%s\n", e.URL)
	if e.Link != e.URL {
		fmt.Fprintf(t, "through\t%s\n", e.Link)
	}
	switch {
	case e.Fetched == nil:
		fmt.Fprintf(t, "page\tnot kept; depth %d\n", e.Depth)
	default:
		fmt.Fprintf(t, "page\tfetched %s, topic probability %.3f, depth %d\n", e.Fetched.Format(time.DateTime), *e.Probability, e.Depth)
	}
	if e.Scope != "" {
		fmt.Fprintf(t, "left out\t%s\n", e.Scope)
	}
	for i, p := range e.Pages[:min(explainPages, len(e.Pages))] {
		fmt.Fprintf(t, "%s\t%s  %q, topic probability %.3f: %.4g\n", onceThen(i, "found on"), p.URL, p.Anchor, p.Probability, p.Priority)
	}
	if more := len(e.Pages) - explainPages; more > 0 {
		fmt.Fprintf(t, "\tand on %d more pages\n", more)
	}
	if e.Missing != "" {
		fmt.Fprintf(t, "missing\t%s is on the way but not kept: what came before it counts as 0\n", e.Missing)
	}
	fmt.Fprintf(t, "priority\t%.6g by strategy %s\n", e.Priority, e.Strategy)
	if err := t.Flush(); err != nil {
		return err
	}
	if err := writeReasons(w, e.Strategy, e.Reasons); err != nil || e.Shark == nil {
		return err
	}
	return writeReasons(w, "shark", e.Shark.Reasons)
}

func onceThen(i int, label string) string {
	if i > 0 {
		return ""
	}
	return label
}

// smallTerm is a share of the largest term. Smaller terms of a kind are printed as one line.
const smallTerm = 0.01

// writeReasons prints the terms of a priority as a table.
func writeReasons(w io.Writer, strategy string, reasons []ranker.Reason) error {
	t := newTable(w)
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
