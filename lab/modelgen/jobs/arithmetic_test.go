package jobs

import (
	"math"
	"math/rand/v2"
	"testing"

	"gannet/job"
	"gannet/job/kind"
)

// TestTopicQuality compares precision, recall, F1 and AUC with their definitions over pages and pairs of pages.
func TestTopicQuality(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		s := &Study{}
		for range 40 {
			p := Page{Source: string(rune('a' + rng.IntN(3))), Vague: rng.IntN(8) == 0}
			if rng.IntN(2) == 0 {
				p.Kind = job.Detail
			}
			s.Pages, s.Jobs = append(s.Pages, p), append(s.Jobs, float64(rng.IntN(11))/10)
		}
		for _, positive := range []bool{true, false} {
			for name, got := range s.TopicQuality(positive, func(p Page) string { return p.Source }) {
				want := qualityByDefinition(s, positive, name)
				if got.Pages != want.Pages || far(got.Right, want.Right) || far(got.Alarms, want.Alarms) || far(got.Area, want.Area) {
					t.Fatalf("%s, positive %v: %+v, want %+v", name, positive, got, want)
				}
			}
		}
	}
}

func far(a, b float64) bool { return math.Abs(a-b) > 1e-9 }

func qualityByDefinition(s *Study, positive bool, source string) Quality {
	var q Quality
	var negatives, alarms, pairs, won float64
	for i, p := range s.Pages {
		if p.Vague {
			continue
		}
		if p.Kind == job.Other {
			negatives++
			if s.Jobs[i] >= .5 {
				alarms++
			}
		}
		if (p.Kind != job.Other) != positive || p.Source != source {
			continue
		}
		q.Pages++
		if (s.Jobs[i] >= .5) == positive {
			q.Right++
		}
		for k, other := range s.Pages {
			if other.Vague || (other.Kind != job.Other) == positive {
				continue
			}
			pairs++
			high, low := s.Jobs[i], s.Jobs[k]
			if !positive {
				high, low = low, high
			}
			if high > low {
				won++
			} else if high == low {
				won += .5
			}
		}
	}
	q.Right /= float64(q.Pages)
	q.Alarms, q.Area = alarms/negatives, won/max(1, pairs)
	return q
}

// TestPrecisionIsOfAsManyNegatives holds the three figures to counts: 80 of 100 positives and 20 of 100 negatives are
// taken for the topic.
func TestPrecisionIsOfAsManyNegatives(t *testing.T) {
	q := Quality{Right: .8, Alarms: .2}
	if far(q.Recall(), .8) || far(q.Precision(), 80./100) || far(q.F1(), .8) {
		t.Errorf("precision %v, recall %v, F1 %v", q.Precision(), q.Recall(), q.F1())
	}
	q = Quality{Right: .5, Alarms: 0}
	if far(q.Precision(), 1) || far(q.F1(), 2*.5/1.5) {
		t.Errorf("precision %v, F1 %v", q.Precision(), q.F1())
	}
	if q = (Quality{}); q.Precision() != 0 || q.F1() != 0 {
		t.Errorf("nothing found: precision %v, F1 %v", q.Precision(), q.F1())
	}
}

func TestConfusion(t *testing.T) {
	pages := []Page{{Kind: job.Detail}, {Kind: job.Detail}, {Kind: job.Detail}, {Kind: job.Detail}, {Kind: job.Listing}, {Kind: job.Other, Source: "x"}}
	judged := []job.Kind{job.Detail, job.Detail, job.Detail, job.Other, job.Detail, job.Detail}
	s := &Study{Pages: pages}
	all := s.Confuse(judged, func(p Page) string {
		if p.Source == "x" {
			return ""
		}
		return "all"
	})
	c := all["all"]
	if len(all) != 1 || c[job.Detail][job.Detail] != 3 || c[job.Detail][job.Other] != 1 || c[job.Listing][job.Detail] != 1 {
		t.Fatalf("counts %v", all)
	}
	if far(c.Accuracy(), 3./5) || far(c.Mean(), (.75+0)/2) { // there is no other page, so the mean is over two kinds
		t.Errorf("accuracy %v, mean %v", c.Accuracy(), c.Mean())
	}
	if empty := (Confusion{}); empty.Accuracy() != 0 || empty.Mean() != 0 {
		t.Error("no pages have an accuracy")
	}
}

// TestKindsWeighTheSame holds that a kind's weight does not depend on how many pages of it there are.
func TestKindsWeighTheSame(t *testing.T) {
	d := &table{label: []int{0, 0, 0, 0, 1, 2, 2}}
	rows := make([]example, len(d.label))
	for i := range rows {
		rows[i].weight = 1
	}
	d.weigh(rows)
	var sum [kinds]float64
	for i, w := range d.weight {
		sum[d.label[i]] += w
	}
	for k, x := range sum {
		if far(x, 1./kinds) {
			t.Errorf("kind %d weighs %v, want a third", k, x)
		}
	}
}

// TestModelScoresMeasuresAsTheyAre compares the model's scores with those of the standardised design.
func TestModelScoresMeasuresAsTheyAre(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var rows []example
	for i := range 60 {
		v := kind.Vector{}
		for m := range v {
			v[m] = rng.Float64() * float64(1+m)
		}
		rows = append(rows, example{v, job.Kind(i % kinds), 1})
	}
	d := design(rows)
	n := len(d.rows) + 1
	x := make([]float64, kinds*n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	m := d.model(x)
	for i, row := range d.values {
		for k := range kinds {
			want, got := x[k*n+n-1], float64(m.Bias[k])
			for j, v := range row {
				want += x[k*n+j] * v
			}
			for _, r := range m.Rows {
				got += float64(r.Weights[k]) * pieceOf(&rows[i].measures, r)
			}
			if math.Abs(got-want) > 1e-6 {
				t.Fatalf("page %d, kind %d: score %v, want %v", i, k, got, want)
			}
		}
	}
}

// pieceOf returns the part of a measure that a row of a model weighs.
func pieceOf(v *kind.Vector, r kind.Row) float64 {
	for m, name := range kind.Names() {
		if name == r.Measure && r.From == nil {
			return v[m]
		} else if name == r.Measure {
			return max(0, v[m]-float64(*r.From))
		}
	}
	return 0
}

// TestHalvesHaveNoSentenceInCommon holds that two sources of one language are independent.
func TestHalvesHaveNoSentenceInCommon(t *testing.T) {
	w := words{"ad": {"a", "b", "c", "d", "e"}, "nav": {"x", "y"}}
	two := halves(w)
	if len(two[0]["ad"])+len(two[1]["ad"]) != 5 || len(two[0]["nav"]) != 2 || len(two[1]["nav"]) != 2 {
		t.Fatalf("halves %v", two)
	}
	for _, a := range two[0]["ad"] {
		for _, b := range two[1]["ad"] {
			if a == b {
				t.Errorf("sentence %q is in both halves", a)
			}
		}
	}
}

func TestGroups(t *testing.T) {
	for want, p := range map[string]Page{
		"exercise site":         {Generated: true, Real: true},
		"frozen webs":           {Real: true, Source: "uci"},
		"articles":              {Real: true, Source: "articles"},
		"real sites":            {Real: true, Source: "linkedin"},
		"rendered phrases":      {Kind: job.Detail, Source: "phrases-de-a"},
		"rendered ads":          {Kind: job.Listing, Source: "nhs"},
		"other texts, rendered": {Source: "manuals-de"},
	} {
		if got := p.Group(); got != want {
			t.Errorf("%+v: group %q, want %q", p, got, want)
		}
	}
}
