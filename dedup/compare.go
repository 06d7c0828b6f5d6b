package dedup

import (
	"math"
	"slices"

	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
)

// measure returns the evidence for a pair of postings. The order of the two does not matter.
func measure(a, b *Profile, counts *shingleCounts) verdict.Evidence {
	var e verdict.Evidence
	measureTexts(&e, a, b, counts)
	measureNames(&e, a, b)
	e[verdict.Namesakes] = counts.namesakes(a.naming(), b.naming())
	e[verdict.Names] = verdict.Missing()
	if math.IsNaN(e[verdict.Overlap]) {
		e[verdict.Names] = lesser(e[verdict.Title], e[verdict.Company])
	}
	e[verdict.Contact] = shared(a.Contacts, b.Contacts)
	e[verdict.Number], e[verdict.Site] = verdict.Missing(), 0
	if a.Hashes.Host != 0 && a.Hashes.Host == b.Hashes.Host {
		e[verdict.Site] = 1
		if a.Hashes.Number != 0 && b.Hashes.Number != 0 {
			e[verdict.Number] = -1
		}
	}
	if a.Hashes.Number != 0 && a.Hashes.Number == b.Hashes.Number || a.Hashes.Written != 0 && a.Hashes.Written == b.Hashes.Written {
		e[verdict.Number] = 1
	}
	e[verdict.Days] = verdict.Missing()
	if a.Posted != 0 && b.Posted != 0 {
		e[verdict.Days] = math.Log2(1 + math.Abs(float64(a.Posted-b.Posted)))
	}
	e[verdict.Salary] = salary(a, b)
	if e[verdict.Said] = ownOfBoth(a.Places, b.Places); e[verdict.LocationFits] == 0 {
		e[verdict.Said] = verdict.Missing() // the texts say what the fields say
	}
	e[verdict.Terms] = terms(a, b)
	measureRetitled(&e, a, b)
	measureListed(&e, a, b)
	if e[verdict.Employers] < 0 && e[verdict.Overlap] < minVerbatim && e[verdict.Unlike] == 0 && !(a.OwnName && b.OwnName) {
		e[verdict.Employers] = 0
	}
	return e
}

// minVerbatim is the least resemblance of a text that was repeated without changes. Below it, somebody has edited the text, such as an agency whose
// name does not show that it is one. If two texts share little, they are two texts, and if each names its company, each was written by that company.
const minVerbatim = 0.7

// lesser returns the lesser of two agreements, and 0 if one is missing.
func lesser(a, b float64) float64 {
	if math.IsNaN(a) || math.IsNaN(b) {
		return 0
	}
	return min(a, b)
}

// leastAlike is the resemblance below which two texts are by themselves evidence against one job, however long they are.
const leastAlike = 0.4

// minResidual is the least number of sampled shingles that must remain after the frequent ones are removed. With fewer, the residual measures are
// missing.
const minResidual = 6

// measureTexts compares the texts by sketch and sample.
func measureTexts(e *verdict.Evidence, a, b *Profile, counts *shingleCounts) {
	shorter, longer := &a.Sketch, &b.Sketch
	if longer.Shingles < shorter.Shingles {
		shorter, longer = longer, shorter
	}
	for _, m := range []verdict.Measure{verdict.Overlap, verdict.Residual, verdict.Contained, verdict.Containing, verdict.Left, verdict.Unlike, verdict.Pairs, verdict.Shared, verdict.Lacking} {
		e[m] = verdict.Missing()
	}
	if shorter.Shingles == 0 || translated(a, b) {
		return
	}
	e[verdict.Pairs] = shorter.Pairs.Likeness(&longer.Pairs)
	e[verdict.Overlap] = shorter.Jaccard(longer)
	all, left := counts.overlap(a, b, shorter, longer)
	e[verdict.Contained], e[verdict.Containing] = ratio(all.Both, all.InA), ratio(all.Both, all.InB)
	if frame := ratio(all.Both-left.Both, all.InA+all.InB-all.Both); frame > 0 && frame < 1 {
		e[verdict.Pairs] = max(0, e[verdict.Pairs]-frame) / (1 - frame)
	}
	e[verdict.Shared] = math.Log2(1 + float64(left.Both)*float64(shorter.Shingles)/float64(max(1, all.InA)))
	if either := left.InA + left.InB - left.Both; either >= minResidual {
		e[verdict.Residual] = ratio(left.Both, either)
		e[verdict.Left] = ratio(left.Both, left.InA)
	}
	e[verdict.Unlike] = unlike(e)
	e[verdict.Lacking] = lacking(shorter, longer, ratio(left.InA, all.InA))
}

// unlike returns a number below 0 if two texts have little in common by all measures, and else 0. Text that this employer or site repeats does not
// count, if it is known.
func unlike(e *verdict.Evidence) float64 {
	alike := e[verdict.Pairs]
	for _, m := range []verdict.Measure{verdict.Left, verdict.Contained, verdict.Overlap} {
		if !math.IsNaN(e[m]) {
			alike = max(alike, e[m])
			break
		}
	}
	return min(0, alike/leastAlike-1)
}

