package training

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func rowsOf(grades ...uint8) []Row {
	var rows []Row
	for _, g := range grades {
		rows = append(rows, Row{Grade: g})
	}
	return rows
}

func TestMeasuresByHand(t *testing.T) {
	// In the order of the scores: 3, 1, 2, 0. Relevant are places 1 and 3: AP = (1/1 + 2/3) / 2.
	s := &Set{Lists: []List{{Topic: "a", Rows: rowsOf(0, 1, 2, 3)}}}
	m := Mean(Measure(s, []float64{-4, 3, 1, 8}))
	dcg := 7/math.Log2(2) + 1/math.Log2(3) + 3/math.Log2(4)
	ideal := 7/math.Log2(2) + 3/math.Log2(3) + 1/math.Log2(4)
	if math.Abs(m.MAP-5.0/6) > 1e-12 || math.Abs(m.NDCG-dcg/ideal) > 1e-12 || m.NDCG10 != m.NDCG {
		t.Errorf("got %+v", m)
	}
	// Four rows of one score, one of them relevant: the mean of 1, 1/2, 1/3, 1/4, wherever it stands.
	tied := &Set{Lists: []List{{Topic: "a", Rows: rowsOf(2, 0, 1, 0)}}}
	if m := Mean(Measure(tied, make([]float64, 4))); math.Abs(m.MAP-25.0/48) > 1e-12 {
		t.Errorf("tied: %+v", m)
	}
}

func TestMeasureIsTheMeanOverTopicsOfTheMeanOverLists(t *testing.T) {
	s := &Set{Lists: []List{
		{Topic: "a", Rows: rowsOf(2, 0)},
		{Topic: "a", Rows: rowsOf(0, 2)},
		{Topic: "a", Rows: rowsOf(0, 1)}, // nothing relevant: does not count
		{Topic: "b", Rows: rowsOf(3, 0)},
		{Topic: "c", Rows: rowsOf(0)},
	}}
	scores := []float64{2, 1, 2, 1, 2, 1, 2, 1, 0}
	topics := Measure(s, scores)
	if len(topics) != 2 || topics["a"].MAP != 0.75 || topics["b"].MAP != 1 {
		t.Errorf("got %+v", topics)
	}
	var o order
	if mean := Mean(topics).MAP; mean != 0.875 || mean != o.meanAveragePrecision(s, scores) {
		t.Errorf("mean %v, %v", mean, o.meanAveragePrecision(s, scores))
	}
}

// permutations calls use with every order of the rows that their scores allow.
func permutations(rows []Row, scores []float64, use func([]Row)) {
	type scored struct {
		Row
		score float64
	}
	var all []scored
	for i := range rows {
		all = append(all, scored{rows[i], scores[i]})
	}
	var grow func(done []Row, left []scored)
	grow = func(done []Row, left []scored) {
		if len(left) == 0 {
			use(done)
			return
		}
		best := slices.MaxFunc(left, func(a, b scored) int {
			if a.score < b.score {
				return -1
			}
			if a.score > b.score {
				return 1
			}
			return 0
		}).score
		for i, row := range left {
			if row.score == best {
				grow(append(slices.Clone(done), row.Row), slices.Delete(slices.Clone(left), i, i+1))
			}
		}
	}
	grow(nil, all)
}

// slowMeasures are the textbook's, of one order.
func slowMeasures(rows []Row) Measures {
	precision := func(k int) float64 {
		n := 0.0
		for _, row := range rows[:k] {
			if row.Grade >= 2 {
				n++
			}
		}
		return n / float64(k)
	}
	dcg := func(rows []Row, k int) float64 {
		sum := 0.0
		for i := range min(k, len(rows)) {
			sum += (math.Pow(2, float64(rows[i].Grade)) - 1) / math.Log2(float64(i)+2)
		}
		return sum
	}
	ideal := slices.Clone(rows)
	slices.SortFunc(ideal, func(a, b Row) int { return int(b.Grade) - int(a.Grade) })
	ap, relevant := 0.0, 0.0
	for i, row := range rows {
		if row.Grade >= 2 {
			ap += precision(i + 1)
			relevant++
		}
	}
	ndcg := func(k int) float64 { return dcg(rows, k) / dcg(ideal, k) }
	return Measures{ap / relevant, ndcg(len(rows)), ndcg(10), ndcg(100)}
}

func TestMeasuresAgreeWithTheTextbookOverAllOrdersOfTies(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		rows, scores := []Row{{Grade: 2}}, []float64{float64(rnd.IntN(4))}
		for range rnd.IntN(6) {
			rows = append(rows, Row{Grade: uint8(rnd.IntN(4))})
			scores = append(scores, float64(rnd.IntN(4))-1.5)
		}
		check(t, rows, scores)
	}
	for range 20 { // long lists, where 10 and 100 cut, without ties
		rows, scores := []Row{{Grade: 3}}, []float64{rnd.Float64()}
		for range 150 {
			rows, scores = append(rows, Row{Grade: uint8(rnd.IntN(4))}), append(scores, rnd.NormFloat64())
		}
		check(t, rows, scores)
	}
}

func check(t *testing.T, rows []Row, scores []float64) {
	t.Helper()
	var want Measures
	orders := 0.0
	permutations(rows, scores, func(rows []Row) {
		want = want.plus(slowMeasures(rows))
		orders++
	})
	want = want.times(1 / orders)
	var o order
	got, ok := o.measure(rows, scores)
	for i, g := range []float64{got.MAP, got.NDCG, got.NDCG10, got.NDCG100} {
		if w := []float64{want.MAP, want.NDCG, want.NDCG10, want.NDCG100}[i]; !ok || math.Abs(g-w) > 1e-9 {
			t.Fatalf("%v with scores %v: got %+v, want %+v", rows, scores, got, want)
		}
	}
}

func TestScoresThatAreNoNumbersComeLast(t *testing.T) {
	s := &Set{Lists: []List{{Topic: "a", Rows: rowsOf(0, 2)}}}
	if m := Mean(Measure(s, []float64{math.NaN(), math.Inf(-1)})); m.MAP != 1 {
		t.Errorf("NaN comes before -Inf: %+v", m)
	}
	zero := Mean(Measure(s, []float64{math.Copysign(0, -1), 0}))
	if zero.MAP != 0.75 {
		t.Errorf("-0 and 0 are not one score: %+v", zero)
	}
}
