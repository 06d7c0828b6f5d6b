package main

import (
	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/features"
	"gannet/job"
	"gannet/job/extract"
	"gannet/job/kind"
	"gannet/models"
	"gannet/topic"
)

// jobsTopic gives the shipped classifier of the topic.
func jobsTopic() (*topic.Classifier, error) {
	c := new(topic.Classifier)
	return c, c.UnmarshalText(models.Jobs())
}

// newExtractor makes an extractor without templates: every site of the web is one nobody has seen.
func newExtractor() (*extract.Extractor, error) {
	languages, err := features.ReadLanguages(models.Languages())
	if err != nil {
		return nil, err
	}
	jobs, err := jobsTopic()
	if err != nil {
		return nil, err
	}
	kinds, err := kind.Load(models.Kinds())
	if err != nil {
		return nil, err
	}
	of := func(p *features.Page) (job.Kind, float64) { return kinds.Kind(p, jobs.Probability(p)) }
	return &extract.Extractor{Languages: languages, Kind: of}, nil
}

func newDeduper() (*dedup.Deduper, error) {
	model, err := verdict.Read(models.Verdict())
	if err != nil {
		return nil, err
	}
	return dedup.NewDeduper(dedup.DefaultOptions(model))
}
