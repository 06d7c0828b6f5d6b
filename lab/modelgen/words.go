package main

import (
	"bytes"
	"fmt"

	"gannet/job/pagetext"
	"gannet/lab/adpages"
	"gannet/models"
)

// learnWords learns which words are common in job ads.
func learnWords(in *inputs) (models.Model, []byte, error) {
	words, err := in.words()
	if err != nil {
		return models.Model{}, nil, err
	}
	var b bytes.Buffer
	err = words.Write(&b)
	return models.Model{
		Name: "words", File: "words.bin", Figures: map[string]float64{"words": float64(words.Len())},
		Data: []string{
			fmt.Sprintf("real job ads of half of the employers, up to %d of each of 11 sources, and monthly posts of half of the employers", adsOfFile),
			"translated and English manual pages of Debian, 13 languages",
		},
		Measured: "the words that four or more employers or manual pages have",
	}, b.Bytes(), err
}

// words counts words in manual pages, and in the ads of the half of the employers that the models of names learn from.
func (in *inputs) words() (*pagetext.Words, error) {
	if in.counted != nil {
		return in.counted, nil
	}
	all, err := adpages.ReadMany(in.ads, in.seed, adsOfFile)
	if err != nil {
		return nil, err
	}
	byEmployer := map[string][]string{}
	var counter pagetext.WordCounter
	for _, ad := range few(all, 0) {
		if ad.Company == "" {
			counter.Add([]string{ad.Description}, true)
			continue
		}
		byEmployer[ad.Company] = append(byEmployer[ad.Company], ad.Description)
	}
	for _, texts := range byEmployer {
		counter.Add(texts, false)
	}
	posts, err := in.hiring()
	if err != nil {
		return nil, err
	}
	for _, ad := range posts {
		if adpages.HalfOf(ad.Company) == 0 {
			counter.Add([]string{ad.Description}, false)
		}
	}
	manuals, err := manualTexts(in.manuals)
	if err != nil {
		return nil, err
	}
	for _, m := range manuals {
		counter.Add([]string{string(m.Text)}, false)
	}
	in.counted = counter.Words()
	return in.counted, nil
}
