package pairs

import (
	"maps"
	"slices"

	"gannet/dedup/verdict"
	"gannet/job"
)

// The kinds of pairs of one employer's real ads.
const (
	OtherTitle = "employer's other title"
	OtherText  = "employer's same title, other text"
	OtherPlace = "employer's same ad, other place"
	SamePlace  = "employer's same ad, same place"
)

// perAd is how many ads of the same employer an ad is compared with, drawn.
const perAd = 40

// Overlaps from which on one employer's ads of one title are one text, and up to which ads of different titles are no
// copies. What lies between is left out.
const (
	oneText   = 0.9
	noCopy    = 0.8
	twoTexts  = 0.25
	likeTitle = 0.5
)

// employers makes pairs of the ads that name an employer: of each ad and others of the same employer, the most alike of
// each kind.
func (b *builder) employers() {
	byCompany := map[string][]*ad{}
	for _, a := range b.ads {
		if c := job.NormalCompany(a.posting.Company); c != "" && a.file != hnFile {
			byCompany[c] = append(byCompany[c], a)
		}
	}
	for _, company := range slices.Sorted(maps.Keys(byCompany)) {
		own := byCompany[company]
		for _, a := range own {
			b.employer(a, own)
		}
	}
}

// employer adds the pairs of one ad.
func (b *builder) employer(a *ad, own []*ad) {
	type found struct {
		other   *ad
		overlap float64
	}
	best := map[string]found{}
	for range min(perAd, len(own)-1) {
		o := own[b.rng.IntN(len(own))]
		if o == a {
			continue
		}
		kind, overlap := b.kind(a, o)
		if kind != "" && overlap >= best[kind].overlap {
			best[kind] = found{o, overlap}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(best)) {
		label := map[string]verdict.Label{OtherPlace: verdict.OtherLocation, SamePlace: verdict.Same}[kind]
		b.add(a, best[kind].other, label, kind, 1)
	}
}

// kind tells what two ads of an employer are; "" if that is not clear.
func (b *builder) kind(a, o *ad) (kind string, overlap float64) {
	e := b.set.Study.Measure(a.record, o.record)
	overlap = e[verdict.Overlap]
	switch {
	case e[verdict.SameTitle] == 1 && overlap >= oneText && a.posting.Location != "" && o.posting.Location != "":
		switch {
		case slices.Equal(a.record.Location, o.record.Location):
			return SamePlace, overlap
		case e[verdict.LocationFits] == 0:
			return OtherPlace, overlap
		}
		return "", overlap
	case e[verdict.Title] < likeTitle && overlap < noCopy:
		return OtherTitle, overlap
	case e[verdict.SameTitle] == 1 && overlap < twoTexts:
		return OtherText, overlap
	}
	return "", overlap
}
