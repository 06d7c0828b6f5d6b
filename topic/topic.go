// Package topic owns topics: their files, their classifiers, which are learned here and judge pages, and their queries,
// which links are compared with.
//
// A page is judged by logistic regression over bags of words per field (title, body, anchor texts, meta data, headings),
// as in de Groc & Tannier, section 3.2. A topic is learned from examples (Train, TrainTuned), or from a few seeds and
// keywords and a Background that describes the rest of the web (FromSeeds).
package topic

import (
	"slices"
	"strings"
)

// Topic is one topic: its names, the keywords and seeds that lead to its pages, and the classifier that recognises them.
type Topic struct {
	Name     string // short and unique: lower-case letters, digits, "-" and "_"
	Title    string // for people
	Language string // BCP 47 tag of the pages looked for; empty for any
	Keywords []string
	Seeds    []string // canonical URLs, in the file's order
	// Groups has seeds and keywords by country and language. All of them are also in Seeds and Keywords.
	Groups     []Group
	Classifier *Classifier // nil until the topic is learned
}

// Group has those seeds and keywords of a topic that are for one country and language.
type Group struct {
	Country  string // ISO 3166-1 alpha-2; empty for several countries
	Language string // BCP 47 tag; empty for several languages
	Keywords []string
	Seeds    []string
}

// Select returns a copy of the topic with only the seeds and keywords for one country and one language. If an argument is "", all countries
// or all languages match. Seeds and keywords without a country or language are kept. A language without script or region includes all its
// variants. The two topics share the classifier.
func (t *Topic) Select(country, language string) *Topic {
	if country = strings.ToUpper(country); country == "UK" {
		country = "GB"
	}
	s := *t
	s.Groups = nil
	drop := map[string]bool{}
	for _, g := range t.Groups {
		if matches(g.Country, country) && matchesLanguage(g.Language, language) {
			s.Groups = append(s.Groups, g)
			continue
		}
		for _, v := range slices.Concat(g.Keywords, g.Seeds) {
			drop[v] = true
		}
	}
	for _, g := range s.Groups {
		for _, v := range slices.Concat(g.Keywords, g.Seeds) {
			delete(drop, v)
		}
	}
	dropped := func(v string) bool { return drop[v] }
	s.Keywords = slices.DeleteFunc(slices.Clone(t.Keywords), dropped)
	s.Seeds = slices.DeleteFunc(slices.Clone(t.Seeds), dropped)
	return &s
}

func matches(have, want string) bool { return have == "" || want == "" || have == want }

func matchesLanguage(have, want string) bool {
	have, want = strings.ToLower(have), strings.ToLower(want)
	return matches(have, want) || strings.HasPrefix(have, want+"-") || strings.HasPrefix(want, have+"-")
}
