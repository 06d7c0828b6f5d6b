package features

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Sizes of a language model. Twice the rows are no better; half of them make a tenth more errors.
const (
	rowBits      = 14
	worstPenalty = 6.0 // nats; the most that one sequence may count against a language
	smoothing    = 0.5 // added to every count
	calibrating  = 10  // every tenth text is held out to set the scale
	snippetBytes = 60  // of the snippets that set the scale: short enough that some are hard
)

// LanguageText is a training text in a known language, named by its ISO 639-1 code.
type LanguageText struct {
	Language string
	Text     []byte
}

// LearnLanguages trains a classifier on at most letters letters of text of each language. All languages must have the same amount of text,
// because otherwise a language with less text would seem likelier for letter sequences that no text contains. Every language needs tens of
// texts.
func LearnLanguages(texts []LanguageText, letters int) (*Languages, error) {
	l := &Languages{rows: make([]row, 1<<rowBits), shift: 64 - rowBits}
	for _, t := range texts {
		if !slices.Contains(l.codes, t.Language) {
			l.codes = append(l.codes, t.Language)
		}
	}
	slices.Sort(l.codes)
	if len(l.codes) < 2 || len(l.codes) > maxLanguages {
		return nil, fmt.Errorf("learn languages: %d languages, want 2 to %d", len(l.codes), maxLanguages)
	}
	counts := make([][]float64, len(l.codes))
	var held []LanguageText
	for i, code := range l.codes {
		counts[i] = make([]float64, len(l.rows))
		n, total := 0, 0
		for _, t := range texts {
			if t.Language != code || total >= letters {
				continue
			}
			if n++; n%calibrating == 0 {
				held = append(held, t)
				continue
			}
			total += l.tallyUp(counts[i], t.Text)
		}
	}
	l.fill(counts)
	return l, l.calibrate(held)
}

// tallyUp adds a text's sequences to a language's counts and returns the number of its letters.
func (l *Languages) tallyUp(counts []float64, text []byte) (letters int) {
	for s := newSequences(text); s.next(); letters++ {
		for _, h := range s.hashes[s.from:s.to] {
			counts[h>>l.shift]++
		}
	}
	return letters
}

// fill turns counts into penalties.
func (l *Languages) fill(counts [][]float64) {
	logs := make([]float64, len(counts))
	totals := make([]float64, len(counts))
	for i := range counts {
		for _, n := range counts[i] {
			totals[i] += n + smoothing
		}
	}
	for r := range l.rows {
		for i := range counts {
			logs[i] = math.Log((counts[i][r] + smoothing) / totals[i])
		}
		best := slices.Max(logs)
		for i := range logs {
			penalty := uint64(min(best-logs[i], worstPenalty)/worstPenalty*255 + 0.5)
			l.rows[r][i/8] |= penalty << (i % 8 * 8)
		}
	}
}

// calibrate finds the scale at which the probabilities of short held-out snippets are right. Without the scale every probability would be too
// extreme, since the sequences of a text overlap.
func (l *Languages) calibrate(held []LanguageText) error {
	type snippet struct {
		index int
		tally tally
	}
	var snippets []snippet
	for _, t := range held {
		for from := 0; from+snippetBytes <= len(t.Text); from += 10 * snippetBytes {
			s := snippet{index: slices.Index(l.codes, t.Language)}
			s.tally.read(l, t.Text[from:from+snippetBytes])
			snippets = append(snippets, s)
		}
	}
	if len(snippets) == 0 {
		return errors.New("learn languages: too little text to calibrate with: give at least ten texts a language")
	}
	least := math.Inf(1)
	best := 0.0
	for exponent := 0.02; exponent <= 1; exponent *= 1.05 {
		l.scale = exponent * worstPenalty / 255
		loss := 0.0
		for i := range snippets {
			loss -= math.Log(max(l.posterior(&snippets[i].tally, snippets[i].index), 1e-9))
		}
		if loss < least {
			least, best = loss, l.scale
		}
	}
	l.scale = best
	return nil
}
