package template

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/internal/lazyregexp"
	"gannet/job"
)

// holder is a node, or an attribute of one, that contains a known value.
type holder struct {
	node      *html.Node
	attribute string
	cost      float64 // added to the cost of its selectors
}

// Bounds of what is read from a page. Pages of strangers may repeat a value in thousands of elements, or give one element thousands of attributes;
// the later ones say nothing new.
const (
	maxHolders    = 100
	maxAttributes = 64 // of an element
)

// costAttribute is the cost of a value in an attribute. It is small, since pages often repeat their text in attributes.
const costAttribute = .4

// holders returns the first maxHolders nodes and attributes of a page that contain the field's known value, alone or within other text.
func (l *learner) holders(e Example) []holder {
	var found []holder
	known := map[string]bool{}
	isHeld := func(v string) bool {
		if v == "" || l.field != job.Description && len(v) > maxText {
			return false
		}
		held, ok := known[v]
		if !ok {
			held = l.contains(v, e)
			known[v] = held
		}
		return held
	}
	sizes := sizes(e.Doc)
	limit := maxText
	if l.field == job.Description {
		limit = 2*len(e.Want.Description) + maxText
	}
	for n := e.Doc; n != nil && len(found) < maxHolders; n = next(n, e.Doc) {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.DataAtom {
		case atom.Script, atom.Style, atom.Html, atom.Head, atom.Body:
			continue
		}
		size := sizes[n]
		if size > 0 && size <= limit && (l.field != job.Description || 2*size > len(e.Want.Description)) && isHeld(Text(n, l.field == job.Description)) {
			found = append(found, holder{node: n, cost: l.surplusCost(n, e)})
		}
		for _, a := range n.Attr[:min(len(n.Attr), maxAttributes)] {
			if l.mayHold(n, a.Key) && isHeld(rawValue(n, a.Key, false)) {
				p := holder{node: n, attribute: a.Key, cost: costAttribute + l.surplusOf(rawValue(n, a.Key, false), e)}
				if n.DataAtom == atom.Meta && a.Key == "content" {
					p.attribute = ""
				}
				found = append(found, p)
			}
		}
	}
	return found
}

// sizes returns the bytes of text in every node, without scripts and styles.
func sizes(doc *html.Node) map[*html.Node]int {
	all := map[*html.Node]int{}
	for n := doc; n != nil; n = next(n, doc) {
		if n.Type == html.TextNode && (n.Parent == nil || n.Parent.DataAtom != atom.Script && n.Parent.DataAtom != atom.Style) {
			size := len(strings.TrimSpace(n.Data))
			for p := n.Parent; p != nil && size > 0; p = p.Parent {
				all[p] += size
			}
		}
	}
	return all
}

// mayHold reports whether an attribute may hold a value of the field.
func (l *learner) mayHold(n *html.Node, key string) bool {
	switch key {
	case "content", "datetime", "value", "title", "alt":
		return l.field != job.Description
	case "href":
		return l.field == job.ID || l.field == job.Contact
	}
	return strings.HasPrefix(key, "data-") && l.field != job.Description
}

func (l *learner) surplusCost(n *html.Node, e Example) float64 {
	if l.field == job.Description {
		return 0
	}
	return l.surplusOf(Text(n, false), e)
}

// surplusOf returns the cost of the text that surrounds the value in v.
func (l *learner) surplusOf(v string, e Example) float64 {
	if l.isRight(v, e) {
		return 0
	}
	return 1 + float64(len(v)-len(l.knownText(e)))/maxAround
}

var (
	digit   = lazyregexp.New(`\p{Nd}`)
	labelAt = `^[^:：]{1,40}[:：]\s*(.+)$`
	inside  = lazyregexp.New(labelAt)
)

// contains reports whether a text is the known value, or contains it so that post-processing can cut it out.
func (l *learner) contains(v string, e Example) bool {
	switch l.field {
	case job.Posted, job.ValidThrough:
		if len(v) > maxShort || !digit.MatchString(v) && len(v) > maxShort/2 {
			return false
		}
	case job.Salary, job.Employment:
		if len(v) > maxShort {
			return false
		}
	}
	if l.isRight(v, e) {
		return true
	}
	if want := l.knownText(e); want != "" {
		return len(want) >= leastCut && len(v) <= len(want)+maxAround && strings.Contains(v, want)
	}
	if l.field == job.Description {
		return false
	}
	if m := inside.FindStringSubmatch(v); m != nil && l.isRight(m[1], e) {
		return true
	}
	return slices.ContainsFunc(dateSteps(l.field), func(post []Step) bool {
		r := Rule{Post: post}
		got := r.process(v)
		return got != "" && l.isRight(got, e)
	})
}

// knownText returns the known value of a field whose text is copied from the page. For other fields it returns "".
func (l *learner) knownText(e Example) string {
	switch l.field {
	case job.Title, job.Company, job.Location, job.ID:
		return strings.Join(strings.Fields(*textField(e.Want, l.field)), " ")
	}
	return ""
}
