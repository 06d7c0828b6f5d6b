package template

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"gannet/internal/jsonpointer"
	"gannet/internal/weburl"
	"gannet/job"
)

// URL is the name of a posting's URL among known values and counts. Only templates of answers in JSON or XML have a rule for it, see RecordURL.
const URL job.Field = "url"

// RecordURL makes the URL of a posting's own page from its record in an answer in JSON or XML. It is a URL in which JSON Pointers in braces stand for
// values of the record, such as https://example.org/jobs/{/slug}. A relative one is resolved against the answer's URL.
type RecordURL struct {
	texts  []string // around the values, so there is one more of them
	values [][]string
}

// parseRecordURL reads a rule for URLs.
func parseRecordURL(s string) (*RecordURL, error) {
	u := new(RecordURL)
	for rest := s; ; {
		text, after, found := strings.Cut(rest, "{")
		u.texts = append(u.texts, text)
		if !found {
			break
		}
		pointer, end, closed := strings.Cut(after, "}")
		path, ok := jsonpointer.Parse(pointer)
		if !closed || !ok || len(path) == 0 {
			return nil, fmt.Errorf("url %q: write a pointer of the record in braces, such as https://example.org/jobs/{/id}", s)
		}
		u.values, rest = append(u.values, path), end
	}
	if len(u.values) == 0 || len(s) > maxPattern {
		return nil, fmt.Errorf("url: write at most %d bytes with a pointer of the record in braces, such as https://example.org/jobs/{/id}", maxPattern)
	}
	return u, nil
}

// String returns the rule as parseRecordURL reads it.
func (u *RecordURL) String() string {
	s := u.texts[0]
	for i, path := range u.values {
		s += "{" + jsonpointer.Format(path) + "}" + u.texts[i+1]
	}
	return s
}

// fill returns the URL of a record, which may be relative, or "" if the record lacks one of the values.
func (u *RecordURL) fill(record map[string]any) string {
	filled := u.texts[0]
	for i, path := range u.values {
		value := textAt(record, path)
		if value == "" {
			return ""
		}
		filled += escaped(value, filled) + u.texts[i+1]
	}
	return filled
}

// escaped returns a value in the form that it has behind the beginning of a URL.
func escaped(value, before string) string {
	switch {
	case before == "":
		return value // it may be a whole URL
	case strings.Contains(before, "?"):
		return url.QueryEscape(value)
	}
	return (&url.URL{Path: value}).EscapedPath()
}

// textAt returns the text of a record to which a path leads, or "".
func textAt(v any, path []string) string {
	found := ""
	p := Pointer(path[:len(path)-1])
	p.each(v, nil, func(_ []string, inner map[string]any) {
		if s, ok := inner[path[len(path)-1]].(string); ok && found == "" {
			found = strings.TrimSpace(s)
		}
	})
	return found
}

// URLOf returns the canonical URL of the page of a record in the answer at a URL, or "" if the template does not say it or the record lacks a value.
func (t *Template) URLOf(record map[string]any, answer string) string {
	if t.RecordURL == nil {
		return ""
	}
	return resolved(t.RecordURL.fill(record), answer)
}

// resolved returns the canonical URL of a reference in an answer, or "".
func resolved(reference, answer string) string {
	if reference == "" {
		return ""
	}
	base, err := weburl.NewBase(answer)
	if err != nil {
		own, _ := weburl.Canonical(reference)
		return own
	}
	own, _ := base.Resolve(reference)
	return own
}

// leastURLs is the number of postings whose URLs a rule must give. One URL fits too many rules.
const leastURLs = 2

// learnRecordURL returns the rule that gives the known URLs of all examples, or nil if there is none. Of several, it is the one with fewest values.
func learnRecordURL(examples []Example) *RecordURL {
	known := slices.DeleteFunc(slices.Clone(examples), func(e Example) bool { return e.Want == nil || e.Want.URL == "" || e.record == nil })
	if len(known) < leastURLs || known[0].Want.URL == known[1].Want.URL || strings.ContainsAny(known[0].Want.URL, "{}") {
		return nil
	}
	for _, u := range urlRules(&known[0]) {
		t := &Template{RecordURL: u}
		if !slices.ContainsFunc(known, func(e Example) bool { return t.URLOf(e.record, e.URL) != e.Want.URL }) {
			return u
		}
	}
	return nil
}

// mostURLRules bounds the rules that are tried.
const mostURLRules = 500

// urlRules returns rules that give the known URL of an example: those with one value of its record, then those with two.
func urlRules(e *Example) (rules []*RecordURL) {
	leaves := NewAnswer(e.record).leaves
	for i := range leaves {
		if u := (&RecordURL{[]string{"", ""}, [][]string{leaves[i].at}}); resolved(u.fill(e.record), e.URL) == e.Want.URL {
			rules = append(rules, u)
		}
	}
	rules = append(rules, holes(&RecordURL{texts: []string{e.Want.URL}}, leaves)...)
	for _, u := range slices.Clone(rules) {
		rules = append(rules, holes(u, leaves)...)
	}
	return rules
}

// holes returns a rule's variants in which one text more, behind the beginning of the URL's path, is replaced by a value.
func holes(u *RecordURL, leaves []leaf) (variants []*RecordURL) {
	for i, text := range u.texts {
		begin := 0
		if i == 0 {
			begin = len(weburl.Origin(text))
		}
		for _, l := range leaves {
			value := escaped(l.text, strings.Join(u.texts[:i], "")+text)
			at := strings.Index(text[begin:], value)
			if at < 0 || len(variants) == mostURLRules || !divides(text, begin+at-1) || !divides(text, begin+at+len(value)) || strings.ContainsAny(strings.Join(l.at, ""), "{}") {
				continue
			}
			at += begin
			variants = append(variants, &RecordURL{
				slices.Replace(slices.Clone(u.texts), i, i+1, text[:at], text[at+len(value):]), slices.Insert(slices.Clone(u.values), i, l.at),
			})
		}
	}
	return variants
}

// divides reports whether a value may begin or end at a place of a URL: at its ends, and beside a character that is neither a letter nor a digit.
func divides(text string, at int) bool {
	return at < 0 || at >= len(text) || boundary(rune(text[at]))
}
