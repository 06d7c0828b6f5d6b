package lightgbm

import (
	"fmt"
	"unsafe"
)

// Booster is a LightGBM model, either in training or loaded.
type Booster struct {
	l *Library
	h handle
}

// NewBooster begins the training of a model on a data set. Free the booster before the data set.
func (l *Library) NewBooster(train *Dataset, p Params) (*Booster, error) {
	b := &Booster{l: l}
	err := l.check("begin the training", func() int32 { return l.api.boosterCreate(train.h, p.String(), &b.h) })
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Load reads a model that Model has written.
func (l *Library) Load(model string) (*Booster, error) {
	b := &Booster{l: l}
	var trees int32
	err := l.check("read the model", func() int32 { return l.api.boosterLoad(model, &trees, &b.h) })
	if err != nil {
		return nil, err
	}
	return b, nil
}

// AddValid adds a validation set, which is scored during the training. Free the booster before it.
func (b *Booster) AddValid(d *Dataset) error {
	return b.l.check("add a validation set", func() int32 { return b.l.api.boosterAddValid(b.h, d.h) })
}

// Update grows one more tree. finished means that no further tree can be grown.
func (b *Booster) Update() (finished bool, err error) {
	var done int32
	err = b.l.check("grow a tree", func() int32 { return b.l.api.boosterUpdate(b.h, &done) })
	return done != 0, err
}

// Scores writes the score of each row by the trees so far to scores. data is 0 for the training set, and 1 or more for a validation set.
func (b *Booster) Scores(data int, scores []float64) error {
	if len(scores) == 0 {
		return nil
	}
	var n int64
	err := b.l.check("give its scores", func() int32 {
		return b.l.api.boosterGet(b.h, int32(data), &n, unsafe.Pointer(&scores[0]))
	})
	if err == nil && n != int64(len(scores)) {
		return fmt.Errorf("LightGBM gave %d scores for %d rows", n, len(scores))
	}
	return err
}

// Model returns the first trees trees in LightGBM's text format, or all of them if trees is 0.
func (b *Booster) Model(trees int) (string, error) {
	text := make([]byte, 1<<20)
	for {
		var n int64
		err := b.l.check("write the model", func() int32 {
			return b.l.api.boosterSave(b.h, 0, int32(trees), gain, int64(len(text)), &n, unsafe.Pointer(&text[0]))
		})
		if err != nil {
			return "", err
		}
		if n <= int64(len(text)) {
			return string(text[:max(n-1, 0)]), nil // n counts the final NUL
		}
		text = make([]byte, n)
	}
}

// Gain returns the total gain of each feature's splits in the first trees trees, or in all if trees is 0.
func (b *Booster) Gain(trees, features int) ([]float64, error) {
	gains := make([]float64, max(features, 1))
	err := b.l.check("weigh the features", func() int32 {
		return b.l.api.boosterGain(b.h, int32(trees), gain, unsafe.Pointer(&gains[0]))
	})
	return gains[:features], err
}

// Predict computes the scores of the rows of a row-major matrix.
func (b *Booster) Predict(values []float32, columns int, scores []float64) error {
	if len(scores) == 0 {
		return nil
	}
	if columns < 1 || len(values) != columns*len(scores) {
		return fmt.Errorf("%d values are not %d rows of %d columns", len(values), len(scores), columns)
	}
	var n int64
	return b.l.check("score rows", func() int32 {
		return b.l.api.boosterPredict(b.h, unsafe.Pointer(&values[0]), float32Data, int32(len(scores)), int32(columns),
			rowMajor, rawScore, 0, -1, "verbosity=-1", &n, unsafe.Pointer(&scores[0]))
	})
}

// Free frees the booster's memory. A second call does nothing.
func (b *Booster) Free() {
	if b.h != 0 {
		b.l.api.boosterFree(b.h)
		b.h = 0
	}
}
