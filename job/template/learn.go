package template

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"gannet/job"
)

// Bounds of Learn.
const (
	maxTried        = 150 // selectors that are tried for a field
	maxObserved     = 20  // nodes of a page that a selector is tried on
	maxAlternatives = 3   // rules for a field
	maxElsewhere    = 2   // fallbacks to other elements
	maxText         = 300 // bytes of a node that may hold a value
	maxShort        = 80  // likewise, for fields whose value is found by words or digits
	leastRight      = 4   // pages on which a rule must be right for each on which it is wrong
	leastCut        = 4   // bytes of a value that may be cut out of a text
	maxAround       = 100 // bytes of the text around the value
	maxCut          = 60  // bytes of a pattern that cuts a value out
)

// Learn proposes a template from pages whose postings are known; it needs at least one page, and two or more are better. Each field gets
// the rule that is right on most pages and wrong on fewest. Of several such rules it gets the one that is likeliest to work on other pages;
// see cssPath. Further rules follow for pages on which the first rule finds nothing. The URL patterns come from the examples' URLs, and the
// name from the first host. To measure the template, call Evaluate with other pages than the examples.
func Learn(examples []Example) (*Template, error) {
	t := &Template{Fields: map[job.Field][]Rule{}}
	examples, err := t.located(examples)
	if err != nil {
		return nil, err
	}
	known := slices.DeleteFunc(slices.Clone(examples), func(e Example) bool { return e.Want == nil || e.Doc == nil })
	if len(known) == 0 {
		return nil, errors.New("learn template: no page with known values: give their values by file name or URL")
	}
	t.Language, t.RecordURL = language(known), learnRecordURL(known)
	t.learnURLs(examples)
	for _, f := range job.Fields() {
		if rules := learnField(known, f, t.Language); len(rules) > 0 {
			t.Fields[f] = rules
		}
	}
	if len(t.Fields) == 0 {
		return nil, errors.New("learn template: none of the values stands in its page: give them as the pages have them")
	}
	t.listRules()
	return t, nil
}

// language returns the language that all pages state. If they differ, it returns "", and then each page's own language is used.
func language(examples []Example) string {
	lang := pageLanguage(examples[0].Doc)
	if slices.ContainsFunc(examples, func(e Example) bool { return pageLanguage(e.Doc) != lang }) {
		return ""
	}
	return lang
}

// learnField returns the rules of a field. There are none if the pages do not contain the known values.
func learnField(examples []Example, f job.Field, lang string) []Rule {
	open := slices.DeleteFunc(slices.Clone(examples), func(e Example) bool { return !Has(e.Want, f) })
	l := &learner{field: f, lang: lang, all: examples, found: map[*html.Node][]spot{}}
	every := open
	wanted := len(open)
	enough := max(min(2, wanted), (wanted+2)/3)
	var rules []Rule
	for len(open) > 0 && len(rules) < maxAlternatives {
		best, ok := l.bestRule(open, nil)
		if !ok || len(rules) == 0 && best.right < enough || len(rules) > 0 && !l.isSound(best) {
			break
		}
		rules = append(rules, best.rule)
		left := slices.DeleteFunc(slices.Clone(open), func(e Example) bool { return l.firstValue(&best.rule, e) != "" })
		if len(left) == len(open) {
			break
		}
		open = left
	}
	switch {
	case f == job.Company && len(rules) == 0:
		return constantRule(examples)
	case len(rules) == 1 && l.isAlwaysGiven():
		return append(rules, l.fallbacks(every, &rules[0])...)
	}
	return rules
}

// isSound reports whether a further rule is unlikely to be right by chance only. It must be right on two pages, or be a plain rule of a field that
// nearly all postings have.
func (l *learner) isSound(s scored) bool {
	plain := len(s.rule.Post) == 0 && !strings.Contains(s.rule.Select, ":contains")
	return s.wrong == 0 && (s.right > 1 || plain && l.isAlwaysGiven())
}

// isAlwaysGiven reports whether nearly all postings have the field.
func (l *learner) isAlwaysGiven() bool {
	return l.field == job.Title || l.field == job.Company || l.field == job.Location
}

// fallbacks returns further rules for pages on which the first rule finds nothing. One selects an element around or inside the element of the first
// rule. The others select elements elsewhere, each with another name. All of them are right on all examples.
func (l *learner) fallbacks(examples []Example, first *Rule) []Rule {
	used := map[string]bool{}
	addRule := func(rules []Rule, near bool) []Rule {
		best, ok := l.bestRule(examples, func(e Example, n *html.Node) bool {
			main := first.firstNode(e.Doc)
			return main != nil && main != n && (isInside(n, main) || isInside(main, n)) == near && (near || !used[n.Data])
		})
		if !ok || best.right < len(examples) || best.spurious > 0 || best.right < 2 {
			return rules
		}
		used[best.rule.firstNode(examples[0].Doc).Data] = true
		return append(rules, best.rule)
	}
	used[first.firstNode(examples[0].Doc).Data] = true
	rules := addRule(nil, true)
	for range maxElsewhere {
		rules = addRule(rules, false)
	}
	return rules
}

// isInside reports whether n is a descendant of the other node.
func isInside(n, other *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if n == other {
			return true
		}
	}
	return false
}

// constantRule returns a rule with a constant company. It is for an employer's own site, whose pages need not name the company.
func constantRule(examples []Example) []Rule {
	first := examples[0].Want.Company
	if len(examples) < 3 || first == "" || slices.ContainsFunc(examples, func(e Example) bool { return e.Want.Company != first }) {
		return nil
	}
	return []Rule{{Value: first}}
}

