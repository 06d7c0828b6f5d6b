package dedup

import (
	"math"
	"slices"

	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
)

// measure gives the evidence of a pair. It is symmetric.
func measure(a, b *Record, f *frequencies) verdict.Evidence {
	var e verdict.Evidence
	measureTexts(&e, a, b, f)
	measureNames(&e, a, b)
	e[verdict.Names] = verdict.Missing()
	if math.IsNaN(e[verdict.Overlap]) {
		e[verdict.Names] = least(e[verdict.Title], e[verdict.Company])
	}
	e[verdict.Contact] = shared(a.Contacts, b.Contacts)
	e[verdict.Number], e[verdict.Site] = verdict.Missing(), 0
	if a.Names.Host != 0 && a.Names.Host == b.Names.Host {
		e[verdict.Site] = 1
		if a.Names.Number != 0 && b.Names.Number != 0 {
			e[verdict.Number] = -1
		}
	}
	if a.Names.Number != 0 && a.Names.Number == b.Names.Number {
		e[verdict.Number] = 1
	}
	e[verdict.Days] = verdict.Missing()
	if a.Posted != 0 && b.Posted != 0 {
		e[verdict.Days] = math.Log2(1 + math.Abs(float64(a.Posted-b.Posted)))
	}
	e[verdict.Salary] = salary(a, b)
	return e
}

// least is the lesser of two agreements, 0 where one is missing.
func least(a, b float64) float64 {
	if math.IsNaN(a) || math.IsNaN(b) {
		return 0
	}
	return min(a, b)
}

// leastLeft is how many sampled shingles must be left over for the residual measures to say something.
const leastLeft = 6

// measureTexts compares the texts by sketch and sample.
func measureTexts(e *verdict.Evidence, a, b *Record, f *frequencies) {
	shorter, longer := &a.Sketch, &b.Sketch
	if longer.Shingles < shorter.Shingles {
		shorter, longer = longer, shorter
	}
	for _, m := range []verdict.Measure{verdict.Overlap, verdict.Residual, verdict.Contained, verdict.Containing, verdict.Left, verdict.Brief} {
		e[m] = verdict.Missing()
	}
	if shorter.Shingles == 0 {
		return
	}
	e[verdict.Overlap] = shorter.Jaccard(longer)
	e[verdict.Brief] = 1 - 1/math.Sqrt(float64(shorter.Shingles))
	short, long, both := sketch.Overlap(shorter, longer, nil)
	e[verdict.Contained], e[verdict.Containing] = ratio(both, short), ratio(both, long)
	if drop := f.drops(a, b); drop != nil {
		short, long, both = sketch.Overlap(shorter, longer, drop)
	}
	if short+long-both >= leastLeft {
		e[verdict.Residual] = ratio(both, short+long-both)
		e[verdict.Left] = ratio(both, short)
	}
}

func ratio(a, b int) float64 {
	if b == 0 {
		return verdict.Missing()
	}
	return float64(a) / float64(b)
}

// measureNames compares title, company and place. Words of company and place are taken out of titles, which often
// repeat them.
func measureNames(e *verdict.Evidence, a, b *Record) {
	e[verdict.Company], _, _ = agreement(a.Company, b.Company)
	e[verdict.Place], e[verdict.PlaceOfOne], e[verdict.PlaceFits] = agreement(a.Place, b.Place)
	e[verdict.SameTitle] = verdict.Missing()
	if a.Names.Title != 0 && b.Names.Title != 0 {
		e[verdict.SameTitle] = 0
		if a.Names.Title == b.Names.Title {
			e[verdict.SameTitle] = 1
		}
	}
	var roomA, roomB [titleWords]uint32
	titleA, titleB := bare(roomA[:0], a, b), bare(roomB[:0], b, a)
	e[verdict.Title], e[verdict.TitleOfOne], e[verdict.TitleFits] = agreement(titleA, titleB)
}

// bare gives the words of r's title without those of company and place of both; all of them if nothing is left.
func bare(dst []uint32, r, o *Record) []uint32 {
	for _, w := range r.Title {
		if !has(r.Company, w) && !has(o.Company, w) && !has(r.Place, w) && !has(o.Place, w) {
			dst = append(dst, w)
		}
	}
	if len(dst) == 0 {
		return r.Title
	}
	return dst
}

func has(set []uint32, h uint32) bool { return slices.Contains(set, h) }

// common counts the values of two ascending sets that are in both.
func common(a, b []uint32) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}

// agreement compares two sets of words: twice what is in both by the sum of sizes (Dice), the share of the smaller set
// that is in the larger, and whether that is all of it.
func agreement(a, b []uint32) (dice, ofOne, fits float64) {
	if len(a) == 0 || len(b) == 0 {
		return verdict.Missing(), verdict.Missing(), verdict.Missing()
	}
	both, smaller := common(a, b), min(len(a), len(b))
	if both == smaller {
		fits = 1
	}
	return 2 * float64(both) / float64(len(a)+len(b)), float64(both) / float64(smaller), fits
}

// shared is 1 where two sets have a value in common.
func shared(a, b []uint32) float64 {
	if len(a) == 0 || len(b) == 0 {
		return verdict.Missing()
	}
	return float64(min(common(a, b), 1))
}

// salary is 1 where the two ranges overlap, give or take 3 %.
func salary(a, b *Record) float64 {
	if a.Pay[0] == 0 || b.Pay[0] == 0 || a.Currency != b.Currency && a.Currency != "" && b.Currency != "" {
		return verdict.Missing()
	}
	const slack = 1.03
	if a.Pay[0] <= b.Pay[1]*slack && b.Pay[0] <= a.Pay[1]*slack {
		return 1
	}
	return 0
}
