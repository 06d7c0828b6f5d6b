// Package numeric has the vectors, moments, factorisations and random draws that learners need. Vectors of one call have the same length.
package numeric

import "math"

// Dot returns the inner product of two vectors.
func Dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// AddScaled adds factor times x to the vector to.
func AddScaled(to []float64, factor float64, x []float64) {
	for i, v := range x {
		to[i] += factor * v
	}
}

// Scale multiplies the vector x by a factor.
func Scale(factor float64, x []float64) {
	for i := range x {
		x[i] *= factor
	}
}

// Largest returns the largest absolute value in a vector, or 0 if the vector is empty.
func Largest(x []float64) (largest float64) {
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	return largest
}

// MeanSD returns the mean and the standard deviation of a sample (with n-1 in the denominator). The sum of squares is corrected for the
// rounding of the mean (Chan, Golub and LeVeque 1983). The mean of no values is NaN, and so is the deviation of fewer than two.
func MeanSD(x []float64) (mean, sd float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v
	}
	mean /= n
	squares, rounding := 0.0, 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
		rounding += v - mean
	}
	return mean, math.Sqrt((squares - rounding*rounding/n) / (n - 1))
}
