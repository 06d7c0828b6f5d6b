// Package template owns site templates, YAML files for the hosts of a site. A template defines by URL patterns which pages are postings and which are
// lists (the characteristic links of Xue et al., section 2.1). It defines by CSS selectors where each field of a posting is found (section 2.2), or by
// JSON Pointers if the postings lie in responses in JSON or XML.
// Templates are data: gannet reads a user's directory of them in addition to the built-in ones. Learn proposes a template from a few pages whose
// postings are known.
package template

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/job"
)

// Template says how to recognise the postings of one site and how to read their fields. Read and Load make templates. A Template is
// immutable and safe for concurrent use.
type Template struct {
	Name      string               // unique in a Set
	Hosts     []string             // host names; "*.example.org" is example.org and all hosts below it, "*" is every host
	Language  string               // ISO 639-1, of dates in words; "" if it is unknown
	Detail    []*regexp.Regexp     // matched against the canonical URL
	Listing   []*regexp.Regexp     // likewise
	Other     []*regexp.Regexp     // likewise, tried first
	Records   Pointer              // to the postings in responses in JSON or XML; nil for a template of pages
	RecordURL *RecordURL           // of the postings in such responses; nil if the names of their keys tell it
	Fields    map[job.Field][]Rule // the rules of a field are alternatives: the first that finds a value counts

	rules []fieldRule // of all fields, made by listRules
}

// fieldRule is a rule with its field.
type fieldRule struct {
	*Rule
	field job.Field
	hint  hint
}

// confidence is the confidence in a template's values. Someone checked the site when writing the template, but sites change.
const confidence = .95

// Kind returns the kind of a page, judged only by its URL. The second result is false if the URL matches no pattern of the template.
func (t *Template) Kind(url string) (job.Kind, bool) {
	for _, of := range []struct {
		patterns []*regexp.Regexp
		kind     job.Kind
	}{{t.Other, job.Other}, {t.Detail, job.Detail}, {t.Listing, job.Listing}} {
		for _, p := range of.patterns {
			if p.MatchString(url) {
				return of.kind, true
			}
		}
	}
	return job.Other, false
}

// Extract reads the posting on a page. Dates such as "yesterday" are relative to now. The result is nil if no field was found. Extract does
// not check whether the page is a posting; Kind does.
func (t *Template) Extract(doc *html.Node, url string, now time.Time) *job.Posting {
	p := &job.Posting{URL: url}
	found := t.find(doc)
	lang := t.languageOf(doc)
	for i := 0; i < len(t.rules); {
		field, done := t.rules[i].field, false
		for ; i < len(t.rules) && t.rules[i].field == field; i++ {
			if value := t.rules[i].joined(field, found[i].values); value != "" && !done {
				done = Assign(p, field, value, lang, now)
			}
		}
		if done {
			if p.Provenance == nil {
				p.Provenance = make(map[job.Field]job.Provenance)
			}
			p.Provenance[field] = job.Provenance{Method: job.Template, Confidence: confidence}
		}
	}
	if p.Provenance == nil {
		return nil
	}
	return p
}

// Match is what one rule of a template has found on a page.
type Match struct {
	Field  job.Field `json:"field"`
	Rule   string    `json:"rule"`   // its selector, or its constant
	Nodes  int       `json:"nodes"`  // the number that the selector matched
	Values []string  `json:"values"` // of these nodes, after post-processing, without empty ones
	Used   bool      `json:"used"`   // whether the field's value comes from this rule
}

// Explain returns what each rule finds on a page, in the order in which Extract tries the rules.
func (t *Template) Explain(doc *html.Node, now time.Time) []Match {
	matches := make([]Match, len(t.rules))
	used := map[job.Field]bool{}
	lang := t.languageOf(doc)
	for i := range t.rules {
		r := t.rules[i]
		m := &matches[i]
		*m = Match{Field: r.field, Rule: r.String(), Nodes: len(r.nodes(doc)), Values: r.valuesIn(doc, r.field)}
		value := r.joined(r.field, m.Values)
		m.Used = value != "" && !used[r.field] && Assign(new(job.Posting), r.field, value, lang, now)
		used[r.field] = used[r.field] || m.Used
	}
	return matches
}

// languageOf returns the template's language, or else the page's, or "".
func (t *Template) languageOf(doc *html.Node) string {
	if t.Language != "" {
		return t.Language
	}
	return pageLanguage(doc)
}

// pageLanguage returns the language of the html element, or "".
func pageLanguage(doc *html.Node) string {
	for n := doc; n != nil; n = next(n, doc) {
		if n.Type != html.ElementNode {
			continue
		}
		if l := rawValue(n, "lang", false); n.DataAtom == atom.Html && languageTag.MatchString(l) {
			return strings.ToLower(l[:2])
		}
		return ""
	}
	return ""
}

// listRules lists the rules of all fields. Fields must be set before.
func (t *Template) listRules() {
	t.rules = t.rules[:0]
	for _, f := range job.Fields() {
		for i := range t.Fields[f] {
			t.rules = append(t.rules, fieldRule{&t.Fields[f][i], f, hintOf(t.Fields[f][i].Select)})
		}
	}
}

// finding holds the values that one rule has found so far.
type finding struct {
	values []string
	full   bool
}

// find tries all rules at every element, in one walk in document order. Selecting with goquery for each rule takes two to four times as long on real
// pages, because goquery walks the page once for each rule and has no hints.
func (t *Template) find(doc *html.Node) []finding {
	found := make([]finding, len(t.rules))
	open := 0
	for i := range t.rules {
		if r := t.rules[i].Rule; r.matcher == nil {
			found[i] = finding{values: []string{r.Value}, full: true}
		} else {
			open++
		}
	}
	for n := doc; n != nil && open > 0; n = next(n, doc) {
		if n.Type != html.ElementNode {
			continue
		}
		e := elementOf(n)
		for i := range t.rules {
			r := &t.rules[i]
			if found[i].full || !r.hint.mayMatch(&e) || !r.matcher.Match(n) {
				continue
			}
			if v := r.value(n, r.field); v != "" {
				found[i].values = append(found[i].values, v)
				if !r.All || len(found[i].values) == maxValues {
					found[i].full = true
					open--
				}
			}
		}
	}
	return found
}

// next returns the node after n in document order, or nil after the last of root.
func next(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}
