package topic

import (
	"math"
	"math/rand/v2"
)

// matrix is a set of examples as sparse rows over compact feature numbers.
type matrix struct {
	start  []int32 // row i is column[start[i]:start[i+1]]
	column []int32
	value  []float32
	width  int
}

func (m *matrix) row(i int) ([]int32, []float32) {
	return m.column[m.start[i]:m.start[i+1]], m.value[m.start[i]:m.start[i+1]]
}

// logisticRegression minimises |w|²/2 + Σ cost_i log(1+exp(-y_i w·x_i)) over the given rows by coordinate descent in the
// dual (Yu, Huang & Lin, Machine Learning 85, 2011, algorithm 5). The last weight is the bias, that of a constant feature
// of 1. positive has the label of each row of the matrix, cost the cost of a negative and of a positive row. The same
// seed gives the same weights.
func logisticRegression(m *matrix, rows []int, positive []bool, cost [2]float64, tolerance float64, seed uint64) []float64 {
	weighted := make([]weightedRow, len(rows))
	for i, row := range rows {
		weighted[i] = weightedRow{row: int32(row), positive: positive[row], cost: cost[0]}
		if positive[row] {
			weighted[i].cost = cost[1]
		}
	}
	return weightedRegression(m, weighted, tolerance, seed)
}

// weightedRow is a row of a matrix with a label and the cost of an error. If it may have the other label, too, that costs other, which is
// less.
type weightedRow struct {
	row         int32
	positive    bool
	cost, other float64
}

// weightedRegression is logisticRegression with a cost for each row, and with both labels where a row has two costs. With the log-odds m of
// its label such a row adds cost log(1+exp(-m)) + other log(1+exp(m)), which is (cost+other) log(1+exp(-m)) + other m. So it needs one
// variable and not two, and adds its features (alpha-other) times to the weights.
func weightedRegression(m *matrix, rows []weightedRow, tolerance float64, seed uint64) []float64 {
	d := newDual(m, rows)
	random := rand.New(rand.NewPCG(seed, 0x6c6f67))
	inner := 1e-2
	for range maxSweeps {
		random.Shuffle(len(d.rows), func(i, j int) { d.rows[i], d.rows[j] = d.rows[j], d.rows[i] })
		worst, steps := 0.0, 0
		for i := range d.rows {
			g, n := d.update(&d.rows[i], inner)
			worst, steps = max(worst, g), steps+n
		}
		if worst < tolerance {
			break
		}
		if steps <= len(rows)/10 {
			inner = max(1e-8, inner/10)
		}
	}
	return d.weights
}

// maxSweeps bounds the passes over all rows; 10 to 50 are usual.
const maxSweeps = 100

// dual is the state of the descent. It keeps both alpha and cost-alpha of each row: each may become too small to be
// computed as a difference.
type dual struct {
	m       *matrix
	rows    []dualRow
	weights []float64
}

type dualRow struct {
	row    int32
	sign   float64
	cost   float64
	square float64    // x·x
	alpha  [2]float64 // alpha, cost-alpha
}

func newDual(m *matrix, rows []weightedRow) *dual {
	d := &dual{m: m, weights: make([]float64, m.width+1), rows: make([]dualRow, len(rows))}
	for i, row := range rows {
		r := dualRow{row: row.row, sign: -1, cost: row.cost + row.other, square: 1}
		if row.positive {
			r.sign = 1
		}
		_, values := m.row(int(row.row))
		for _, v := range values {
			r.square += float64(v) * float64(v)
		}
		begin := min(0.001*row.cost, 1e-8) // so that all weights are nearly 0
		r.alpha[0] = row.other + begin
		r.alpha[1] = r.cost - r.alpha[0]
		d.rows[i] = r
		d.move(&r, begin)
	}
	return d
}

// move adds a multiple of a row to the weights.
func (d *dual) move(r *dualRow, by float64) {
	by *= r.sign
	columns, values := d.m.row(int(r.row))
	for k, c := range columns {
		d.weights[c] += by * float64(values[k])
	}
	d.weights[len(d.weights)-1] += by
}

// margin is y w·x.
func (d *dual) margin(r *dualRow) float64 {
	columns, values := d.m.row(int(r.row))
	sum := d.weights[len(d.weights)-1]
	for k, c := range columns {
		sum += d.weights[c] * float64(values[k])
	}
	return r.sign * sum
}

// update solves for one row with the others fixed, by a modified Newton method on whichever of the pair keeps the
// logarithms safe. It gives the gradient before the step and the number of Newton steps.
func (d *dual) update(r *dualRow, inner float64) (gradient float64, steps int) {
	slope, side, sign := d.margin(r), 0, 1.0
	if 0.5*r.square*(r.alpha[1]-r.alpha[0])+slope < 0 {
		side, sign = 1, -1
	}
	old := r.alpha[side]
	z := old
	if r.cost-z < 0.5*r.cost {
		z *= 0.1
	}
	at := func(z float64) float64 { return r.square*(z-old) + sign*slope + math.Log(z/(r.cost-z)) }
	g := at(z)
	gradient = math.Abs(g)
	for ; steps < 100 && math.Abs(g) >= inner; steps++ {
		next := z - g/(r.square+r.cost/(r.cost-z)/z)
		if next <= 0 {
			next = z * 0.1
		}
		z = next
		g = at(z)
	}
	if steps > 0 {
		r.alpha[side], r.alpha[1-side] = z, r.cost-z
		d.move(r, sign*(z-old))
	}
	return gradient, steps
}
