package dedup

import (
	"slices"

	"gannet/dedup/verdict"
)

// ownWords returns 1 if two titles have the same words, 0 if one has additional words, and -1 if each has a word that the other lacks.
func ownWords(a, b []uint32) float64 {
	if len(a) == 0 || len(b) == 0 {
		return verdict.Missing()
	}
	both := countCommon(a, b)
	return 1 - float64(min(1, len(a)-both)+min(1, len(b)-both))
}

// compareMarkers returns 1 if two titles have the same markers, -1 if they differ in a kind that both have, and else 0.
func compareMarkers(a, b []uint32) float64 {
	a, b = withoutUsual(a, b), withoutUsual(b, a)
	switch {
	case len(a) == 0 && len(b) == 0:
		return verdict.Missing()
	case slices.Equal(a, b):
		return 1
	case disagree(a, b):
		return -1
	}
	return 0
}

// withoutUsual removes the usual marker from a, if b has no marker of that kind.
func withoutUsual(a, b []uint32) []uint32 {
	usual := markers().usual
	i := slices.Index(a, usual)
	if i < 0 || slices.ContainsFunc(b, func(y uint32) bool { return markerKind(y) == markerKind(usual) }) {
		return a
	}
	return slices.Concat(a[:i], a[i+1:])
}

// disagree reports whether two sets of markers have different values of one kind. If a set has several values of a kind, one in common is enough for
// agreement.
func disagree(a, b []uint32) bool {
	for _, x := range a {
		kind := markerKind(x)
		is := func(y uint32) bool { return markerKind(y) == kind }
		agrees := func(y uint32) bool { return is(y) && has(a, y) }
		if slices.ContainsFunc(b, is) && !slices.ContainsFunc(b, agrees) {
			return true
		}
	}
	return false
}

// employers returns -1 if the companies of two postings have nothing in common and neither company hires for others.
func employers(a, b *Profile) float64 {
	switch {
	case len(a.Company) == 0 || len(b.Company) == 0:
		return verdict.Missing()
	case a.Publisher != Agency && b.Publisher != Agency && countCommon(a.Company, b.Company) == 0:
		return -1
	}
	return 0
}

// ownOfBoth compares two sets. It returns 1 if they are equal, -1 if each has a value that the other lacks, and else 0.
func ownOfBoth(a, b []uint32) float64 {
	switch both := countCommon(a, b); {
	case len(a) == 0 || len(b) == 0:
		return verdict.Missing()
	case both < len(a) && both < len(b):
		return -1
	case both == len(a) && both == len(b):
		return 1
	}
	return 0
}

// terms compares weekly hours and types of employment.
func terms(a, b *Profile) float64 {
	hours := ownOfBoth(a.Hours, b.Hours)
	if a.Employment == 0 || b.Employment == 0 {
		return hours
	}
	if a.Employment&b.Employment == 0 || hours == -1 {
		return -1
	}
	return 1
}
