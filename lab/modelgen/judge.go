package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"gannet/lab/fewseeds"
	"gannet/models"
)

// learnJudge learns to judge the pages of topics that are known by few seeds. The figures for each web are those of a model learned from the other
// one.
func learnJudge(in *inputs) (models.Model, []byte, error) {
	study, err := fewseeds.Run(context.Background(), in.data, fewseeds.DefaultOptions(), log.Printf)
	if err != nil {
		return models.Model{}, nil, err
	}
	data, err := json.MarshalIndent(study.Model, "", " ")
	if err != nil {
		return models.Model{}, nil, err
	}
	figures := map[string]float64{}
	for _, row := range study.Rows {
		name := fmt.Sprintf("%s_%s_%d_seeds_", row.Web, row.Kind, row.Seeds)
		figures[name+"p"], figures[name+"r"] = rounded(row.Judge.P), rounded(row.Judge.R)
		figures[name+"f1"], figures[name+"ap"] = rounded(row.Judge.F1), rounded(row.Judge.AP)
	}
	return models.Model{
		Name: "judge", File: "judge.json", Figures: figures,
		Data: []string{fmt.Sprintf("frozen webs enwiki6k and planetmath: %d pools of pages that crawls from seeds fetched", study.Pools)},
		Measured: "precision, recall, F1 at probability 0.5 and average precision, as means over the topics of one web, by a model " +
			"learned from the other web, from seeds and three keywords",
	}, append(data, '\n'), nil
}
