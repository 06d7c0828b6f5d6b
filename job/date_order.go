package job

import (
	"fmt"
	"strings"
	"time"
)

// DateOrder says whether the day or the month comes first in dates such as 03/04/2025.
type DateOrder uint8

// These are the orders of day and month in a date. LanguageOrder means the order that is usual in the language of the text, and NoOrder means
// that the order is not known.
const (
	LanguageOrder DateOrder = iota
	DayFirst
	MonthFirst
	NoOrder
)

// ParseDateOrdered reads a date as ParseDate does, for a page with a known order of day and month. If the order is NoOrder, it refuses dates
// that could be two different days.
func ParseDateOrdered(s, lang string, order DateOrder, now time.Time) (time.Time, bool) {
	if order != LanguageOrder && len(s) <= 200 {
		if n, ok := findNumericDate(s); ok && n.isAmbiguous() {
			if order == NoOrder {
				return time.Time{}, false
			}
			s = s[:n.from] + n.iso(order) + s[n.to:]
		}
	}
	return ParseDate(s, lang, now)
}

// OrderOfDate returns the order of day and month in the first numeric date of a text, if a number above 12 shows it. Otherwise it returns
// NoOrder.
func OrderOfDate(s string) DateOrder {
	n, ok := findNumericDate(s)
	switch {
	case !ok || n.first <= 12 && n.second <= 12 || n.first > 12 && n.second > 12:
		return NoOrder
	case n.first > 12:
		return DayFirst
	}
	return MonthFirst
}

// IsAmbiguousDate reports whether the first numeric date of a text means different days depending on the order of day and month.
func IsAmbiguousDate(s string) bool {
	n, ok := findNumericDate(s)
	return ok && n.isAmbiguous()
}

// OrderIn returns the usual order of day and month in a country, given by its ISO 3166 code in lower case. It returns NoOrder for countries
// that use both orders.
func OrderIn(country string) DateOrder {
	switch country {
	case "us", "ph", "gu", "pr", "fm", "mh", "pw":
		return MonthFirst
	case "", "ca", "cn", "hk", "tw", "jp", "kr", "za", "ke", "hu", "lt":
		return NoOrder
	}
	return DayFirst
}

// numericDate is a date such as 3/4/2025 or 03-04-25 in a text.
type numericDate struct {
	from, to            int
	first, second, year int
}

func (n *numericDate) isAmbiguous() bool {
	return n.first >= 1 && n.second >= 1 && n.first <= 12 && n.second <= 12 && n.first != n.second
}

// iso returns the date as ISO 8601.
func (n *numericDate) iso(order DateOrder) string {
	day, month := n.first, n.second
	if order == MonthFirst {
		day, month = month, day
	}
	return fmt.Sprintf("%04d-%02d-%02d", n.year, month, day)
}

// findNumericDate finds the first date of three numbers with slashes or hyphens between them. Dates with full stops begin with the day
// everywhere.
func findNumericDate(s string) (numericDate, bool) {
	for i := 0; i < len(s); {
		run := digitRun(s[i:])
		if run == 0 {
			i++
			continue
		}
		if n, ok := numericDateAt(s, i, run); ok {
			return n, true
		}
		i += run
	}
	return numericDate{}, false
}

// numericDateAt reads a date whose first number has run digits at s[i:].
func numericDateAt(s string, i, run int) (n numericDate, ok bool) {
	end := i + run
	if run > 2 || end >= len(s) || i > 0 && strings.IndexByte("/-.:", s[i-1]) >= 0 {
		return n, false
	}
	glue := s[end]
	second := digitRun(s[end+1:])
	last := end + 1 + second
	if glue != '/' && glue != '-' || second == 0 || second > 2 || last >= len(s) || s[last] != glue {
		return n, false
	}
	year := digitRun(s[last+1:])
	if year != 2 && year != 4 {
		return n, false
	}
	n = numericDate{from: i, to: last + 1 + year, first: digitsValue(s[i:end]), second: digitsValue(s[end+1 : last]), year: digitsValue(s[last+1 : last+1+year])}
	if year == 2 {
		n.year += 2000
	}
	return n, true
}

// digitsValue returns the value of a few digits.
func digitsValue(s string) (v int) {
	for i := range len(s) {
		v = v*10 + int(s[i]-'0')
	}
	return v
}
