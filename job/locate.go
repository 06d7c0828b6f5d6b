package job

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"gannet/job/gazetteer"
)

// isKnownTown reports whether a name belongs to a town above 15,000 inhabitants.
func isKnownTown(name string) bool { return gazetteer.IsTown(name) }

// IsKnownPlace reports whether a text is the name of a town in the gazetteer, perhaps followed by its region and country. An additional
// name of a town counts only if the town is large.
func IsKnownPlace(text string) bool {
	const longest = 80
	if len(text) > longest || strings.TrimSpace(text) == "" {
		return false
	}
	parts := splitCommas(text)
	towns := gazetteer.Towns(strings.TrimSpace(parts[0]))
	if !slices.ContainsFunc(towns, func(t gazetteer.Town) bool { return !t.Other || t.Population >= largeTown }) {
		return false
	}
	for _, part := range parts[1:] {
		part = strings.TrimSpace(part)
		if CountryCode(part) == "" && len(statesOf(part)) == 0 && len(gazetteer.Regions(part)) == 0 && !isKnownTown(part) {
			return false
		}
	}
	return true
}

// nearTown is the distance in kilometres within which a town may be a part of a larger one.
const nearTown = 25

// AreTowns reports whether each name is that of a town and all these towns are far from each other. They must be in the given country, if
// it is not "". It returns false if one name may be a district or a region of another.
func AreTowns(names []string, country string) bool {
	towns := make([]gazetteer.Town, len(names))
	for i, name := range names {
		all := gazetteer.Towns(name)
		if country != "" {
			all = slices.DeleteFunc(all, func(t gazetteer.Town) bool { return t.Country != country })
		}
		if len(all) == 0 {
			return false
		}
		towns[i] = all[0]
	}
	for i := range towns {
		for j := range i {
			if towns[i].Distance(&towns[j]) < nearTown {
				return false
			}
		}
		if i > 0 && slices.ContainsFunc(append(statesOf(names[i]), gazetteer.Regions(names[i])...), func(code string) bool { return code == towns[i-1].Region }) {
			return false
		}
	}
	return true
}

// Locate adds to places what the gazetteer knows about their towns: country, region code and coordinates. home is the country of the
// website as an ISO 3166 code, or "". It decides between towns with the same name that are about equally large, and is taken for the
// country of a place about which nothing is known. If several towns remain possible, only what they have in common is set.
func Locate(places []Place, home string) {
	home = CountryCode(home) // domains have UK
	site := home
	if isAbroad(places, home) {
		home = ""
	}
	if home == "" && len(places) > 1 { // the others of a list are in the country of the first
		if places[0].locate(home); places[0].RegionCode != "" {
			home = places[0].CountryCode
		}
	}
	for i := range places {
		if p := &places[i]; !p.locate(home) && p.CountryCode == "" && len(p.regionCodes()) == 0 {
			p.CountryCode = site
		}
	}
}

// LocateByLanguage sets country, region and coordinates of places whose country is unknown. It assumes the country with the most speakers
// of the posting's language (ISO 639-1), if that country has a town or village with the place's name. It does nothing for languages that
// many countries speak alike.
func LocateByLanguage(places []Place, lang string) {
	tag, err := language.Parse(lang)
	if err != nil || has(inManyCountries, []byte(lang)) {
		return
	}
	home, _ := tag.Region()
	for i := range places {
		p := places[i]
		if p.CountryCode == "" && p.Town != "" && p.locate(home.String()) && p.CountryCode == home.String() && p.RegionCode != "" {
			places[i] = p
		}
	}
}

// inManyCountries are languages whose country with most speakers has a small part of the others' sites.
var inManyCountries = set("en es pt ar zh", struct{}{})

// isAbroad reports whether more places of a list are surely in other countries than in the site's: on an American site London in a list with Paris is no
// town of the United States, so Paris is not the one in Texas.
func isAbroad(places []Place, home string) bool {
	if home == "" || len(places) < 2 {
		return false
	}
	abroad := 0
	for _, p := range places { // copies
		known := p.CountryCode
		p.locate(home)
		towns := gazetteer.Towns(p.Town)
		switch {
		case p.CountryCode == "":
		case p.CountryCode != home:
			abroad += min(len(towns), 1)
		case known != "" || !slices.ContainsFunc(towns, func(t gazetteer.Town) bool { return t.Country != home }):
			abroad--
		}
	}
	return abroad > 0
}

