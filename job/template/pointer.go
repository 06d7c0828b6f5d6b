package template

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/internal/jsonpointer"
	"gannet/job"
)

// Pointer leads to values in a response in JSON or XML. It is a JSON Pointer (RFC 6901) in which the part * stands for every item of a list, and for
// every member of an object whose members are records of one kind. An XML element that could be one of several stands for itself under *.
type Pointer []string

// every is the part of a Pointer that stands for all items.
const every = "*"

// parsePointer reads a pointer. The empty text leads to the whole response.
func parsePointer(s string) (Pointer, error) {
	if len(s) > maxPattern {
		return nil, fmt.Errorf("pointer of %d bytes: write one of at most %d", len(s), maxPattern)
	}
	path, ok := jsonpointer.Parse(s)
	if !ok {
		return nil, fmt.Errorf("pointer %q: begin with a slash, such as /jobs/*", s)
	}
	return path, nil
}

// String returns the pointer in the form of a JSON Pointer, as parsePointer reads it.
func (p Pointer) String() string { return jsonpointer.Format(p) }

// each calls use with each record that the pointer leads to from v, and with where it lies. at is where v lies.
func (p Pointer) each(v any, at []string, use func(at []string, record map[string]any)) {
	if len(p) == 0 {
		if o, ok := v.(map[string]any); ok {
			use(at, o)
		}
		return
	}
	inner := func(key string, v any) { p[1:].each(v, append(slices.Clip(at), key), use) }
	switch v := v.(type) {
	case []any:
		for i := range v {
			if key := strconv.Itoa(i); p[0] == every || p[0] == key {
				inner(key, v[i])
			}
		}
	case map[string]any:
		switch {
		case p[0] != every:
			inner(p[0], v[p[0]])
		case areAlike(v):
			for _, key := range slices.Sorted(maps.Keys(v)) {
				inner(key, v[key])
			}
		default:
			p[1:].each(v, at, use)
		}
	}
}

// areAlike reports whether the members of an object are records of one kind, such as postings by their ids: each has at least half of the keys that
// another one has.
func areAlike(o map[string]any) bool {
	var first map[string]any
	for _, key := range slices.Sorted(maps.Keys(o)) {
		r, ok := o[key].(map[string]any)
		if !ok || len(r) == 0 {
			return false
		}
		if first == nil {
			first = r
			continue
		}
		both := 0
		for key := range r {
			if _, ok := first[key]; ok {
				both++
			}
		}
		if 2*both < len(first) || 2*both < len(r) {
			return false
		}
	}
	return len(o) > 1
}

// recordSpace is the namespace of the elements that recordNode makes.
const recordSpace = "record"

// recordNode returns a record as a tree of elements, so that rules select in it as in a page. The elements have the keys of the record as names, and
// those in lists have their numbers. A text that is HTML becomes its plain text.
func recordNode(record map[string]any) *html.Node { return valueNode("", record, atom.Div) }

func valueNode(key string, v any, kind atom.Atom) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: key, DataAtom: kind, Namespace: recordSpace}
	switch v := v.(type) {
	case string:
		for i, line := range strings.Split(job.PlainText(v), "\n") {
			if i > 0 {
				n.AppendChild(&html.Node{Type: html.ElementNode, Data: "br", DataAtom: atom.Br})
			}
			n.AppendChild(&html.Node{Type: html.TextNode, Data: line})
		}
	case []any:
		for i, inner := range v {
			n.AppendChild(valueNode(strconv.Itoa(i), inner, atom.Li))
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			n.AppendChild(valueNode(k, v[k], atom.Div))
		}
	}
	return n
}

// matcher returns what selects the elements of a record to which the pointer leads.
func (p Pointer) matcher() cascadia.Selector {
	return func(n *html.Node) bool {
		for i := len(p) - 1; i >= 0; i-- {
			if n == nil || n.Namespace != recordSpace || p[i] != n.Data && p[i] != every {
				return false
			}
			n = n.Parent
		}
		return n != nil && n.Namespace == recordSpace && n.Parent == nil
	}
}

// Costs of pointers, as those of selectors are.
const (
	costLevel = .1 // of each object or list around the value
	costEvery = .2 // of *
)

// pointersOf returns the pointers to an element of a record: with the number of each item of a list, and with * instead.
func pointersOf(n *html.Node) []cssPath {
	var exact, general Pointer
	for ; n.Parent != nil; n = n.Parent {
		exact, general = append(exact, n.Data), append(general, n.Data)
		if n.DataAtom == atom.Li {
			general[len(general)-1] = every
		}
	}
	slices.Reverse(exact)
	slices.Reverse(general)
	cost := costItem + costLevel*float64(len(exact))
	switch {
	case len(exact) == 0:
		return nil
	case slices.Equal(exact, general):
		return []cssPath{{exact.String(), cost}}
	}
	return []cssPath{{exact.String(), cost}, {general.String(), cost + costEvery}}
}
