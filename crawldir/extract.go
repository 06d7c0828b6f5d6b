package crawldir

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gannet/crawldir/missed"
	"gannet/crawler"
	"gannet/internal/pageguard"
	"gannet/job"
	"gannet/job/extract"
	"gannet/job/pdftext"
	"gannet/store"
	"gannet/store/postings"
)

// readingBatch is how many pages' postings are kept in one transaction.
const readingBatch = 256

// Extracted says how the stored postings and jobs have changed when postings were extracted from all pages again.
type Extracted struct {
	New       int          `json:"new"`
	Changed   int          `json:"changed"`
	Unchanged int          `json:"unchanged"`
	Gone      int          `json:"gone"`
	Jobs      int          `json:"jobs"`      // clusters now
	Regrouped []Regrouping `json:"regrouped"` // clusters that merged or split
}

// ExtractAgain extracts the postings from all stored pages again, and replaces the earlier results. Known postings keep their numbers. Then
// the postings are grouped into clusters again; a cluster that still has its first posting keeps its number. begin is called with the
// number of pages, then result for each page in order. All results are kept in memory before the first is written, because the store must
// not be written while it is read.
func ExtractAgain(ctx context.Context, dir string, templates fs.FS, workers int, begin func(pages int), result func(extract.Result)) (e Extracted, err error) {
	path, err := storeOf(dir)
	if err != nil {
		return e, err
	}
	db, err := store.Open(path)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := refuseGathered(db, dir); err != nil {
		return e, err
	}
	if err := os.RemoveAll(filepath.Join(dir, IndexDir)); err != nil { // it is an index of the earlier postings
		return e, err
	}
	jobs, err := newJobs(templates, db, nil)
	if err != nil {
		return e, err
	}
	before, err := db.Stats()
	if err != nil {
		return e, err
	}
	begin(int(before.Pages))
	clustersBefore, err := clustersOf(db)
	if err != nil {
		return e, err
	}
	known, err := knownParts(db)
	if err != nil {
		return e, err
	}
	readings, err := readAgain(ctx, db, jobs, known, workers, result)
	if err != nil {
		return e, err
	}
	became, err := keepReadings(db, readings)
	if err != nil {
		return e, err
	}
	if err := recluster(ctx, db, jobs); err != nil {
		return e, err
	}
	if err := missed.Refresh(db); err != nil {
		return e, err
	}
	clustersAfter, err := clustersOf(db)
	if err != nil {
		return e, err
	}
	after, err := db.Stats()
	return Extracted{
		New: became[postings.New], Changed: became[postings.Changed], Unchanged: became[postings.Unchanged],
		Gone: int(before.Postings) + became[postings.New] - int(after.Postings), Jobs: int(after.Clusters),
		Regrouped: regroupings(clustersBefore, clustersAfter),
	}, err
}

// knownParts returns the parts of pages that postings were found in, by the pages' URLs.
func knownParts(db *store.DB) (map[string][]string, error) {
	known := make(map[string][]string)
	err := db.Postings().Find(postings.Query{All: true, Brief: true}, func(p *postings.Posting) error {
		if page, part, ok := strings.Cut(p.URL, "#"); ok {
			known[page] = append(known[page], part)
		}
		return nil
	})
	return known, err
}

// readAgain extracts from all pages that are kept. known are the parts in which postings were found before. A page that cannot be read
// keeps its postings.
func readAgain(ctx context.Context, db *store.DB, jobs *crawler.Jobs, known map[string][]string, workers int, result func(extract.Result)) (readings []store.Reading, err error) {
	var pages []*store.Page
	if err := db.Select(store.Selection{}, func(p *store.Page) error {
		pages = append(pages, &store.Page{Seq: p.Seq, URL: p.URL, Via: p.Via})
		return nil
	}); err != nil {
		return nil, err
	}
	next := 0 // results come in the order of the pages
	err = jobs.Extract.Run(ctx, workers, KeptPages(db), func(r extract.Result) error {
		page := pages[next]
		next++
		var broken error // the store
		if r.Err == nil {
			r.Err = pageguard.Do(func() error {
				var of []store.Reading
				of, broken = readingsOf(db, page, r.Postings, known[r.URL], jobs)
				readings = append(readings, of...)
				return nil
			})
		}
		result(r)
		return broken
	})
	return readings, err
}

// readingsOf returns what a page shows: first that a part shows nothing any more, then each posting.
func readingsOf(db *store.DB, page *store.Page, found []*job.Posting, known []string, jobs *crawler.Jobs) (readings []store.Reading, err error) {
	for _, part := range append([]string{""}, known...) {
		if !slices.ContainsFunc(found, func(p *job.Posting) bool { return p.Part == part }) {
			readings = append(readings, store.Reading{Page: page.Seq, Part: part})
		}
	}
	for _, p := range found {
		list, err := crawler.ListOf(db, page, p.Part)
		if err != nil {
			return nil, err
		}
		readings = append(readings, store.Reading{Page: page.Seq, Part: p.Part, Posting: jobs.Prepare(p, list)})
	}
	return readings, nil
}

// KeptPages returns a function that calls its argument with each page of a store, as extract.Extractor.Run needs it.
func KeptPages(db store.Reader) func(func(extract.Input) error) error {
	return func(emit func(extract.Input) error) error {
		return db.Select(store.Selection{Body: true}, func(p *store.Page) error {
			body := p.Body
			return emit(extract.Input{
				URL: p.URL, Body: func() ([]byte, error) { return body, nil }, Time: p.Fetched, PDF: p.Charset == pdftext.Charset, Charset: p.Charset,
				Header: p.Header,
			})
		})
	}
}

// keepReadings keeps the postings and counts what became of them.
func keepReadings(db *store.DB, readings []store.Reading) (map[postings.Status]int, error) {
	became := make(map[postings.Status]int)
	for batch := range slices.Chunk(readings, readingBatch) {
		results, err := db.PutPostings(batch)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			became[r.Status]++
		}
	}
	return became, nil
}
