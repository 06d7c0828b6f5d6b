// Package models owns the trained models that gannet ships, embedded in the binary as files. The manifest says from which
// data each was learned, when, and how good it is. Package models/shipped decodes them; "make models" learns them again.
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

//go:embed judge.json
var judge []byte

//go:embed occupations.bin
var occupations []byte

//go:embed manifest.json
var manifest []byte

// Background returns the file of the background model. It represents the rest of the web, against which a topic is learned from few pages.
func Background() io.Reader { return bytes.NewReader(background) }

// Languages returns the file of the model that recognises the language of a page.
func Languages() io.Reader { return bytes.NewReader(languages) }

// Links returns the file of the model for the strategy "links".
func Links() []byte { return links }

// Crawl returns the file of the model for the strategy "learned".
func Crawl() []byte { return crawl }

// Jobs returns the file of the classifier of the built-in topic jobs.
func Jobs() []byte { return jobs }

// Kinds returns the file of the model that distinguishes postings, lists of postings and other pages.
func Kinds() []byte { return kinds }

// Occupations returns the file of the model that predicts the occupation of a posting (ISCO-08).
func Occupations() io.Reader { return bytes.NewReader(occupations) }

// Judge returns the file of the model that judges which pages are relevant for a topic with few seeds.
func Judge() []byte { return judge }

// Model describes a model that gannet ships: what it does and how it was made.
type Model struct {
	Name     string             `json:"name"`
	File     string             `json:"file"`
	Made     string             `json:"made"`     // the day, 2006-01-02
	Data     []string           `json:"data"`     // what it was learned from
	Seed     uint64             `json:"seed"`     // of the random choices made
	Bytes    int                `json:"bytes"`    // size of the file
	Checksum string             `json:"checksum"` // XXH3-64 of the file, hexadecimal
	Measured string             `json:"measured"` // what the figures mean, in a sentence
	Figures  map[string]float64 `json:"figures"`
	Card     json.RawMessage    `json:"card,omitempty"` // of a ranking model: data, options, measures and features, as `gannet train` writes it
}

// Manifest describes all models that gannet ships.
func Manifest() ([]Model, error) {
	var models []Model
	if err := json.Unmarshal(manifest, &models); err != nil {
		return nil, fmt.Errorf("manifest of models: %w", err)
	}
	return models, nil
}
