package topic

import (
	"math"
	"sync"
)

// Bag has the word counts of a page that Distil needs: the words of title and body together, and the number of words in all fields.
type Bag struct {
	Terms []Term // each word once; Field is ignored
	Words int
}

// NewBag makes a Bag from the word counts of a page by field.
func NewBag(v Vector) Bag {
	b := Bag{Terms: titleAndBody(v).Terms}
	for _, t := range v.Terms {
		b.Words += int(t.Count)
	}
	return b
}

// Distilled is a classifier by words only, which was trained on the probabilities that another classifier gave to pages.
type Distilled struct {
	// Classifier is learned from all pages. Its margins have no scale yet, see Rescaled.
	Classifier *Classifier
	// Margins has the log-odds of each page by a classifier that was learned from other pages.
	Margins []float64
}

// The parameters of Distil.
const (
	distilFolds   = 3
	distilCost    = 3
	leastRowCost  = 1e-3 // share of a page's cost below which the less probable label is left out
	distilMinimum = 30   // pages that Distil can learn from
)

// Distil trains a classifier by words on pages and their probabilities. Each page is an example of both labels, weighted by its
// probability. weight says how much a word counts; words with weight 0 are left out. It returns nil if there are too few pages, or if all
// have about the same probability.
func Distil(pages []Bag, probabilities []float64, weight func(word uint32) float64) *Distilled {
	return DistilSome(pages, probabilities, func(int) float64 { return 1 }, weight)
}

// DistilSome trains a classifier by words as Distil does, but the function counts says how much each page counts. Pages that people have
// judged count more than others.
func DistilSome(pages []Bag, probabilities []float64, counts func(page int) float64, weight func(word uint32) float64) *Distilled {
	if len(pages) < distilMinimum {
		return nil
	}
	m, indexes, scales := distilMatrix(pages, weight)
	d := &Distilled{Margins: make([]float64, len(pages))}
	var folds sync.WaitGroup
	for fold := range distilFolds {
		folds.Go(func() {
			weights := weightedRegression(m, softRows(probabilities, counts, func(i int) bool { return i%distilFolds != fold }), tuneTolerance, 1)
			for i := fold; i < len(pages); i += distilFolds {
				d.Margins[i] = m.margin(weights, i)
			}
		})
	}
	weights := weightedRegression(m, softRows(probabilities, counts, func(int) bool { return true }), tuneTolerance, 1)
	folds.Wait()
	d.Classifier = &Classifier{weights: make([]float32, 1<<tableBits), bias: weights[len(weights)-1]}
	for column, at := range indexes {
		d.Classifier.weights[at.title] = float32(weights[column] * scales[column])
		d.Classifier.weights[at.body] = float32(weights[column] * scales[column])
	}
	return d
}

// titleAndBodyIndex has the two positions of a word in a weight table.
type titleAndBodyIndex struct{ title, body uint32 }

// distilMatrix makes a row of each page, with the values that Margin computes times the words' weights.
func distilMatrix(pages []Bag, weight func(word uint32) float64) (m *matrix, indexes []titleAndBodyIndex, scales []float64) {
	terms := 0
	for i := range pages {
		terms += len(pages[i].Terms)
	}
	m = &matrix{start: make([]int32, 1, len(pages)+1), column: make([]int32, 0, terms), value: make([]float32, 0, terms)}
	columns := make([]int32, 1<<tableBits) // by the index of a word of a body: its column and 1 more, -1 without weight
	for _, p := range pages {
		length := 1 / math.Sqrt(float64(max(p.Words, 1)))
		for _, t := range p.Terms {
			body := tableIndex(Term{Word: t.Word, Field: Body})
			if columns[body] == 0 {
				columns[body] = -1
				if w := weight(t.Word); w > 0 {
					indexes = append(indexes, titleAndBodyIndex{tableIndex(Term{Word: t.Word, Field: Title}), body})
					scales = append(scales, w)
					columns[body] = int32(len(indexes))
				}
			}
			if column := columns[body] - 1; column >= 0 {
				m.column = append(m.column, column)
				m.value = append(m.value, float32(damped(t.Count)*length*scales[column]))
			}
		}
		m.start = append(m.start, int32(len(m.column)))
	}
	m.width = len(indexes)
	return m, indexes, scales
}

// softRows returns some pages with both labels, each of which costs as much as it is probable.
func softRows(probabilities []float64, counts func(page int) float64, use func(page int) bool) []weightedRow {
	rows := make([]weightedRow, 0, len(probabilities))
	for i, p := range probabilities {
		if !use(i) {
			continue
		}
		r := weightedRow{row: int32(i), positive: p >= 0.5, cost: max(p, 1-p), other: min(p, 1-p)}
		if r.other <= leastRowCost {
			r.other = 0
		}
		r.cost *= distilCost * counts(i)
		r.other *= distilCost * counts(i)
		rows = append(rows, r)
	}
	return rows
}

// margin is the log-odds of a row by weights whose last one is the bias.
func (m *matrix) margin(weights []float64, row int) float64 {
	columns, values := m.row(row)
	sum := weights[len(weights)-1]
	for k, c := range columns {
		sum += weights[c] * float64(values[k])
	}
	return sum
}

// Rescaled returns a copy of the classifier whose margins are (m-zero)*steepness, where m is the margin of c.
func (c *Classifier) Rescaled(zero, steepness float64) *Classifier {
	r := &Classifier{weights: make([]float32, len(c.weights)), bias: (c.bias - zero) * steepness}
	for i, w := range c.weights {
		r.weights[i] = w * float32(steepness)
	}
	return r
}

// Mixed returns a classifier whose margin is the weighted mean of those of c and other. share is the weight of other, from 0 to 1.
func (c *Classifier) Mixed(other *Classifier, share float64) *Classifier {
	m := &Classifier{weights: make([]float32, len(c.weights)), bias: (1-share)*c.bias + share*other.bias}
	for i, w := range c.weights {
		m.weights[i] = float32((1-share)*float64(w) + share*float64(other.weights[i]))
	}
	return m
}
