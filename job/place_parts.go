package job

import (
	"slices"
	"strings"
	"unicode"

	"gannet/job/gazetteer"
)

// placeParts returns the parts of one place, without what is none: the work mode, placeholders, areas of many countries and codes of buildings.
func placeParts(s string) (parts []string, remote bool) {
	var take func(part string)
	take = func(part string) {
		part = strings.TrimSpace(part)
		if IsNoPlace(part) {
			return
		}
		if place, anywhere := cutMode(part); place != part {
			remote = remote || anywhere
			for _, w := range splitWords(place) { // "Onsite in Austin TX"
				take(w)
			}
			return
		}
		part = withoutOnly(withoutFacility(part))
		if part != "" && !IsNoPlace(part) && !IsRemote(part) && !isArea(part) {
			parts = append(parts, part)
		}
	}
	for _, piece := range splitCommas(s) {
		for _, part := range splitBrackets(piece) {
			for _, p := range splitDashes(part) {
				if isArea(p) {
					continue
				}
				for _, w := range splitWords(p) {
					take(w)
				}
			}
		}
	}
	return parts, remote
}

// splitCommas splits a text at commas that are not in brackets.
func splitCommas(s string) (list []string) {
	start, depth := 0, 0
	for i, r := range s {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(0, depth-1)
		case ',', '，':
			if depth == 0 {
				list = append(list, s[start:i])
				start = i + len(string(r))
			}
		}
	}
	return append(list, s[start:])
}

// splitBrackets takes brackets that hold a country, a region, a placeholder, a number or the work mode for a part of their own. Others belong to the name.
func splitBrackets(s string) []string {
	open := strings.IndexAny(s, "([")
	if open < 0 {
		return []string{s}
	}
	end := strings.IndexAny(s[open:], ")]")
	if end < 0 {
		return []string{s}
	}
	inside, before, after := strings.TrimSpace(s[open+1:open+end]), strings.TrimSpace(s[:open]), s[open+end+1:]
	mode, _ := cutMode(inside)
	switch {
	case mode != inside, IsNoPlace(inside), IsRemote(inside), CountryCode(inside) != "", before == "", len(statesOf(inside)) > 0, isRegionOf(inside, before):
	case isShortNumber(inside):
	case IsRemote(before) || before != "" && modeOnly(before):
	default:
		return []string{s}
	}
	list := []string{before}
	if rest := strings.TrimSpace(after); rest != "" {
		list[0] = strings.TrimSpace(before + " " + rest)
	}
	if mode == "" {
		return append(list, inside)
	}
	return append(list, splitCommas(inside)...)
}

// isRegionOf reports whether a text names a region that has a town of a name.
func isRegionOf(region, town string) bool {
	codes := gazetteer.Regions(region)
	return len(codes) > 0 && slices.ContainsFunc(gazetteer.Towns(town), func(t gazetteer.Town) bool { return slices.Contains(codes, t.Region) })
}

// isCodeOf reports whether a text is the code of the region of a town, by ISO 3166-2 without the country: SP of São Paulo.
func isCodeOf(code, town string) bool {
	return isCapitals(code) && slices.ContainsFunc(gazetteer.Towns(town), func(t gazetteer.Town) bool { return len(t.Region) > 3 && t.Region[3:] == code })
}

// isShortNumber reports whether a text is a number of at most three digits.
func isShortNumber(s string) bool {
	return s != "" && len(s) <= 3 && strings.Trim(s, "0123456789") == ""
}

// modeOnly reports whether a text says how much of the work is done at a place, and nothing else.
func modeOnly(s string) bool {
	place, _ := cutMode(s)
	return place == ""
}

// splitDashes splits a part at a dash between spaces, if one side is a country, a state, a number, the work mode or the code of a building.
func splitDashes(s string) []string {
	var list []string
	rest := s
	for {
		at, width := -1, 0
		for _, dash := range []string{" - ", " – ", " — ", ": "} {
			if i := strings.Index(rest, dash); i >= 0 && (at < 0 || i < at) {
				at, width = i, len(dash)
			}
		}
		if at < 0 {
			break
		}
		list = append(list, rest[:at])
		rest = rest[at+width:]
	}
	list = append(list, rest)
	if len(list) == 1 {
		return list
	}
	for i, part := range list {
		part = strings.TrimSpace(part)
		if CountryCode(part) != "" && (i == 0 || i == len(list)-1) || len(statesOf(part)) > 0 || IsRemote(part) || modeOnly(part) || IsNoPlace(part) || i == 0 && isFacility(part) || isShortNumber(part) || i == 1 && isCodeOf(part, list[0]) {
			return list
		}
	}
	return []string{s}
}

