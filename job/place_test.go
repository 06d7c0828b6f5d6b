package job

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPartsOfLocations(t *testing.T) {
	for text, want := range map[string]Place{
		"Leeds":                           {Town: "Leeds"},
		"Oslo, Norway":                    {Town: "Oslo", Country: "Norway", CountryCode: "NO"},
		"Leeds, West Yorkshire, UK":       {Town: "Leeds", Region: "West Yorkshire", Country: "UK", CountryCode: "GB"},
		"Macon, GA":                       {Town: "Macon", Region: "GA"},
		"1600 Main St, Austin, TX 78701":  {Street: "1600 Main St", Postcode: "78701", Town: "Austin", Region: "TX"},
		"12 Mill Lane, Leeds LS1 1AA, UK": {Street: "12 Mill Lane", Postcode: "LS1 1AA", Town: "Leeds", Country: "UK", CountryCode: "GB"},
		"Hauptweg 3, 50667 Köln":          {Street: "Hauptweg 3", Postcode: "50667", Town: "Köln"},
		"1012 AB Amsterdam":               {Postcode: "1012 AB", Town: "Amsterdam"},
		"Toronto, ON M5V 2T6":             {Postcode: "M5V 2T6", Town: "Toronto", Region: "ON"},
		"00-950 Warszawa":                 {Postcode: "00-950", Town: "Warszawa"},
		"Praha 4":                         {Town: "Praha 4"},
		"44 - NANTES":                     {Town: "NANTES", Region: "44"},
		"Paris (75)":                      {Town: "Paris", Region: "75"},
		"FTC03 - Ft. Collins, CO":         {Town: "Ft. Collins", Region: "CO"},
		"HUB-7: Leeds":                    {Town: "Leeds"},
		"Leeds (hybrid)":                  {Town: "Leeds"},
		"Leeds, hybride":                  {Town: "Leeds"},
		"Hybrid - Leeds":                  {Town: "Leeds"},
		"Leeds (2 days on site)":          {Town: "Leeds"},
		"Graz / vor Ort":                  {Town: "Graz"},
		"Halle (Saale)":                   {Town: "Halle (Saale)"},
		"Köln (Nordrhein-Westfalen)":      {Town: "Köln", Region: "Nordrhein-Westfalen"},
		"Graz (Österreich)":               {Town: "Graz", Country: "Österreich", CountryCode: "AT"},
		"Austria, Graz":                   {Town: "Graz", Country: "Austria", CountryCode: "AT"},
		"USA - Texas - Austin":            {Town: "Austin", Region: "Texas", Country: "USA", CountryCode: "US"},
		"Austin TX":                       {Town: "Austin", Region: "TX"},
		"Atlanta, Georgia":                {Town: "Atlanta", Region: "Georgia"},
		"Tbilisi, Georgia":                {Town: "Tbilisi", Country: "Georgia", CountryCode: "GE"},
		"Nowhereville, Georgia":           {Town: "Nowhereville", Region: "Georgia"},
		"Georgia":                         {Country: "Georgia", CountryCode: "GE"},
		"Amman, Jordan":                   {Town: "Amman", Country: "Jordan", CountryCode: "JO"},
		"Lebanon, PA":                     {Town: "Lebanon", Region: "PA"},
		"Beirut, Lebanon":                 {Town: "Beirut", Country: "Lebanon", CountryCode: "LB"},
		"San Francisco, CA":               {Town: "San Francisco", Region: "CA"},
		"Toronto, CA":                     {Town: "Toronto", Country: "CA", CountryCode: "CA"},
		"Hamilton, Ontario, CA":           {Town: "Hamilton", Region: "Ontario", Country: "CA", CountryCode: "CA"},
		"Berlin, DE":                      {Town: "Berlin", Country: "DE", CountryCode: "DE"},
		"Wilmington, DE":                  {Town: "Wilmington", Region: "DE"},
		"Genova, GE":                      {Town: "Genova", Region: "GE"},
		"DE":                              {Country: "DE", CountryCode: "DE"},
		"Bayern":                          {Region: "Bayern"},
		"Berlin | Germany":                {Town: "Berlin", Country: "Germany", CountryCode: "DE"},
		"Tyne and Wear":                   {Town: "Tyne and Wear"},
		"Stratford / Anytown Area":        {Town: "Stratford / Anytown Area"},
		"King&#39;s Lynn":                 {Town: "King's Lynn"},
		"Macon, GA, US":                   {Town: "Macon", Region: "GA", Country: "US", CountryCode: "US"},
		"Deutschland":                     {Country: "Deutschland", CountryCode: "DE"},
		"12345 Musterstadt":               {Postcode: "12345", Town: "Musterstadt"},
		"Musterweg 12/1, 12345 Irgendwo":  {Street: "Musterweg 12/1", Postcode: "12345", Town: "Irgendwo"},
		"12345 Irgendwo, Österreich":      {Postcode: "12345", Town: "Irgendwo", Country: "Österreich", CountryCode: "AT"},
		"1 Mill Lane, Leeds, Yorkshire":   {Street: "1 Mill Lane", Town: "Leeds", Region: "Yorkshire"},
	} {
		if got, remote := SplitLocation(text); len(got) != 1 || got[0] != want || remote {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	for text, want := range map[string][2]Place{
		"New York, NY OR Palo Alto, CA":  {{Town: "New York", Region: "NY"}, {Town: "Palo Alto", Region: "CA"}},
		"Arlington, VA (Washington, DC)": {{Town: "Arlington", Region: "VA"}, {Town: "Washington", Region: "DC"}},
	} {
		if got, _ := SplitLocation(text); len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"US-IL-Yorkville": "yorkville il us", "US-CA-Federal Way": "federal way ca us", "GB-London": "london gb", "UK-Stoke-on-Trent": "stoke on trent gb",
		"CA-Fremont": "ca fremont", "St-Denis": "st denis", "D-10115 Berlin": "berlin",
	} {
		if got := NormalLocation(text); got != want {
			t.Errorf("NormalLocation(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Berlin / Hamburg": "Berlin; Hamburg", "Berlin/Hamburg/Wien": "Berlin; Hamburg; Wien", "Leeds; York | Hull": "Leeds; York; Hull", "Leeds or Paris": "Leeds; Paris", "Lyon et Paris": "Lyon; Paris",
		"Boston, MA, USA | Austin, TX, USA": "Boston, MA, USA; Austin, TX, USA", "Leeds, York, Hull": "Leeds; York; Hull", "Oslo, Bergen, Tromsø, Norway": "Oslo, Norway; Bergen, Norway; Tromsø, Norway",
		"Leeds, West Yorkshire": "Leeds, West Yorkshire", "Berlin, London": "Berlin; London", "Richmond, London": "Richmond, London", "Houston, Dallas": "Houston, Dallas", "Salford, Manchester, UK": "Salford, Manchester, UK", "北京、上海": "北京; 上海", "Austin, TX, Portland, OR": "Austin, TX; Portland, OR", "Houston TX, Portland OR": "Houston, TX; Portland, OR", "Boston, MA or Austin, TX": "Boston, MA; Austin, TX",
		"Berlin, Hamburg oder München": "Berlin; Hamburg; München", "Leeds, York and Hull": "Leeds; York; Hull", "USA, New York": "New York, USA", "São Paulo - SP": "São Paulo, SP", "To be confirmed": "", "Not specified": "",
		"3 Locations": "", "2 Standorte": "", "n/a": "", "N/A": "", "-": "", "Nationwide": "", "UNAVAILABLE": "", "Various": "", "Bundesweit": "", "mehrere Standorte": "", "Plusieurs lieux": "", "Toute la France": "Toute la France",
		"全国": "", "różne lokalizacje": "", "hybrid": "", "On-site": "", "Vor Ort": "", "3 days on site": "", "Hybrid, 2 days per week": "", "": "",
	} {
		got, remote := SplitLocation(text)
		list := make([]string, len(got))
		for i := range got {
			list[i] = got[i].String()
		}
		if strings.Join(list, "; ") != want || remote {
			t.Errorf("%q: %q, remote %t; want %q", text, list, remote, want)
		}
	}
	for text, want := range map[string]Place{
		"USA-TX-Austin":   {Town: "Austin", Region: "TX", Country: "USA", CountryCode: "US"},
		"DE-Berlin":       {Town: "Berlin", Country: "DE", CountryCode: "DE"},
		"GBR-London":      {Town: "London", Country: "GBR", CountryCode: "GB"},
		"US, WA, Seattle": {Town: "Seattle", Region: "WA", Country: "US", CountryCode: "US"},
		"DE-Dover":        {Town: "DE-Dover"},
	} {
		if got, _ := SplitLocation(text); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	if got, _ := SplitLocation("US-IL-Yorkville"); len(got) != 1 || got[0] != (Place{Town: "Yorkville", Region: "IL", Country: "US", CountryCode: "US"}) {
		t.Errorf("%+v", got)
	}
	if got, remote := SplitLocation("Remote; Leeds; York, UK"); len(got) != 2 || !remote || got[1].CountryCode != "GB" {
		t.Errorf("%+v %t", got, remote)
	}
	for text, want := range map[string]string{"Leeds (Remote)": "Leeds", "Remote - Spain": "", "Leeds - remote": "Leeds", "Wien / Homeoffice": "Wien", "Remote Leeds": "Leeds", "Leeds or remote": "Leeds", "Remote La Paz": "La Paz",
		"Hybrid or remote, Leeds": "Leeds", "100% Remote in Leeds": "Leeds", "Télétravail partiel, Leeds": "Leeds", "Leeds (North)": "Leeds (North)", "Stratford - London": "Stratford - London"} {
		got, remote := SplitLocation(text)
		if isRemote := text != "Leeds (North)" && text != "Stratford - London"; len(got) != 1 || got[0].Town != want || remote != isRemote {
			t.Errorf("%q: %+v, remote %t", text, got, remote)
		}
	}
	for text, want := range map[string]string{"GB": "GB", "uk": "GB", "United Kingdom": "GB", "NOR": "NO", "Österreich": "AT", "日本": "JP", "Leeds": "", "": "", "XX": "", "Česko": "CZ"} {
		if got := CountryCode(text); got != want {
			t.Errorf("CountryCode(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestCountryOfALocation(t *testing.T) {
	for text, want := range map[string]string{"Toronto, ON": "CA", "Perth WA": "AU", "anywhere": "", "": ""} {
		if got := LocationCountry(text, ""); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLocate(t *testing.T) {
	for _, test := range []struct{ text, home, country, region string }{
		{"Atlanta, Georgia", "", "US", "US-GA"}, {"Tbilisi, Georgia", "", "GE", "GE-TB"}, {"Vancouver / San Francisco", "", "CA", "CA-BC"}, {"Vancouver, WA", "", "US", "US-WA"},
		{"Munich, Bavaria", "", "DE", "DE-BY"}, {"München", "", "DE", "DE-BY"}, {"Muenchen", "", "DE", "DE-BY"}, {"Smalltown, TX", "", "US", "US-TX"}, {"Smalltown, Ontario", "", "CA", "CA-ON"},
		{"Milano, MI", "it", "IT", "IT-25"}, {"Springfield", "", "US", ""}, {"Springfield, IL", "", "US", "US-IL"}, {"Cambridge", "gb", "GB", "GB-ENG"}, {"Cambridge", "us", "US", "US-MA"}, {"Perth WA", "", "AU", "AU-WA"},
		{"Via Lunga 3, 20121 Milano (MI)", "", "IT", "IT-25"}, {"Paris, KY", "", "US", "US-KY"}, {"Barcelona", "", "", ""}, {"Nowhereville", "de", "DE", ""}, {"Nowhereville", "", "", ""}, {"Praha 4", "", "CZ", "CZ-10"}, {"Greater London Area", "", "GB", "GB-ENG"}, {"São Paulo, SP", "", "BR", "BR-SP"}, {"Houston, Oslo", "", "US", "US-TX"},
		{"Main Building, Oxford", "gb", "GB", "GB-ENG"}, {"okay", "", "", ""}, {"Bayern", "", "DE", "DE-BY"}, {"Oslo, Norway", "", "NO", "NO-03"}, {"上海", "", "CN", "CN-SH"}, {"Paris, Germany", "", "DE", ""},
		{"Dover, DE 19901", "", "US", "US-DE"}, {"Gary, IN 46402", "", "US", "US-IN"}, {"Oslo – Grünerløkka", "", "NO", "NO-03"}, {"天津-南开区", "", "CN", "CN-TJ"}, {"Oslo & Bergen", "", "NO", "NO-03"},
		{"Bank House, Leeds", "gb", "GB", "GB-ENG"}, {"Belvedere", "", "US", "US-IL"}, {"Belvedere", "gb", "GB", "GB-ENG"},
		{"Chipping Norton", "gb", "GB", "GB-ENG"}, {"Chipping Norton, UK", "", "GB", "GB-ENG"}, {"Manor Farm, Chipping Norton", "gb", "GB", "GB-ENG"}, {"Jilemnice", "cz", "CZ", "CZ-51"}, {"Jilemnice", "", "", ""}, // villages
		{"London", "us", "GB", "GB-ENG"}, {"London, KY", "", "US", "US-KY"}, {"Paris, TX", "", "US", "US-TX"}, {"Washington", "fr", "US", "US-DC"}, {"Neustadt", "de", "DE", ""}, {"Springfield, Paris, Tokyo", "", "US", ""},
		{"Darlington Memorial Hospital", "gb", "GB", "GB-ENG"}, {"Darlington Memorial Hospital", "", "", ""}, {"Cross site, maidstone", "gb", "GB", "GB-ENG"}, {"Berlin, London", "", "DE", "DE-BE"}, {"US Only", "", "US", ""}, {"Germany only", "", "DE", ""}, {"On-site in Garland TX", "", "US", "US-TX"}, {"Post Office B", "", "", ""},
		{"NYC", "", "US", "US-NY"}, {"North Leeds", "", "GB", "GB-ENG"}, {"Various across Kent", "gb", "GB", ""}, {"Works in Paris", "gb", "FR", "FR-IDF"}, {"Victoria Hospital", "gb", "GB", ""}, {"Kent Road Surgery", "", "", ""}, {"Paris 8e", "", "FR", "FR-IDF"}, {"Sao Paulo/SP", "", "BR", "BR-SP"}, {"東京都渋谷区", "", "JP", "JP-13"}, {"Main Hospital", "", "", ""}, {"Tampa Bay Area", "", "US", "US-FL"}, {"Thunder Bay Area", "", "CA", "CA-ON"}, {"Bay Area", "", "US", "US-CA"}, {"SF Bay Area", "", "US", "US-CA"}, {"SF (on site)", "", "US", "US-CA"}, {"Kent, UK", "", "GB", ""}, {"Western Germany", "", "DE", ""}, {"US remote OK", "", "US", ""}, {"Leeds onsite (relocation available)", "", "GB", "GB-ENG"},
		{"Florida", "", "US", "US-FL"}, {"Ontario", "", "CA", "CA-ON"}, {"Florida, USA", "", "US", "US-FL"}, {"Crystal City, Arlington, VA", "", "US", "US-VA"},
	} {
		places, _ := SplitLocation(test.text)
		Locate(places, test.home)
		if len(places) == 0 || places[0].CountryCode != test.country || places[0].RegionCode != test.region {
			t.Errorf("%q on a site of %q: %+v, want %s, %s", test.text, test.home, places, test.country, test.region)
		}
	}
	for text, want := range map[string]string{
		"Munich": "DE212", "Rosenheim, Bayern, Germany": "DE213", "Bayern": "DE2", "Garmisch, Bayern, Germany": "DE2", "Lyon (69)": "FRK26", "Leeds, UK": "UKE42", "Germany": "", "Austin, TX": "", "Nowhereville": "",
		"London, UK": "UKI", "Bremerhaven": "DE502", "Denmark": "DK0", "Saint-Denis, Réunion": "FRY40", "Smallville, Luxembourg": "LU000", "Valletta": "MT00",
	} {
		places, _ := SplitLocation(text)
		if Locate(places, ""); len(places) == 0 || places[0].NUTS() != want {
			t.Errorf("%q: %+v, want %s", text, places, want)
		}
	}
	places := []Place{{Town: "Leeds"}, {Town: "Leeds", CountryCode: "GB", Latitude: 53.1, Longitude: -1.1}, {Town: "Smalltown", Region: "TX"}}
	Locate(places, "")
	if p := places[0]; p.Latitude != 53.8 || p.Longitude != -1.55 {
		t.Errorf("Leeds is at %v, %v", p.Latitude, p.Longitude)
	}
	list := []Place{{Town: "Madrid"}, {Town: "Barcelona"}}
	if Locate(list, ""); list[1].RegionCode != "ES-CT" {
		t.Errorf("Madrid and Barcelona: %+v", list)
	}
	for _, test := range []struct{ town, lang, country string }{
		{"Aubenas", "fr", "FR"}, {"Jilemnice", "cs", "CZ"}, {"Jilemnice", "en", ""}, {"Aubenas", "de", ""}, {"Nowhereville", "fr", ""}, {"Leeds", "fr", "GB"},
	} {
		places := []Place{{Town: test.town}}
		Locate(places, "")
		if LocateByLanguage(places, test.lang); places[0].CountryCode != test.country {
			t.Errorf("%s in a text of %s: %+v, want %q", test.town, test.lang, places[0], test.country)
		}
	}
	for text, want := range map[string]string{
		"London, Paris": "GB FR", "Paris, London": "FR GB", "Boston, London": "US GB", "London, Ontario": "CA", "Athens, Rome": "US US", "Austin; Athens; London": "US US GB",
		"UK, France, Germany, or USA": "GB FR DE US", "AR, FR, DE, SG": "AR FR DE SG", "Mexico, Italy": "MX IT", "Georgia, US": "US", "Lebanon, US": "US", "Rabat, MA, 10000": "MA", "Boston, MA, 02115": "US", "MA-Casablanca, Morocco (Old Town)": "MA",
	} {
		list, _ := SplitLocation(text)
		Locate(list, "us")
		got := make([]string, len(list))
		for i := range list {
			got[i] = list[i].CountryCode
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q on an American site: %q, want %q", text, got, want)
		}
	}
	if places[1].Latitude != 53.1 || places[2].hasPosition() {
		t.Errorf("a known position was replaced, or one made up: %+v", places)
	}
}

// Areas of many countries are no towns, whichever language names them.
func TestAreasAreNoTowns(t *testing.T) {
	for text, want := range map[string][]Place{
		"EMEA": nil, "Remote, EMEA": nil, "Southeast Asia": nil, "North America": nil, "Amérique latine": nil, "Nordics": nil, "Osteuropa": nil, "European Union": nil,
		"Leeds, EMEA":        {{Town: "Leeds"}},
		"Oslo; Nordics":      {{Town: "Oslo"}},
		"South Africa":       {{Country: "South Africa", CountryCode: "ZA"}},
		"East London":        {{Town: "East London"}},
		"Central Lancashire": {{Town: "Central Lancashire"}},
	} {
		if got, _ := SplitLocation(text); !slices.Equal(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// A text that refers to the advertisement is no place.
func TestReferencesAreNoPlaces(t *testing.T) {
	for _, text := range []string{"see description", "See below", "siehe Beschreibung", "please see advert", "To be agreed", "on request", "nach Absprache", "à définir", "según anuncio"} {
		if !IsNoPlace(text) {
			t.Errorf("%q is a place", text)
		}
	}
	for _, text := range []string{"Leeds", "Bad Ems", "Little Snoring", "Ad Dammam", "Low Ham"} {
		if IsNoPlace(text) {
			t.Errorf("%q is no place", text)
		}
	}
}

// A long text is cut between letters, so that no letter becomes two others.
func TestLongLocationsAreCutBetweenLetters(t *testing.T) {
	text := strings.Repeat("a", longestName-1) + "é"
	places, _ := SplitLocation(text)
	if len(places) != 1 || !utf8.ValidString(places[0].Town) || !utf8.ValidString(NormalLocation(text)) {
		t.Errorf("a broken letter in %q", places)
	}
}
