package job

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
)

// CountryCode returns the ISO 3166 code of two letters of a country's name or code, or "".
func CountryCode(s string) string {
	s = strings.TrimSpace(s)
	name := cut(s, nil)
	if code := countryCode(name.join()); code != "" {
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

// IsRemote reports whether a text in place of a location means work from anywhere.
func IsRemote(s string) bool {
	if s == "" || len(s) > 60 {
		return false
	}
	w := cut(s, nil)
	return w.dropRemote() && w.join() == ""
}

// SplitLocation returns the parts of locations that are separated by ";": town, region and country, separated by commas. remote
// reports that one of them means any place.
func SplitLocation(s string) (places []Place, remote bool) {
	for one := range strings.SplitSeq(s, ";") {
		var parts []string
		for part := range strings.SplitSeq(spellOut(one), ",") {
			part, isRemote := cutRemote(strings.TrimSpace(part))
			remote = remote || isRemote
			if part != "" {
				parts = append(parts, part)
			}
		}
		if len(parts) > 0 {
			places = append(places, placeOf(parts))
		}
	}
	return places, remote
}

// spellOut turns a place that begins with codes around, as applicant tracking systems write them: "US-IL-Yorkville" or "GB-London".
// Two letters before a town may be a state's, and then it is not clear what the town's country is.
func spellOut(s string) string {
	parts := strings.Split(strings.TrimSpace(s), "-")
	isCode := func(code string) bool { return len(code) == 2 && isCapitals(code) }
	switch {
	case len(parts) < 2 || !isCode(parts[0]) || CountryCode(parts[0]) == "":
		return s
	case len(parts) > 2 && (isCode(parts[1]) || len(parts[1]) == 3 && isCapitals(parts[1])) && isTown(parts[2]):
		return strings.Join(parts[2:], "-") + ", " + parts[1] + ", " + parts[0]
	case isState(parts[0]) || !isTown(parts[1]):
		return s
	}
	return strings.Join(parts[1:], "-") + ", " + parts[0]
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

// cutRemote cuts off what says in a part of a location that the work is done anywhere, as in "Leeds (remote)" or "Remote - Spain".
func cutRemote(part string) (place string, remote bool) {
	if IsRemote(part) {
		return "", true
	}
	if before, rest, ok := strings.Cut(part, "("); ok {
		if inside, after, closed := strings.Cut(rest, ")"); closed && IsRemote(inside) {
			return strings.TrimSpace(before + after), true
		}
	}
	for _, sign := range []string{" - ", " – ", " / ", " | ", " · "} {
		before, after, ok := strings.Cut(part, sign)
		switch {
		case ok && IsRemote(before):
			return strings.TrimSpace(after), true
		case ok && IsRemote(after):
			return strings.TrimSpace(before), true
		}
	}
	return part, false
}

// placeOf makes a place of its parts: the last is the country if it names one, and the first the town.
func placeOf(parts []string) (p Place) {
	last := len(parts) - 1
	// Georgia, CA and DE are also states: two letters after a town are more often one.
	if code := CountryCode(parts[last]); code != "" && (len(parts[last]) > 3 || !isState(parts[last]) || last > 1) {
		p.Country, p.CountryCode = parts[last], code
		parts = parts[:last]
	}
	if len(parts) > 1 && hasNumber(parts[0]) { // a street, unless the number is the town's
		if code, town := splitPostcode(parts[0]); town == "" || code == "" {
			p.Street, parts = parts[0], parts[1:]
		}
	}
	if len(parts) > 0 {
		p.Postcode, p.Town = splitPostcode(parts[0])
		p.Region = strings.Join(parts[1:], ", ")
	}
	return p
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

// splitPostcode returns the number of four to six digits at one end of a town, and the rest.
func splitPostcode(s string) (code, town string) {
	words := strings.Fields(s)
	isCode := func(w string) bool {
		return len(w) >= 4 && len(w) <= 6 && strings.Trim(w, "0123456789-") == ""
	}
	switch last := len(words) - 1; {
	case last >= 0 && isCode(words[0]):
		return words[0], strings.Join(words[1:], " ")
	case last > 0 && isCode(words[last]):
		return words[last], strings.Join(words[:last], " ")
	}
	return "", s
}
