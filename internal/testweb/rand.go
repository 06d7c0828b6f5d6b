package testweb

import "math/bits"

// The generated web remembers nothing: whatever is drawn is drawn from the hash of what it belongs to.

const (
	golden = 0x9e3779b97f4a7c15
	wy1    = 0xa0761d6478bd642f
	wy2    = 0xe7037ed1a0b428db
)

// mix hashes two numbers into one (a multiply-and-fold as in wyhash).
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^wy1, b^wy2)
	hi, lo = bits.Mul64(hi^lo^golden, lo^wy1)
	return hi ^ lo
}

// mixString hashes a text into a number.
func mixString(a uint64, s string) uint64 {
	for i := 0; i < len(s); i++ {
		a = mix(a, uint64(s[i])+1)
	}
	return a
}

// random is a stream of numbers drawn from one key.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += golden
	hi, lo := bits.Mul64(r.state, r.state^wy1)
	return hi ^ lo
}

// below returns a number in [0, n), and 0 for n < 1.
func (r *random) below(n int) int {
	if n < 1 {
		return 0
	}
	hi, _ := bits.Mul64(r.next(), uint64(n))
	return int(hi)
}

// between returns a number in [low, high].
func (r *random) between(low, high int) int { return low + r.below(high-low+1) }

// unit returns a number in [0, 1).
func (r *random) unit() float64 { return unit(r.next()) }

// chance is true with probability p.
func (r *random) chance(p float64) bool { return r.unit() < p }

// unit turns a hash into a number in [0, 1).
func unit(h uint64) float64 { return float64(h>>11) / (1 << 53) }
