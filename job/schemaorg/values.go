package schemaorg

import (
	"slices"
	"strconv"
	"strings"

	"gannet/job"
)

// object is what is marked up: properties by their short names, "@type" and "@id".
type object map[string]any

// short gives the last part of a name or IRI: "title" of "http://schema.org/title" and "schema:title".
func short(name string) string {
	if i := strings.LastIndexAny(name, "/#:"); i >= 0 && !strings.HasPrefix(name, "@") {
		return name[i+1:]
	}
	return name
}

// newObject gives m with short names.
func newObject(m map[string]any) object {
	if !hasLong(m) {
		return m
	}
	o := make(object, len(m))
	for key, value := range m {
		if s := short(key); o[s] == nil {
			o[s] = value
		}
	}
	return o
}

func hasLong(m map[string]any) bool {
	for key := range m {
		if short(key) != key {
			return true
		}
	}
	return false
}

// is tells whether the object's type is name.
func (o object) is(name string) bool {
	return slices.ContainsFunc(list(o["@type"]), func(v any) bool {
		s, _ := v.(string)
		return strings.EqualFold(short(strings.TrimSpace(s)), name)
	})
}

// list gives the values of a property: those of a list, or the one that it is.
func list(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	case map[string]any:
		if inner, ok := v["@list"].([]any); ok {
			return inner
		}
	}
	return []any{v}
}

// resolve gives an object for a value that is one, or that refers to one by its @id.
func (r *reader) resolve(v any) (object, bool) {
	var m map[string]any
	switch v := v.(type) {
	case map[string]any:
		m = v
	case object:
		m = v
	default:
		return nil, false
	}
	if id, ok := m["@id"].(string); ok && len(m) <= 2 {
		if full, ok := r.ids[id]; ok {
			m = full
		}
	}
	return newObject(m), true
}

// text gives the first value of v as plain text: a string, or what an object has as its value or name.
func (r *reader) text(v any) string { return r.textWithin(v, 4) }

func (r *reader) textWithin(v any, depth int) string {
	if depth == 0 {
		return ""
	}
	for _, v := range list(v) {
		s, ok := v.(string)
		if !ok {
			o, isObject := r.resolve(v)
			if !isObject {
				continue
			}
			for _, key := range []string{"@value", "name", "value", "alternateName", "legalName"} {
				if s = r.textWithin(o[key], depth-1); s != "" {
					break
				}
			}
		}
		if s = clean(s); s != "" {
			return s
		}
	}
	return ""
}

// clean gives a one-line text without markup; "" for words that say that there is none.
func clean(s string) string {
	if strings.ContainsAny(s, "<&\n\t\u00a0") || strings.Contains(s, "  ") {
		s = strings.ReplaceAll(job.PlainText(s), "\n", " ")
	}
	s = strings.TrimSpace(s)
	switch strings.ToLower(s) {
	case "null", "none", "undefined", "n/a", "na", "-", "--", "nan", "not specified", "unspecified":
		return ""
	}
	return s
}

// number gives the first value of v as a number; 0 for none.
func (r *reader) number(v any) float64 {
	s := r.text(v)
	if f, err := strconv.ParseFloat(s, 64); err == nil && f > 0 && f < 1e12 {
		return f
	}
	if pay, ok := job.ParsePay(s); ok {
		return pay.Min
	}
	return 0
}
