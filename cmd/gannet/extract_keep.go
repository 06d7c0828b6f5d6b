package main

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/job/extract"
)

// extractAgain replaces the postings of a crawl by those that are extracted now.
func extractAgain(ctx context.Context, stdout io.Writer, progress *reporter, dir string, f *extractFlags) error {
	switch {
	case f.out != "":
		return cli.Usagef("--keep writes into the crawl's directory: leave -o out")
	case f.format != "jsonl" || f.spreadsheet:
		return cli.Usagef("--keep writes into the crawl's directory: leave --format and --spreadsheet out")
	case f.workers < 0:
		return cli.Usagef("--workers is at least 1")
	}
	templates, err := templatesIn(f.templates)
	if err != nil {
		return err
	}
	var counts extractCounts
	begin := func(pages int) { counts.total = pages }
	kept, err := crawldir.ExtractAgain(ctx, dir, templates, f.workers, begin, func(r extract.Result) { counts.addResult(r, progress) })
	progress.endLine()
	if err == nil && f.asJSON {
		err = writeJSON(stdout, kept)
	}
	if err != nil || f.quiet {
		return errors.Join(err, counts.failed.err())
	}
	if err := counts.write(progress.w); err != nil {
		return err
	}
	_ = cli.Say(progress.w, "%d postings new, %d changed, %d as before, %d gone\n", kept.New, kept.Changed, kept.Unchanged, kept.Gone)
	return errors.Join(writeRegrouped(progress.w, &kept), counts.failed.err())
}

// writeRegrouped lists the jobs whose postings came together or went apart.
func writeRegrouped(w io.Writer, kept *crawldir.Extracted) error {
	_ = cli.Say(w, "%s; %d merged or split, all others have the numbers that they had\n", cli.Counted(kept.Jobs, "job"), len(kept.Regrouped))
	for _, g := range kept.Regrouped {
		what := "clusters %s are clusters %s now\n"
		switch {
		case len(g.After) == 1:
			what = "clusters %s are one job now: cluster %s\n"
		case len(g.Before) == 1:
			what = "cluster %s was split: it is clusters %s now\n"
		}
		if err := cli.Say(w, what, numberList(g.Before), numberList(g.After)); err != nil {
			return err
		}
	}
	return nil
}

func numberList(list []uint64) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.FormatUint(n, 10)
	}
	return strings.Join(texts, ", ")
}
