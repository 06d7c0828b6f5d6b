package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/crawldir/teaching"
	"gannet/internal/cli"
	"gannet/topic/label"
)

// checkLabels checks which flags go with --labels. given reports whether a flag was given.
func (f *topicFlags) checkLabels(given func(name string) bool) error {
	for _, name := range []string{"positive", "negative", "web", "seed", "no-validation"} {
		if f.labels != "" && given(name) {
			return cli.Usagef("--labels takes all pages from a crawl: leave --%s out", name)
		}
	}
	return nil
}

// learnLabels learns a topic from what people said of a crawl's pages.
func learnLabels(c *cobra.Command, name string, f *topicFlags) error {
	l, err := labelsLearned(c.Context(), f.labels)
	if err != nil {
		return err
	}
	t := *l.Topic
	t.Name, t.Title, t.Language = name, cmp.Or(f.title, t.Title), cmp.Or(f.language, t.Language)
	if len(f.keywords) > 0 {
		t.Keywords = f.keywords
	}
	if len(f.seeds) > 0 {
		if t.Seeds, err = f.canonicalSeeds(); err != nil {
			return err
		}
	}
	if err := crawldir.SaveTopic(f.out, &t); err != nil {
		return err
	}
	if f.asJSON {
		answer := map[string]any{"name": name, "file": f.out, "answers": l.Answers}
		if l.Estimated {
			answer["estimate"] = l.Estimate
		}
		return writeJSON(c.OutOrStdout(), answer)
	}
	_ = cli.Say(c.OutOrStdout(), "%s: learned from %d answers\n", f.out, l.Answers)
	return writeEstimate(c.OutOrStdout(), l)
}

// labelsLearned learns from the answers in the directory of a crawl.
func labelsLearned(ctx context.Context, dir string) (l *teaching.Learned, err error) {
	r, err := crawldir.Read(dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return teaching.Learn(ctx, r)
}

// writeEstimate says how good a classifier is that was learned from answers.
func writeEstimate(w io.Writer, l *teaching.Learned) error {
	if !l.Estimated {
		_, err := fmt.Fprintln(w, "too few answers judge it to say how good it is")
		return err
	}
	text := func(i label.Interval) string { return fmt.Sprintf("%.2f (%.2f to %.2f)", i.Value, i.Low, i.High) }
	e := l.Estimate
	_, err := fmt.Fprintf(w, "P %s, R %s, F1 %s, by %d answers that did not teach it\n", text(e.Precision), text(e.Recall), text(e.F1), e.Answers)
	return err
}