// splitWords takes a country, or the code of a state, at the end of a part for one of its own, if what stands before it is a town there: "Austin TX".
func splitWords(s string) []string {
	s = strings.TrimSpace(s)
	code, name := cutPostcode(s)
	i := strings.LastIndexByte(name, ' ')
	if i < 0 || isKnownTown(name) {
		return []string{s}
	}
	head, tail := name[:i], name[i+1:]
	towns := gazetteer.Towns(withoutPostcode(head))
	country, states := CountryCode(tail), statesOf(tail)
	if !isCapitals(tail) && len(tail) <= 3 {
		return []string{s}
	}
	if !slices.ContainsFunc(towns, func(t gazetteer.Town) bool {
		return slices.Contains(states, t.Region) || country != "" && t.Country == country
	}) {
		return []string{s}
	}
	if code != "" && strings.HasSuffix(s, code) {
		tail += " " + code
	} else if code != "" {
		head = s[:strings.LastIndex(s, tail)]
	}
	return []string{head, tail}
}

// withoutFacility cuts off what stands before a town and is the code of a building: "FTC03 - Ft. Collins".
func withoutFacility(part string) string {
	if isFacility(part) {
		return ""
	}
	return part
}

// withoutOnly cuts off words that restrict a country: "US only", "Germany based", "Western United States".
func withoutOnly(part string) string {
	words := strings.Fields(part)
	for len(words) > 1 && has(directions, []byte(strings.ToLower(words[0]))) {
		words = words[1:]
	}
	for len(words) > 1 && has(onlyWords, []byte(strings.ToLower(words[len(words)-1]))) {
		words = words[:len(words)-1]
	}
	if country := strings.Join(words, " "); CountryCode(country) != "" {
		return country
	}
	return part
}

// onlyWords restrict a country in front of them.
var onlyWords = set("only based uniquement seulement nur solo solamente soltanto alleen tylko pouze endast kun только", struct{}{})

// directions stand before a country and mean a part of it. North and South alone are of the names of countries.
var directions = set("western eastern northern southern continental mainland", struct{}{})

