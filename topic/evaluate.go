package topic

import "fmt"

// Judgement is how a classifier decides, at probability 0.5, on pages whose label is known.
type Judgement struct {
	Positives int     `json:"positives"`
	Negatives int     `json:"negatives"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

func (j Judgement) String() string {
	return fmt.Sprintf("P %.3f, R %.3f, F1 %.3f (%d positive and %d negative pages)",
		j.Precision, j.Recall, j.F1, j.Positives, j.Negatives)
}

// Evaluate judges pages that did not train the classifier. No positive page, or none found, makes the shares 0.
func (c *Classifier) Evaluate(examples []Example) Judgement {
	var n counts
	var j Judgement
	for _, e := range examples {
		n.addDecision(c.Margin(e.Vector), e.Positive)
		if e.Positive {
			j.Positives++
		}
	}
	j.Negatives = len(examples) - j.Positives
	j.Precision, j.Recall, j.F1 = n.precision(), n.recall(), n.f1()
	return j
}