// LocationCountry returns the ISO 3166 code of the country of the first place in a location that is found in the gazetteer, or "" if none is.
// home is the country of the website as an ISO 3166 code, or "" if it is not known.
func LocationCountry(location, home string) string {
	places, _ := SplitLocation(location)
	Locate(places, home)
	return FirstCountry(places)
}

// NamesArea reports whether a text is the name or code of a country, or of a state that may follow the name of a town, such as "Texas".
func NamesArea(text string) bool { return CountryCode(text) != "" || len(statesOf(text)) > 0 }

// FirstCountry returns the ISO 3166 code of the country of the first place that has one, or "".
func FirstCountry(places []Place) string {
	for _, place := range places {
		if place.CountryCode != "" {
			return place.CountryCode
		}
	}
	return ""
}

// locate sets what the place lacks, and reports whether there are towns or regions that it may be.
func (p *Place) locate(home string) bool {
	regions := p.regionCodes()
	towns := p.candidates(regions, home)
	in := func(is func(*gazetteer.Town) bool) bool {
		some := slices.ContainsFunc(towns, func(t gazetteer.Town) bool { return is(&t) })
		if some {
			towns = slices.DeleteFunc(slices.Clone(towns), func(t gazetteer.Town) bool { return !is(&t) })
		}
		return some
	}
	if p.CountryCode != "" {
		if !in(func(t *gazetteer.Town) bool { return t.Country == p.CountryCode }) {
			towns = nil
		}
		regions = slices.DeleteFunc(regions, func(code string) bool { return code[:2] != p.CountryCode })
	}
	named := p.Region != "" && in(func(t *gazetteer.Town) bool {
		return slices.Contains(regions, t.Region) || len(t.Region) > 3 && strings.EqualFold(t.Region[3:], p.Region)
	})
	if !named && p.CountryCode == "" && p.Region != "" && len(p.Region) <= 3 {
		named = in(func(t *gazetteer.Town) bool { return t.Country == home }) // "Milano, MI" on an Italian site
	}
	if !named && p.CountryCode == "" && len(p.Region) == 2 && len(towns) > 0 && towns[0].Other && towns[0].Weight() >= largeTown {
		regions = nil // the code of a province behind a foreign name: "Milano, MI"
	}
	if !named && len(regions) > 0 && (p.CountryCode != "" || p.Town == "" || len(statesOf(p.Region[strings.LastIndexByte(p.Region, ',')+1:])) > 0) {
		p.setRegion(regions, home)
		return true
	}
	if !named && p.CountryCode == "" && !in(func(t *gazetteer.Town) bool { return t.Country == home }) && home != "" {
		towns = slices.DeleteFunc(slices.Clone(towns), func(t gazetteer.Town) bool { return t.Other && t.Weight() < largeTown }) // a small one is likelier a place of the site's country
	}
	likely := likeliest(towns)
	if len(likely) == 0 {
		return false
	}
	first := likely[0]
	same := func(is func(*gazetteer.Town) bool) bool {
		return !slices.ContainsFunc(likely, func(t gazetteer.Town) bool { return !is(&t) })
	}
	if !same(func(t *gazetteer.Town) bool { return t.Country == first.Country }) {
		return true
	}
	p.CountryCode = first.Country
	if same(func(t *gazetteer.Town) bool { return t.Region == first.Region }) {
		p.RegionCode = first.Region
	}
	if !p.hasPosition() && same(func(t *gazetteer.Town) bool { return t.Distance(&first) <= nearTown }) {
		p.Latitude, p.Longitude = first.Latitude, first.Longitude
	}
	return true
}

// villages returns the villages that the place may be, in its own country, in one that has its region, or in that of the site. In a country that has a town of
// the name, and on a site of another country than a large town, they are left out, because the town is likelier meant.
func (p *Place) villages(towns []gazetteer.Town, regions []string, home string) (all []gazetteer.Town) {
	countries := []string{p.CountryCode}
	if p.CountryCode == "" {
		countries = nil
		for _, code := range regions {
			countries = append(countries, code[:2])
		}
		if !slices.ContainsFunc(towns, func(t gazetteer.Town) bool { return t.Country == home || t.Weight() >= largeTown }) {
			countries = append(countries, home)
		}
	}
	slices.Sort(countries)
	for _, country := range slices.Compact(countries) {
		find := func(name string) []gazetteer.Town { return gazetteer.Villages(name, country) }
		found := townsNamed(p.Town, find)
		if len(found) == 0 && len(towns) == 0 {
			for part := range strings.SplitSeq(p.Region, ",") {
				if found = townsNamed(strings.TrimSpace(part), find); len(found) > 0 {
					break
				}
			}
		}
		if len(regions) > 0 { // a village in the region is meant rather than a town elsewhere
			inRegion := slices.DeleteFunc(slices.Clone(found), func(t gazetteer.Town) bool { return !slices.Contains(regions, t.Region) })
			if len(inRegion) > 0 {
				found = inRegion
			}
		} else if slices.ContainsFunc(towns, func(t gazetteer.Town) bool { return t.Country == country }) {
			found = nil
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b gazetteer.Town) int { return cmp.Compare(b.Weight(), a.Weight()) })
	return all
}

