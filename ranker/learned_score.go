package ranker

import (
	"slices"

	"gannet/ranker/evidence"
)

// scored is a link's row of features and the inputs of the weights made of it.
type scored struct {
	row    [evidence.RowLength]float64
	inputs [numInputs]float64
}

// inputsOf computes the current inputs of one target.
func (l *Learned) inputsOf(t evidence.Target) (s scored) {
	l.evidence.Vector(t, s.row[:])
	var score [1]float64
	l.scoreByModel(s.row[:], 1, score[:])
	l.fillInputs(s.inputs[:], s.row[:], score[0])
	return s
}

// fillInputs fills in the inputs of the weights from a row and the model's score of it.
func (l *Learned) fillInputs(inputs, row []float64, score float64) {
	inputs[constantInput] = 1
	inputs[modelInput] = l.modelScale.StandardScore(score)
	inputs[meanInput] = l.meanScale.StandardScore(transferMean(row))
	copy(inputs[featureInputs:], row[evidence.NumFeatures:evidence.ModelLength])
	copy(inputs[localInputs:], row[evidence.ModelLength+evidence.NumLocal:evidence.RowLength])
}

// transferMean returns the mean standard score of the transferFeatures.
func transferMean(row []float64) float64 {
	sum := 0.0
	for _, f := range transferFeatures {
		sum += row[evidence.NumFeatures+f]
	}
	return sum / float64(len(transferFeatures))
}

// scoreByModel scores rows with the model. Without a model all scores are 0.
func (l *Learned) scoreByModel(rows []float64, n int, scores []float64) {
	if l.model == nil {
		clear(scores)
		return
	}
	columns := slices.Grow(l.buffers.columns[:0], n*evidence.ModelLength)
	for i := range n {
		columns = append(columns, rows[i*evidence.RowLength:][:evidence.ModelLength]...)
	}
	l.buffers.columns = columns
	l.model.Score(columns, n, scores)
}

// refresh puts the learned weights and scales into effect.
func (l *Learned) refresh() {
	l.evidence.RefreshScales()
	l.modelScale.Refresh()
	l.meanScale.Refresh()
	l.weights.refresh()
}

// rescoreWaiting scores all waiting links again.
func (l *Learned) rescoreWaiting() { l.rescoreEvery(1) }

// batch holds links that are scored at once, and how many links each of them counts for in the scales.
type batch struct {
	targets []evidence.Target
	counts  []float64
}

// batchLinks is how many links of a long list are scored at once.
const batchLinks = 256

func (b *batch) add(t evidence.Target, count float64) {
	b.targets, b.counts = append(b.targets, t), append(b.counts, count)
}

func (b *batch) clear() { b.targets, b.counts = b.targets[:0], b.counts[:0] }

// rescoreEvery scores every n-th waiting link again. In the scales, each of these counts for n links.
func (l *Learned) rescoreEvery(n int) {
	i, b := 0, &l.buffers.links
	b.clear()
	for t := range l.evidence.Waiting() {
		if i++; i%n != 0 {
			continue
		}
		if b.add(t, float64(n)); len(b.targets) == batchLinks {
			l.rescore(b)
			b.clear()
		}
	}
	l.rescore(b)
}

// rescore sets the priorities of links, and adds their values to the scales.
func (l *Learned) rescore(b *batch) {
	targets, counts := b.targets, b.counts
	n := len(targets)
	rows := slices.Grow(l.buffers.rows[:0], n*evidence.RowLength)[:n*evidence.RowLength]
	scores := slices.Grow(l.buffers.scores[:0], n)[:n]
	l.buffers.rows, l.buffers.scores = rows, scores
	l.evidence.AddToScales(targets, rows, counts)
	l.scoreByModel(rows, n, scores)
	row := func(i int) []float64 { return rows[i*evidence.RowLength:][:evidence.RowLength] }
	for i := range targets {
		l.modelScale.AddValue(scores[i], counts[i])
		l.meanScale.AddValue(transferMean(row(i)), counts[i])
	}
	var inputs [numInputs]float64
	for i, t := range targets {
		l.fillInputs(inputs[:], row(i), scores[i])
		l.evidence.SetPriority(t, float32(l.weights.score(inputs[:])))
	}
}
