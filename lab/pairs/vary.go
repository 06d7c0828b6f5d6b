package pairs

import (
	"slices"

	"gannet/dedup"
	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
)

// In how many of a hundred pairs something is true, as on the web. Each file of ads is from one site. Without this the model
// would learn which file a pair is from.
const (
	oneSite      = 35 // the two are on one site
	numbered     = 60 // postings have numbers
	renumbered   = 60 // the same job on one site has another number
	carried      = 15 // the same job on another site has the number of the first
	noCompany    = 20 // one of the two does not name the employer
	neverCompany = 15 // neither does
	otherCompany = 7  // an agency's copy of the same job names the agency
	noDate       = 20 // one has no date
	noText       = 6  // both have title and company but no text
	noPlace      = 15 // one copy of the same job names no place
)

// textKinds are the kinds of pairs that cannot be judged without the text.
var textKinds = []string{Repost, SameMonth, OtherUser, OtherJob, OtherText, OtherOnBoard, CopyOnBoard}

// vary gives both postings of a pair a site and a number, and removes what sites leave out. The chances are the same for
// each verdict, with two exceptions: the same job may have one number, and its agency may name another company. Pairs with
// another location keep their locations, because nobody could judge them otherwise.
func (b *builder) vary(x, y *dedup.Profile, label verdict.Label, kind string) {
	chance := func(percent int) bool { return b.rng.IntN(100) < percent }
	x.Hashes.Host, y.Hashes.Host = b.rng.Uint64()|1, b.rng.Uint64()|1
	if chance(oneSite) {
		y.Hashes.Host = x.Hashes.Host
	}
	x.Hashes.Number, y.Hashes.Number, x.Hashes.Written, y.Hashes.Written = 0, 0, 0, 0
	if chance(numbered) {
		x.Hashes.Number, y.Hashes.Number = b.rng.Uint64()|1, b.rng.Uint64()|1
		if label == verdict.Same && x.Hashes.Host == y.Hashes.Host && !chance(renumbered) {
			y.Hashes.Number = x.Hashes.Number
		}
		if label == verdict.Same && x.Hashes.Host != y.Hashes.Host && chance(carried) {
			x.Hashes.Written = x.Hashes.Number
			y.Hashes.Written = x.Hashes.Number
		}
	}
	if chance(noDate) {
		y.Posted = 0
	}
	if !slices.Contains(textKinds, kind) && x.Title != nil && y.Title != nil && chance(noText) {
		for _, r := range []*dedup.Profile{x, y} {
			r.Sketch, r.Contacts = sketch.Sketch{}, nil
		}
		return
	}
	switch {
	case chance(neverCompany):
		x.Hashes.Company, x.Company, y.Hashes.Company, y.Company = 0, nil, 0, nil
	case chance(noCompany):
		y.Hashes.Company, y.Company = 0, nil
	case label == verdict.Same && chance(otherCompany):
		y.Hashes.Company = b.rng.Uint64() | 1
		y.Company, y.Publisher = []uint32{uint32(y.Hashes.Company)}, dedup.Agency
	}
	if label == verdict.Same && chance(noPlace) {
		y.Location = nil
	}
}
