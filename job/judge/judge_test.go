package judge

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"gannet/job"
	"gannet/ranker/gbdt"
)

// stump is a model of one tree, whose score is .25 up to .5 of the first measure and .75 above.
const stump = `tree
version=v3
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=1
objective=regression
feature_names=sure other
feature_infos=[0:1] [0:1]
tree_sizes=400

Tree=0
num_leaves=2
num_cat=0
split_feature=0
split_gain=1
threshold=0.5
decision_type=2
left_child=-1
right_child=-2
leaf_value=0.25 0.75
leaf_weight=10 10
leaf_count=10 10
internal_value=0.5
internal_weight=20
internal_count=20
is_linear=0
shrinkage=1


end of trees
`

var measures = map[job.Field][]string{job.Company: {"sure", "other"}}

func read(t *testing.T) *Judge {
	t.Helper()
	data, err := json.Marshal(map[job.Field]string{job.Company: stump})
	if err != nil {
		t.Fatal(err)
	}
	j, err := Read(data, measures)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestChoose(t *testing.T) {
	j, half := read(t), []float64{Enough, Enough}
	for _, c := range []struct {
		values []string
		rows   []float64
		least  []float64
		best   int
		sure   float64
	}{
		{[]string{"loom", "mill"}, []float64{0, 0, 1, 0}, half, 1, .75},
		{[]string{"loom", "mill"}, []float64{0, 0, 0, 0}, half, -1, 0},              // none is likely
		{[]string{"loom", "mill"}, []float64{1, 0, 1, 0}, half, -1, 0},              // one at most is right
		{[]string{"loom", "loom mill"}, []float64{1, 0, 1, 0}, half, 0, .75},        // both may be
		{[]string{"loom", "mill"}, []float64{0, 0, 1, 0}, []float64{.5, .8}, -1, 0}, // not likely enough
		{nil, nil, nil, -1, 0},
	} {
		if best, sure := j.Choose(job.Company, c.values, c.rows, c.least); best != c.best || math.Abs(sure-c.sure) > 1e-9 {
			t.Errorf("%q %v: %d with %v, want %d with %v", c.values, c.rows, best, sure, c.best, c.sure)
		}
	}
}

func TestDecides(t *testing.T) {
	if j := read(t); !j.Decides(job.Company) || j.Decides(job.Title) || (*Judge)(nil).Decides(job.Company) {
		t.Error("a judge decides the fields that it has a model of")
	}
}

func TestModelOfOtherMeasuresIsRefused(t *testing.T) {
	data, err := json.Marshal(map[job.Field]string{job.Company: strings.Replace(stump, "sure other", "sure else", 1)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(data, measures); !errors.Is(err, gbdt.ErrModel) || !strings.Contains(err.Error(), string(job.Company)) {
		t.Errorf("error %v, want one of the model that names the field", err)
	}
	if _, err := Read([]byte("[]"), measures); err == nil {
		t.Error("no object, but no error")
	}
}
