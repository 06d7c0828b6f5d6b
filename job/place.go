package job

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"gannet/internal/lazyregexp"
	"gannet/internal/letters"
	"gannet/job/gazetteer"
)

// CountryCode returns the two-letter ISO 3166 code of a country, given by its name or code, or "" if it is unknown.
func CountryCode(s string) string {
	s = strings.TrimSpace(s)
	if !mayBeginCountry(s) {
		return ""
	}
	if code := countryCode(normalText(s)); code != "" {
		return strings.ToUpper(code)
	}
	if len(s) > 3 {
		return ""
	}
	region, err := language.ParseRegion(s)
	if err != nil || !region.IsCountry() {
		return ""
	}
	return region.Canonicalize().String()
}

// IsRemote reports whether a text in the place of a location means that one can work from anywhere.
func IsRemote(s string) bool {
	if s == "" || len(s) > 60 {
		return false
	}
	w := cut(s, nil)
	return w.dropRemote() && w.join() == ""
}

// maxSplit bounds the places of one text.
const maxSplit = 50

// SplitLocation returns the places that a text in place of a location names, in their parts. remote reports that it says that the work may be
// done from anywhere. The grammar, in which what is no place is left out:
//
//	text   = item { (";" | "|" | "•" | "·" | line break) item }
//	item   = place { ("/" | "&" | "or" | "and" | ",") place }     if a known town or country begins each of them
//	place  = part { ("," | " - " | "(" … ")") part }
//	part   = work mode | placeholder | area of many countries | code of a building | street | [postcode] town [postcode] | region [postcode] | country
//
// An item that is only a country or a region belongs to the item before it. A country at the beginning is read as if it were at the
// end. Towns, regions and countries that share a name are decided by their neighbours, see tailCountry.
func SplitLocation(s string) (places []Place, remote bool) {
	s = html.UnescapeString(letters.Cut(s, longestName))
	for _, item := range splitItems(withoutSecondTown(s)) {
		all := alternatives(spellOut(withFullNames(item)))
		for _, one := range all {
			parts, isRemote := placeParts(one)
			remote = remote || isRemote
			for _, list := range separateTowns(parts, len(all) > 1) {
				if p := placeOf(list); p != (Place{}) && len(places) < maxSplit {
					places = append(places, p)
				}
			}
		}
	}
	return places, remote
}

// secondTown matches a town with its state in brackets, which stands behind another one.
var secondTown = lazyregexp.New(`\(([^(),;|]+), ([A-Z]{2})\)`)

// withoutSecondTown takes a town with its state out of brackets, as a place of its own: "Arlington, VA (Washington, DC)".
func withoutSecondTown(s string) string {
	return secondTown.ReplaceAllStringFunc(s, func(found string) string {
		if m := secondTown.FindStringSubmatch(found); isStateOf(m[2], m[1]) {
			return "; " + m[1] + ", " + m[2] + "; "
		}
		return found
	})
}

// IsShorter reports whether a place has fewer letters than the text from which it was read, because a work mode or the code of a building
// was removed.
func IsShorter(place, text string) bool { return countLetters(place) < countLetters(text) }

func countLetters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// splitItems splits a text at the signs that separate places. It joins a country or region behind a bar to the place before it.
func splitItems(s string) (items []string) {
	start, sign := 0, rune(0)
	add := func(item string, before rune) {
		item = strings.TrimSpace(item)
		last := len(items) - 1
		if before != ';' && last >= 0 && !NamesArea(items[last][strings.LastIndexByte(items[last], ',')+1:]) && len(item) > 1 && (CountryCode(item) != "" || len(statesOf(item)) > 0) {
			items[last] += ", " + item
		} else if item != "" {
			items = append(items, item)
		}
	}
	for i, r := range s {
		if strings.ContainsRune(";|•·；｜、\n", r) {
			add(s[start:i], sign)
			start, sign = i+utf8.RuneLen(r), r
			if r == '；' || r == '、' {
				sign = ';'
			}
		}
	}
	add(s[start:], sign)
	return items
}

