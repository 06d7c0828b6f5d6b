package job

import (
	"strings"
	"time"
)

//go:generate sh -c "cd ../lab && go run ./datewords >../job/date_words.new && mv ../job/date_words.new ../job/date_words.txt"

// A date may lie at most farYears years ahead of now. Years before pastYear are not believed.
const (
	farYears = 5
	pastYear = 1990
)

// ParseDate reads a date as pages write it: ISO 8601, numbers, names of months, and relative dates ("vor 2 Tagen", "3天前") in the 58
// languages of date_words.txt. lang is an ISO 639-1 code or empty; English is always tried. Relative dates are relative to now, and a
// missing year is the one that makes the date nearest to now.
//
// The result is in UTC, at midnight if only the day is known. A time of day without a zone has the location WallClock. A time whose zone
// has several meanings, such as CST, has a location with that name; see In. The second result is false for texts that are not dates or have
// no day or month. It is also false for dates before 1990 or more than five years ahead, which often stand for no date, as 1970-01-01 and
// 9999-12-31 do.
func ParseDate(s, lang string, now time.Time) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 200 {
		return time.Time{}, false
	}
	now = now.UTC()
	t, ok := parseISO(s)
	if !ok {
		t, ok = parseMail(s)
	}
	if !ok {
		t, ok = parseLayouts(s)
	}
	if !ok {
		t, ok = parseWords(s, lang, now)
	}
	if !ok || t.Year() < pastYear || t.Year() > now.Year()+farYears {
		return time.Time{}, false
	}
	return dayOrTime(t), true
}

