package job

import (
	"cmp"
	_ "embed" // for the zones
	"iter"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // zones are the same on machines without a database of them
)

// WallClock is the location of a time that was read from a text without a time zone. The time is treated as UTC until the employer's place is
// known, see EndOfLastDay.
var WallClock = time.FixedZone("wall clock", 0)

// zonesFile has the tables of zones.
//
//go:embed zones.txt
var zonesFile string

// zoneTables are the tables of the file.
type zoneTables struct {
	names   map[string]map[string]string // meanings by name, and by country; "" is for others
	longest int                          // words of a name
	home    map[string]string
	regions map[string]string // by country, a slash and the region's code
}

var zones = sync.OnceValue(func() *zoneTables {
	t := &zoneTables{map[string]map[string]string{}, 0, map[string]string{}, map[string]string{}}
	for entry := range entriesOf("names") {
		fields := strings.Fields(entry)
		at := len(fields) - 1
		for strings.Contains(fields[at], ":") && !isDigit(fields[at][0]) && fields[at][0] != '-' {
			at--
		}
		of := map[string]string{"": fields[at]}
		for _, f := range fields[at+1:] {
			country, zone, _ := strings.Cut(f, ":")
			of[country] = zone
		}
		t.names[strings.Join(fields[:at], " ")] = of
		t.longest = max(t.longest, at)
	}
	for entry := range entriesOf("countries") {
		country, zone, _ := strings.Cut(entry, " ")
		t.home[country] = zone
	}
	for line := range strings.Lines(zoneTable("regions")) {
		country, list, _ := strings.Cut(line, ": ")
		for part := range strings.SplitSeq(list, ";") {
			fields := strings.Fields(part)
			for _, code := range fields[1:] {
				t.regions[country+"/"+code] = fields[0]
			}
		}
	}
	return t
})

// zoneTable returns the lines of a table of the file.
func zoneTable(name string) string {
	_, table, _ := strings.Cut(zonesFile, "\n["+name+"]\n")
	table, _, _ = strings.Cut(table, "\n[")
	return table
}

func entriesOf(table string) iter.Seq[string] {
	return strings.FieldsFuncSeq(zoneTable(table), func(r rune) bool { return r == '|' || r == '\n' })
}

// location returns the zone of an entry: hours from UTC, or a name of the IANA database.
func location(name, entry string) *time.Location {
	if hours, minutes, _ := strings.Cut(entry, ":"); isDigit(hours[0]) || hours[0] == '-' {
		h, _ := strconv.Atoi(hours)
		m, _ := strconv.Atoi(cmp.Or(minutes, "0"))
		if hours[0] == '-' {
			m = -m
		}
		return time.FixedZone(name, h*3600+m*60)
	}
	loc, err := time.LoadLocation(entry)
	if err != nil {
		return WallClock
	}
	return loc
}

// zoneNamed returns the zone of a name in lower case. A name with several meanings has the first one, until In chooses by country.
func zoneNamed(name string) *time.Location {
	if of, ok := zones().names[name]; ok {
		return location(name, of[""])
	}
	return nil
}

// hasMeanings reports whether a name of a zone has several meanings.
func hasMeanings(name string) bool { return len(zones().names[name]) > 1 }

// In interprets a parsed date as it is meant in a country, given by its ISO 3166 code: a zone with several meanings, such as CST, is that
// of the country. The result is in UTC, except that a time of day without a zone stays in WallClock.
func In(t time.Time, country string) time.Time {
	if t.IsZero() || t.Location() == WallClock || t.Location() == time.UTC {
		return t
	}
	name := t.Location().String()
	if entry := zones().names[name][strings.ToLower(country)]; entry != "" {
		t = wallIn(t, location(name, entry))
	}
	return t.UTC()
}

// wallIn returns the time at which clocks of a zone show what t shows.
func wallIn(t time.Time, loc *time.Location) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), loc)
}

// anywhere is the zone in which a day ends last. What names no zone and no place ends there. To call an open posting closed costs an
// application, and to call a closed one open costs half a day at most.
var anywhere = time.FixedZone("anywhere", -12*3600)

// zoneAt returns the zone of a place, anywhere without a known country.
func zoneAt(country, region string) *time.Location {
	country = strings.ToLower(country)
	region = strings.ToLower(region)
	if code := stateCodes[region]; code != "" {
		region = code
	}
	name := cmp.Or(zones().regions[country+"/"+region], zones().home[country])
	if name == "" {
		return anywhere
	}
	return location("", name)
}

// EndOfLastDay returns the time at which a posting ends, from its last day. A day without an hour ends when it is over at the employer's
// place, and an hour without a zone is local time there. If there are several places, the one in which it ends last counts. A time with a
// zone is returned as it is, and zero stays zero.
func EndOfLastDay(last time.Time, places []Place, country string) time.Time {
	isDay := isMidnight(last)
	if last.IsZero() || !isDay && last.Location() != WallClock {
		return last.UTC()
	}
	if isDay {
		last = last.UTC().AddDate(0, 0, 1)
	}
	var end time.Time
	for _, p := range places {
		if p.CountryCode == "" {
			continue
		}
		if t := wallIn(last, zoneAt(p.CountryCode, p.Region)); t.After(end) {
			end = t
		}
	}
	if end.IsZero() {
		end = wallIn(last, zoneAt(country, ""))
	}
	return end.UTC()
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
