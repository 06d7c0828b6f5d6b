package training

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"gannet/training/lightgbm"
)

// boosted grows trees with LightGBM, each on the errors of the trees before it.
type boosted struct {
	name, objective string
}

var (
	lambdaMART = boosted{"lambdamart", "lambdarank"} // Burges 2010: listwise
	gbrt       = boosted{"gbrt", "regression"}       // Friedman 2001: pointwise, squared error of the grade
)

func (b boosted) Name() string { return b.name }

// Learn grows trees until the MAP on the validation lists has not risen for o.Patience trees, and keeps the trees up to the best MAP. The
// MAP is that of the uncut lists; LightGBM's own measures would be those of cut lists.
func (b boosted) Learn(ctx context.Context, train, valid *Set, o Options) (model Model, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Library == nil {
		return nil, errors.New("lambdamart and gbrt need LightGBM: `make lightgbm` gets it")
	}
	if train.Rows() == 0 || len(train.Names) == 0 {
		return nil, errors.New("no rows to learn from")
	}
	err = o.Library.Do(func() error {
		model, err = b.learn(ctx, train, valid, o)
		return err
	})
	return model, err
}

func (b boosted) learn(ctx context.Context, train, valid *Set, o Options) (Model, error) {
	params := b.params(o, train.Names)
	rows := table(train.Cut(o.Seed))
	debug.FreeOSMemory() // LightGBM is about to take as much as the rows have, and its memory is not Go's
	data, err := o.Library.NewDataset(rows, params, nil)
	if err != nil {
		return nil, err
	}
	defer data.Free()
	var check *lightgbm.Dataset
	if valid.Rows() > 0 {
		t := table(valid)
		t.Groups = nil // LightGBM does not measure here, and would refuse long lists
		if check, err = o.Library.NewDataset(t, params, data); err != nil {
			return nil, err
		}
		defer check.Free()
	}
	booster, err := o.Library.NewBooster(data, params)
	if err != nil {
		return nil, err
	}
	defer booster.Free()
	if check != nil {
		if err := booster.AddValid(check); err != nil {
			return nil, err
		}
	}
	g := &growth{booster: booster, valid: valid, o: o}
	if err := g.grow(ctx); err != nil {
		return nil, err
	}
	return newTrees(booster, o.Library, g.best, len(train.Names))
}

func (b boosted) params(o Options, names []string) lightgbm.Params {
	p := lightgbm.Params{
		"objective":        b.objective,
		"metric":           "none",
		"verbosity":        "-1",
		"deterministic":    "true",
		"force_row_wise":   "true",
		"seed":             strconv.FormatUint(o.Seed%(1<<31), 10),
		"num_threads":      strconv.Itoa(o.Threads),
		"num_leaves":       strconv.Itoa(o.Leaves),
		"learning_rate":    strconv.FormatFloat(o.Rate, 'g', -1, 64),
		"min_data_in_leaf": strconv.Itoa(o.MinRows),
		"feature_fraction": strconv.FormatFloat(o.Share, 'g', -1, 64),
	}
	if b.objective == lambdaMART.objective {
		p["lambdarank_truncation_level"] = strconv.Itoa(o.Truncation)
	}
	if rising := o.risingOf(names); len(rising) > 0 {
		p["monotone_constraints"] = constraints(names, rising)
	}
	return p
}

// risingOf returns those features of a set that o.Rising names. The set of an ablation may not contain all of them.
func (o Options) risingOf(names []string) (rising []string) {
	for _, name := range names {
		if slices.Contains(o.Rising, name) {
			rising = append(rising, name)
		}
	}
	return rising
}

// constraints returns LightGBM's constraint for each feature: 1 if a higher value may never lower the score, else 0.
func constraints(names, rising []string) string {
	ways := make([]string, len(names))
	for i, name := range names {
		ways[i] = "0"
		if slices.Contains(rising, name) {
			ways[i] = "1"
		}
	}
	return strings.Join(ways, ",")
}

// table converts a set for LightGBM.
func table(s *Set) lightgbm.Table {
	n := s.Rows()
	t := lightgbm.Table{Names: s.Names, Values: make([]float32, 0, n*len(s.Names)), Labels: make([]float32, 0, n)}
	for i := range s.Lists {
		rows := s.Lists[i].Rows
		if len(rows) == 0 {
			continue
		}
		t.Groups = append(t.Groups, int32(len(rows)))
		for j := range rows {
			t.Values = append(t.Values, rows[j].X...)
			t.Labels = append(t.Labels, float32(rows[j].Grade))
		}
	}
	return t
}

// growth holds the best number of trees so far during a training.
type growth struct {
	booster *lightgbm.Booster
	valid   *Set
	o       Options
	best    int
	quality float64
	order   order
}

func (g *growth) grow(ctx context.Context) error {
	scores := make([]float64, g.valid.Rows())
	for n := 1; n <= g.o.Trees; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		finished, err := g.booster.Update()
		if err != nil {
			return err
		}
		if finished { // and no tree was kept
			return nil
		}
		if len(scores) == 0 {
			g.best = n
			g.o.reportTree(n, 0)
			continue
		}
		if err := g.booster.Scores(1, scores); err != nil {
			return err
		}
		quality := g.order.meanAveragePrecision(g.valid, scores)
		g.o.reportTree(n, quality)
		if g.best == 0 || quality > g.quality {
			g.best, g.quality = n, quality
		}
		if n-g.best >= g.o.Patience {
			return nil
		}
	}
	return nil
}

// trees is a model of LightGBM's, as its text.
type trees struct {
	library *lightgbm.Library
	text    string
	n       int
	gains   []float64
	columns int
}

func newTrees(b *lightgbm.Booster, l *lightgbm.Library, n, features int) (*trees, error) {
	if n == 0 {
		return nil, errors.New("no tree could be grown: the features do not tell the grades apart, or there are too few rows")
	}
	text, err := b.Model(n)
	if err != nil {
		return nil, err
	}
	gains, err := b.Gain(n, features)
	if err != nil {
		return nil, err
	}
	return &trees{library: l, text: text, n: n, gains: gains, columns: features}, nil
}

func (t *trees) Scores(s *Set) ([]float64, error) {
	if len(s.Names) != t.columns {
		return nil, fmt.Errorf("the model has %d features, the lists %d", t.columns, len(s.Names))
	}
	b, err := t.library.Load(t.text)
	if err != nil {
		return nil, err
	}
	defer b.Free()
	scores := make([]float64, s.Rows())
	return scores, b.Predict(table(s).Values, t.columns, scores)
}

func (t *trees) Importance() []float64 { return t.gains }

func (t *trees) Trees() int { return t.n }

func (t *trees) Write(w io.Writer) error {
	_, err := io.WriteString(w, t.text)
	return err
}
