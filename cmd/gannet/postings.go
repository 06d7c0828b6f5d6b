package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"gannet/crawler"
	"gannet/dedup"
	"gannet/dedup/index"
	"gannet/job/extract"
	"gannet/job/template"
	"gannet/models/shipped"
	"gannet/seeds"
	"gannet/store"
	"gannet/store/postings"
	"gannet/topic"
)

// newExtractor readies the extraction of postings with all that is shipped, and with the templates of a directory of the
// user's, "" for none.
func newExtractor(templates string) (*extract.Extractor, error) {
	from := []fs.FS{seeds.Templates()}
	if templates != "" {
		if info, err := os.Stat(templates); err != nil || !info.IsDir() {
			return nil, usagef("--templates: %s is no directory of site templates", templates)
		}
		from = append(from, os.DirFS(templates))
	}
	set, err := template.Load(from...)
	if err != nil {
		return nil, err
	}
	languages, err := shipped.Languages()
	if err != nil {
		return nil, err
	}
	kinds, err := shipped.PageKind()
	if err != nil {
		return nil, err
	}
	return &extract.Extractor{Templates: set, Languages: languages, Kind: kinds}, nil
}

// indexHot is how much of the index of postings is held in memory; 0 for its default. Tests set it.
var indexHot int

// indexReads is how many buckets of that index are read from disk for one posting: four for its names, and of the 32 of
// its text so many that what resembles it is found. All 36 take a millisecond and find one copy in 5,000 more.
const indexReads = 12

// jobs readies a crawl to find postings, and to know again those that it holds; nil if it is not to.
func (s *session) jobs(t *topic.Topic) (*crawler.Jobs, error) {
	if wanted := s.flags.jobs || t.Name == jobsTopic && !s.flags.given["jobs"]; !wanted {
		return nil, nil
	}
	dir := filepath.Join(s.flags.out, indexDir)
	jobs, err := s.indexed(dir)
	if !errors.Is(err, index.ErrDamaged) && !errors.Is(err, dedup.ErrStale) {
		return jobs, err
	}
	s.out.log.Info("the index of postings is made again", "why", err)
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	return s.indexed(dir)
}

// indexed opens the index of postings and readies a crawl with it.
func (s *session) indexed(dir string) (jobs *crawler.Jobs, err error) {
	o := index.DefaultPebbleOptions()
	o.Reads = indexReads
	if indexHot > 0 {
		o.Hot = indexHot
	}
	if s.index, err = index.OpenPebble(dir, o); err != nil {
		return nil, err
	}
	if jobs, err = readyJobs(s.flags.templates, s.db, s.index); err != nil {
		err = errors.Join(err, s.index.Close())
		s.index = nil
	}
	return jobs, err
}

// readyJobs readies what finds postings, and knows those again that db holds. With an index of theirs their records stay in
// db. Without one all is in memory: then postings may be taken out of db while others are compared with them.
func readyJobs(templates string, db *store.DB, of index.Index) (*crawler.Jobs, error) {
	extractor, err := newExtractor(templates)
	if err != nil {
		return nil, err
	}
	model, err := verdictModel("")
	if err != nil {
		return nil, err
	}
	jobs := &crawler.Jobs{Extract: extractor}
	o := dedup.DefaultOptions(model)
	o.Index = of
	if of != nil {
		o.LoadProfile = func(number uint64) (*dedup.Profile, error) { return jobs.Profile(db, number) }
	}
	if jobs.Dedup, err = dedup.NewDeduper(o); err != nil {
		return nil, err
	}
	return jobs, jobs.Restore(db)
}

// checkIndex says what is wrong with the index of a crawl's postings, which is made from them.
func checkIndex(db *store.DB, dir string, report func(problem string) error) error {
	x, err := index.ReadPebble(filepath.Join(dir, indexDir))
	if err == nil {
		err = errors.Join(dedup.CheckIndex(x, func(use func(number, cluster uint64) error) error {
			return db.Postings().EachProfile(func(p postings.Profiled) error { return use(p.Number, p.Cluster) })
		}), x.Close())
	}
	if errors.Is(err, index.ErrDamaged) || errors.Is(err, dedup.ErrStale) {
		return report(err.Error())
	}
	return err
}
