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

// The bounds of Learn.
const (
	maxTried        = 150 // selectors that are tried for a field
	maxObserved     = 20  // nodes of a page that a selector is tried on
	maxAlternatives = 3   // rules for a field
	maxElsewhere    = 2   // further rules that lead elsewhere
	maxText         = 300 // bytes of a node that may hold a value
	maxShort        = 80  // likewise, where the value is found by words or digits in it
	leastRight      = 4   // pages on which a rule must be right for one on which it is wrong
	leastCut        = 4   // bytes of a value that is looked for within a text
	maxAround       = 100 // bytes around it
	maxCut          = 60  // bytes of a pattern that cuts it out
)

// Learn proposes a template from pages whose postings are known, two or more for preference. Each field gets the rule
// that agrees on most pages with what is known and is wrong on fewest; among equals the one that is likely to hold on
// other pages, see cssPath. Where pages differ, further rules follow for those on which the first finds nothing. URL
// patterns come from the examples' URLs. The template is named after the first host; its confidence is not measured:
// Evaluate it on pages that were not among the examples.
func Learn(examples []Example) (*Template, error) {
	known := slices.DeleteFunc(slices.Clone(examples), func(e Example) bool { return e.Want == nil || e.Doc == nil })
	if len(known) == 0 {
		return nil, errors.New("learn template: no page with known values: give their values by file name or URL")
	}
	t := &Template{Fields: map[job.Field][]Rule{}, Language: language(known)}
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

// language is the pages', if all name the same; else "", and each page's own counts.
func language(examples []Example) string {
	lang := pageLanguage(examples[0].Doc)
	if slices.ContainsFunc(examples, func(e Example) bool { return pageLanguage(e.Doc) != lang }) {
		return ""
	}
	return lang
}

// learnField gives the rules of a field, none if the pages' values cannot be found.
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

// isSound tells whether a further rule is more than chance: of two pages at least, or a plain one for a field that hardly
// any posting lacks.
func (l *learner) isSound(s scored) bool {
	plain := len(s.rule.Post) == 0 && !strings.Contains(s.rule.Select, ":contains")
	return s.wrong == 0 && (s.right > 1 || plain && l.isAlwaysGiven())
}

// isAlwaysGiven tells the fields that hardly any posting lacks.
func (l *learner) isAlwaysGiven() bool {
	return l.field == job.Title || l.field == job.Company || l.field == job.Location
}

// fallbacks gives further rules for a field that hardly any posting lacks, for pages on which the first finds nothing:
// one that leads to the element around what the first selects, or within it, and others that lead elsewhere, each to
// elements of another name. All are right on all examples.
func (l *learner) fallbacks(examples []Example, first *Rule) []Rule {
	used := map[string]bool{}
	add := func(rules []Rule, near bool) []Rule {
		best, ok := l.bestRule(examples, func(e Example, n *html.Node) bool {
			main := first.firstNode(e.Doc)
			return main != nil && main != n && (within(n, main) || within(main, n)) == near && (near || !used[n.Data])
		})
		if !ok || best.right < len(examples) || best.spurious > 0 || best.right < 2 {
			return rules
		}
		used[best.rule.firstNode(examples[0].Doc).Data] = true
		return append(rules, best.rule)
	}
	used[first.firstNode(examples[0].Doc).Data] = true
	rules := add(nil, true)
	for range maxElsewhere {
		rules = add(rules, false)
	}
	return rules
}

// within tells whether n is below the other node.
func within(n, other *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if n == other {
			return true
		}
	}
	return false
}

// constantRule is the rule of an employer's own site, whose pages need not name the company.
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

// spot is a place with the selectors that lead to it.
type spot struct {
	holder
	paths []cssPath
}

// spots finds the places of an example once.
func (l *learner) spots(e Example) []spot {
	if all, done := l.found[e.Doc]; done {
		return all
	}
	var all []spot
	isValue := func(label string) bool { return l.contains(label, e) }
	for _, p := range l.holders(e) {
		all = append(all, spot{p, selectorsOf(p.node, isValue)})
	}
	l.found[e.Doc] = all
	return all
}

// trial is a selector, with the pages on which it matches a node that has the value.
type trial struct {
	rule    Rule
	cost    float64
	support int
	last    int // the page counted last
}

// scored is a rule with how it does.
type scored struct {
	rule         Rule
	cost         float64
	right, wrong int
	spurious     int
	purity       float64 // share of right ones among all nodes that the rule matches, of the pages' mean
}

func (s scored) compare(o scored) int {
	worth := func(s scored) float64 { return float64(s.right) - 2*float64(s.wrong) - .25*float64(s.spurious) }
	return cmp.Or(cmp.Compare(worth(s), worth(o)), cmp.Compare(s.right, o.right),
		cmp.Compare(math.Round(s.purity*4-s.cost*2), math.Round(o.purity*4-o.cost*2)),
		cmp.Compare(o.cost, s.cost), cmp.Compare(o.rule.Select, s.rule.Select))
}

// bestRule gives the rule that does bestRule on the examples, all of which have the field, of those that lead to a node that may
// be used; false if none is right at all. A nil may allows all.
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

// trials gives the selectors that most pages support, the cheaper ones first among equals.
func (l *learner) trials(examples []Example, may func(Example, *html.Node) bool) []trial {
	byCSS := map[string]*trial{}
	for i, e := range examples {
		for _, place := range l.spots(e) {
			if may != nil && !may(e, place.node) {
				continue
			}
			for _, p := range place.paths {
				r := Rule{Select: p.css, Attribute: place.attribute}
				c := byCSS[r.String()]
				if c == nil {
					c = &trial{rule: r, cost: p.cost + place.cost, last: -1}
					byCSS[r.String()] = c
				}
				c.cost = min(c.cost, p.cost+place.cost)
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

// observe gives what a rule's nodes hold in a page, before post-processing.
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

// firstValue gives the value that a rule finds in a page.
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

// isRight tells whether a text says what is known.
func (l *learner) isRight(v string, e Example) bool {
	var got job.Posting
	lang := l.lang
	if lang == "" {
		lang = pageLanguage(e.Doc)
	}
	return Assign(&got, l.field, v, lang, e.Now) && Agree(l.field, &got, e.Want)
}
