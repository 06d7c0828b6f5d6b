package gazetteer

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestKey(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "Leeds": "leeds", "St. Louis": "saint louis", "Saint-Louis": "saint louis", "Ft. Collins": "fort collins", "King’s Lynn": "kings lynn",
		"Düsseldorf": "dusseldorf", "Duesseldorf": "dusseldorf", "Łódź": "lodz", "Mount St": "mount st", "北京": "北京", "Москва": "москва",
	} {
		if got := Key(name); got != want {
			t.Errorf("Key(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestTowns(t *testing.T) {
	for name, want := range map[string]string{
		"London": "GB-ENG CA-ON", "Fort Collins": "US-CO", "Köln": "DE-NW", "Koeln": "DE-NW", "Milano": "IT-25", "Hull": "GB-ENG CA-QC", "Москва": "RU-MOW", "東京": "JP-13", "Nowhereville": "", "": "",
	} {
		var codes []string
		for _, town := range Towns(name) {
			codes = append(codes, town.Region)
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%q is in %q, want %q", name, got, want)
		}
		if IsTown(name) != (want != "") {
			t.Errorf("IsTown(%q) = %t", name, want == "")
		}
	}
}

func TestVillages(t *testing.T) {
	for _, test := range []struct{ name, country, region, nuts string }{
		{"Chipping Norton", "GB", "GB-ENG", "UKJ14"}, {"Kobierzyce", "PL", "PL-02", "PL514"}, {"Yorkville", "US", "US-NY", ""}, {"Kobierzyce", "GB", "", ""}, {"Leeds", "GB", "", ""}, {"Leeds", "XX", "", ""},
	} {
		got := Town{}
		if all := Villages(test.name, test.country); len(all) > 0 {
			got = all[0]
		}
		if got.Region != test.region || got.NUTS != test.nuts || got.Country != "" && got.Country != test.country || got.Population >= 20_000 {
			t.Errorf("%s of %s is %+v, want %s, %s", test.name, test.country, got, test.region, test.nuts)
		}
	}
	for country, part := range villagesOf() {
		for _, r := range part().list {
			if math.Abs(float64(r.latitude)) > 9000 || math.Abs(float64(r.longitude)) > 18000 {
				t.Fatalf("%s of %s is nowhere", r.name, country)
			}
		}
	}
}

func TestRegions(t *testing.T) {
	for name, want := range map[string]string{"Georgia": "US-GA", "Bayern": "DE-BY", "Bavaria": "DE-BY", "British Columbia": "CA-BC", "New South Wales": "AU-NSW", "Leeds": ""} {
		if got := strings.Join(Regions(name), " "); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	if !IsRegion("US-GA") || IsRegion("US-XX") || IsRegion("US") || IsRegion("") {
		t.Error("wrong codes of regions")
	}
}

// TestNUTS has regions of each level: whole countries that are not divided, districts by their name, towns that are a district, counties of which a region
// consists, towns of which only a larger region is known, and parts of countries with codes of their own.
func TestNUTS(t *testing.T) {
	for name, want := range map[string]string{
		"Berlin": "DE300", "Munich": "DE212", "Rosenheim": "DE213", "Lyon": "FRK26", "Bergamo": "ITC46", "Girona": "ES512", "Antwerpen": "BE211", "Stockholm": "SE110",
		"Kraków": "PL213", "Bydgoszcz": "PL61", "Kildare": "", "Cork": "IE053", "Tallinn": "EE001", "Athens": "EL30", "Leeds": "UKE42", "Wigan": "UKD36", "Croydon": "UKI62",
		"Zürich": "CH040", "Caldas da Rainha": "", "Cascais": "PT1A0", "Sofia": "BG411", "Istanbul": "TR100", "Nicosia": "CY000", "Hull": "UKE11", "Chicago": "",
		"London": "UKI", "Bremen": "DE501", "Bremerhaven": "DE502", "Gandia": "ES523", "Alicante": "ES521", "Benicarló": "ES522", // parts of regions that have their names
		"Les Abymes": "FRY10", "Fort-de-France": "FRY20", "Cayenne": "FRY30", "Le Tampon": "FRY40", "Mamoudzou": "FRY50", "Mariehamn": "FI200", "Longyearbyen": "NO0B2",
	} {
		got := ""
		if towns := Towns(name); len(towns) > 0 {
			got = towns[0].NUTS
		}
		if got != want {
			t.Errorf("%s is in %q, want %q", name, got, want)
		}
	}
	for region, want := range map[string]string{"DE-BY": "DE2", "FR-ARA": "FRK", "IT-25": "ITC4", "SE-AB": "SE110", "GB-SCT": "UKM", "GB-ENG": "", "PT-10": "", "US-TX": "", "DE-XX": "",
		"LU": "LU000", "DK": "DK0", "EE": "EE00", "RE": "FRY40", "AX": "FI200", "SJ": "NO0B", "DE": "", "GB": "", "US": "", "": ""} {
		if got := NUTSOf(region); got != want {
			t.Errorf("%s is %q, want %q", region, got, want)
		}
	}
}

// The states of the US, its district, and the provinces of Canada that have a town each have their code by ISO 3166-2, which are those of the post.
func TestStates(t *testing.T) {
	for _, states := range []struct{ country, codes string }{
		{"US", "AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY"},
		{"CA", "AB BC MB NB NL NS NT ON PE QC SK YT"}, {"AU", "ACT NSW NT QLD SA TAS VIC WA"},
	} {
		var got []string
		for _, code := range read().codes {
			if state, ok := strings.CutPrefix(code, states.country+"-"); ok {
				got = append(got, state)
			}
		}
		if strings.Join(got, " ") != states.codes {
			t.Errorf("states of %s: %v", states.country, got)
		}
	}
}

func TestDistance(t *testing.T) {
	leeds, york := Towns("Leeds")[0], Towns("York")[0]
	if d := leeds.Distance(&york); math.Abs(d-36) > 3 {
		t.Errorf("Leeds and York are %.1f km from each other", d)
	}
	if d := leeds.Distance(&leeds); d != 0 {
		t.Errorf("Leeds is %.1f km from itself", d)
	}
}

// The index finds for each name what a search of all lines finds.
func TestIndexHasAllNames(t *testing.T) {
	text, _, _ := strings.Cut(decode(townsFile), "\x00")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); i += 97 {
		fields := strings.Split(lines[i], "\t")
		if strings.HasPrefix(lines[i], "#") {
			continue
		}
		for _, key := range append(strings.FieldsFunc(fields[1], func(r rune) bool { return r == '|' }), Key(fields[0])) {
			if Key(key) != key { // "queens" has the key "quens", which has another one
				continue
			}
			if !slices.ContainsFunc(Towns(key), func(t Town) bool { return t.Name == fields[0] }) {
				t.Errorf("%q is not found by %q", fields[0], key)
			}
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		(&data{towns: index{met: newFilter()}, regions: index{met: newFilter()}}).parse(decode(townsFile))
	}
}

func BenchmarkTowns(b *testing.B) {
	read()
	b.ReportAllocs()
	for b.Loop() {
		Towns("Cambridge")
	}
}
