package pairs

import (
	"maps"
	"slices"

	"gannet/dedup/verdict"
	"gannet/job"
)

// The kinds of pairs of one employer's real ads.
const (
	// OtherTitle is the kind of pairs of one employer's real ads with different titles.
	OtherTitle = "employer's other title"
	// OtherText is the kind of pairs of one employer's real ads with the same title and different texts.
	OtherText = "employer's same title, other text"
	// OtherPlace is the kind of pairs of one employer's real ads with the same title and text, at different places.
	OtherPlace = "employer's same ad, other place"
	// SamePlace is the kind of pairs of one employer's real ads with the same title and text, at the same place.
	SamePlace = "employer's same ad, same place"
)

// drawnPerAd is how many ads of the same employer are drawn for an ad.
const drawnPerAd = 40

// Limits for two ads of one employer. Pairs between the limits are not used.
const (
	minOneText   = 0.9  // overlap of ads with the same title and text
	maxNoCopy    = 0.8  // overlap of ads with different titles
	maxTwoTexts  = 0.25 // overlap of ads with the same title and different texts
	maxLikeTitle = 0.5  // agreement of different titles
)

// addEmployerPairs adds pairs of ads of the same employer: for each ad and kind the most similar one of those drawn.
func (b *builder) addEmployerPairs() {
	b.eachEmployer(func(own []*ad) {
		for _, a := range own {
			b.addPairsOf(a, own)
		}
	})
}

// eachEmployer calls use with the ads of each employer, in the order of their names.
func (b *builder) eachEmployer(use func(own []*ad)) {
	byCompany := map[string][]*ad{}
	for _, a := range b.ads {
		if c := job.NormalCompany(a.posting.Company); c != "" && a.file != hnFile {
			byCompany[c] = append(byCompany[c], a)
		}
	}
	for _, company := range slices.Sorted(maps.Keys(byCompany)) {
		use(byCompany[company])
	}
}

// addPairsOf adds the pairs of one ad.
func (b *builder) addPairsOf(a *ad, own []*ad) {
	type found struct {
		other   *ad
		overlap float64
	}
	best := map[string]found{}
	for range min(drawnPerAd, len(own)-1) {
		o := own[b.rng.IntN(len(own))]
		if o == a {
			continue
		}
		kind, overlap := b.kindOf(a, o)
		if kind != "" && overlap >= best[kind].overlap {
			best[kind] = found{o, overlap}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(best)) {
		label := map[string]verdict.Label{OtherPlace: verdict.OtherLocation, SamePlace: verdict.Same}[kind]
		b.addPair(a, best[kind].other, label, kind, 1)
	}
}

// kindOf returns the kind of a pair of one employer's ads, and "" if it is not clear.
func (b *builder) kindOf(a, o *ad) (kind string, overlap float64) {
	e := b.set.Study.Measure(a.record, o.record)
	overlap = e[verdict.Overlap]
	switch {
	case e[verdict.SameTitle] == 1 && overlap >= minOneText && a.posting.Location != "" && o.posting.Location != "":
		switch {
		case slices.Equal(a.record.Location, o.record.Location):
			return SamePlace, overlap
		case e[verdict.LocationFits] == 0:
			return OtherPlace, overlap
		}
		return "", overlap
	case e[verdict.Title] < maxLikeTitle && overlap < maxNoCopy:
		return OtherTitle, overlap
	case e[verdict.SameTitle] == 1 && overlap < maxTwoTexts:
		return OtherText, overlap
	}
	return "", overlap
}
