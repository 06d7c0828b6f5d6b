// Package gazetteer owns the names of places: the 34,000 towns above 15,000 inhabitants, the 136,000 villages above 1,000, their regions and countries,
// and where they are. The data is GeoNames' (https://www.geonames.org), under the licence CC BY 4.0. Codes of regions are those of ISO 3166-2 and,
// in Europe, also those of NUTS, whose list of names is Eurostat's (CC BY 4.0).
//
// The file towns.zst has a line for each region and, below it, one for each of its towns. A region's line is "#", its code by ISO 3166-2, its code by
// NUTS and the keys of its names, separated by tabs. More lines with the same first code may follow, without names, for its towns in other regions
// of NUTS. The code of a country stands for towns whose region has none, and has a line, too, if the country is one region of NUTS or a part of one. A
// town's line is its name and the keys of its other names, separated by a tab. Several keys are separated by "|". After a zero byte three numbers of
// each town follow: latitude and longitude in hundredths of a degree and its inhabitants in thousands, of two bytes each. First come the upper bytes
// of the latitudes of all towns, then the lower ones, and so on, because bytes of one kind compress better together. The file is read when a name is
// asked for the first time: that takes about 60 ms and 5 MB.
//
// The file villages.zst has a part in the same form for each country: the two letters of its code, the length in four bytes, and the compressed part.
// A part is read when a name in that country is asked for the first time.
package gazetteer

import (
	"bytes"
	"cmp"
	_ "embed"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
)

//go:embed towns.zst
var townsFile []byte

// Town is a town or village with its region, position and population.
type Town struct {
	Name       string  // as GeoNames writes it, mostly in English
	Country    string  // ISO 3166, two letters
	Region     string  // first-level region, ISO 3166-2; "" if its code is not known
	NUTS       string  // region by NUTS 2024 (of the United Kingdom: 2018), of the smallest level that is known to have it; "" elsewhere
	Latitude   float64 // degrees, WGS 84; exact to a hundredth
	Longitude  float64
	Population int  // of inhabitants, in full thousands
	Other      bool // it was found by another name than Name
}

// Towns returns the towns with more than 15,000 inhabitants that have this name, the likeliest first. The largest town is the likeliest; but
// if the name is only an additional name of a town, the town counts as otherWeight times as large.
func Towns(name string) []Town {
	return read().named(name)
}

// named returns the towns of a name, the likeliest first.
func (d *data) named(name string) (all []Town) {
	for n := range d.towns.find(name) {
		all = append(all, d.town(n))
	}
	slices.SortStableFunc(all, func(a, b Town) int { return cmp.Compare(b.Weight(), a.Weight()) })
	return all
}

// All returns all towns with more than 15,000 inhabitants, grouped by region.
func All() iter.Seq[Town] {
	return func(yield func(Town) bool) {
		d := read()
		for n := range d.list {
			if !yield(d.town(n << 1)) {
				return
			}
		}
	}
}

const otherWeight = .3

// Weight returns, as a number of inhabitants, how likely the town is the one that is meant by the name by which it was found.
func (t *Town) Weight() float64 {
	if t.Other {
		return otherWeight * float64(t.Population)
	}
	return float64(t.Population)
}

// IsTown reports whether a town with more than 15,000 inhabitants has this name.
func IsTown(name string) bool {
	var room [64]byte
	return read().towns.has(key{text: room[:0]}.append(name))
}

// LongestTown returns the longest run of words at the beginning of a text that is the name of a town, or "". Words are separated by spaces.
func LongestTown(text string) (name string) {
	for part := range beginnings(text, 0, spaceBehind) {
		name = part
	}
	return name
}

// BeginsWithTown reports whether words at the beginning of a text are a town's name.
func BeginsWithTown(text string) bool {
	for range beginnings(text, 0, spaceBehind) {
		return true
	}
	return false
}

// LongestWideTown returns the most letters, at least two, at the beginning of a text in a script without spaces (such as Chinese) that are a
// town's name. It returns "" if there are none.
func LongestWideTown(text string) (name string) {
	_, first := utf8.DecodeRuneInString(text)
	for part := range beginnings(text, first, letterBehind) {
		name = part
	}
	return name
}

// beginnings yields the beginnings of a text that are a town's name, the shortest first. They are longer than least bytes and end where behind says that
// a part of the text does which begins at an offset.
func beginnings(text string, least int, behind func(text string, from int) int) iter.Seq[string] {
	return func(yield func(string) bool) {
		var room [64]byte
		k, towns, known := key{text: room[:0]}, &read().towns, false
		for from := 0; from < len(text); {
			to := behind(text, from)
			k = k.append(text[from:to])
			if !known && to > least {
				if !towns.mayStart(k) {
					return
				}
				known = true
			}
			if from = to; to > least && towns.has(k) && !yield(text[:to]) {
				return
			}
		}
	}
}

