package training

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gannet/training/lightgbm/lightgbmtest"
)

// spy learns nothing and records its arguments.
type spy struct {
	constant
	train, valid *[]*Set
}

func (s spy) Learn(_ context.Context, train, valid *Set, _ Options) (Model, error) {
	*s.train, *s.valid = append(*s.train, train), append(*s.valid, valid)
	return constant{}, nil
}

func TestEveryTopicIsMeasuredOnceByAModelThatHasNotSeenIt(t *testing.T) {
	s := synthetic(1, 11, 50, 0.1, false)
	s.Lists = append(s.Lists, synthetic(2, 11, 30, 0.1, false).Lists...) // two lists of every topic
	l := spy{train: new([]*Set), valid: new([]*Set)}
	var folds []*Fold
	st := &Study{Set: s, Folds: 4, Options: Options{Seed: 3}, Done: func(f *Fold) { folds = append(folds, f) }}
	r, err := st.CrossValidate(context.Background(), l)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Topics) != 11 || len(r.Folds) != 4 || len(folds) != 4 {
		t.Fatalf("%d topics in %d folds", len(r.Topics), len(r.Folds))
	}
	var tested []string
	for i := range folds {
		train, valid := (*l.train)[i].Topics(), (*l.valid)[i].Topics()
		for _, topic := range s.Topics() {
			if !slices.Contains(train, topic) && !slices.Contains(valid, topic) {
				tested = append(tested, topic)
			}
			if slices.Contains(train, topic) && slices.Contains(valid, topic) {
				t.Errorf("%s is learnt from and stops", topic)
			}
		}
		if (*l.train)[i].Rows() != len(train)*80 {
			t.Error("a topic's lists were parted")
		}
	}
	slices.Sort(tested)
	if !slices.Equal(tested, s.Topics()) {
		t.Errorf("tested are %v", tested)
	}
}

