package template

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gannet/job"
)

// Answer is a response in JSON or XML, from which templates are learned: a tree of objects, lists and texts. Many postings may lie in it.
type Answer struct {
	Tree   any
	leaves []leaf // in the order of the tree
}

// leaf is a text of a response.
type leaf struct {
	at      []string // the keys and numbers that lead to it
	general []string // the same with * for all that areAlike or in a list
	text    string
	folded  string
}

// NewAnswer returns the response of a tree. Numbers are texts in it.
func NewAnswer(tree any) *Answer {
	a := &Answer{Tree: tree}
	a.collect(tree, nil, nil)
	return a
}

func (a *Answer) collect(v any, at, general []string) {
	inner := func(key, part string, v any) {
		a.collect(v, append(slices.Clip(at), key), append(slices.Clip(general), part))
	}
	switch v := v.(type) {
	case string:
		if text := strings.TrimSpace(v); text != "" {
			if len(text) > maxText {
				text = strings.TrimSpace(job.PlainText(text))
			}
			a.leaves = append(a.leaves, leaf{at, general, text, fold(text[:min(len(text), maxText)])})
		}
	case []any:
		for i := range v {
			inner(strconv.Itoa(i), every, v[i])
		}
	case map[string]any:
		alike := areAlike(v)
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if alike {
				inner(key, every, v[key])
			} else {
				inner(key, key, v[key])
			}
		}
	}
}

// Bounds of the search for a posting's record.
const (
	maxAnchors = 20   // places of the value that it begins with
	maxRecord  = 2000 // texts of a record
)

