package job

import (
	"cmp"
	"strings"
)

// CountryOf returns the ISO 3166 code, in lower case, of the country that a location names at its end, or whose state it names
// there. It returns "" if there is none.
func CountryOf(location string) string {
	last := ""
	for part := range locationParts(spellOut(location)) {
		w := cut(part, nil)
		w.dropPostcodes()
		if text := w.join(); text != "" {
			last = text
		}
	}
	if code := countryCode(last); code != "" || last == "us" { // countryCode does not know the word us
		return cmp.Or(code, last)
	}
	word := last[strings.LastIndexByte(last, ' ')+1:]
	for _, name := range []string{last, word} {
		if country := stateCountries[name]; country != "" {
			return country
		}
	}
	return ""
}

// stateCountries maps states to their countries. Codes that are also words, or states of two countries, are left out.
var stateCountries = func() map[string]string {
	m := map[string]string{}
	provinces := set("ab bc mb nb nl ns on pe qc sk", struct{}{})
	ambiguous := set("wa nt sa de la in me or al pe on ok hi oh id pa ma mo ne nl co va", struct{}{})
	for name, code := range stateCodes {
		country := "us"
		if _, ok := provinces[code]; ok {
			country = "ca"
		}
		m[name] = country
		if _, ok := ambiguous[code]; !ok {
			m[code] = country
		}
	}
	delete(m, "georgia")
	for name := range strings.SplitSeq("nsw,qld,vic,tas,act,new south wales,queensland,victoria,tasmania,western australia,south australia,northern territory,australian capital territory", ",") {
		m[name] = "au"
	}
	return m
}()