// alternatives splits an item at slashes, "&" and words such as "or", if places are on both sides. "OR" in capitals is Oregon but behind a state.
func alternatives(item string) []string {
	fields := strings.Fields(strings.ReplaceAll(item, "/", " / "))
	var list []string
	start := 0
	for i, f := range fields {
		if i > start && i+1 < len(fields) && (f == "/" || f == "&" || has(andOr, []byte(f)) || f == "OR" && len(statesOf(fields[i-1])) > 0) {
			list = append(list, strings.Join(fields[start:i], " "))
			start = i + 1
		}
	}
	if len(list) == 0 || isKnownTown(item) {
		return []string{item}
	}
	list = append(list, strings.Join(fields[start:], " "))
	for i, one := range list {
		parts, mode := placeParts(one)
		switch {
		case len(parts) == 0 && (mode || one != ""):
		case len(parts) == 0, !isKnownTown(parts[0]) && CountryCode(parts[0]) == "", i > 0 && len(parts) == 1 && len(statesOf(parts[0])) > 0 && !isKnownTown(parts[0]):
			return []string{item}
		}
	}
	return list
}

// andOr stand between things one of which may be chosen, or all of which are meant.
var andOr = set("or and oder und ou et o y e i lub oraz of en eller och og tai ja или и або", struct{}{})

// separateTowns returns several places if the parts of one are a list of three towns or more, each far from the others. Two are enough inList, in a text that
// names more, if they are large towns of two countries, and if each has its state. A country at the end is that of all.
func separateTowns(parts []string, inList bool) (all [][]string) {
	towns, tail := parts, []string(nil)
	if last := len(parts) - 1; last > 0 && CountryCode(parts[last]) != "" && !isKnownTown(parts[last]) {
		towns, tail = parts[:last], parts[last:]
	}
	if all = townsWithStates(parts); len(all) > 1 {
		return all
	}
	if areCountries(parts) {
		for _, country := range parts {
			all = append(all, []string{country})
		}
		return all
	}
	if len(towns) < 2 || len(towns) == 2 && !inList && !areLargeAbroad(towns[0], towns[1]) || !AreTowns(towns, "") {
		return [][]string{parts}
	}
	for _, t := range towns {
		all = append(all, append([]string{t}, tail...))
	}
	return all
}

// townsWithStates returns the places of a list in which each town stands before its state, such as "Austin, TX, Portland, OR". It returns none if the parts are no
// such list; a last part without a state is left out.
func townsWithStates(parts []string) (all [][]string) {
	for ; len(parts) > 1; parts = parts[2:] {
		if !isStateOf(withoutPostcode(parts[1]), parts[0]) {
			return nil
		}
		all = append(all, parts[:2])
	}
	return all
}

// isStateOf reports whether a state, given by its name or code, has a town or village of a name.
func isStateOf(state, town string) bool {
	return slices.ContainsFunc(statesOf(state), func(code string) bool {
		isIn := func(t gazetteer.Town) bool { return t.Region == code }
		return slices.ContainsFunc(gazetteer.Towns(town), isIn) || slices.ContainsFunc(gazetteer.Villages(town, code[:2]), isIn)
	})
}

// areCountries reports whether names are those of several countries and, unless they are many, of no states, and none is a town of the next one, as Lebanon is in the United
// States.
func areCountries(names []string) bool {
	const sure = 4 // names, of which one that is no state's shows that the others are countries, too: "AR, DE, FR, SG"
	mayBeStates := len(names) < sure || !slices.ContainsFunc(names, func(name string) bool { return len(statesOf(name)) == 0 })
	for i, name := range names {
		code := CountryCode(name)
		if code == "" || mayBeStates && len(statesOf(name)) > 0 || i > 0 && (code == CountryCode(names[i-1]) || slices.ContainsFunc(gazetteer.Towns(names[i-1]), func(t gazetteer.Town) bool { return t.Country == code })) {
			return false
		}
	}
	return len(names) > 1
}

