package web

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gannet/crawldir/overview"
)

// asJSON returns a value for an attribute that the page's script reads.
func asJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}

// visible returns a text of others without characters that change how the text around them is shown.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// cut shortens a text to so many characters.
func cut(most int, s string) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// count writes a number with a space between thousands.
func count(n any) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// when says how long ago a time was, or how far it is in the future, relative to another time.
func when(now, at time.Time) string {
	switch d := now.Sub(at); {
	case at.IsZero():
		return "unknown"
	case d < -time.Second:
		return "in " + wait(-d)
	case d < time.Second:
		return "now"
	default:
		return wait(d) + " ago"
	}
}

// wait writes a duration in round numbers.
func wait(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(math.Ceil(d.Seconds())))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}

// stamp writes a time in UTC, to the minute.
func stamp(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// query builds the query of a link from keys and values in turn.
func query(pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return q.Encode()
}

// levelWord returns a word for a level, so that nobody depends on its colour.
func levelWord(l overview.Level) string {
	return map[overview.Level]string{overview.Good: "fine", overview.Warning: "check", overview.Bad: "problem", overview.Resting: "not running"}[l]
}

// point writes a coordinate.
func point(v float64) string { return fmt.Sprintf("%.1f", v) }

// after puts a separator before a text; "" stays "".
func after(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

// either chooses one of two texts.
func either(first bool, one, other string) string {
	if first {
		return one
	}
	return other
}

// known returns a number, or the word unknown if it is missing.
func known(number string) string { return cmp.Or(number, "unknown") }

// dayOf writes a day, "" if there is none.
func dayOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// viewOf returns the address of a view of a crawl.
func viewOf(crawl, view string) string { return "/crawl/" + crawl + "/" + view }

// postingAt returns the address of a posting's view, from other views.
func postingAt(number uint64) string { return fmt.Sprint("posting?number=", number) }
