package main

import (
	"gannet/dedup"
	"gannet/job/extract"
	"gannet/models/shipped"
)

// newExtractor makes an extractor without templates: every site of the web is one nobody has seen.
func newExtractor() (*extract.Extractor, error) {
	languages, err := shipped.Languages()
	if err != nil {
		return nil, err
	}
	kind, err := shipped.PageKind()
	if err != nil {
		return nil, err
	}
	words, err := shipped.PageText()
	if err != nil {
		return nil, err
	}
	return &extract.Extractor{Languages: languages, Kind: kind, Words: words}, nil
}

func newDeduper() (*dedup.Deduper, error) {
	model, err := shipped.Verdict()
	if err != nil {
		return nil, err
	}
	return dedup.NewDeduper(dedup.DefaultOptions(model))
}