// dayOrTime returns a time in UTC. Midnight in any zone stands for the day there, which may be another day in UTC. What has no zone, or one
// of several meanings, stays in its location.
func dayOrTime(t time.Time) time.Time {
	if t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 && t.Nanosecond() == 0 {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	if t.Location() == WallClock || hasMeanings(t.Location().String()) {
		return t
	}
	return t.UTC()
}

// mailLayouts are those of RFC 822, section 5, and RFC 5322, section 3.3, without the day of the week and the zone.
var mailLayouts = []string{"2 Jan 2006 15:04:05", "2 Jan 2006 15:04", "2 Jan 06 15:04:05", "2 Jan 06 15:04"}

// parseMail reads a date as mails and feeds have it: "Mon, 02 Nov 2026 08:15:00 +0100".
func parseMail(s string) (time.Time, bool) {
	if !isMailLike(s) {
		return time.Time{}, false
	}
	if _, rest, ok := strings.Cut(s, ", "); ok {
		s = strings.TrimSpace(rest)
	}
	at := strings.LastIndexByte(s, ' ')
	if at < 0 {
		return time.Time{}, false
	}
	zone := offsetOf(s[at+1:])
	if zone == nil {
		zone = zoneNamed(strings.ToLower(s[at+1:]))
	}
	if zone == nil {
		return time.Time{}, false
	}
	for _, layout := range mailLayouts {
		if t, err := time.ParseInLocation(layout, s[:at], zone); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// isMailLike reports whether a text may be a date of a mail: it begins with a day, or the name of a day and a comma, and has a colon.
func isMailLike(s string) bool {
	if len(s) < 15 || len(s) > 60 || strings.IndexByte(s, ':') < 0 {
		return false
	}
	comma := strings.IndexByte(s, ',')
	return isDigit(s[0]) && comma < 0 || comma >= 3 && comma <= 9 && s[0] < 0x80
}

// offsetOf reads an offset from UTC such as +0100 or -05:00, nil if it is none.
func offsetOf(s string) *time.Location {
	if len(s) < 5 || s[0] != '+' && s[0] != '-' {
		return nil
	}
	for _, layout := range []string{"-0700", "-07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Location()
		}
	}
	return nil
}

// layouts are others with zones, as programs print them.
var layouts = []string{time.UnixDate, time.RubyDate, "Mon Jan 02 2006 15:04:05 GMT-0700"}

func parseLayouts(s string) (time.Time, bool) {
	if len(s) < 20 || !strings.Contains(s, ":") || s[0] >= 0x80 {
		return time.Time{}, false
	}
	if i := strings.Index(s, " ("); i > 0 && s[len(s)-1] == ')' {
		s = s[:i] // the zone's name, as browsers write it
	}
	for _, layout := range layouts {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if zone := zoneNamed(strings.ToLower(t.Location().String())); zone != nil { // Go does not know what names of zones mean
			t = wallIn(t, zone)
		}
		return t, true
	}
	return time.Time{}, false
}

// parseISO reads ISO 8601: year, month and day with or without one sign between them, and a time with or without
// seconds and zone. Numbers of ten, thirteen and sixteen digits are Unix seconds, milliseconds and microseconds.
func parseISO(s string) (time.Time, bool) {
	c := &digitReader{s: s}
	switch run := digitRun(s); {
	case run == len(s) && run == 10:
		return time.Unix(c.number(10), 0).UTC(), true
	case run == len(s) && run == 13:
		return time.UnixMilli(c.number(13)).UTC(), true
	case run == len(s) && run == 16:
		return time.UnixMicro(c.number(16)).UTC(), true
	case run != 4 && run != 8:
		return time.Time{}, false
	}
	year := c.number(4)
	sign := c.any("-/.")
	month := c.number(2)
	if sign != 0 && c.any(string(rune(sign))) == 0 {
		return time.Time{}, false
	}
	day := c.number(2)
	t, ok := civil(int(year), int(month), int(day))
	if !ok || c.bad {
		return t, false
	}
	if c.s == "" {
		return t, true
	}
	if c.any("T t") == 0 {
		return t, false
	}
	return c.clock(t)
}

// digitReader reads numbers of fixed width off the front of s.
type digitReader struct {
	s   string
	bad bool
}

// number reads width digits. A month or day may have one digit.
func (c *digitReader) number(width int) int64 {
	n, v := 0, int64(0)
	for n < width && n < len(c.s) && '0' <= c.s[n] && c.s[n] <= '9' {
		v = v*10 + int64(c.s[n]-'0')
		n++
	}
	c.bad = c.bad || n < width && (n == 0 || width != 2)
	c.s = c.s[n:]
	return v
}

// any reads one of the signs and returns it, or returns 0.
func (c *digitReader) any(signs string) byte {
	if c.s == "" || strings.IndexByte(signs, c.s[0]) < 0 {
		return 0
	}
	b := c.s[0]
	c.s = c.s[1:]
	return b
}

// clock reads a time of day with its zone, and adds it to the day t.
func (c *digitReader) clock(t time.Time) (time.Time, bool) {
	hour := c.number(2)
	colon := c.any(":") != 0
	minute, second := c.number(2), int64(0)
	if colon && c.any(":") != 0 || !colon && digitRun(c.s) == 2 {
		second = c.number(2)
		if c.any(".,") != 0 {
			c.s = c.s[digitRun(c.s):]
		}
	}
	if c.bad || hour > 24 || minute > 59 || second > 60 {
		return t, false
	}
	if hour == 24 {
		hour, minute, second = 0, 0, 0 // the end of the day, so that the day is meant
	}
	t = t.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second)
	c.s = strings.TrimLeft(c.s, " ")
	if c.s == "" {
		return wallIn(t, WallClock), true
	}
	if c.s == "Z" || c.s == "z" || c.s == "UTC" || c.s == "GMT" {
		return t, true
	}
	sign := c.any("+-")
	zone := time.Duration(c.number(2)) * time.Hour
	if c.any(":") != 0 || c.s != "" {
		zone += time.Duration(c.number(2)) * time.Minute
	}
	if sign == 0 || c.bad || zone > 15*time.Hour {
		return t, false
	}
	if sign == '+' {
		zone = -zone
	}
	if i := strings.IndexByte(c.s, '['); i == 0 {
		c.s = "" // the zone's name after the offset, RFC 9557
	}
	if hour == 0 && minute == 0 && second == 0 {
		zone = 0 // the day, as dayOrTime has it
	}
	return t.Add(zone), c.s == ""
}

// civil returns a day. ok is false if there is no such day.
func civil(year, month, day int) (t time.Time, ok bool) {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return t, false
	}
	t = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == day
}
