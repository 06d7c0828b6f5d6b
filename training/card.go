package training

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"sort"
)

// CardFormat is the name of the format of cards, which every card states.
const CardFormat = "gannet model card 1"

// Card describes a model: its data, its options and how good it is. It is written as JSON beside the model. Apart from the date, it is always the
// same for the same data, options and library.
type Card struct {
	Format      string       `json:"format"`
	Model       string       `json:"model"` // the file's name
	ModelSHA256 string       `json:"model_sha256"`
	Learner     string       `json:"learner"`
	Schema      string       `json:"schema"`
	Trees       int          `json:"trees,omitempty"`
	Date        string       `json:"date,omitempty"`
	Gannet      string       `json:"gannet,omitempty"`  // version
	Library     string       `json:"library,omitempty"` // LightGBM's version and checksum
	Data        Data         `json:"data"`
	Options     Options      `json:"options"`
	Validation  *Validation  `json:"validation,omitempty"`
	Features    []Importance `json:"features"` // in the model's order
}

// Data describes the training lists of a model.
type Data struct {
	Directories []string       `json:"directories,omitempty"`
	Topics      []string       `json:"topics"`
	Lists       int            `json:"lists"`
	Rows        int            `json:"rows"`
	Grades      map[string]int `json:"grades"` // rows of each
	SHA256      string         `json:"sha256"` // Set.Checksum
}

// Validation is the result of a cross-validation by topic.
type Validation struct {
	Folds  int                 `json:"folds"`
	Mean   map[string]float64  `json:"mean"` // over folds
	SD     map[string]float64  `json:"sd"`
	Trees  []int               `json:"trees"` // of each fold's model
	Topics map[string]Measures `json:"topics"`
	// Shipped compares the model with the one that gannet ships. It is nil if gannet ships none of this schema.
	Shipped *Beside `json:"shipped,omitempty"`
}

// Importance says how important a feature is for the model.
type Importance struct {
	Name  string  `json:"name"`
	Gain  float64 `json:"gain"`  // summed gain of its splits; in a linear model the weight's absolute value
	Share float64 `json:"share"` // of the gain of all
}

// Write writes the card as JSON.
func (c *Card) Write(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(c)
}

// ranked returns the features, the most important one first.
func (c *Card) ranked() []Importance {
	features := slices.Clone(c.Features)
	sort.SliceStable(features, func(i, j int) bool { return features[i].Gain > features[j].Gain })
	return features
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
