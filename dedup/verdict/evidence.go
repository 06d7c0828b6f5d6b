// Package verdict owns the decision whether two postings are the same job: the evidence, the model, its training, and the
// reasons in words. It sees numbers only. Package dedup measures them.
package verdict

import "math"

// Measure names one number of the evidence. All but the logarithms Days, Shared and Namesakes lie between 0 and 1, or -1 and 1 where they may
// disagree.
type Measure uint8

// These are the measures of a pair of postings. A measure is NaN if one of the two postings lacks the data that it compares.
const (
	Overlap       Measure = iota // resemblance of the texts: common shingles as a share of all (Broder)
	Residual                     // the overlap without frequent shingles: those that this employer, this site or many ads repeat
	Contained                    // share of the shorter text, by shingles, that is in the longer
	Containing                   // share of the longer text that is in the shorter
	Left                         // Contained without frequent shingles
	Unlike                       // 0 if the texts are alike by Pairs or Left (or Contained, if that is missing); down to -1 the less they share
	Title                        // agreement of the words of the titles
	SameTitle                    // 1 if the normal titles are equal
	TitleOfOne                   // share of the shorter title that is in the longer
	TitleFits                    // 1 if the longer title has all words of the shorter, else 0
	Company                      // agreement of the words of the companies
	Names                        // if one has no text: the lesser of Title and Company, 0 if one of these is missing
	Contact                      // 1 if a mail address, telephone number or domain is shared, else 0
	Location                     // agreement of the words of the locations
	LocationOfOne                // share of the shorter location that is in the longer
	LocationFits                 // as TitleFits: 1 for a town and its region, 0 for two towns
	Number                       // 1 if the sites' own numbers are equal, -1 if one site gives two numbers
	Site                         // 1 if both are on one site, else 0
	Days                         // days between the postings' dates, as log2(1+days)
	Salary                       // 1 if the salaries overlap, else 0
	OwnWords                     // 1 if no title has a word of its own, 0 if one has, -1 if both have
	Markers                      // of the titles' words for seniority, shift, contract, hours and level: 1 if they agree, 0 if one lacks a kind, -1 if they differ
	Employers                    // -1 if the companies have no word in common and neither is an agency, else 0
	Pairs                        // similarity of the texts by their pairs of successive words, which stays high if only single words were changed; frequent shingles do not count
	Said                         // of the places that the texts name, unless the locations differ: 1 if they are the same, -1 if each has one of its own
	Terms                        // of weekly hours and types of employment: 1 if they agree, -1 if they differ
	Verbatim                     // 1 if a long text is repeated word by word, 0 if it is short or another one
	Renamed                      // Verbatim, reduced the more the titles have in common: 0 if only a word of the title was added or changed
	Told                         // share of the titles' own words that the other text has
	ToldByAll                    // the lesser share of the two titles
	Adapted                      // -1 if each text has its own title, and else the texts are equal
	Listed                       // -1 if one list linked to both at one time, 0 if it linked twice to what is one posting by number, text and place
	Shared                       // how many shingles both texts have, as log2(1+n); frequent ones do not count
	Lacking                      // of a short text, the share of its words, without its frame, that each of the two texts has for itself, as a number below 0; 0 for a long text
	Namesakes                    // how many unlike texts have the title and those of company and location in which the two agree, as log2(n/2) from 0 on; missing if the titles differ
	Measures      = int(Namesakes) + 1
)

// Evidence is the measures of a pair.
type Evidence [Measures]float64

// ListedApart reports whether a list says that the two postings are two jobs. The model does not learn from this, because no labelled pairs come from
// lists.
func (e *Evidence) ListedApart() bool { return e[Listed] < 0 }

// names of the measures in model files.
var names = [Measures]string{
	"overlap", "residual", "contained", "containing", "left", "unlike", "title", "same_title", "title_of_one", "title_fits", "company", "names", "contact",
	"place", "place_of_one", "place_fits", "number", "site", "days", "salary", "own_words", "markers", "employers", "pairs", "said_place", "terms",
	"verbatim", "renamed", "told", "told_by_all", "adapted", "listed", "shared", "lacking", "namesakes",
}

func (m Measure) String() string { return names[m] }

// Missing is the value of a measure that does not exist for a pair.
func Missing() float64 { return math.NaN() }

// Families groups the measures for ablation.
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
