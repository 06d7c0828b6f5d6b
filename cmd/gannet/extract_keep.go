package main

import (
	"context"

	"gannet/crawldir"
	"gannet/job/extract"
)

// extractAgain replaces the postings of a crawl by those that are extracted now.
func extractAgain(ctx context.Context, progress *reporter, dir string, f *extractFlags) error {
	switch {
	case f.out != "":
		return usagef("--keep writes into the crawl's directory: leave -o out")
	case f.format != "jsonl" || f.spreadsheet:
		return usagef("--keep writes into the crawl's directory: leave --format and --spreadsheet out")
	case f.workers < 0:
		return usagef("--workers is at least 1")
	}
	templates, err := templatesIn(f.templates)
	if err != nil {
		return err
	}
	var counts extractCounts
	begin := func(pages int) { counts.total = pages }
	kept, err := crawldir.ExtractAgain(ctx, dir, templates, f.workers, begin, func(r extract.Result) { counts.addResult(r, progress) })
	progress.endLine()
	if err != nil || f.quiet {
		return err
	}
	if err := counts.write(progress.w); err != nil {
		return err
	}
	return say(progress.w, "%d postings new, %d changed, %d as before, %d gone\n", kept.New, kept.Changed, kept.Unchanged, kept.Gone)
}
