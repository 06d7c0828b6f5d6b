package job

import (
	"fmt"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// marketAreas are names of areas that sales and recruiting use, and which UN M49 lacks. They are in normal form.
const marketAreas = "emea apac latam namer amer amers apj anz asean cee cis dach d_a_ch eea efta mena gcc eu e_u ue benelux nordic nordics nordic_countries baltics balkans scandinavia skandinavien middle_east far_east pacific_rim asia_pacific " +
	"central_europe zentraleuropa mitteleuropa naher_osten moyen_orient north_asia sub_saharan_africa international global"

// areas has the normal names of parts of the world that are larger than a country: the groups of UN M49 with the names of CLDR, and marketAreas.
var areas = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	var groups []language.Region
	for code := range 1000 {
		if region, err := language.ParseRegion(fmt.Sprintf("%03d", code)); err == nil && region.IsGroup() {
			groups = append(groups, region)
		}
	}
	for _, code := range []string{"EU", "EZ", "UN"} {
		groups = append(groups, language.MustParseRegion(code))
	}
	for tag := range strings.FieldsSeq(countryLanguages) {
		names := display.Regions(language.MustParse(tag))
		for _, region := range groups {
			w := cut(names.Name(region), nil)
			if name := w.join(); name != "" && countryCode(name) == "" {
				m[name] = true
			}
		}
	}
	for name := range strings.FieldsSeq(marketAreas) {
		m[strings.ReplaceAll(name, "_", " ")] = true
	}
	return m
})

// isArea reports whether a text names a part of the world that is larger than a country. Such a part says where somebody may live, and is no town.
func isArea(s string) bool {
	const longest = 60
	if len(s) > longest {
		return false
	}
	w := cut(s, nil)
	return areas()[w.join()]
}