// areLargeAbroad reports whether two names are those of large towns in two countries, and the second country has no place of the first name, or one that is
// far smaller and not near the second town, as Richmond is near London.
func areLargeAbroad(one, two string) bool {
	first, second := gazetteer.Towns(one), gazetteer.Towns(two)
	if len(first) == 0 || len(second) == 0 || min(first[0].Weight(), second[0].Weight()) < largeTown {
		return false
	}
	country := second[0].Country
	const ahead = 10 // times as many inhabitants

	if isRegionOf(two, one) { // "London, Ontario"
		return false
	}
	mayBe := func(t gazetteer.Town) bool {
		return t.Country == country && (ahead*t.Weight() > first[0].Weight() || t.Distance(&second[0]) < nearTown)
	}
	return first[0].Country != country && !slices.ContainsFunc(first, mayBe) && !slices.ContainsFunc(gazetteer.Villages(one, country), mayBe)
}

// spellOut turns a place that begins with codes around, as applicant tracking systems write them: "US-IL-Yorkville", "GBR-London" or "DE-Berlin".
// Two letters that are the codes of a country and of a state mean whichever of them has a town of the name. If both or neither have one, the text stays.
func spellOut(s string) string {
	parts := strings.Split(strings.TrimSpace(s), "-")
	isCode := func(code string) bool { return (len(code) == 2 || len(code) == 3) && isCapitals(code) }
	if len(parts) < 2 || !isCode(parts[0]) || CountryCode(parts[0]) == "" {
		return s
	}
	if len(parts) > 2 && isCode(parts[1]) && isTown(parts[2]) {
		return strings.Join(parts[2:], "-") + ", " + parts[1] + ", " + parts[0]
	}
	town := strings.Join(parts[1:], "-")
	name, _, _ := strings.Cut(town, ",")
	if !isTown(town) || len(parts[0]) == 2 && isState(parts[0]) && !isOnlyIn(name, CountryCode(parts[0]), statesOf(parts[0])) {
		return s
	}
	return town + ", " + parts[0]
}

// shortNames are what people write for large cities and the towns around them, and which no country, state or town is called.
var shortNames = map[string]string{"SF": "San Francisco", "DC": "Washington", "SLC": "Salt Lake City", "KL": "Kuala Lumpur", "BLR": "Bangalore", "Bay Area": "San Francisco Bay Area", "SF Bay Area": "San Francisco Bay Area", "Silicon Valley": "Silicon Valley, CA"}

// shortName matches a short name, with the capital of a word before it, of which it is then a part: "Tampa Bay Area".
var shortName = lazyregexp.New(`([A-Z]\pL+,? )?\b(SF|DC|SLC|KL|BLR|Bay Area|Silicon Valley)\b`)

// withFullNames returns a text with the full names of cities in place of shortNames.
func withFullNames(s string) string {
	return shortName.ReplaceAllStringFunc(s, func(found string) string {
		if full, ok := shortNames[found]; ok {
			return full
		}
		return found
	})
}

// isOnlyIn reports whether a country has a town of a name, and some regions have none.
func isOnlyIn(town, country string, regions []string) bool {
	towns := gazetteer.Towns(town)
	return slices.ContainsFunc(towns, func(t gazetteer.Town) bool { return t.Country == country }) &&
		!slices.ContainsFunc(towns, func(t gazetteer.Town) bool { return slices.Contains(regions, t.Region) })
}

func isCapitals(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c < 'A' || c > 'Z' }) < 0
}

// isTown reports whether a text begins with a capital letter and goes on with a small one.
func isTown(s string) bool {
	first, size := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[size:])
	return unicode.IsUpper(first) && unicode.IsLower(second)
}

// isState reports whether a text is the code of a state of the US or a province of Canada.
func isState(code string) bool {
	for _, c := range stateCodes {
		if strings.EqualFold(c, code) {
			return true
		}
	}
	return false
}

func hasNumber(s string) bool { return strings.ContainsAny(s, "0123456789") }
