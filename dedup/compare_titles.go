package dedup

import (
	"math"

	"gannet/dedup/verdict"
)

// Bounds of a text that is repeated word by word.
const (
	leastVerbatim = 0.8  // from this resemblance on, a text counts as repeated in part
	littleText    = 40   // up to so many shingles, a text says little about the work
	longText      = 320. // from so many shingles on, a text describes the work fully
)

// measureRetitled measures what an equal text says of two titles. An employer tells two vacancies of one text apart by a word of
// the title. One who tries another title for a vacancy writes it again, and the text speaks of what both titles say.
func measureRetitled(e *verdict.Evidence, a, b *Profile) {
	for _, m := range []verdict.Measure{verdict.Verbatim, verdict.Renamed, verdict.Told, verdict.ToldByAll, verdict.Adapted} {
		e[m] = verdict.Missing()
	}
	if math.IsNaN(e[verdict.Overlap]) {
		return
	}
	shingles := float64(min(a.Sketch.Shingles, b.Sketch.Shingles))
	long := math.Log2(max(shingles, littleText)/littleText) / math.Log2(longText/littleText)
	e[verdict.Verbatim] = max(0, e[verdict.Overlap]-leastVerbatim) / (1 - leastVerbatim) * min(long, 1)
	switch e[verdict.OwnWords] {
	case -1:
		measureRenamed(e, a, b)
	case 0:
		measureAdded(e, a, b)
	}
}

// measureRenamed is for two titles that have words of their own.
func measureRenamed(e *verdict.Evidence, a, b *Profile) {
	apart := 1 - e[verdict.Title]
	e[verdict.Renamed] = e[verdict.Verbatim] * apart * apart
	e[verdict.Adapted] = 0
	if e[verdict.Overlap] < 1 {
		e[verdict.Adapted] = -(a.Titled.share() + b.Titled.share()) / 2
	}
	one, ownA := told(a, b)
	other, ownB := told(b, a)
	if ownA > 0 && ownB > 0 {
		x, y := float64(one)/float64(ownA), float64(other)/float64(ownB)
		e[verdict.Told], e[verdict.ToldByAll] = (x+y)/2, min(x, y)
	}
}

// measureAdded is for a title that has words more than the other. A word alone is too often in a text by chance, so pairs of words
// count. But a text that lacks one of the added words says nothing of it, whatever else the longer title repeats. A postcode is such
// a thing: it is no part of a title's normal form at its end, and is one as soon as a word follows.
func measureAdded(e *verdict.Evidence, longer, shorter *Profile) {
	if longer.Titled.Pairs < shorter.Titled.Pairs {
		longer, shorter = shorter, longer
	}
	more := float64(longer.Titled.Pairs) - float64(shorter.Titled.Pairs)
	if more <= 0 {
		return
	}
	x := min(1, max(0, float64(longer.Titled.Found)-float64(shorter.Titled.Found))/more)
	if known, own := told(longer, shorter); known < own {
		x = 0
	}
	e[verdict.Told], e[verdict.ToldByAll] = x, x
}

// told counts the words that are in the title of p and not of o, and those of them that the text of o has.
func told(p, o *Profile) (told, own int) {
	for _, word := range p.Named {
		if has(o.Named, word) {
			continue
		}
		own++
		if o.Sketch.Vocabulary.Has(word) {
			told++
		}
	}
	return told, own
}
