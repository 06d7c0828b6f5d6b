package occupations

import (
	"math"
	"math/rand/v2"
	"slices"

	"gannet/job/occupation"
)

// Settings of learning. They were chosen by the ads of the development set.
const (
	dim    = 24 // numbers of a row
	rounds = 8
	rate   = .2
	sure   = .7 // an ad teaches by its text if its title gives a group at least this probability
)

// Learn trains the model of occupations in two steps. First it learns from titles only: the names of ESCO and the titles of ads. That model
// then predicts the occupations of real ads. From the ads of which it is sure, and from ESCO's descriptions, the final model learns which
// words texts of each occupation have, in each language.
func Learn(archive, adsDir string, seed uint64) (*occupation.Model, error) {
	esco, err := readESCO(archive)
	if err != nil {
		return nil, err
	}
	own, err := readTitles()
	if err != nil {
		return nil, err
	}
	teach, _, _, err := readAds(adsDir)
	if err != nil {
		return nil, err
	}
	examples := slices.Concat(esco, own)
	noise := unknownWords(examples, teach)
	titles := slices.DeleteFunc(slices.Clone(examples), func(e example) bool { return e.text != "" })
	first := newLearner(titles, seed)
	first.learn(titles, noise)
	model := first.model()
	groups := model.Groups()
	for _, a := range teach {
		p := model.Probabilities(a.title, "")
		if g := best(p); p != nil && p[g] >= sure && a.text != "" {
			examples = append(examples, example{a.title, a.text, groups[g], 2})
		}
	}
	l := newLearner(titles, seed)
	l.learn(examples, noise)
	return l.model(), nil
}

// unknownWords returns those words in the titles of ads that occur in no name of an occupation: names of places and firms, hours and other noise.
func unknownWords(examples []example, teach []ad) (words []string) {
	known := make(map[string]bool)
	for _, e := range examples {
		for _, w := range occupation.Words(e.title) {
			known[w.Text] = true
		}
	}
	for _, a := range teach {
		for _, w := range occupation.Words(a.title) {
			if !known[w.Text] {
				words = append(words, w.Text)
			}
		}
	}
	slices.Sort(words) // sources are read in any order
	return words
}

// learner holds the numbers of a model while it is learned.
type learner struct {
	groups           []string
	index            map[string]int
	table, out, bias []float32
	shown            []bool // by row: a feature was shown that has it
	rng              *rand.Rand
}

func newLearner(examples []example, seed uint64) *learner {
	l := &learner{index: make(map[string]int), rng: rand.New(rand.NewPCG(seed, 0))}
	for _, e := range examples {
		l.groups = append(l.groups, e.group)
	}
	slices.Sort(l.groups)
	l.groups = slices.Compact(l.groups)
	for i, g := range l.groups {
		l.index[g] = i
	}
	l.table, l.out, l.bias = make([]float32, occupation.Rows()*dim), make([]float32, len(l.groups)*dim), make([]float32, len(l.groups))
	l.shown = make([]bool, occupation.Rows())
	for i := range l.table {
		l.table[i] = (l.rng.Float32()*2 - 1) / dim
	}
	return l
}

// model returns the learned model. Rows that no example has used are zero.
func (l *learner) model() *occupation.Model {
	for r, shown := range l.shown {
		if !shown {
			clear(l.table[r*dim:][:dim])
		}
	}
	return occupation.NewModel(l.groups, dim, l.table, l.out, l.bias)
}

// learn trains on all examples in random order, in several rounds, with a smaller step in each round.
func (l *learner) learn(examples []example, noise []string) {
	var order []int
	texts := make([][]uint32, len(examples))
	for i, e := range examples {
		texts[i] = occupation.TextRows(e.text)
		for range e.weight {
			order = append(order, i)
		}
	}
	s := step{learner: l, hidden: make([]float32, dim), gradient: make([]float32, dim), p: make([]float32, len(l.groups))}
	shown, all := 0, rounds*len(order)
	for range rounds {
		l.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			shown++
			title, text := l.draw(examples[i].title, texts[i], noise)
			if group, ok := l.index[examples[i].group]; ok && len(title)+len(text) > 0 {
				s.take(title, text, group, rate*(1-float32(shown)/float32(all)))
			}
		}
	}
}

// draw returns the rows of a title with some words of noise, and those of half of a text's words. One of the two may be left out, so that each is
// also learned by itself.
func (l *learner) draw(title string, text []uint32, noise []string) (rows, some []uint32) {
	if len(noise) > 0 && l.rng.IntN(2) == 0 {
		for range 1 + l.rng.IntN(3) {
			if word := noise[l.rng.IntN(len(noise))]; l.rng.IntN(2) == 0 {
				title = word + " " + title
			} else {
				title += " " + word
			}
		}
	}
	if l.rng.IntN(4) > 0 {
		for _, r := range text {
			if l.rng.IntN(2) == 0 {
				some = append(some, r)
			}
		}
	}
	if len(some) > 0 && l.rng.IntN(3) == 0 {
		return nil, some
	}
	for _, w := range occupation.Words(title) {
		rows = append(rows, w.Rows...)
	}
	return rows, some
}

// step is one step of the stochastic gradient of the logarithmic loss.
type step struct {
	*learner
	hidden, gradient, p []float32
}

// biasRate is the factor by which the constants of groups are learned more slowly, so that they do not just memorise how many names a group has.
const biasRate = .1

func (s *step) take(title, text []uint32, group int, rate float32) {
	clear(s.hidden)
	clear(s.gradient)
	s.each(title, func(k int, x *float32, share float32) { s.hidden[k] += share * *x })
	s.each(text, func(k int, x *float32, share float32) { s.hidden[k] += share * *x })
	s.predict()
	for g, p := range s.p {
		d := -p
		if g == group {
			d++
		}
		d *= rate
		for k, o := range s.out[g*dim:][:dim] {
			s.gradient[k] += d * o
			s.out[g*dim+k] += d * s.hidden[k]
		}
		s.bias[g] += d * biasRate
	}
	s.each(title, func(k int, x *float32, share float32) { *x += share * s.gradient[k] })
	s.each(text, func(k int, x *float32, share float32) { *x += share * s.gradient[k] })
}

// each calls use with the numbers of rows, and what share they have in the sum.
func (s *step) each(rows []uint32, use func(k int, x *float32, share float32)) {
	share := float32(1 / math.Sqrt(float64(max(1, len(rows)))))
	for _, r := range rows {
		s.shown[r] = true
		row := s.table[int(r)*dim:][:dim]
		for k := range row {
			use(k, &row[k], share)
		}
	}
}

// predict sets p to the probabilities of the groups.
func (s *step) predict() {
	var all float32
	for g := range s.p {
		sum := s.bias[g]
		for k, o := range s.out[g*dim:][:dim] {
			sum += o * s.hidden[k]
		}
		s.p[g] = sum
	}
	most := slices.Max(s.p)
	for g, x := range s.p {
		s.p[g] = float32(math.Exp(float64(x - most)))
		all += s.p[g]
	}
	for g := range s.p {
		s.p[g] /= all
	}
}

// best returns the index of the largest number.
func best(p []float32) (b int) {
	for i := range p {
		if p[i] > p[b] {
			b = i
		}
	}
	return b
}
