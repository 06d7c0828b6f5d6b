package occupation

import (
	"cmp"
	"math"
	"slices"
)

// Reason says how much a word adds to the score of a group, compared with the mean over all groups.
type Reason struct {
	Word   string
	Weight float64 // in log-odds
}

// Why explains the score of an occupation group. words says how much each word of the title adds to it, the strongest first, and fromText
// how much the whole text adds. Together with the group's constant term, these add up to the difference between the group's score and the
// mean of all groups. words is nil if the model does not know the group.
func (m *Model) Why(title, text, group string) (words []Reason, fromText float64) {
	g, ok := slices.BinarySearch(m.groups, group)
	if !ok {
		return nil, 0
	}
	lead := make([]float32, m.dim)
	for k := range lead {
		for other := range m.groups {
			lead[k] -= m.out[other*m.dim+k] / float32(len(m.groups))
		}
		lead[k] += m.out[g*m.dim+k]
	}
	score := func(rows []uint32, n int) (s float64) {
		sum := make([]float32, m.dim)
		m.add(rows, n, sum)
		for k := range sum {
			s += float64(sum[k] * lead[k])
		}
		return s
	}
	all := Words(title)
	n := 0
	for _, w := range all {
		n += len(w.Rows)
	}
	for _, w := range all {
		words = append(words, Reason{w.Text, score(w.Rows, n)})
	}
	slices.SortStableFunc(words, func(a, b Reason) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	rows := TextRows(text)
	return words, score(rows, len(rows))
}
