package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gannet/crawler"
	"gannet/job/extract"
	"gannet/store"
	"gannet/store/postings"
)

// readingBatch is how many pages' postings are kept in one transaction.
const readingBatch = 256

// extractAgain makes the postings of a kept crawl again and keeps them. All are in memory before the first is written,
// since a store is not written while it is read.
func extractAgain(ctx context.Context, progress *reporter, dir string, f *extractFlags) (err error) {
	if f.out != "" {
		return usagef("--keep writes into the crawl's directory: leave -o out")
	}
	file := filepath.Join(dir, storeFile)
	if _, err := os.Stat(file); err != nil {
		return noCrawl(dir)
	}
	db, err := store.Open(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := os.RemoveAll(filepath.Join(dir, indexDir)); err != nil { // it has what postings were found by before
		return err
	}
	jobs, err := readyJobs(f.templates, db, nil)
	if err != nil {
		return err
	}
	held, err := db.Stats()
	if err != nil {
		return err
	}
	counts := extractCounts{total: int(held.Pages)}
	readings, err := readAgain(ctx, db, jobs, f.workers, func(r extract.Result) { counts.take(r, progress) })
	progress.endLine()
	if err != nil {
		return err
	}
	seen, err := keepReadings(db, readings)
	if err != nil || f.quiet {
		return err
	}
	if err := counts.write(progress.w); err != nil {
		return err
	}
	return tellReadings(progress, db, seen, held)
}

// readAgain extracts from all pages that are kept.
func readAgain(ctx context.Context, db *store.DB, jobs *crawler.Jobs, workers int, tell func(extract.Result)) ([]store.Reading, error) {
	var readings []store.Reading
	if err := db.EachWithoutBody(func(p *store.Page) error {
		readings = append(readings, store.Reading{Page: p.Seq})
		return nil
	}); err != nil {
		return nil, err
	}
	next := 0 // results come in the order of the pages
	err := jobs.Extract.Run(ctx, workers, keptPages(db), func(r extract.Result) error {
		tell(r)
		readings[next].Posting = jobs.Prepare(r.Posting)
		next++
		return nil
	})
	return readings, err
}

// keepReadings keeps the postings and counts what became of them.
func keepReadings(db *store.DB, readings []store.Reading) (map[postings.Status]int, error) {
	seen := make(map[postings.Status]int)
	for batch := range slices.Chunk(readings, readingBatch) {
		results, err := db.PutPostings(batch)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			seen[r.Status]++
		}
	}
	return seen, nil
}

// tellReadings says what has changed.
func tellReadings(progress *reporter, db *store.DB, seen map[postings.Status]int, before store.Stats) error {
	now, err := db.Stats()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(progress.w, "%d postings new, %d changed, %d as before, %d gone\n",
		seen[postings.New], seen[postings.Changed], seen[postings.Unchanged], int(before.Postings)+seen[postings.New]-int(now.Postings))
	return err
}
