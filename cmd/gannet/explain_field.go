package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/features"
	"gannet/internal/cli"
	"gannet/job"
	"gannet/job/extract"
	"gannet/job/pagetext"
	"gannet/store"
)

// weighable lists the fields that explain --field knows.
func weighable() string {
	var names []string
	for _, f := range pagetext.Weighable {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// explainField says how a field of a kept page's posting is decided, with the templates that gannet ships.
func explainField(c *cobra.Command, dir, raw string, field job.Field, asJSON bool) error {
	if !slices.Contains(pagetext.Weighable, field) {
		return cli.Usagef("--field is one of %s, not %q", weighable(), field)
	}
	url, err := canonicalURL(raw)
	if err != nil {
		return err
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	kept, err := r.Store.Get(url)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%s holds no page of %s: `gannet explain %s %s` says why", dir, url, dir, url)
	} else if err != nil {
		return err
	}
	page, err := features.NewReader().ReadSource(kept.Source())
	if err != nil {
		return fmt.Errorf("reading the kept page: %w", err)
	}
	e, err := crawldir.NewExtractor(nil)
	if err != nil {
		return err
	}
	d, ok := e.Decide(page, field, kept.Fetched)
	if !ok {
		return fmt.Errorf("%s shows no job posting: `gannet look %s` says what kind of page it is", url, url)
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), d)
	}
	return writeDecision(cli.NewPlain(c.OutOrStdout()), &d)
}

// The most values and pieces of evidence that are shown.
const (
	shownValues   = 5
	shownEvidence = 6
)

func writeDecision(w io.Writer, d *extract.Decision) error {
	t := cli.NewTable(w)
	if d.Value == "" {
		fmt.Fprintf(t, "%s\tnone: no value is likely enough\n", d.Field)
	} else {
		fmt.Fprintf(t, "%s\t%s\tfrom %s, %.2f\n", d.Field, cli.OneSpace(d.Value), d.Source, d.Sure)
	}
	if d.Rules {
		fmt.Fprintln(t, "decided\tby the page's structure, without a model")
	}
	fmt.Fprintln(t, "\nvalue\tprobability\tevidence")
	for _, v := range d.Values[:min(len(d.Values), shownValues)] {
		var parts []string
		for _, e := range v.Evidence[:min(len(v.Evidence), shownEvidence)] {
			part := strings.ReplaceAll(e.Name, "_", " ")
			if e.Adds != 0 {
				part += fmt.Sprintf(" %.3g: %+.2f", e.Value, e.Adds)
			}
			parts = append(parts, part)
		}
		fmt.Fprintf(t, "%s\t%.2f\t%s\n", cli.OneSpace(v.Value), v.Probability, strings.Join(parts, ", "))
	}
	return t.Flush()
}