// anchors returns the numbers of the leaves that have the known value by which a posting is best told from others.
func (a *Answer) anchors(want *job.Posting) (found []int) {
	text := fold(cmp.Or(want.ID, want.Title, want.Company, want.Location, want.Description[:min(len(want.Description), maxText/2)]))
	if text == "" {
		return nil
	}
	for _, holds := range []func(string) bool{
		func(s string) bool { return s == text },
		func(s string) bool { return strings.Contains(s, text) },
	} {
		for i := range a.leaves {
			if len(found) < maxAnchors && holds(a.leaves[i].folded) {
				found = append(found, i)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// records returns pointers to what may be the record of an example's posting: around each place of its anchor, the innermost object that has most of
// the posting's known values. It returns those with most of them.
func (a *Answer) records(e Example) (found []Pointer) {
	most := 0
	for _, i := range a.anchors(e.Want) {
		count, depth := a.countAround(i, e)
		if count > most {
			most, found = count, nil
		}
		if p := recordPointer(a.leaves[i].general[:depth]); count == most && !slices.ContainsFunc(found, func(o Pointer) bool { return slices.Equal(o, p) }) {
			found = append(found, p)
		}
	}
	return found
}

// countAround returns the largest number of an example's fields that lie in one object around a leaf, and the depth of the innermost such object.
func (a *Answer) countAround(i int, e Example) (most, depth int) {
	at, from, to := a.leaves[i].at, i, i
	found := map[job.Field]bool{}
	for d := len(at) - 1; d >= 0 && to-from <= maxRecord; d-- {
		for ; from >= 0 && within(a.leaves[from].at, at[:d]); from-- {
			addHeld(found, e, &a.leaves[from])
		}
		for ; to < len(a.leaves) && within(a.leaves[to].at, at[:d]); to++ {
			addHeld(found, e, &a.leaves[to])
		}
		if len(found) > most {
			most, depth = len(found), d
		}
	}
	return most, depth
}

// within reports whether a path leads into another one.
func within(at, other []string) bool {
	return len(at) >= len(other) && slices.Equal(at[:len(other)], other)
}

// addHeld adds the known fields of an example that a leaf holds.
func addHeld(found map[job.Field]bool, e Example, of *leaf) {
	for _, f := range job.Fields() {
		if !found[f] && Has(e.Want, f) && (len(of.text) <= maxText || f == job.Description) && (&learner{field: f}).contains(of.text, e) {
			found[f] = true
		}
	}
}

// recordPointer returns the pointer to the records of which one lies at a place: to the items of the innermost list around it, or else to the whole
// response.
func recordPointer(general []string) Pointer {
	for i, part := range slices.Backward(general) {
		if part == every {
			return slices.Clone(general[:i+1])
		}
	}
	return Pointer{}
}

// locate returns the pointer to the records of which most examples are one, nil if there is none.
func locate(examples []Example) (best Pointer) {
	votes := map[string]int{}
	for _, e := range examples {
		for _, p := range e.Answer.records(e) {
			votes[p.String()]++
			if n, most := votes[p.String()], votes[best.String()]; best == nil || n > most {
				best = p
			}
		}
	}
	return best
}

// inRecord returns an example with the record in its answer that has most of the posting's known values. The record is nil if there is none.
func (t *Template) inRecord(e Example) Example {
	var best map[string]any
	anchors, most := e.Answer.anchors(e.Want), 0
	t.Records.each(e.Answer.Tree, nil, func(at []string, record map[string]any) {
		for _, i := range anchors {
			if !within(e.Answer.leaves[i].at, at) {
				continue
			}
			found := map[job.Field]bool{}
			for to := i; to < len(e.Answer.leaves) && within(e.Answer.leaves[to].at, at); to++ {
				addHeld(found, e, &e.Answer.leaves[to])
			}
			for from := i - 1; from >= 0 && within(e.Answer.leaves[from].at, at); from-- {
				addHeld(found, e, &e.Answer.leaves[from])
			}
			if len(found) > most {
				most, best = len(found), record
			}
		}
	})
	if e.Doc, e.record = nil, best; best != nil {
		e.Doc = recordNode(best)
	}
	return e
}

// located returns examples in which each response is replaced by the record of its posting, and the pointer to these records. The pointer is nil if the
// examples are pages.
func (t *Template) located(examples []Example) ([]Example, error) {
	answers := slices.DeleteFunc(slices.Clone(examples), func(e Example) bool { return e.Answer == nil || e.Want == nil })
	if len(answers) == 0 {
		return examples, nil
	}
	if slices.ContainsFunc(examples, func(e Example) bool { return e.Answer == nil }) {
		return nil, errors.New("learn template: pages and answers in JSON or XML: learn a template of each")
	}
	if t.Records = locate(answers); t.Records == nil {
		return nil, errors.New("learn template: none of the values stands in its answer: give them as the answers have them")
	}
	for i, e := range answers {
		answers[i] = t.inRecord(e)
	}
	return answers, nil
}

// Record is a part of a response in JSON or XML to which a template leads.
type Record struct {
	At     string // its JSON Pointer
	Object map[string]any
}

// RecordsOf returns the records of a response in JSON or XML to which the template leads.
func (t *Template) RecordsOf(tree any) (found []Record) {
	t.Records.each(tree, nil, func(at []string, record map[string]any) {
		found = append(found, Record{Pointer(at).String(), record})
	})
	return found
}

// ExplainRecord returns what each rule of the template finds in a record of the answer at a URL, as Explain does for a page.
func (t *Template) ExplainRecord(r Record, answer string, now time.Time) []Match {
	matches := t.Explain(recordNode(r.Object), now)
	if t.RecordURL == nil {
		return matches
	}
	m := Match{Field: URL, Rule: t.RecordURL.String()}
	if own := t.URLOf(r.Object, answer); own != "" {
		m.Nodes, m.Values, m.Used = len(t.RecordURL.values), []string{own}, true
	}
	return append(matches, m)
}

// IsFor reports whether the template is for the response at a URL: it leads to records, and the URL is of a kind that has postings if it says which have.
func (t *Template) IsFor(url string) bool {
	kind, known := t.Kind(url)
	return t.Records != nil && (known && kind != job.Other || !known && len(t.Detail)+len(t.Listing) == 0)
}

// ReadRecord reads the posting of a record as Extract reads that of a page.
func (t *Template) ReadRecord(record map[string]any, url string, now time.Time) *job.Posting {
	return t.Extract(recordNode(record), url, now)
}
