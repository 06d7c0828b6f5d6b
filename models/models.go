// Package models owns what gannet ships learned, embedded in the binary, and the manifest that says from what data,
// when and how well each was learned. "make models" learns it again.
package models

import (
	"bytes"
	_ "embed" // for the files below
	"encoding/json"
	"fmt"
	"io"
)

//go:embed background.bin
var background []byte

//go:embed languages.bin
var languages []byte

//go:embed links.txt
var links []byte

//go:embed crawl.txt
var crawl []byte

//go:embed jobs.txt
var jobs []byte

//go:embed kinds.json
var kinds []byte

//go:embed manifest.json
var manifest []byte

// Background gives the background model, which stands for the rest of the web where a topic is known by a few pages
// only; topic.ReadBackground reads it.
func Background() io.Reader { return bytes.NewReader(background) }

// Languages gives the model that tells in which language a page is written; features.ReadLanguages reads it.
func Languages() io.Reader { return bytes.NewReader(languages) }

// Links gives the order of links by the 35 features of the page they stand on; ranker.ReadTrees reads it.
func Links() []byte { return links }

// Crawl gives the order of links by what a crawl has seen of them; ranker.ReadTrees reads it.
func Crawl() []byte { return crawl }

// Jobs gives the classifier of the built-in topic jobs; topic.Classifier's UnmarshalText reads it.
func Jobs() []byte { return jobs }

// Kinds gives the model that tells postings, lists of postings and other pages apart; job/kind.Load reads it.
func Kinds() []byte { return kinds }

// Model says what one shipped model is.
type Model struct {
	Name     string             `json:"name"`
	File     string             `json:"file"`
	Made     string             `json:"made"`     // the day, 2006-01-02
	Data     []string           `json:"data"`     // what it was learned from
	Seed     uint64             `json:"seed"`     // of the random choices made
	Bytes    int                `json:"bytes"`    // size of the file
	Checksum string             `json:"checksum"` // XXH3-64 of the file, hexadecimal
	Measured string             `json:"measured"` // what the figures are, in a sentence
	Figures  map[string]float64 `json:"figures"`
	Card     json.RawMessage    `json:"card,omitempty"` // of an order of links: data, options, measures and features, as of gannet train
}

// Manifest tells of all models shipped.
func Manifest() ([]Model, error) {
	var models []Model
	if err := json.Unmarshal(manifest, &models); err != nil {
		return nil, fmt.Errorf("manifest of models: %w", err)
	}
	return models, nil
}
