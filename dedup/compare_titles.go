package dedup

import (
	"math"

	"gannet/dedup/verdict"
)

// Bounds of a text that counts as repeated word for word.
const (
	leastVerbatim = 0.8  // from this resemblance on, a text counts as repeated in part
	littleText    = 40   // up to so many shingles, a text says little about the work
	longText      = 320. // from so many shingles on, a text describes the work fully
)

// measureRetitled measures whether two equal texts with different titles are for one job. An employer that uses one text for two vacancies tells them
// apart by a word of the title only. An employer that tries another title for the same vacancy keeps a text that speaks of what both titles say.
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

// measureRenamed measures two titles each of which has words that the other lacks.
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

// measureAdded measures two titles of which one has more words than the other. It counts how many of the pairs of words that the longer title adds
// are in the text; a single word would be in a text by chance too often. If the text lacks one of the added words, the result is 0, whatever else the
// longer title repeats. A postcode can cause such a difference: it is not part of a title's normal form at its end, but it is as soon as a word
// follows.
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

// told counts the words that are in the title of p but not in that of o (own), and how many of these are in the text of o (told).
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
