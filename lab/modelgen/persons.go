package main

import (
	"encoding/json"
	"fmt"
	"os"

	"gannet/lab/modelgen/names"
	"gannet/models"
)

// learnPersons learns which words are names of persons, and measures the model on ads of other employers that were read by eye.
func learnPersons(in *inputs) (models.Model, []byte, error) {
	text, err := os.ReadFile(in.people)
	if err != nil {
		return models.Model{}, nil, fmt.Errorf("names: %w", err)
	}
	var people names.People
	if err := json.Unmarshal(text, &people); err != nil {
		return models.Model{}, nil, fmt.Errorf("names: %w", err)
	}
	ads, err := names.ReadAds(in.ads)
	if err != nil {
		return models.Model{}, nil, err
	}
	m, n := names.Learn(ads, people, in.seed)
	right, wrong, missed := names.Measure(m, ads)
	return models.Model{
		Name: "persons", File: "persons.bin",
		Figures: map[string]float64{"precision": rounded(float64(right) / float64(right+wrong)), "recall": rounded(float64(right) / float64(right+missed))},
		Data: []string{
			fmt.Sprintf("job ads in six languages, with the names that rules and then a reader marked: %d ads with %d names", n.Ads, n.Names),
			"the same ads with other names in the place of theirs, and in their addresses",
			fmt.Sprintf("%d pieces of ads without names, with sentences of many languages written for this and with first and last names of Faker's locales (MIT)", n.Made),
		},
		Measured: "precision and recall of words of names in ads of other employers, read by eye before the model saw them",
	}, m.Bytes(), nil
}
