package numeric

import "math"

// Cholesky is the Cholesky factor of a symmetric, positive definite matrix A: the lower triangle L with A = LLᵀ. Row i has i+1 values.
type Cholesky [][]float64

// Factorise returns the Cholesky factor of a matrix, of which it reads only the lower triangle. It returns false if the matrix is not
// positive definite or not finite. The time grows with the cube of the number of rows.
func Factorise(a [][]float64) (Cholesky, bool) {
	l := make(Cholesky, len(a))
	for i := range a {
		l[i] = make([]float64, i+1)
		for j := range i {
			l[i][j] = (a[i][j] - Dot(l[j][:j], l[i])) / l[j][j]
		}
		square := a[i][i] - Dot(l[i][:i], l[i])
		if !(square > 0) || math.IsInf(square, 1) {
			return nil, false
		}
		l[i][i] = math.Sqrt(square)
	}
	return l, true
}

// Solve returns the vector x for which Ax = b.
func (l Cholesky) Solve(b []float64) []float64 {
	x := make([]float64, len(l))
	for i, row := range l {
		x[i] = (b[i] - Dot(row[:i], x)) / row[i]
	}
	for i := len(l) - 1; i >= 0; i-- {
		x[i] /= l[i][i]
		AddScaled(x, -x[i], l[i][:i])
	}
	return x
}

// InverseDiagonal returns the diagonal of the inverse of A.
func (l Cholesky) InverseDiagonal() []float64 {
	diagonal, column := make([]float64, len(l)), make([]float64, len(l))
	for k := range l {
		for i := k; i < len(l); i++ {
			column[i] = -Dot(l[i][k:i], column[k:])
			if i == k {
				column[i] = 1
			}
			column[i] /= l[i][i]
			diagonal[k] += column[i] * column[i]
		}
	}
	return diagonal
}