// NUTS returns the smallest known NUTS region (the statistical regions of the EU) of the place, such as DE212 for Munich, or "" outside of
// Europe or if none is known. It is computed from the region code and the town, so places stored by earlier versions have it, too.
func (p Place) NUTS() string {
	if p.RegionCode == "" && p.CountryCode == "" {
		return ""
	}
	if p.Town != "" {
		at := gazetteer.Town{Latitude: p.Latitude, Longitude: p.Longitude}
		for _, t := range p.candidates(p.regionCodes(), "") {
			if t.Country == p.CountryCode && t.Region == p.RegionCode && (!p.hasPosition() || t.Distance(&at) < nearTown) {
				return t.NUTS
			}
		}
	}
	return cmp.Or(gazetteer.NUTSOf(p.RegionCode), gazetteer.NUTSOf(p.CountryCode))
}

// NUTSLevel returns the NUTS region of the place at a level from 1 to 3, or "" if only a larger region is known.
func (p Place) NUTSLevel(level int) string {
	const countryLetters = 2
	if code := p.NUTS(); len(code) >= countryLetters+level {
		return code[:countryLetters+level]
	}
	return ""
}

// candidates returns the towns and villages that the place may be. If there are none, words at the beginning or end of its parts may be a town.
func (p *Place) candidates(regions []string, home string) []gazetteer.Town {
	if p.Town == "" {
		return nil
	}
	country := cmp.Or(p.CountryCode, home)
	all := p.towns(country)
	all = append(all, p.villages(all, regions, home)...)
	for _, part := range append([]string{p.Town}, strings.Split(p.Region, ",")...) {
		if len(all) > 0 {
			break
		}
		all = townsAtEnd(strings.TrimSpace(part), country)
	}
	return all
}

// towns returns the towns that the place may be: those of its town's name, or of what stands behind the name of a district or a building. A part that names a
// town of the likely country comes before others, and may be in small letters.
func (p *Place) towns(country string) []gazetteer.Town {
	towns := townsNamed(p.Town, gazetteer.Towns)
	inCountry := func(t gazetteer.Town) bool { return t.Country == country }
	for part := range strings.SplitSeq(p.Region, ",") {
		if len(towns) > 0 && (country == "" || slices.ContainsFunc(towns, inCountry)) {
			break
		}
		name := strings.TrimSpace(part)
		if more := townsNamed(upperFirst(name), gazetteer.Towns); slices.ContainsFunc(more, inCountry) || len(towns) == 0 && name == upperFirst(name) {
			towns = more
		}
	}
	return towns
}

func upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

func (p *Place) hasPosition() bool { return p.Latitude != 0 || p.Longitude != 0 }

// setRegion sets the region, and the country with it, if it is the only one, the only one of the site's country, or else the only state of those countries in which
// towns are mostly written with it.
func (p *Place) setRegion(codes []string, home string) {
	slices.Sort(codes)
	codes = slices.Compact(codes)
	for _, countries := range [][]string{{home}, stateCountryCodes} {
		in := slices.DeleteFunc(slices.Clone(codes), func(code string) bool { return !slices.Contains(countries, code[:2]) })
		if len(codes) > 1 && len(in) > 0 {
			codes = in
		}
	}
	if len(codes) == 1 {
		p.RegionCode, p.CountryCode = codes[0], codes[0][:2]
	}
}

// regionCodes returns the regions that the place's region may be. A code of two letters without a country is a state's.
func (p *Place) regionCodes() (codes []string) {
	for part := range strings.SplitSeq(p.Region, ",") {
		part = strings.TrimSpace(part)
		codes = append(codes, statesOf(part)...)
		if len(part) > 3 {
			codes = append(codes, gazetteer.Regions(part)...)
		} else if code := p.CountryCode + "-" + strings.ToUpper(part); p.CountryCode != "" && gazetteer.IsRegion(code) {
			codes = append(codes, code)
		}
	}
	return codes
}

