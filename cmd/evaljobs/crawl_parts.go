package main

import (
	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/features"
	"gannet/job/extract"
	"gannet/models"
)

// newExtractor makes an extractor without templates: every site of the web is one nobody has seen.
func newExtractor() (*extract.Extractor, error) {
	languages, err := features.ReadLanguages(models.Languages())
	return &extract.Extractor{Languages: languages}, err
}

func newDeduper() (*dedup.Deduper, error) {
	model, err := verdict.Read(models.Verdict())
	if err != nil {
		return nil, err
	}
	return dedup.NewDeduper(dedup.Options{Model: model})
}
