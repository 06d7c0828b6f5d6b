// Package topic owns what a topic is, its file, and its classifier: learning it, judging pages with it, and the
// query that compares links with it.
//
// A page is judged by logistic regression over bags of words per field (title, body, anchor texts, meta data,
// headings), as in de Groc & Tannier section 3.2. A topic is learned from examples (Train, TrainTuned)
// or from a few seeds and keywords, with a Background standing for the rest of the web (FromSeeds).
package topic

import (
	"slices"
	"strings"
)

// Topic is one topic: its names, what leads to its pages, and what recognises them.
type Topic struct {
	Name     string // short and unique: lower-case letters, digits, "-" and "_"
	Title    string // for people
	Language string // BCP 47 tag of the pages looked for; empty for any
	Keywords []string
	Seeds    []string // canonical URLs, in the file's order
	// Groups tells of seeds and keywords what country and language they are from. They are all in Seeds and
	// Keywords too.
	Groups     []Group
	Classifier *Classifier // nil until the topic is learned
}

// Group is the seeds and keywords of one country and language.
type Group struct {
	Country  string // ISO 3166-1 alpha-2; empty for several countries
	Language string // BCP 47 tag; empty for several languages
	Keywords []string
	Seeds    []string
}

// Select gives the topic with the seeds and keywords of one country and one language; an empty argument stands for
// any. What is in no group, or in a group that does not say, stays. A language without script or region stands for
// all of its kind. The classifier is shared.
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
