package main

import (
	"fmt"

	"gannet/dedup/verdict"
	"gannet/lab/pairs"
	"gannet/models"
)

// learnVerdict learns to decide whether two postings are the same job, from the pairs of 60 % of posters and employers. The
// figures are measured on the others.
func learnVerdict(in *inputs) (models.Model, []byte, error) {
	set, err := pairs.Read(in.ads, in.seed)
	if err != nil {
		return models.Model{}, nil, err
	}
	m, err := verdict.Train(set.Examples(false), verdict.DefaultOptions())
	if err != nil {
		return models.Model{}, nil, err
	}
	data, err := m.MarshalJSON()
	if err != nil {
		return models.Model{}, nil, err
	}
	same := func(e *verdict.Evidence) bool { return m.Judge(e).Label == verdict.Same }
	score := set.Score(pairs.Silver, same)
	return models.Model{
		Name: "verdict", File: "verdict.json",
		Data:     []string{fmt.Sprintf("%d real job ads in eight languages: reposts, ads of one employer, and copies made by rule; %d pairs", set.Ads, len(set.Pairs))},
		Measured: "precision, recall and F1 of \"same\" on silver pairs of posters that were not trained on, and the share of pairs \"same text, other place\" that are called the same job",
		Figures: map[string]float64{
			"precision": rounded(score.Precision()), "recall": rounded(score.Recall()), "f1": rounded(score.F1()),
			"other_place_called_same": rounded(set.Confused(same)),
		},
	}, append(data, '\n'), nil
}
