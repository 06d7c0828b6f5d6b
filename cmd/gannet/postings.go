package main

import (
	"fmt"
	"io/fs"
	"os"

	"gannet/crawler"
	"gannet/dedup"
	"gannet/features"
	"gannet/job"
	"gannet/job/extract"
	"gannet/job/kind"
	"gannet/job/template"
	"gannet/models"
	"gannet/seeds"
	"gannet/store"
	"gannet/topic"
)

// pageKinds gives what tells postings, lists of them and other pages apart where neither markup nor a template does.
func pageKinds() (func(*features.Page) (job.Kind, float64), error) {
	kinds, err := kind.Load(models.Kinds())
	if err != nil {
		return nil, err
	}
	about := new(topic.Classifier)
	if err := about.UnmarshalText(models.Jobs()); err != nil {
		return nil, fmt.Errorf("shipped classifier of jobs: %w", err)
	}
	return func(p *features.Page) (job.Kind, float64) { return kinds.Kind(p, about.Probability(p)) }, nil
}

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
	languages, err := features.ReadLanguages(models.Languages())
	if err != nil {
		return nil, err
	}
	kinds, err := pageKinds()
	if err != nil {
		return nil, err
	}
	return &extract.Extractor{Templates: set, Languages: languages, Kind: kinds}, nil
}

// jobs readies a crawl to find postings, and to know again those that it holds; nil if it is not to.
func (s *session) jobs(t *topic.Topic) (*crawler.Jobs, error) {
	if wanted := s.flags.jobs || t.Name == jobsTopic && !s.flags.given["jobs"]; !wanted {
		return nil, nil
	}
	return readyJobs(s.flags.templates, s.db)
}

// readyJobs readies what finds postings, and knows those again that db holds.
func readyJobs(templates string, db *store.DB) (*crawler.Jobs, error) {
	extractor, err := newExtractor(templates)
	if err != nil {
		return nil, err
	}
	model, err := verdictModel("")
	if err != nil {
		return nil, err
	}
	deduper, err := dedup.NewDeduper(dedup.Options{Model: model})
	if err != nil {
		return nil, err
	}
	jobs := &crawler.Jobs{Extract: extractor, Dedup: deduper}
	return jobs, jobs.Restore(db)
}
