package training

import (
	"math"
	"slices"
)

// Measures say how well lists are ordered, each from 0 to 1.
type Measures struct {
	MAP     float64 `json:"map"`      // mean average precision; relevant is grade 2 and above
	NDCG    float64 `json:"ndcg"`     // of the whole list; a grade g gains 2^g-1
	NDCG10  float64 `json:"ndcg_10"`  // of the first 10
	NDCG100 float64 `json:"ndcg_100"` // of the first 100
}

func (m Measures) plus(o Measures) Measures {
	return Measures{m.MAP + o.MAP, m.NDCG + o.NDCG, m.NDCG10 + o.NDCG10, m.NDCG100 + o.NDCG100}
}

func (m Measures) times(f float64) Measures {
	return Measures{m.MAP * f, m.NDCG * f, m.NDCG10 * f, m.NDCG100 * f}
}

// Measure compares the order by scores with the grades. scores has the score of every row, list after list. The result has, by topic, the
// mean over the topic's lists. Lists without a relevant row cannot be ordered well or badly and are left out, and so are topics with only
// such lists.
func Measure(s *Set, scores []float64) map[string]Measures {
	sums, counts := map[string]Measures{}, map[string]float64{}
	var o order
	for _, list := range s.Lists {
		n := len(list.Rows)
		if m, ok := o.measure(list.Rows, scores[:n]); ok {
			sums[list.Topic] = sums[list.Topic].plus(m)
			counts[list.Topic]++
		}
		scores = scores[n:]
	}
	for topic := range sums {
		sums[topic] = sums[topic].times(1 / counts[topic])
	}
	return sums
}

// Mean returns the mean over topics. They are added up in a fixed order, so that rounding is always the same.
func Mean(topics map[string]Measures) Measures {
	var sum Measures
	for _, name := range sortedKeys(topics) {
		sum = sum.plus(topics[name])
	}
	return sum.times(1 / max(float64(len(topics)), 1))
}

// order sorts rows by their scores as float32, as the frontier does. Rows with equal scores may be in any order, and a measure is the mean over all
// these orders. Trees give many rows the same score, and must not profit from the order in a file.
type order struct {
	keys []uint64 // score, the highest least, above the grade
}

func (o *order) sort(rows []Row, scores []float64) {
	o.keys = o.keys[:0]
	for i := range rows {
		o.keys = append(o.keys, uint64(descending(float32(scores[i])))<<8|uint64(rows[i].Grade))
	}
	slices.Sort(o.keys)
}

// descending maps a score to a number, so that higher scores get lower numbers. NaN counts as the lowest score.
func descending(score float32) uint32 {
	if score != score {
		return math.MaxUint32
	}
	bits := math.Float32bits(score + 0) // -0 becomes 0
	if bits>>31 == 0 {
		return ^(bits | 1<<31)
	}
	return bits
}

// ties calls use for every run of rows with equal scores, in order. before is the number of rows before the run.
func (o *order) ties(use func(before int, run []uint64)) {
	for begin := 0; begin < len(o.keys); {
		end := begin + 1
		for end < len(o.keys) && o.keys[end]>>8 == o.keys[begin]>>8 {
			end++
		}
		use(begin, o.keys[begin:end])
		begin = end
	}
}

func grade(key uint64) uint8 { return uint8(key) }

// averagePrecision is the mean of the precisions at each relevant row; ok is false if no row is relevant. In a run of n
// rows with r relevant ones, place j is relevant with probability r/n. If it is, (j-1)(r-1)/(n-1) of the places before it
// are relevant too. See McSherry and Najork, Computing Information Retrieval Performance Measures Efficiently in the
// Presence of Tied Scores, 2008.
func (o *order) averagePrecision() (ap float64, ok bool) {
	found := 0
	o.ties(func(before int, run []uint64) {
		relevant := 0
		for _, key := range run {
			if grade(key) >= Relevant {
				relevant++
			}
		}
		if relevant == 0 {
			return
		}
		share, slope := float64(relevant)/float64(len(run)), 0.0
		if len(run) > 1 {
			slope = float64(relevant-1) / float64(len(run)-1)
		}
		for j := range run {
			ap += share * (float64(found) + float64(j)*slope + 1) / float64(before+j+1)
		}
		found += relevant
	})
	return ap / max(float64(found), 1), found > 0
}

// measure returns all measures of one list; ok is false if no row is relevant.
func (o *order) measure(rows []Row, scores []float64) (m Measures, ok bool) {
	o.sort(rows, scores)
	if m.MAP, ok = o.averagePrecision(); !ok {
		return m, false
	}
	var gains Measures
	o.ties(func(before int, run []uint64) {
		mean := 0.0
		for _, key := range run {
			mean += gainOf[grade(key)] / float64(len(run))
		}
		for j := range run {
			gains.discount(before+j, mean)
		}
	})
	ideal := idealGains(o.keys)
	m.NDCG, m.NDCG10, m.NDCG100 = gains.NDCG/ideal.NDCG, gains.NDCG10/ideal.NDCG10, gains.NDCG100/ideal.NDCG100
	return m, true
}

var gainOf = [MaxGrade + 1]float64{0, 1, 3, 7, 15} // 2^grade - 1

// discount adds the gain of the row at a place. Places count from 0.
func (m *Measures) discount(place int, gain float64) {
	if gain == 0 {
		return
	}
	gain /= math.Log2(float64(place + 2))
	m.NDCG += gain
	if place < 100 {
		m.NDCG100 += gain
	}
	if place < 10 {
		m.NDCG10 += gain
	}
}

// idealGains returns the gains of the best possible order.
func idealGains(keys []uint64) Measures {
	var count [MaxGrade + 1]int
	for _, key := range keys {
		count[grade(key)]++
	}
	var ideal Measures
	place := 0
	for g := MaxGrade; g > Neither; g-- {
		for range count[g] {
			ideal.discount(place, gainOf[g])
			place++
		}
	}
	return ideal
}

// meanAveragePrecision returns Mean(Measure(s, scores)).MAP, but faster, for learners that need it often.
func (o *order) meanAveragePrecision(s *Set, scores []float64) float64 {
	sums, counts := map[string]float64{}, map[string]float64{}
	var topics []string
	for _, list := range s.Lists {
		n := len(list.Rows)
		o.sort(list.Rows, scores[:n])
		scores = scores[n:]
		ap, ok := o.averagePrecision()
		if !ok {
			continue
		}
		if counts[list.Topic] == 0 {
			topics = append(topics, list.Topic)
		}
		sums[list.Topic] += ap
		counts[list.Topic]++
	}
	sum := 0.0
	for _, topic := range topics {
		sum += sums[topic] / counts[topic]
	}
	return sum / max(float64(len(topics)), 1)
}
