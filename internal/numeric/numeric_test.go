package numeric

import (
	"math"
	"math/rand/v2"
	"testing"
)

// near reports whether two numbers are equal but for rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// positiveDefinite returns XᵀX + I of a random X.
func positiveDefinite(n int, random *rand.Rand) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		x[i] = make([]float64, n)
		for j := range x[i] {
			x[i][j] = random.NormFloat64()
		}
	}
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		a[i][i] = 1
		for j := range a[i] {
			for k := range x {
				a[i][j] += x[k][i] * x[k][j]
			}
		}
	}
	return a
}

func TestCholeskySolves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 7, 30} {
		a := positiveDefinite(n, random)
		l, ok := Factorise(a)
		if !ok {
			t.Fatalf("%d rows have no triangle", n)
		}
		b := make([]float64, n)
		for i := range b {
			b[i] = random.NormFloat64()
		}
		x, diagonal := l.Solve(b), l.InverseDiagonal()
		for i := range a {
			if got := Dot(a[i], x); !near(got, b[i]) {
				t.Errorf("%d rows: row %d times the solution is %v, want %v", n, i, got, b[i])
			}
			unit := make([]float64, n)
			unit[i] = 1
			if want := l.Solve(unit)[i]; !near(diagonal[i], want) {
				t.Errorf("%d rows: %v stands at %d of the inverse, want %v", n, diagonal[i], i, want)
			}
		}
	}
}

func TestNoTriangleOfOtherMatrices(t *testing.T) {
	for _, a := range [][][]float64{{{0}}, {{-1}}, {{math.NaN()}}, {{math.Inf(1)}}, {{1}, {2, 4}}, {{1}, {3, 4}}} {
		if l, ok := Factorise(a); ok {
			t.Errorf("%v has the triangle %v", a, l)
		}
	}
}

func TestMoments(t *testing.T) {
	if mean, sd := MeanSD([]float64{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}); mean != 1e9+10 || !near(sd, math.Sqrt(30)) {
		t.Error(mean, sd)
	}
	if mean, sd := MeanSD([]float64{3}); mean != 3 || !math.IsNaN(sd) {
		t.Error(mean, sd)
	}
	if mean, _ := MeanSD(nil); !math.IsNaN(mean) {
		t.Error(mean)
	}
}

// TestBetaHasItsMoments compares mean and variance of many draws with those of the distribution.
func TestBetaHasItsMoments(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, p := range [][2]float64{{.5, .5}, {1, 1}, {.7, 40}, {3, 2}, {200, 50}} {
		a, b := p[0], p[1]
		draws := make([]float64, 40_000)
		for i := range draws {
			draws[i] = Beta(a, b, random)
		}
		mean, sd := MeanSD(draws)
		wantMean, wantSD := a/(a+b), math.Sqrt(a*b/(a+b+1))/(a+b)
		if math.Abs(mean-wantMean) > 4*wantSD/200 || math.Abs(sd/wantSD-1) > .03 {
			t.Errorf("beta of %v: mean %v and deviation %v, want %v and %v", p, mean, sd, wantMean, wantSD)
		}
	}
}