// isFacility reports whether a text is one word of capitals and digits, of both, and is no postcode.
func isFacility(s string) bool {
	if len(s) < 3 || len(s) > 10 || strings.IndexFunc(s, func(r rune) bool { return !(r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_') }) >= 0 {
		return false
	}
	code, rest := cutPostcode(s)
	return hasNumber(s) && strings.IndexFunc(s, unicode.IsLetter) >= 0 && !(code != "" && rest == "")
}

// placeOf makes a place of its parts: the last is the country if it names one, the one before it the region, and the first that is no street
// the town.
func placeOf(parts []string) (p Place) {
	parts = countryLast(parts)
	if len(parts) == 0 {
		return p
	}
	if len(parts) == 2 && isShortNumber(parts[0]) { // the number of a département
		parts = []string{parts[1], parts[0]}
	}
	if last := len(parts) - 1; tailCountry(parts) != "" {
		p.Country, p.CountryCode = parts[last], tailCountry(parts)
		parts = parts[:last]
	}
	for last := len(parts) - 1; last > 0; last = len(parts) - 1 { // "TX 78701", "LS1 1AA"
		code, rest := cutPostcode(parts[last])
		if code == "" || rest != "" && len(statesOf(rest)) == 0 {
			break
		}
		p.Postcode = code
		if parts[last] = rest; rest != "" {
			break
		}
		parts = parts[:last]
		if country := tailCountry(parts); country != "" && p.CountryCode == "" { // "Rabat, MA, 10000"
			p.Country, p.CountryCode = parts[last-1], country
			parts = parts[:last-1]
		}
	}
	if at := townAt(parts, p.Postcode != ""); at > 0 {
		p.Street = strings.Join(parts[:at], ", ")
		parts = parts[at:]
	}
	if len(parts) > 0 {
		code, town := cutPostcode(parts[0])
		if code != "" {
			p.Postcode = code
		}
		p.Town, p.Region = strings.TrimLeft(town, " -–"), strings.Join(parts[1:], ", ")
	}
	if p.Region == "" && p.Town != "" && p.Street == "" && p.Postcode == "" && isOnlyRegion(p.Town, p.CountryCode) {
		p.Town, p.Region = "", p.Town
	}
	return p
}

// isOnlyRegion reports whether a text names a region, of a country if it is known, and no town. The code of a state of the country is no town: "WA".
func isOnlyRegion(name, country string) bool {
	ofCountry := func(code string) bool { return code[:2] == country }
	if country != "" && isCapitals(name) && slices.ContainsFunc(statesOf(name), ofCountry) {
		return true
	}
	if isKnownTown(name) && !isKnownState(name) {
		return false
	}
	return slices.ContainsFunc(append(statesOf(name), gazetteer.Regions(name)...), func(code string) bool { return country == "" && len(name) > 3 || ofCountry(code) })
}

// isKnownState reports whether a text is the full name of a state that is better known than the towns of that name, as that of Florida is.
func isKnownState(name string) bool {
	return len(name) > 3 && len(statesOf(name)) > 0 &&
		!slices.ContainsFunc(gazetteer.Towns(name), func(t gazetteer.Town) bool { return t.Weight() >= 2*largeTown })
}

// countryLast puts a country, and then a region, that the parts begin with behind the town.
func countryLast(parts []string) []string {
	last := len(parts) - 1
	if last < 1 || isCapitals(parts[0]) && len(parts[0]) == 2 && isState(parts[0]) || CountryCode(parts[0]) == "" || CountryCode(parts[last]) != "" {
		return parts
	}
	country := CountryCode(parts[0])
	if states := statesOf(parts[last]); len(states) > 0 && !slices.ContainsFunc(states, func(code string) bool { return code[:2] == country }) {
		return parts // "Lebanon, Tennessee"
	}
	list := append(slices.Clone(parts[1:]), parts[0])
	if last >= 2 && isOnlyRegion(list[0], country) {
		list[0], list[1] = list[1], list[0]
	}
	return list
}

// townAt returns the index of the part that is the town: one with its postcode, or the one behind a street, which has a number. Four digits and a name may be
// either: they are a street if the postcode stands elsewhere, or if the next part is a known town and the name is none.
func townAt(parts []string, hasPostcode bool) int {
	at := 0
	for i, part := range parts {
		code, town := cutPostcode(part)
		isStreet := len(code) <= 4 && i+1 < len(parts) && !isKnownTown(town) && (hasPostcode || isKnownTown(withoutPostcode(parts[i+1])))
		if code != "" && town != "" && !isStreet {
			return i
		}
		if i+1 < len(parts) && hasNumber(part) && !isKnownTown(withoutNumber(part)) {
			at = i + 1
		}
	}
	return at
}

// withoutNumber cuts a number off the end of a name: "Praha 4".
func withoutNumber(s string) string { return strings.TrimRight(s, " 0123456789") }

// tailCountry returns the code of the country that the last part names, "" if it names none or is rather a region. The parts before it decide
// about a name or code of both, such as Georgia or CA. A region of the country speaks for it. Otherwise the larger town counts, of
// those that the region or the country has. If these are unknown, a state of the US, Canada or Australia is likelier.
func tailCountry(parts []string) string {
	last := len(parts) - 1
	text := parts[last]
	country := CountryCode(text)
	if country == "" {
		return ""
	}
	if last == 0 {
		return country
	}
	states := statesOf(text)
	regions := append(slices.Clone(states), gazetteer.Regions(text)...)
	regions = slices.DeleteFunc(regions, func(code string) bool { return code[:2] == country })
	if len(text) > 3 && len(regions) == 0 {
		return country
	}
	inCountry, inRegion, elsewhere := 0., 0., 0.
	for _, before := range parts[:last] {
		name := withoutPostcode(before)
		if len(regions) > 0 && slices.ContainsFunc(append(statesOf(name), gazetteer.Regions(name)...), func(code string) bool { return code[:2] == country }) {
			return country
		}
		for _, t := range gazetteer.Towns(name) {
			switch {
			case slices.Contains(regions, t.Region):
				inRegion = max(inRegion, t.Weight())
			case t.Country == country:
				inCountry = max(inCountry, t.Weight())
			case hasProvince(&t, text):
				elsewhere = max(elsewhere, t.Weight())
			}
		}
	}
	switch {
	case inRegion > inCountry, inCountry == 0 && len(states) > 0:
		return ""
	case inCountry == 0 && len(text) == 2 && elsewhere >= largeTown:
		return "" // the letters of a province, as in "Genova, GE"
	}
	return country
}

// hasProvince reports whether two letters may be the code of a town's region: that of ISO 3166-2, or of a province in Italy and Spain, whose codes the gazetteer lacks.
func hasProvince(t *gazetteer.Town, letters string) bool {
	return t.Country == "IT" || t.Country == "ES" || len(t.Region) > 3 && t.Region[3:] == letters
}

// largeTown is the number of inhabitants from which on a town is known by its name.
const largeTown = 100_000

// statesOf returns the codes by ISO 3166-2 of the states of the US and Australia and the provinces of Canada that a text names, in full or by their code in capitals.
func statesOf(text string) (codes []string) {
	if text = strings.TrimSpace(text); len(text) == 2 || len(text) == 3 {
		for _, country := range stateCountryCodes {
			if code := country + "-" + text; gazetteer.IsRegion(code) {
				codes = append(codes, code)
			}
		}
		return codes
	}
	for _, code := range gazetteer.Regions(text) {
		if slices.Contains(stateCountryCodes, code[:2]) {
			codes = append(codes, code)
		}
	}
	return codes
}

// stateCountryCodes are the countries in which towns are mostly written with their state alone.
var stateCountryCodes = []string{"US", "CA", "AU"}