// learner learns the rules of one field.
type learner struct {
	field job.Field
	lang  string
	all   []Example
	found map[*html.Node][]spot // by document
}

// spot is a holder of a value, with the selectors that match it.
type spot struct {
	holder
	paths []cssPath
}

// spots returns the spots of an example. They are computed only once.
func (l *learner) spots(e Example) []spot {
	if all, done := l.found[e.Doc]; done {
		return all
	}
	var all []spot
	isValue := func(label string) bool { return l.contains(label, e) }
	for _, p := range l.holders(e) {
		switch {
		case p.node.Namespace != recordSpace:
			all = append(all, spot{p, selectorsOf(p.node, isValue)})
		case l.field == job.Description || firstElement(p.node) == nil: // other fields are not spread over a record
			all = append(all, spot{p, pointersOf(p.node)})
		}
	}
	l.found[e.Doc] = all
	return all
}

// trial is a selector that is to be tried, with the number of pages on which it matches a holder of the value.
type trial struct {
	rule    Rule
	cost    float64
	support int
	last    int // the page counted last
}

// scored is a rule with its results on the examples.
type scored struct {
	rule         Rule
	cost         float64
	right, wrong int
	spurious     int
	purity       float64 // mean over the pages of the share of right values among the rule's values
}

func (s scored) compare(o scored) int {
	balance := func(s scored) float64 { return float64(s.right) - 2*float64(s.wrong) - .25*float64(s.spurious) }
	return cmp.Or(cmp.Compare(balance(s), balance(o)), cmp.Compare(s.right, o.right),
		cmp.Compare(math.Round(s.purity*4-s.cost*2), math.Round(o.purity*4-o.cost*2)),
		cmp.Compare(o.cost, s.cost), cmp.Compare(o.rule.Select, s.rule.Select))
}

// bestRule returns the rule with the best results on the examples, all of which must have the field. It selects only nodes for which may returns
// true, or any nodes if may is nil. The second result is false if no rule is right often enough.
func (l *learner) bestRule(examples []Example, may func(Example, *html.Node) bool) (scored, bool) {
	var best scored
	found := false
	for _, c := range l.trials(examples, may) {
		seen := make([][]string, len(examples))
		for i, e := range examples {
			seen[i] = l.observe(&c.rule, e)
		}
		for _, post := range l.processings(examples, seen) {
			s := l.score(c, post, examples, seen)
			if s.right > 0 && s.right >= leastRight*s.wrong && (!found || s.compare(best) > 0) {
				best, found = s, true
			}
		}
	}
	return best, found
}

// trials returns the selectors that are supported by most pages. Among equal ones the cheaper come first.
func (l *learner) trials(examples []Example, may func(Example, *html.Node) bool) []trial {
	byCSS := map[string]*trial{}
	for i, e := range examples {
		for _, spot := range l.spots(e) {
			if may != nil && !may(e, spot.node) {
				continue
			}
			for _, p := range spot.paths {
				r := Rule{Select: p.css, Attribute: spot.attribute}
				c := byCSS[r.String()]
				if c == nil {
					c = &trial{rule: r, cost: p.cost + spot.cost, last: -1}
					byCSS[r.String()] = c
				}
				c.cost = min(c.cost, p.cost+spot.cost)
				if c.last != i {
					c.last = i
					c.support++
				}
			}
		}
	}
	all := make([]trial, 0, len(byCSS))
	for _, c := range byCSS {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b trial) int {
		return cmp.Or(cmp.Compare(b.support, a.support), cmp.Compare(a.cost, b.cost), cmp.Compare(a.rule.String(), b.rule.String()))
	})
	return all[:min(len(all), maxTried)]
}

// observe returns the values of a rule's nodes in a page, before post-processing.
func (l *learner) observe(r *Rule, e Example) []string {
	if r.matcher == nil {
		m, err := selector(r.Select)
		if err != nil {
			return nil
		}
		r.matcher = m
	}
	var values []string
	for n := e.Doc; n != nil && len(values) < maxObserved; n = next(n, e.Doc) {
		if n.Type == html.ElementNode && r.matcher.Match(n) {
			if v := rawValue(n, r.Attribute, l.field == job.Description); v != "" {
				values = append(values, v)
			}
		}
	}
	return values
}

// firstValue returns the value that a rule finds in a page, or "".
func (l *learner) firstValue(r *Rule, e Example) string {
	for _, v := range l.observe(r, e) {
		if v = r.process(v); v != "" {
			return v
		}
	}
	return ""
}

func (l *learner) score(c trial, post []Step, examples []Example, seen [][]string) scored {
	s := scored{rule: c.rule, cost: c.cost + 1.5*float64(len(post))}
	s.rule.Post = post
	for i, e := range examples {
		right, values, first := 0, 0, false
		for _, v := range seen[i] {
			if v = s.rule.process(v); v == "" {
				continue
			}
			ok := l.isRight(v, e)
			if values == 0 {
				first = ok
			}
			values++
			if ok {
				right++
			}
		}
		switch {
		case values == 0:
		case first:
			s.right++
		default:
			s.wrong++
		}
		s.purity += float64(right) / float64(max(1, values)*len(examples))
	}
	for _, e := range l.all {
		if !Has(e.Want, l.field) && len(l.observe(&s.rule, e)) > 0 && l.firstValue(&s.rule, e) != "" {
			s.spurious++
		}
	}
	return s
}

// isRight reports whether a text agrees with the known value.
func (l *learner) isRight(v string, e Example) bool {
	var got job.Posting
	lang := l.lang
	if lang == "" {
		lang = pageLanguage(e.Doc)
	}
	return Assign(&got, l.field, v, lang, e.Now) && Agree(l.field, &got, e.Want)
}
