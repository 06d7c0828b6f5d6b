package training

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// Trained is a trained model with the card that describes it.
type Trained struct {
	Model Model
	Bytes []byte // the model file
	Card  *Card
}

// Train cross-validates a learner and then trains it on all topics. As no topics are left to decide when to stop, the number of trees is
// the median over the folds. If there are fewer topics than folds, there is no validation, and o.Trees trees are grown.
func (st *Study) Train(ctx context.Context, l Learner) (*Trained, error) {
	var result *Result
	trees := 0
	if n := st.Folds; n != NoFolds && n <= len(st.Set.Topics()) {
		var err error
		if result, err = st.CrossValidate(ctx, l); err != nil {
			return nil, err
		}
		trees = median(result.Trees)
	}
	o := st.options(&Fold{Learner: l.Name(), Variant: "on all topics"})
	o.Trees = cmp.Or(trees, o.Trees)
	m, err := l.Learn(ctx, st.Set, &Set{Schema: st.Set.Schema, Names: st.Set.Names}, o)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return nil, err
	}
	card := st.card(l, m, file.Bytes(), o, result)
	if card.Validation != nil {
		if card.Validation.Shipped, err = st.beside(ctx, result); err != nil {
			return nil, err
		}
	}
	return &Trained{Model: m, Bytes: file.Bytes(), Card: card}, nil
}

func median(values []int) int {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}

// card fills in all fields except the source of the data and the date, which only the caller knows.
func (st *Study) card(l Learner, m Model, file []byte, o Options, result *Result) *Card {
	c := &Card{
		Format: CardFormat, Learner: l.Name(), Schema: st.Set.Schema, Trees: m.Trees(),
		ModelSHA256: sum(file), Data: dataOf(st.Set), Options: o, Validation: validationOf(result),
	}
	c.Options.Library, c.Options.Progress = nil, nil
	c.Options.Rising = nil
	if NeedsLibrary(l) {
		c.Library = o.Library.String()
		c.Options.Rising = o.risingOf(st.Set.Names)
	}
	total := 0.0
	parts := m.Importance()
	for _, part := range parts {
		total += part
	}
	for i, name := range st.Set.Names {
		c.Features = append(c.Features, Importance{Name: name, Gain: parts[i], Share: parts[i] / max(total, 1e-300)})
	}
	return c
}

func sum(file []byte) string {
	h := sha256.Sum256(file)
	return hex.EncodeToString(h[:])
}

func dataOf(s *Set) Data {
	d := Data{Topics: s.Topics(), Lists: len(s.Lists), Rows: s.Rows(), SHA256: s.Checksum(), Grades: map[string]int{}}
	for i := range s.Lists {
		for j := range s.Lists[i].Rows {
			d.Grades[fmt.Sprint(s.Lists[i].Rows[j].Grade)]++
		}
	}
	return d
}

func validationOf(r *Result) *Validation {
	if r == nil {
		return nil
	}
	v := &Validation{Folds: len(r.Folds), Topics: r.Topics, Trees: r.Trees, Mean: map[string]float64{}, SD: map[string]float64{}}
	for _, c := range columns {
		v.Mean[c.name], v.SD[c.name] = r.MeanSD(c.of)
	}
	return v
}
