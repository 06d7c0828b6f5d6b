package job

import (
	"cmp"
	"time"
)

// date finds the date that parts of a text name. unknown is the number of words without a meaning.
func (d *dateWords) date(text string, parts []datePart, unknown int, now time.Time) (time.Time, bool) {
	rest, clock := takeClock(text, parts)
	if day, ok := d.absolute(rest, now); ok {
		return clock.on(day), true
	}
	return relative(parts, unknown, now)
}

// absolute finds a day by the name of a month, by numbers with units (2025年3月4日) or by three numbers.
func (d *dateWords) absolute(parts []datePart, now time.Time) (day time.Time, ok bool) {
	var numbers []datePart
	month, year, dayOf := 0, 0, 0
	for i, p := range parts {
		switch {
		case p.month > 0 && month == 0:
			month = p.month
		case p.unit != 0 && p.sign == 0 && i > 0 && parts[i-1].digits > 0 && d.dense:
			n := parts[i-1].number
			switch p.unit {
			case 'y':
				year = cmp.Or(year, n)
			case 'm':
				month = cmp.Or(month, n)
			case 'd':
				dayOf = cmp.Or(dayOf, n)
			}
		case p.sign != 0 && p.unit != 0:
			return day, false
		case p.digits > 0:
			numbers = append(numbers, p)
		}
	}
	switch {
	case month > 0 && dayOf > 0:
		return fullDate(year, month, dayOf, now)
	case month > 0:
		return namedMonth(numbers, month, now)
	}
	return d.threeNumbers(numbers)
}

// namedMonth finds day and year among the numbers beside a month's name. Without a day it is the month's first.
func namedMonth(numbers []datePart, month int, now time.Time) (time.Time, bool) {
	year, day := 0, 0
	for i, n := range numbers {
		switch {
		case n.digits == 4 && year == 0 && n.number >= 1900:
			year = n.number
		case n.digits <= 2 && day == 0 && 1 <= n.number && n.number <= 31:
			day = n.number
		case n.digits == 2 && year == 0 && i == len(numbers)-1:
			year = 2000 + n.number
		}
	}
	if day == 0 && year == 0 {
		return time.Time{}, false
	}
	return fullDate(year, month, max(day, 1), now)
}

// minguo is what is added to a year of the Republic of China, which has three digits today, to make it a common year.
const minguo = 1911

// fullDate returns a day. Without a year it is the one nearest to now. Years of the Buddhist era and of the Republic of China become common years.
func fullDate(year, month, day int, now time.Time) (time.Time, bool) {
	if year >= 100 && year < 200 {
		year += minguo
	}
	if year >= 2400 && year < 2700 {
		year -= 543
	}
	if year > 0 {
		return civil(year, month, day)
	}
	var best time.Time
	found := false
	for y := now.Year() - 1; y <= now.Year()+1; y++ {
		if t, ok := civil(y, month, day); ok && (!found || t.Sub(now).Abs() < best.Sub(now).Abs()) {
			best, found = t, true
		}
	}
	return best, found
}

// threeNumbers reads a date in numbers, such as 3.4.2025 or 04/03/25, in the order of the language. It tries the other order of
// day and month if the first makes no date.
func (d *dateWords) threeNumbers(n []datePart) (time.Time, bool) {
	if len(n) < 3 {
		return time.Time{}, false
	}
	a, b, c := n[0], n[1], n[2]
	if !isDateGlue(b.glue) || b.glue != c.glue {
		return time.Time{}, false
	}
	switch {
	case a.digits == 4:
		return civil(a.number, b.number, c.number)
	case c.digits == 2 && d.order == "YMD":
		if t, ok := civil(2000+a.number, b.number, c.number); ok {
			return t, true
		}
		c.number += 2000
	case c.digits == 2:
		c.number += 2000
	case c.digits != 4:
		return time.Time{}, false
	}
	if c.number >= 2400 && c.number < 2700 {
		c.number -= 543
	}
	day, month := a.number, b.number
	if d.order == "MDY" && b.glue != '.' {
		day, month = month, day
	}
	if t, ok := civil(c.number, month, day); ok {
		return t, true
	}
	return civil(c.number, day, month)
}

func isDateGlue(b byte) bool { return b == '.' || b == '/' || b == '-' || b == ' ' }

// relative finds a date such as "3 days ago", "yesterday" or "30+ days" in a text of few words.
func relative(parts []datePart, unknown int, now time.Time) (time.Time, bool) {
	sign, unit, steps := int8(0), byte(0), -1
	var named datePart // "yesterday", a word that some languages also use in "a day ago"
	for i, p := range parts {
		if p.sign != 0 && p.unit != 0 && p.steps >= 0 && named.unit == 0 {
			named = p
			sign = cmp.Or(sign, p.sign)
			continue
		}
		if p.sign != 0 && sign == 0 {
			sign = p.sign
		}
		if p.unit == 0 || unit != 0 {
			continue
		}
		if i > 0 && (parts[i-1].digits > 0 || parts[i-1].numeral) {
			unit, steps = p.unit, parts[i-1].number
		} else if p.sign == 0 && !p.numeral {
			unit = p.unit
		}
	}
	switch {
	case named.unit != 0 && steps < 0:
		return shift(now, named.unit, int(named.sign)*named.steps), true
	case unit == 0 || steps > 1000 || sign == 0 && (steps < 0 || unknown > 0 || unit == 'y' || len(parts) > 3):
		return time.Time{}, false
	case steps < 0:
		steps = 1 // "a week ago" without a numeral
	}
	if sign > 0 {
		return shift(now, unit, steps), true
	}
	return shift(now, unit, -steps), true
}

// shift moves now by steps of a unit. The result is at midnight if the unit is a day or longer.
func shift(now time.Time, unit byte, steps int) time.Time {
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	switch unit {
	case 's':
		return now.Add(time.Duration(steps) * time.Second).Truncate(time.Minute)
	case 'i':
		return now.Add(time.Duration(steps) * time.Minute).Truncate(time.Minute)
	case 'h':
		return now.Add(time.Duration(steps) * time.Hour).Truncate(time.Minute)
	case 'd':
		return day.AddDate(0, 0, steps)
	case 'w':
		return day.AddDate(0, 0, 7*steps)
	case 'm':
		return addMonths(day, steps)
	}
	return addMonths(day, 12*steps)
}

// addMonths adds months. A day that the month lacks becomes its last day.
func addMonths(t time.Time, months int) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}