func TestDealIsFixedBySeed(t *testing.T) {
	topics := synthetic(1, 10, 1, 1, false).Topics()
	first, err := Deal(topics, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := Deal(topics, 3, 1)
	other, _ := Deal(topics, 3, 2)
	if !reflect.DeepEqual(first, again) || reflect.DeepEqual(first, other) {
		t.Error("folds do not follow the seed")
	}
	for _, parts := range []int{2, 11} {
		if _, err := Deal(topics, parts, 1); err == nil {
			t.Errorf("10 topics in %d folds", parts)
		}
	}
}

func TestCompareAndAblateShowWhatMatters(t *testing.T) {
	st := &Study{Set: synthetic(1, 6, 300, 0.3, false), Folds: 3, Options: quick}
	st.Options.Library = lightgbmtest.Open(t)
	st.Options.Trees = 20
	var all []Learner
	for _, name := range LearnerNames() {
		l, _ := NewLearner(name)
		all = append(all, l)
	}
	results, err := st.Compare(context.Background(), all)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results[1:] {
		if gain, se := r.Against(results[0]); gain < 0.3 || gain < 5*se {
			t.Errorf("%s is %.3f ± %.3f better than any order", r.Learner, gain, se)
		}
	}
	families := map[string]string{"a": "told", "b": "told", "noise1": "untold", "noise2": "untold", "noise3": "untold"}
	results, err = st.Ablate(context.Background(), lambdaMART, families)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range results {
		names = append(names, r.Variant)
	}
	if !slices.Equal(names, []string{"all", "binary grades", "without other", "without told", "without untold"}) {
		t.Fatalf("variants %v", names)
	}
	if loss, _ := results[3].Against(results[0]); loss > -0.3 {
		t.Errorf("without what tells, MAP changes by %.3f", loss)
	}
	if loss, _ := results[4].Against(results[0]); math.Abs(loss) > 0.1 {
		t.Errorf("without noise, MAP changes by %.3f", loss)
	}
}

func TestBinaryVariantIsMeasuredByAllGrades(t *testing.T) {
	s := synthetic(1, 6, 200, 0.3, false)
	l := spy{train: new([]*Set), valid: new([]*Set)}
	st := &Study{Set: s, Folds: 3}
	if _, err := st.Ablate(context.Background(), l, nil); err != nil {
		t.Fatal(err)
	}
	grades := func(s *Set) map[uint8]bool {
		seen := map[uint8]bool{}
		for _, list := range s.Lists {
			for _, row := range list.Rows {
				seen[row.Grade] = true
			}
		}
		return seen
	}
	if train, valid := grades((*l.train)[3]), grades((*l.valid)[3]); len(train) != 2 || len(valid) != 4 {
		t.Errorf("binary training has grades %v, its validation %v", train, valid)
	}
}

func TestWriteTable(t *testing.T) {
	m := func(x float64) Measures { return Measures{x, x, x, x} }
	results := []*Result{
		{Learner: "any order", Folds: []Measures{m(0.1), m(0.3)}, Topics: map[string]Measures{"a": m(0.1), "b": m(0.3)}, Trees: []int{0, 0}},
		{Learner: "ca", Folds: []Measures{m(0.5), m(0.5)}, Topics: map[string]Measures{"a": m(0.5), "b": m(0.5)}, Trees: []int{3, 12}},
	}
	var b bytes.Buffer
	if err := WriteTable(&b, results, 0); err != nil {
		t.Fatal(err)
	}
	want := `| | MAP | NDCG | NDCG@10 | NDCG@100 | MAP against any order | trees |
|---|---|---|---|---|---|---|
| any order | 0.200 ± 0.141 | 0.200 ± 0.141 | 0.200 ± 0.141 | 0.200 ± 0.141 | |  |
| ca | 0.500 ± 0.000 | 0.500 ± 0.000 | 0.500 ± 0.000 | 0.500 ± 0.000 | +0.300 ± 0.100 | 3-12 |
`
	if b.String() != want {
		t.Errorf("got\n%s", &b)
	}
}

func TestTrainDescribesItsModel(t *testing.T) {
	st := &Study{Set: synthetic(1, 6, 300, 0.3, true), Folds: 3, Options: quick}
	st.Options.Library = lightgbmtest.Open(t)
	steps := 0
	st.Step = func(string) { steps++ }
	trained, err := st.Train(context.Background(), lambdaMART)
	if err != nil {
		t.Fatal(err)
	}
	again, err := st.Train(context.Background(), lambdaMART)
	if err != nil {
		t.Fatal(err)
	}
	c := trained.Card
	if !reflect.DeepEqual(c, again.Card) || !bytes.Equal(trained.Bytes, again.Bytes) {
		t.Error("trained twice, made two models")
	}
	if c.Trees != median(c.Validation.Trees) || c.Trees != trained.Model.Trees() || c.Data.Rows != 1800 || steps == 0 {
		t.Errorf("card: %+v", c)
	}
	if c.Validation.Mean["MAP"] < 0.8 || c.ModelSHA256 != sum(trained.Bytes) || !strings.Contains(c.Library, "sha256") {
		t.Errorf("card: %+v", c)
	}
	var shares float64
	for _, f := range c.Features {
		shares += f.Share
	}
	if best := c.ranked()[0].Name; math.Abs(shares-1) > 1e-9 || best != "a" && best != "b" {
		t.Errorf("features: %+v", c.ranked())
	}
	var file, table bytes.Buffer
	if err := c.Write(&file); err != nil {
		t.Fatal(err)
	}
	var read Card
	if err := json.Unmarshal(file.Bytes(), &read); err != nil || !reflect.DeepEqual(&read, c) {
		t.Errorf("a card read back differs: %v", err)
	}
	if err := c.WriteSummary(&table); err != nil || !strings.Contains(table.String(), "\n3 folds: MAP 0.") ||
		!strings.Contains(table.String(), "\n| 1 | "+c.ranked()[0].Name+" | ") || strings.Count(table.String(), "\n") != 5+6 {
		t.Errorf("summary:\n%s", &table)
	}
}

func TestTrainWithFewTopicsIsNotValidated(t *testing.T) {
	st := &Study{Set: synthetic(1, 2, 300, 0.3, false), Folds: DefaultFolds, Options: quick}
	trained, err := st.Train(context.Background(), rankSVM{})
	if err != nil {
		t.Fatal(err)
	}
	if trained.Card.Validation != nil || trained.Card.Library != "" {
		t.Errorf("card: %+v", trained.Card)
	}
}
