package schemaorg

import (
	"strings"
	"time"

	"gannet/job"
)

// MaxValues bounds the JSON values that are read from one page.
const MaxValues = maxValues

// ParseJSON returns the values of a text, one after another, as pages write JSON: with superfluous or missing commas, comments,
// names without quotes. Numbers and truth values are strings. It subtracts the number of values from left.
func ParseJSON(text string, left *int) []any { return parseJSON([]byte(text), left) }

// ParseValue reads one value at the start of a text, and returns it with its length in the text. It accepts the same errors as ParseJSON.
func ParseValue(text string, left *int) (v any, n int) {
	r := &jsonReader{s: text[:min(len(text), maxBytes)], left: left}
	v = r.value(0)
	return v, r.at
}

// Unquote reads the JavaScript string at the start of a text. n is its length including the quotation marks. If the string does not end on its line,
// ok is false, and no string begins in the n bytes that were read.
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

// FromObject reads a posting from an object with schema.org's properties. method says how the object was found. It returns nil if there is neither a
// title nor a description.
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
