package schemaorg

import (
	"strings"
	"time"

	"gannet/job"
)

// MaxValues is how many JSON values are read from one page at most.
const MaxValues = maxValues

// ParseJSON returns the JSON values in a text, one after another. It accepts the errors that pages make: superfluous or missing commas,
// comments, names without quotes. Numbers and truth values become strings. It subtracts the number of values from left, and stops when left
// reaches 0.
func ParseJSON(text string, left *int) []any { return parseJSON([]byte(text), left) }

// ParseValue reads one JSON value at the start of a text, and returns it with the number of bytes that it takes. It accepts the same errors
// as ParseJSON.
func ParseValue(text string, left *int) (v any, n int) {
	r := &jsonReader{s: text[:min(len(text), maxBytes)], left: left}
	v = r.value(0)
	return v, r.at
}

// Unquote reads the JavaScript string literal at the start of a text. n is its length including the quotation marks. If the string does not
// end on its line, ok is false, and n is the number of bytes to skip.
func Unquote(text string) (s string, n int, ok bool) {
	if text == "" || text[0] != '"' && text[0] != '\'' {
		return "", 0, false
	}
	r := &jsonReader{s: text[:min(len(text), maxBytes)], at: 1}
	var b []byte
	for r.at < len(r.s) && r.s[r.at] != '\n' {
		switch c := r.s[r.at]; c {
		case text[0]:
			return strings.ToValidUTF8(string(b), "\ufffd"), r.at + 1, true
		case '\\':
			b = r.escape(b)
		default:
			b = append(b, c)
			r.at++
		}
	}
	return "", r.at, false
}

// FromObject makes a posting from an object with schema.org's properties. method says how the object was found. The result is nil if the
// object has neither a title nor a description.
func FromObject(o map[string]any, method job.Method, confidence float64, pageURL string, now time.Time) *job.Posting {
	r := &reader{ids: map[string]map[string]any{}, url: pageURL, now: now}
	p := r.posting(newObject(o), method)
	if p == nil {
		return nil
	}
	p.URL = r.ownURL(newObject(o))
	r.setProvenance(p, job.Provenance{Method: method, Confidence: confidence})
	return p
}