// Bounds between which a text counts as short, in shingles.
const (
	shortest = 16.  // up to here it is
	notShort = 256. // from here on it is not
)

// lacking returns the share of the words of a short text, without its frame, that each of two texts has and the other lacks, as a number below 0. It
// is needed because one common sentence is a large part of two short texts, although it may be all that they have in common. A copy lacks a sentence
// or has one more, but seldom both. The longer the text, the nearer the result is to 0. body is the share of the shorter text that is not its frame.
func lacking(shorter, longer *sketch.Sketch, body float64) float64 {
	own, words := shorter.Vocabulary.OwnWords(&longer.Vocabulary)
	short := math.Log2(notShort/max(float64(shorter.Shingles), shortest)) / math.Log2(notShort/shortest)
	return -min(1, own/max(1, words*body)) * max(0, short)
}

// maxForeign is the greatest resemblance of two texts in different languages.
const maxForeign = 0.05

// translated reports whether two texts are in different languages. If so, comparing their shingles is meaningless.
func translated(a, b *Profile) bool {
	return a.Language != "" && b.Language != "" && a.Language != b.Language && a.Sketch.Jaccard(&b.Sketch) < maxForeign
}

func ratio(a, b int) float64 {
	if b == 0 {
		return verdict.Missing()
	}
	return float64(a) / float64(b)
}

// measureNames compares title, company and location. Titles often repeat words of the company and the location, so these words are removed from the
// titles first.
func measureNames(e *verdict.Evidence, a, b *Profile) {
	e[verdict.Company], _, _ = agreement(a.Company, b.Company)
	measureLocation(e, a, b)
	e[verdict.SameTitle] = verdict.Missing()
	if a.Hashes.Title != 0 && b.Hashes.Title != 0 {
		e[verdict.SameTitle] = 0
		if a.Hashes.Title == b.Hashes.Title {
			e[verdict.SameTitle] = 1
		}
	}
	var roomA, roomB [maxTitleWords]uint32
	titleA, titleB := bareTitle(roomA[:0], a, b), bareTitle(roomB[:0], b, a)
	e[verdict.Title], e[verdict.TitleOfOne], e[verdict.TitleFits] = agreement(titleA, titleB)
	e[verdict.OwnWords] = verdict.Missing()
	if !a.Headline || !b.Headline {
		e[verdict.OwnWords] = ownWords(titleA, titleB)
	}
	if e[verdict.SameTitle] == 1 {
		e[verdict.OwnWords] = 1
	}
	if e[verdict.Markers] = compareMarkers(a.Markers, b.Markers); a.Headline && b.Headline {
		e[verdict.Markers] = verdict.Missing()
	}
	e[verdict.Employers] = employers(a, b)
}

// bareTitle returns the words of p's title that are not in company or location of either posting. If none remains, it
// returns all.
func bareTitle(dst []uint32, p, o *Profile) []uint32 {
	for _, w := range p.Title {
		if !has(p.Company, w) && !has(o.Company, w) && !has(p.Location, w) && !has(o.Location, w) {
			dst = append(dst, w)
		}
	}
	if len(dst) == 0 {
		return p.Title
	}
	return dst
}

func has(set []uint32, h uint32) bool { return slices.Contains(set, h) }

// countCommon counts the values that are in both of two ascending sets.
func countCommon(a, b []uint32) int {
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

// agreement compares two sets of words. dice is twice the number of common words divided by the sum of the sizes. ofOne is the share of the smaller
// set that the larger one contains. fits is 1 if the larger set contains all of the smaller one.
func agreement(a, b []uint32) (dice, ofOne, fits float64) {
	if len(a) == 0 || len(b) == 0 {
		return verdict.Missing(), verdict.Missing(), verdict.Missing()
	}
	both, smaller := countCommon(a, b), min(len(a), len(b))
	if both == smaller {
		fits = 1
	}
	return 2 * float64(both) / float64(len(a)+len(b)), float64(both) / float64(smaller), fits
}

// shared is 1 if two sets have a value in common.
func shared(a, b []uint32) float64 {
	if len(a) == 0 || len(b) == 0 {
		return verdict.Missing()
	}
	return float64(min(countCommon(a, b), 1))
}

// salary returns the share of the narrower salary range that lies in the other. If both are single amounts, it returns 1 if they are equal within 3
// %.
func salary(a, b *Profile) float64 {
	if a.Pay[0] == 0 || b.Pay[0] == 0 || a.Currency != b.Currency && a.Currency != "" && b.Currency != "" {
		return verdict.Missing()
	}
	const slack = 1.03
	low, high := max(a.Pay[0], b.Pay[0]), min(a.Pay[1], b.Pay[1])
	narrower := min(a.Pay[1]-a.Pay[0], b.Pay[1]-b.Pay[0])
	switch {
	case narrower <= low*(slack-1) && low <= high*slack:
		return 1
	case low >= high:
		return 0
	}
	return float64((high - low) / narrower)
}
