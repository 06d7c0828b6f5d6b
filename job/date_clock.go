package job

import (
	"strings"
	"time"
)

// dayClock is a time of day in a date's text. The zero value is none.
type dayClock struct {
	at   time.Duration
	zone *time.Location // nil: the text names none
}

// on returns the time on a day. A day without a time of day stays one.
func (c dayClock) on(day time.Time) time.Time {
	zone := c.zone
	if c.at == 0 {
		return day
	}
	if zone == nil {
		zone = WallClock
	}
	return wallIn(day.Add(c.at), zone)
}

// hourWords stand behind an hour of the clock with 24 hours.
var hourWords = set("uhr h hs hrs heures heure horas ore uur godz hod klo", struct{}{})

// takeClock removes a time of day and its zone from the parts of a date: 23:59, 11:59:00 p.m. PST, 5pm, 17 Uhr, 17h30, 12 noon.
func takeClock(text string, parts []datePart) ([]datePart, dayClock) {
	for i := range parts {
		at, end, ok := hourAt(parts, i)
		if !ok {
			continue
		}
		zone, n := zoneBehind(text, parts[end:])
		rest := append(append(make([]datePart, 0, len(parts)), parts[:i]...), parts[end+n:]...)
		return rest, dayClock{at, zone}
	}
	return parts, dayClock{}
}

// hourAt reads a time of day at a part. end is the part behind it.
func hourAt(parts []datePart, i int) (at time.Duration, end int, ok bool) {
	hour, minute := parts[i].number, 0
	if parts[i].digits == 0 || parts[i].digits > 2 || hour > 24 {
		return 0, 0, false
	}
	end = i + 1
	minutes := end < len(parts) && parts[end].digits == 2 && parts[end].number <= 59
	switch {
	case minutes && (parts[end].glue == ':' || parts[end].glue == '.' && isHour(parts[end+1:], hour)):
		minute, ok = parts[end].number, true
		if end++; end < len(parts) && parts[end].glue == ':' && parts[end].digits == 2 {
			end++
		}
	case isHourWord(parts, end):
		ok = true
		if end++; end < len(parts) && parts[end].glue == 0 && parts[end].digits == 2 && parts[end].number <= 59 {
			minute = parts[end].number
			end++
		}
	}
	half, n := halfOfDay(parts[end:], hour)
	if !ok && (n == 0 || strings.IndexByte("-/.", parts[i].glue) >= 0) { // the number is of the date: 08/11/2020 (midnight)
		return 0, 0, false
	}
	end += n
	if n > 0 {
		hour = hour%12 + half
	} else if isHourWord(parts, end) {
		end++
	}
	return time.Duration(hour%24)*time.Hour + time.Duration(minute)*time.Minute, end, true
}

// isHourWord reports whether a part is a word behind an hour. The letter h must touch the hour: "10 h November" is a misspelt day.
func isHourWord(parts []datePart, i int) bool {
	if i >= len(parts) || parts[i].text == "h" && parts[i].glue != 0 {
		return false
	}
	_, ok := hourWords[parts[i].text]
	return ok
}

// isHour reports whether parts begin with what stands behind an hour.
func isHour(parts []datePart, hour int) bool {
	_, n := halfOfDay(parts, hour)
	return n > 0 || isHourWord(parts, 0)
}

// halfOfDay reads a.m., p.m., noon or midnight behind an hour of the clock with twelve hours. It returns the hours to add to the hour
// modulo twelve, and how many parts were read. In German "am" means "on", which an hour of twelve shows.
func halfOfDay(parts []datePart, hour int) (add, n int) {
	if len(parts) == 0 || hour > 12 {
		return 0, 0
	}
	letter, n := parts[0].text, 1
	if (letter == "a" || letter == "p") && len(parts) > 1 && parts[1].text == "m" {
		letter, n = letter+"m", 2
	}
	switch letter {
	case "pm", "noon", "midday":
		return 12, n
	case "midnight":
		return 0, n
	case "am":
		if hour == 12 && n == 1 && len(parts) > 1 && parts[1].digits > 0 && parts[1].digits <= 2 {
			return 0, 0
		}
		return 0, n
	}
	return 0, 0
}

// zoneBehind reads the zone behind a time of day, nil if there is none, and how many parts it has: a name, an offset from UTC, or both. A
// name of few letters is one only in capitals, since "est" and "et" are words.
func zoneBehind(text string, parts []datePart) (zone *time.Location, n int) {
	name := ""
	for i := 0; i < len(parts) && i < zones().longest && parts[i].digits == 0; i++ {
		name = strings.TrimSpace(name + " " + parts[i].text)
		if z := zoneNamed(name); z != nil && (i > 0 || strings.Contains(text, strings.ToUpper(name))) {
			zone, n = z, i+1
		}
	}
	if n == 0 || n == 1 && zone.String() == "utc" || n == 1 && zone.String() == "gmt" {
		if z, m := offsetBehind(parts[n:], n > 0); z != nil {
			return z, n + m
		}
	}
	return zone, n
}

// offsetBehind reads an offset from UTC: +0100, -05:00, and behind "UTC" or "GMT" also +1.
func offsetBehind(parts []datePart, named bool) (zone *time.Location, n int) {
	if len(parts) == 0 || parts[0].glue != '+' && parts[0].glue != '-' {
		return nil, 0
	}
	p := parts[0]
	minutes := 0
	switch {
	case p.digits == 4:
		minutes, n = p.number/100*60+p.number%100, 1
	case p.digits > 0 && p.digits <= 2 && len(parts) > 1 && parts[1].glue == ':' && parts[1].digits == 2:
		minutes, n = p.number*60+parts[1].number, 2
	case named && p.digits > 0 && p.digits <= 2:
		minutes, n = p.number*60, 1
	default:
		return nil, 0
	}
	if minutes > 14*60 {
		return nil, 0
	}
	if p.glue == '-' {
		minutes = -minutes
	}
	return time.FixedZone("", minutes*60), n
}
