package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"gannet/lab/modelgen/occupations"
	"gannet/models"
)

// learnOccupations learns which unit groups of ISCO-08 postings belong to.
func learnOccupations(in *inputs) (models.Model, []byte, error) {
	m, err := occupations.Learn(filepath.Join(in.data, "esco", "esco.tar.xz"), in.ads, in.seed)
	if err != nil {
		return models.Model{}, nil, err
	}
	figures := map[string]float64{}
	for _, set := range []string{"dev", "test"} {
		by, err := occupations.Measure(m, in.ads, set == "test", nil)
		if err != nil {
			return models.Model{}, nil, err
		}
		fmt.Fprintf(os.Stderr, "\n%s\n", set)
		occupations.Write(os.Stderr, by)
		all := by["all"]
		figures[set+"_ads"], figures[set+"_coded"] = float64(all.Ads), rounded(float64(all.Coded)/float64(max(1, all.Ads)))
		figures[set+"_four_digits"], figures[set+"_one_digit"] = rounded(float64(all.Four)/float64(max(1, all.Coded))), rounded(float64(all.One)/float64(max(1, all.Coded)))
	}
	var file bytes.Buffer
	err = m.Write(&file)
	return models.Model{
		Name: "occupations", File: "occupations.bin", Figures: figures,
		Data: []string{
			"names and descriptions of ESCO in English, Spanish, French and Dutch",
			"titles of job ads in six languages, written for this",
			"texts of real job ads, coded by the model's own reading of their titles",
		},
		Measured: "ads read by eye: the share that is coded, and of these the share whose code is one of the reader's choices, by four digits and by one. The test set was not looked at before.",
	}, file.Bytes(), err
}
