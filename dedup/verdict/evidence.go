// Package verdict owns the decision whether two postings are the same job: the evidence, the model, its training, and the
// reasons in words. It sees numbers only. Package dedup measures them.
package verdict

import "math"

// Measure names one of the numbers that compare two postings. Most measures are between 0 and 1, or between -1 and 1 if they can show that the
// postings are for different jobs. Days, Shared and Namesakes are logarithms.
type Measure uint8

// These are the measures of a pair of postings. A measure is NaN if one of the two postings lacks the data that it compares.
const (
	Overlap Measure = iota // resemblance of the texts: common shingles as a share of all (Broder)
	// Residual is Overlap (the resemblance of the texts) without frequent shingles: those that this employer, this site or many ads repeat.
	Residual
	Contained  // share of the shorter text, by shingles, that is in the longer
	Containing // share of the longer text that is in the shorter
	// Left is Contained (the share of the shorter text that is in the longer) without frequent shingles.
	Left
	// Unlike says how different the texts are, from 0 for equal texts to -1 for texts that share nothing. It is computed from Pairs and Left,
	// or from Contained if Left is missing.
	Unlike
	Title      // agreement of the words of the titles
	SameTitle  // 1 if the normal titles are equal
	TitleOfOne // share of the shorter title that is in the longer
	TitleFits  // 1 if the longer title has all words of the shorter, else 0
	Company    // agreement of the words of the companies
	// Names is for pairs in which one posting has no text. It is the smaller of the measures Title and Company, or 0 if one of these is
	// missing. For all other pairs, Names is missing.
	Names
	Contact       // 1 if a mail address, telephone number or domain is shared, else 0
	Location      // agreement of the words of the locations
	LocationOfOne // share of the shorter location that is in the longer
	// LocationFits is 1 if the longer location has all words of the shorter ("Ulm, Bavaria" and "Ulm"), else 0 ("Ulm" and "Bonn").
	LocationFits
	// Number is 1 if both postings have the same job number of their sites, and -1 if one site gives them two numbers.
	Number
	Site   // 1 if both are on one site, else 0
	Days   // days between the postings' dates, as log2(1+days)
	Salary // 1 if the salaries overlap, else 0
	// OwnWords is 1 if neither title has a word that the other title does not have, 0 if one title has such a word, and -1 if both have.
	OwnWords
	// Markers compares the words of the titles for seniority, shift, contract, hours and level: 1 if they agree, 0 if one title has no word
	// of a kind, -1 if they differ.
	Markers
	Employers // -1 if the companies have no word in common and neither is an agency, else 0
	// Pairs is the similarity of the texts by their pairs of successive words without frequent ones. It stays high if only single words
	// were changed.
	Pairs
	// Said compares the places that the texts name: 1 if both texts name the same places, -1 if each text names a place that the other does not
	// name. It is missing if the location fields differ.
	Said
	// Terms compares the weekly hours and types of employment: 1 if they agree, -1 if they differ.
	Terms
	Verbatim // 1 if a long text is repeated word by word, 0 if it is short or another one
	// Renamed is the measure Verbatim, reduced by how much the titles have in common: it is 0 if only a word of the title was added or changed.
	Renamed
	// Told is about the words that only one of the two titles has: it is the share of these words that the text of the other posting contains,
	// averaged over both titles.
	Told
	// ToldByAll is the smaller of the two shares that Told averages: the share of the words that only one title has and that the text of the
	// other posting contains.
	ToldByAll
	// Adapted is -1 if the texts differ and each text repeats its own title, and 0 if the texts are equal or repeat neither title.
	Adapted
	// Listed is -1 if one list linked to both postings at the same time, which shows that they are two jobs. It is 0 if the two links are
	// to one posting by number, text and place.
	Listed
	// Shared is log2(1+n), where n is the number of shingles that both texts have, not counting frequent shingles.
	Shared
	// Lacking is minus the share of words that each of two short texts has and the other does not, not counting boilerplate. It is 0 for long
	// texts.
	Lacking
	// Namesakes is log2(n/2), but at least 0, where n is the number of different texts with this title, and with this company and location if
	// the two postings agree in them. It is missing if the titles differ.
	Namesakes
	// Measures is the number of the different measures of a pair of postings.
	Measures = int(Namesakes) + 1
)

// Evidence has the values of all measures for a pair of postings, indexed by Measure.
type Evidence [Measures]float64

// ListedApart reports whether a list linked to both postings at the same time, so that they are two jobs. The model does not learn this,
// because none of its labelled pairs come from lists.
func (e *Evidence) ListedApart() bool { return e[Listed] < 0 }

// names of the measures in model files.
var names = [Measures]string{
	"overlap", "residual", "contained", "containing", "left", "unlike", "title", "same_title", "title_of_one", "title_fits", "company", "names", "contact",
	"place", "place_of_one", "place_fits", "number", "site", "days", "salary", "own_words", "markers", "employers", "pairs", "said_place", "terms",
	"verbatim", "renamed", "told", "told_by_all", "adapted", "listed", "shared", "lacking", "namesakes",
}

func (m Measure) String() string { return names[m] }

// Missing returns the value of a measure that cannot be computed for a pair: NaN.
func Missing() float64 { return math.NaN() }

// Families groups the measures for ablation studies, which leave out one group at a time.
var Families = map[string][]Measure{
	"overlap":     {Overlap, Unlike},
	"residual":    {Residual, Left, Shared},
	"containment": {Contained, Containing},
	"title":       {Title, SameTitle, TitleOfOne, TitleFits},
	"company":     {Company, Names},
	"contact":     {Contact},
	"place":       {Location, LocationOfOne, LocationFits},
	"number":      {Number, Site},
	"dates":       {Days},
	"salary":      {Salary},
	"own words":   {OwnWords},
	"markers":     {Markers},
	"employers":   {Employers},
	"pairs":       {Pairs, Lacking},
	"namesakes":   {Namesakes},
	"said places": {Said},
	"terms":       {Terms},
	"retitled":    {Verbatim, Renamed, Told, ToldByAll, Adapted},
}

// direction returns the sign that the weight of a measure must have: 1 or -1, or 0 if both are allowed. Likeness must never be evidence against the
// same job. Without this rule, measures that rise together get opposite weights, which fit the training pairs and no others.
func direction(m Measure) int {
	switch m {
	case Days, Namesakes:
		return -1
	case Site:
		return 0
	}
	return 1
}