// spaceBehind returns where the next space stands behind an offset, or the text ends.
func spaceBehind(text string, from int) int {
	if space := strings.IndexByte(text[from+1:], ' '); space >= 0 {
		return from + 1 + space
	}
	return len(text)
}

// letterBehind returns where the letter ends that begins at an offset.
func letterBehind(text string, from int) int {
	_, size := utf8.DecodeRuneInString(text[from:])
	return from + size
}

// Regions returns the ISO 3166-2 codes of the regions with this name, such as US-GA for "Georgia".
func Regions(name string) (codes []string) {
	all := read()
	for n := range all.regions.find(name) {
		codes = append(codes, all.codes[n>>1])
	}
	return codes
}

// IsRegion reports whether code is the ISO 3166-2 code of a region in which the gazetteer has a town.
func IsRegion(code string) bool {
	_, ok := slices.BinarySearch(read().codes, code)
	return ok && len(code) > 3
}

// NUTSOf returns the NUTS region (the statistical regions of the EU) that contains all of a region or country: DE2 for the ISO 3166-2 code
// DE-BY, LU000 for the country code LU. It returns "" if there is none.
func NUTSOf(region string) string {
	all := read()
	if at, ok := slices.BinarySearch(all.codes, region); ok {
		return all.nuts[at]
	}
	return ""
}

// IsNUTS reports whether code is that of a NUTS region in which the gazetteer has a town, or of a larger region that contains one.
func IsNUTS(code string) bool {
	return len(code) > 2 && slices.ContainsFunc(read().nuts, func(nuts string) bool { return strings.HasPrefix(nuts, code) })
}

// Distance returns the distance between two towns in kilometres.
func (t *Town) Distance(other *Town) float64 {
	const radius, degree = 6371, math.Pi / 180 // haversine formula (Sinnott 1984)
	sin := func(x float64) float64 { s := math.Sin(x * degree / 2); return s * s }
	a := sin(t.Latitude-other.Latitude) + math.Cos(t.Latitude*degree)*math.Cos(other.Latitude*degree)*sin(t.Longitude-other.Longitude)
	return 2 * radius * math.Asin(math.Sqrt(min(1, a)))
}

// data is the file as it is searched.
type data struct {
	codes   []string // of regions by ISO 3166-2, one for each line of a region
	nuts    []string // of the same regions
	list    []record
	towns   index
	regions index
}

// record is a town.
type record struct {
	name                string
	region              uint16
	latitude, longitude int16 // hundredths of a degree
	thousands           uint16
}

// index finds the records or regions that have a name.
type index struct {
	// entries has a number for each key: the upper bits of the key's hash, the number of a record or region, and whether the key is of an
	// other name. It is sorted.
	entries []uint64
	// met has a bit for the first filterBits bits of each hash. Most words of a text are no town's name, and this says so by one look.
	// Indexes of villages have none.
	met []uint64
	// starts has a bit for the first word of each key, or for the first two letters of a key in a script without spaces, by a hash. Where it
	// is set, a text may begin with a key. Indexes of villages have none.
	starts []uint64
}

const (
	numberBits = 17 // of a number with the bit for other names
	filterBits = 20
)

func (x *index) add(key string, number int, other uint64) {
	hash := xxh3.HashString(key)
	x.entries = append(x.entries, hash>>numberBits<<numberBits|uint64(number)<<1|other)
	if x.met != nil {
		bit := hash >> (64 - filterBits)
		x.met[bit/64] |= 1 << (bit % 64)
		bit = startOf(key)
		x.starts[bit/64] |= 1 << (bit % 64)
	}
}

// startOf returns the bit of a key's first word, or of its first two letters in a script without spaces.
func startOf[T string | []byte](key T) (hash uint64) {
	const prime = 1099511628211 // FNV-1a
	end := len(key)
	if end > 0 && key[0] >= firstWide {
		end = min(end, 2*len("京"))
	}
	for i := 0; i < end && key[i] != ' '; i++ {
		hash = (hash ^ uint64(key[i])) * prime
	}
	return hash >> (64 - filterBits)
}

// firstWide is the least first byte of letters of scripts without spaces. Each has three bytes, but for rare ones.
const firstWide = 0xe2

