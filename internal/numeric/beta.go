package numeric

import (
	"math"
	"math/rand/v2"
)

// Beta returns a random number between 0 and 1 from the beta distribution with the parameters a and b, which must be positive.
func Beta(a, b float64, random *rand.Rand) float64 {
	x, y := gamma(a, random), gamma(b, random)
	return x / (x + y)
}

// gamma draws from the gamma distribution with a rate of 1 (Marsaglia and Tsang 2000).
func gamma(shape float64, random *rand.Rand) float64 {
	factor := 1.0
	if shape < 1 {
		factor = math.Pow(random.Float64(), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	for {
		x := random.NormFloat64()
		v := 1 + x/(3*math.Sqrt(d))
		if v <= 0 {
			continue
		}
		v *= v * v
		if math.Log(random.Float64()) < x*x/2+d*(1-v+math.Log(v)) {
			return factor * d * v
		}
	}
}
