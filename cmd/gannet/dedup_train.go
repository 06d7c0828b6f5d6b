package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/internal/cli"
)

// trainDedupFlags are the flags of `gannet dedup train`.
type trainDedupFlags struct {
	adFlags
	docs []string
	out  string
}

func newDedupTrain() *cobra.Command {
	var f trainDedupFlags
	c := &cobra.Command{
		Use:   "train PAIRS…",
		Short: "Learn a verdict model from labelled pairs of ads",
		Long: "Train learns two logistic regressions: whether two ads are for the same job, and whether they are for the same\n" +
			"place. Train reads JSON Lines of pairs of ads. Each pair has the keys a and b, which are the ids of two ads in the\n" +
			"files of --docs, and the key label. The labels are \"same\", \"same text other place\" and \"different\", and each\n" +
			"of the three must occur. Keep all pairs of an employer in one file, so that you can train on some employers and\n" +
			"test on others.",
		Example: "  gannet dedup train pairs.jsonl --docs ads.jsonl -o verdict.json\n" +
			"  gannet dedup ads.jsonl --model verdict.json --json",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, pairs []string) error { return trainDedup(c, &f, pairs) },
	}
	f.register(c)
	c.Flags().StringSliceVar(&f.docs, "docs", nil, "JSON Lines of the ads, as gannet dedup reads them (required)")
	c.Flags().StringVarP(&f.out, "output", "o", "", "model file to write (required)")
	return c
}

func trainDedup(c *cobra.Command, f *trainDedupFlags, files []string) error {
	if f.out == "" || len(f.docs) == 0 {
		return cli.Usagef("--docs FILE has the ads and -o FILE says where the model is written")
	}
	if err := checkOutput("-o", f.out); err != nil {
		return err
	}
	study, byID, err := f.study(c, f.docs)
	if err != nil {
		return err
	}
	var examples []verdict.Example
	count := map[verdict.Label]int{}
	for _, file := range files {
		err := eachPair(file, func(a, b string, label verdict.Label) error {
			for _, id := range []string{a, b} {
				if byID[id] == nil {
					return fmt.Errorf("no ad with id %q in --docs", id)
				}
			}
			count[label]++
			examples = append(examples, verdict.Example{Evidence: study.Measure(byID[a], byID[b]), Label: label, Weight: 1})
			return nil
		})
		if err != nil {
			return err
		}
	}
	m, err := verdict.Train(examples, verdict.DefaultOptions())
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(files, ", "), err)
	}
	data, err := m.MarshalJSON()
	if err != nil {
		return err
	}
	if err := writeTo(f.out, nil, func(w io.Writer) error { _, err := w.Write(append(data, '\n')); return err }); err != nil {
		return err
	}
	right := 0
	for i := range examples {
		if m.Judge(&examples[i].Evidence).Label == examples[i].Label {
			right++
		}
	}
	_ = cli.Say(c.OutOrStdout(), "%s: %d pairs (%d same, %d same text other place, %d different), %d of them judged as labelled\n",
		f.out, len(examples), count[verdict.Same], count[verdict.OtherLocation], count[verdict.Different], right)
	return f.reportBad(c.ErrOrStderr())
}

// study reads ads and adds them to a study.
func (f *adFlags) study(c *cobra.Command, files []string) (*dedup.Study, map[string]*dedup.Profile, error) {
	study := dedup.NewStudy()
	report := newReporter(c.ErrOrStderr(), "text", false)
	defer report.endLine()
	docs := &documents{records: dedup.NewProfileStore(math.MaxInt, nil)}
	if err := f.read(c.Context(), c.InOrStdin(), files, study.PrepareListed, docs.add, report); err != nil {
		return nil, nil, err
	}
	byID := make(map[string]*dedup.Profile, len(docs.ids))
	for i, id := range docs.ids {
		p, err := docs.records.Profile(i)
		if err != nil {
			return nil, nil, err
		}
		byID[id] = p
		if err := study.AddProfile(p); err != nil {
			return nil, nil, err
		}
	}
	return study, byID, nil
}

// eachPair calls use for each labelled pair of a file.
func eachPair(path string, use func(a, b string, label verdict.Label) error) error {
	return eachChunk(path, nil, func(c *chunk) error {
		for i, line := range c.lines {
			var pair struct{ A, B, Label string }
			err := json.Unmarshal(line, &pair)
			if c.tooLong[i] {
				err = errTooLong
			}
			if err == nil {
				var label verdict.Label
				if label, err = verdict.ParseLabel(pair.Label); err == nil {
					err = use(pair.A, pair.B, label)
				}
			}
			if err != nil {
				return fmt.Errorf("%s:%d: %w", path, c.first+i, err)
			}
		}
		return nil
	})
}