// mayStart reports whether a key may begin with the first word of a text's key, or with its first two letters in a script without spaces.
func (x *index) mayStart(k key) bool {
	var room [64]byte
	text := k.joined(room[:])
	word, _, _ := bytes.Cut(text, []byte(" "))
	if _, short := shortWords[string(word)]; short || len(word) == 0 {
		return true // it may be spelled out, once the next word is known
	}
	bit := startOf(text)
	return x.starts[bit/64]&(1<<(bit%64)) != 0
}

// find yields the numbers of a name, each with its bit for other names.
func (x *index) find(name string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		var room [64]byte
		at, least := x.at(key{text: room[:0]}.append(name))
		for ; at < len(x.entries) && x.entries[at]>>numberBits<<numberBits == least; at++ {
			if !yield(int(x.entries[at] - least)) {
				return
			}
		}
	}
}

// has reports whether a name has a number.
func (x *index) has(k key) bool {
	at, least := x.at(k)
	return at < len(x.entries) && x.entries[at]>>numberBits<<numberBits == least
}

// at returns where the entries of a key begin if there are any, and the upper bits that they have.
func (x *index) at(k key) (first int, least uint64) {
	var room [64]byte
	text := k.joined(room[:])
	hash := xxh3.Hash(text)
	bit := hash >> (64 - filterBits)
	if len(text) == 0 || x.met != nil && x.met[bit/64]&(1<<(bit%64)) == 0 {
		return len(x.entries), 0
	}
	least = hash >> numberBits << numberBits
	first, _ = slices.BinarySearch(x.entries, least)
	return first, least
}

// read decodes the file of towns at its first use.
var read = sync.OnceValue(func() *data {
	d := &data{towns: index{met: newFilter(), starts: newFilter()}, regions: index{met: newFilter(), starts: newFilter()}}
	d.parse(decode(townsFile))
	return d
})

func newFilter() []uint64 { return make([]uint64, 1<<filterBits/64) }

// decode returns the content of a compressed file, which is embedded and read by the tests.
func decode(compressed []byte) string {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic("gazetteer: " + err.Error()) // of the options
	}
	defer r.Close()
	content, err := r.DecodeAll(compressed, nil)
	if err != nil {
		panic("gazetteer: an embedded file: " + err.Error())
	}
	return string(content)
}

func (d *data) parse(content string) {
	text, numbers, _ := strings.Cut(content, "\x00")
	lines := strings.Count(text, "\n")
	d.list, d.towns.entries = slices.Grow(d.list, lines), slices.Grow(d.towns.entries, 2*lines+strings.Count(text, "|"))
	var room, joined [128]byte
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if head, ok := strings.CutPrefix(line, "#"); ok {
			code, head, _ := strings.Cut(head, "\t")
			nuts, keys, _ := strings.Cut(head, "\t")
			for key := range names(keys) {
				d.regions.add(key, len(d.codes), 0)
			}
			d.codes, d.nuts = append(d.codes, code), append(d.nuts, nuts)
			continue
		}
		name, keys, _ := strings.Cut(line, "\t")
		d.towns.add(string(key{text: room[:0]}.append(name).joined(joined[:])), len(d.list), 0)
		for other := range names(keys) {
			d.towns.add(other, len(d.list), 1)
		}
		if other := abbreviations[name]; other != "" {
			d.towns.add(other, len(d.list), 1)
		}
		d.list = append(d.list, record{name: name, region: uint16(len(d.codes) - 1)})
	}
	n := len(d.list)
	for i := range d.list {
		two := func(column int) uint16 { return uint16(numbers[2*column*n+i])<<8 | uint16(numbers[(2*column+1)*n+i]) }
		r := &d.list[i]
		r.latitude, r.longitude, r.thousands = int16(two(0)), int16(two(1)), two(2)
	}
	slices.Sort(d.towns.entries)
	slices.Sort(d.regions.entries)
}

// abbreviations are keys in general use that the data lacks, because it has no codes among its names.
var abbreviations = map[string]string{"New York City": "nyc", "Ho Chi Minh City": "hcmc"}

// names yields the keys of a list.
func names(list string) iter.Seq[string] {
	return strings.FieldsFuncSeq(list, func(r rune) bool { return r == '|' })
}

// town returns the one that an entry of the index stands for.
func (d *data) town(n int) Town {
	r := &d.list[n>>1]
	t := Town{
		Name: r.name, Country: d.codes[r.region][:2], Latitude: float64(r.latitude) / 100, Longitude: float64(r.longitude) / 100,
		Population: int(r.thousands) * 1000, Other: n&1 > 0, NUTS: d.nuts[r.region],
	}
	if code := d.codes[r.region]; len(code) > 3 {
		t.Region = code
	}
	return t
}
