package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gannet/internal/cli"
)

// explainDedupFlags are the flags of `gannet dedup explain`.
type explainDedupFlags struct {
	adFlags
	docs   []string
	model  string
	asJSON bool
}

func newDedupExplain() *cobra.Command {
	var f explainDedupFlags
	c := &cobra.Command{
		Use:   "explain A B",
		Short: "Say why two ads are the same job, or not",
		Long: "Explain compares the two ads with the ids A and B. Explain prints the reasons for the verdict, the strongest first,\n" +
			"each with what it adds to the log-odds that the two ads are for the same job. The other ads in the files are used\n" +
			"only to find out which texts employers and sites repeat in all of their ads.",
		Example: "  gannet dedup explain 17 4711 --docs ads.jsonl",
		Args:    cobra.ExactArgs(2),
		RunE:    func(c *cobra.Command, ids []string) error { return explainDedup(c, &f, ids) },
	}
	f.register(c)
	c.Flags().StringSliceVar(&f.docs, "docs", nil, "JSON Lines of the ads, as gannet dedup reads them (required)")
	c.Flags().StringVar(&f.model, "model", "", "model that decides whether two ads are the same job, as gannet dedup train writes it; default: the model that comes with gannet")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON")
	return c
}

func explainDedup(c *cobra.Command, f *explainDedupFlags, ids []string) error {
	if len(f.docs) == 0 {
		return cli.Usagef("--docs FILE has the ads")
	}
	model, err := verdictModel(f.model)
	if err != nil {
		return err
	}
	study, byID, err := f.study(c, f.docs)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if byID[id] == nil {
			return fmt.Errorf("no ad with id %q in the files of --docs", id)
		}
	}
	evidence := study.Measure(byID[ids[0]], byID[ids[1]])
	j := model.Judge(&evidence)
	grounds := model.Reasons(&evidence, j)
	if f.asJSON {
		err := writeJSON(c.OutOrStdout(), map[string]any{
			"a": ids[0], "b": ids[1], "verdict": j.Label.String(), "same_text": j.SameText, "same_place": j.SameLocation, "reasons": grounds,
		})
		return errors.Join(err, f.reportBad(c.ErrOrStderr()))
	}
	out := cli.NewPlain(c.OutOrStdout())
	fmt.Fprintf(out, "%s\n\nprobability of the same advertisement: %.3f\nprobability of the same place, if it is: %.3f\n\n", j.Label, j.SameText, j.SameLocation)
	t := cli.NewFigures(out)
	for _, g := range grounds {
		fmt.Fprintf(t, "%+.2f\t  %s\n", g.Weight, g.Text)
	}
	return errors.Join(t.Flush(), f.reportBad(c.ErrOrStderr()))
}