// likeliest returns the first of towns and those that are nearly as large.
func likeliest(towns []gazetteer.Town) []gazetteer.Town {
	const ahead = 3 // times as many inhabitants
	for i := range towns {
		if ahead*towns[i].Weight() < towns[0].Weight() {
			return towns[:i]
		}
	}
	return towns
}

// townsNamed returns the towns that are found by a name, or else of the name without what may stand beside it: brackets, a number, words such as "Greater" and "Area".
func townsNamed(name string, find func(string) []gazetteer.Town) []gazetteer.Town {
	if first, _ := utf8.DecodeRuneInString(name); name == "" || unicode.IsLower(first) {
		return nil
	}
	if all := find(name); len(all) > 0 {
		return all
	}
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	words := strings.Fields(withoutNumber(name))
	for len(words) > 1 && has(aroundTowns, []byte(strings.ToLower(words[len(words)-1]))) && len(find(strings.Join(words, " "))) == 0 {
		words = words[:len(words)-1]
	}
	for len(words) > 1 && has(aroundTowns, []byte(strings.ToLower(words[0]))) {
		words = words[1:]
	}
	if len(words) == 1 && has(aroundTowns, []byte(strings.ToLower(words[0]))) {
		return nil // "Bay Area"
	}
	if all := find(strings.TrimSuffix(strings.TrimSuffix(strings.Join(words, " "), "市"), "시")); len(all) > 0 {
		return all
	}
	if town, _, ok := cutDistrict(name); ok {
		return townsNamed(town, find)
	}
	return nil
}

// townsAtEnd returns the towns that the last or the first words of a name are, the most words first: "North Leeds", "Paris 8e", "3 km from Leeds". In
// scripts without spaces it is the first letters: "東京都渋谷区". The towns are in the likely country, or large: without such a country from 100,000
// inhabitants on, else from a million on, since "across Kent" on a site of Britain is not in the United States.
func townsAtEnd(name, country string) []gazetteer.Town {
	large := float64(largeTown)
	if country != "" {
		large *= 10
	}
	likely := func(part string, abroad bool) []gazetteer.Town {
		all := gazetteer.Towns(part)
		return slices.DeleteFunc(slices.Clone(all), func(t gazetteer.Town) bool { return t.Country != country && (!abroad || t.Weight() < large) })
	}
	const longestCode = 5 // letters behind a town: a state, or "a. M."
	words := strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == '/' })
	for n := len(words) - 1; n > 0; n-- {
		last, rest := strings.Join(words[len(words)-n:], " "), strings.Join(words[n:], " ")
		isCode := hasNumber(rest) || utf8.RuneCountInString(rest) <= longestCode // "Paris 8e", and no "Victoria Hospital"
		for i, part := range []string{last, strings.Join(words[:n], " ")} {
			const least = 3 // bytes: "A" is another name of Ottawa
			if first, _ := utf8.DecodeRuneInString(part); unicode.IsLower(first) || len(part) < least {
				continue
			}
			if towns := likely(part, i == 0 || isCode); len(towns) > 0 {
				return towns
			}
		}
	}
	const least = 2 // letters of a town's name
	if letters := []rune(name); len(letters) > 0 && unicode.In(letters[0], unicode.Han, unicode.Hangul) {
		for n := len(letters) - 1; n >= least; n-- {
			if towns := likely(string(letters[:n]), true); len(towns) > 0 {
				return towns
			}
		}
	}
	return nil
}

// cutDistrict returns what stands before a dash, which is a town where a part of it or a building follows: "Praha – Smíchov", "上海-长宁区". Names in
// letters that write words apart need spaces around the dash.
func cutDistrict(name string) (town, district string, ok bool) {
	for _, dash := range []string{" – ", " - ", " — "} {
		if town, district, ok = strings.Cut(name, dash); ok {
			return town, district, true
		}
	}
	town, district, ok = strings.Cut(name, "-")
	first, _ := utf8.DecodeRuneInString(name)
	return town, district, ok && unicode.In(first, unicode.Han, unicode.Hangul)
}

// aroundTowns are words before and behind towns.
var aroundTowns = set("greater central inner downtown area bay city metro metropolitan region office hq headquarters campus centre center und umgebung raum großraum stadt région grand agglomération "+
	"área metropolitana provincia ville cedex miasto okolice город г. г omgeving", struct{}{})
