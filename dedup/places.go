package dedup

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"gannet/dedup/verdict"
	"gannet/internal/letters"
	"gannet/job"
	"gannet/job/gazetteer"
)

// countries are the hashes of the codes of countries, as normal locations have them.
var countries = sync.OnceValue(func() map[uint32]bool {
	m := map[uint32]bool{}
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			code := string([]rune{a, b})
			if r, err := language.ParseRegion(code); err == nil && r.IsCountry() {
				m[hash32(code)] = true
			}
		}
	}
	return m
})

// measureLocation compares the locations. If one names no town, such as "remote" or "the whole country", it does not contradict
// the other, unless the two name different countries.
func measureLocation(e *verdict.Evidence, a, b *Profile) {
	e[verdict.Location], e[verdict.LocationOfOne], e[verdict.LocationFits] = agreement(a.Location, b.Location)
	if e[verdict.LocationFits] == 0 && a.namesTown() != b.namesTown() && !areInTwoCountries(a, b) {
		e[verdict.Location], e[verdict.LocationOfOne], e[verdict.LocationFits] = verdict.Missing(), verdict.Missing(), verdict.Missing()
	}
}

// namesTown reports whether the location of a posting says more than a country and the whole name of the company. A name of one
// word may be that of a town, so it counts.
func (p *Profile) namesTown() bool {
	named := len(p.Company) > 1 && countCommon(p.Company, p.Location) == len(p.Company)
	return slices.ContainsFunc(p.Location, func(h uint32) bool {
		return !countries()[h] && !said().wide[h] && !(named && has(p.Company, h))
	})
}

// areInTwoCountries reports whether two locations both name countries but none in common.
func areInTwoCountries(a, b *Profile) bool {
	isCountry := func(h uint32) bool { return countries()[h] }
	isCommon := func(h uint32) bool { return countries()[h] && has(b.Location, h) }
	return slices.ContainsFunc(a.Location, isCountry) && slices.ContainsFunc(b.Location, isCountry) && !slices.ContainsFunc(a.Location, isCommon)
}

// townOfURL returns the first name of a town in the last part of a posting's URL, such as "erfurt" in "/jobs/acme/test-engineer-erfurt-65824", and "" if there
// is none. Words of the title and the company do not count: they are not said of a place.
func townOfURL(p *job.Posting) string {
	u, err := url.Parse(p.URL)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	names := letters.Fold(nameField(p.Title) + " " + nameField(p.Company))
	var left []string
	eachWord(letters.Fold(path.Base(u.Path)), func(word string) {
		if !strings.Contains(names, word) {
			left = append(left, word)
		}
	})
	for i := range left {
		if town := gazetteer.LongestTown(strings.Join(left[i:], " ")); town != "" {
			return town
		}
	}
	return ""
}
