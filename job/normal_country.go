package job

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// countryLanguages are the languages in which names of countries are known.
const countryLanguages = "en de fr es it pt nl pl ru uk cs sk sv da nb fi hu ro tr el bg hr zh zh-Hant ja ko ar he id vi"

// moreCountries are names that CLDR lacks, with "_" between the words of a name.
const moreCountries = "usa us u_s_a us united_states_of_america us america us uk gb u_k gb great_britain gb england gb scotland gb wales gb northern_ireland gb " +
	"uae ae deutschland de brd de holland nl the_netherlands nl russia ru russian_federation ru российская_федерация ru рф ru czech_republic cz " +
	"ceska_republika cz slovak_republic sk ksa sa korea kr south_korea kr republic_of_korea kr viet_nam vn macedonia mk eire ie republic_of_ireland ie " +
	"prc cn mainland_china cn 中华人民共和国 cn 中國 cn türkiye tr turkey tr сша us"

// countries maps the normal form of a country's name to its code in lower case. It has some 6,000 names and is made at its
// first use.
var countries = sync.OnceValue(func() map[string]string {
	m := make(map[string]string, 6000)
	all := regions()
	for tag := range strings.FieldsSeq(countryLanguages) {
		names := display.Regions(language.MustParse(tag))
		for _, region := range all {
			w := cut(names.Name(region), nil)
			if name := w.join(); name != "" && m[name] == "" {
				m[name] = strings.ToLower(region.String())
			}
		}
	}
	more := strings.Fields(moreCountries)
	for i := 0; i+1 < len(more); i += 2 {
		name := cut(strings.ReplaceAll(more[i], "_", " "), nil)
		m[name.join()] = more[i+1]
	}
	return m
})

// mayBeginCountry reports whether a text may be a country's name or code. If it begins with three letters of ASCII, these say so.
func mayBeginCountry(s string) bool {
	if len(s) <= 3 {
		return true
	}
	var first [3]byte
	for i := range first {
		if first[i] = s[i] | 0x20; first[i] < 'a' || first[i] > 'z' {
			return true
		}
	}
	return countryBeginnings()[first]
}

// countryBeginnings are the first three bytes of the names in countries.
var countryBeginnings = sync.OnceValue(func() map[[3]byte]bool {
	all := map[[3]byte]bool{}
	for name := range countries() {
		if len(name) >= 3 {
			all[[3]byte([]byte(name[:3]))] = true
		}
	}
	return all
})

// regions returns the countries that have a code of two letters.
func regions() []language.Region {
	var all []language.Region
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			region, err := language.ParseRegion(string(a) + string(b))
			if err == nil && region.IsCountry() && region.Canonicalize() == region {
				all = append(all, region)
			}
		}
	}
	return all
}

// countryCode returns the ISO 3166 code, in lower case, of a country's normal name, or "".
func countryCode(name string) string { return countries()[name] }

// stateCodes maps the states of the US and the provinces of Canada to their postal codes.
var stateCodes = states("alabama al alaska ak arizona az arkansas ar california ca colorado co connecticut ct delaware de florida fl georgia ga hawaii hi " +
	"idaho id illinois il indiana in iowa ia kansas ks kentucky ky louisiana la maine me maryland md massachusetts ma michigan mi minnesota mn " +
	"mississippi ms missouri mo montana mt nebraska ne nevada nv new_hampshire nh new_jersey nj new_mexico nm new_york ny north_carolina nc " +
	"north_dakota nd ohio oh oklahoma ok oregon or pennsylvania pa rhode_island ri south_carolina sc south_dakota sd tennessee tn texas tx utah ut " +
	"vermont vt virginia va washington wa west_virginia wv wisconsin wi wyoming wy district_of_columbia dc " +
	"alberta ab british_columbia bc manitoba mb new_brunswick nb newfoundland_and_labrador nl nova_scotia ns ontario on prince_edward_island pe " +
	"quebec qc saskatchewan sk")

func states(list string) map[string]string {
	m := map[string]string{}
	pairs := strings.Fields(list)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[strings.ReplaceAll(pairs[i], "_", " ")] = pairs[i+1]
	}
	return m
}
