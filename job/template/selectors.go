package template

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/internal/lazyregexp"
)

// cssPath is a selector with its cost. The lower the cost, the likelier it is that the selector works on other pages of the site. Names that the site
// gives elements for programs are cheapest. Then come ids, classes, labels and positions.
type cssPath struct {
	css  string
	cost float64
}

// The costs. Only their order matters: they decide among selectors that are right on the same number of pages.
const (
	costItem     = 1.0
	costData     = 1.2
	costID       = 1.3
	costHeading  = 1.5 // h1
	costClass    = 2.0
	costDigit    = 0.7 // more, for a class with digits, which builds often generate again
	costTag      = 3.0
	costLabel    = 2.6
	costStep     = 0.6
	costPosition = 1.5
	costRoot     = 4.0
)

// Bounds of the surroundings of a node that are used in selectors.
const (
	maxUp    = 12
	maxLabel = 40 // characters
	maxInner = 4  // elements of a label
)

var (
	ident   = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_-]{0,60}$`)
	number  = lazyregexp.New(`[0-9]{4}`)
	wordish = lazyregexp.New(`\p{L}{2}`)
)

// selectorsOf returns the selectors that match a node, without repetitions. Texts for which noLabel returns true are not used as labels.
func selectorsOf(n *html.Node, noLabel func(string) bool) []cssPath {
	own := ownSelectors(n)
	all := slices.Clone(own)
	own = append(own, cssPath{n.Data, tagCost(n.Data)})
	if n.Data != "div" && n.Data != "span" && n.Data != "p" {
		all = append(all, own[len(own)-1])
	}
	all = append(all, labelSelectors(n, own, noLabel)...)
	chain, free := positionStep(n), n.Data
	steps := 1.0
	for a, up := n.Parent, 0; a != nil && a.Type == html.ElementNode && up < maxUp; a, up = a.Parent, up+1 {
		anchors := ownSelectors(a)
		if a.Data == "body" {
			anchors = append(anchors, cssPath{"body", costRoot})
		}
		for _, anchor := range anchors {
			for _, o := range own {
				if a.Data != "body" {
					all = append(all, cssPath{anchor.css + " " + o.css, anchor.cost/2 + o.cost + costStep})
				}
			}
			all = append(all, cssPath{anchor.css + " > " + free, anchor.cost + costTag/2 + steps*costStep},
				cssPath{anchor.css + " > " + chain, anchor.cost + costTag/2 + steps*costStep + costPosition*float64(strings.Count(chain, ":nth"))})
		}
		chain, free = positionStep(a)+" > "+chain, a.Data+" > "+free
		steps++
	}
	return distinct(all)
}

func distinct(all []cssPath) []cssPath {
	slices.SortStableFunc(all, func(a, b cssPath) int {
		if c := strings.Compare(a.css, b.css); c != 0 {
			return c
		}
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		}
		return 0
	})
	return slices.CompactFunc(all, func(a, b cssPath) bool { return a.css == b.css })
}

func tagCost(tag string) float64 {
	switch tag {
	case "h1":
		return costHeading
	case "time", "h2", "address":
		return costClass
	}
	return costTag
}

// positionStep returns a selector of a node's name and its position among its siblings of that name.
func positionStep(n *html.Node) string {
	at := 1
	for s := n.PrevSibling; s != nil; s = s.PrevSibling {
		if s.Type == html.ElementNode && s.Data == n.Data {
			at++
		}
	}
	if at == 1 {
		return n.Data
	}
	return fmt.Sprintf("%s:nth-of-type(%d)", n.Data, at)
}

// ownSelectors returns the selectors made of a node's attributes.
func ownSelectors(n *html.Node) []cssPath {
	var found []cssPath
	for _, a := range n.Attr[:min(len(n.Attr), maxAttributes)] {
		v := strings.TrimSpace(a.Val)
		machine := v != "" && len(v) <= maxLabel && !strings.ContainsAny(v, "\"\\\n\t") && !number.MatchString(v)
		switch {
		case a.Key == "id" && machine && ident.MatchString(v):
			found = append(found, cssPath{"#" + v, costID})
		case a.Key == "class":
			found = append(found, classSelectors(n.Data, strings.Fields(v))...)
		case !machine:
		case a.Key == "itemprop" || a.Key == "property" || a.Key == "name" && n.Data == "meta":
			found = append(found, cssPath{fmt.Sprintf("%s[%s=%q]", n.Data, a.Key, v), costItem})
		case strings.HasPrefix(a.Key, "data-") && ident.MatchString(a.Key) && ident.MatchString(v):
			found = append(found, cssPath{fmt.Sprintf("%s[%s=%q]", n.Data, a.Key, v), costData})
		case a.Key == "rel" || a.Key == "role" || a.Key == "aria-label":
			found = append(found, cssPath{fmt.Sprintf("%s[%s=%q]", n.Data, a.Key, v), costClass})
		}
	}
	return found
}

func classSelectors(tag string, names []string) []cssPath {
	var found []cssPath
	names = slices.DeleteFunc(names, func(c string) bool { return !ident.MatchString(c) })
	for i, c := range names[:min(8, len(names))] {
		cost := costClass
		if strings.ContainsAny(c, "0123456789") {
			cost += costDigit
		}
		found = append(found, cssPath{tag + "." + c, cost})
		if i > 0 {
			found = append(found, cssPath{tag + "." + names[0] + "." + c, cost + costStep})
		}
	}
	return found
}

// labelSelectors returns selectors that begin at a label. The label stands before the node, before an element around it, or at
// the beginning of its text.
func labelSelectors(n *html.Node, own []cssPath, noLabel func(string) bool) []cssPath {
	var found []cssPath
	for a, up := n, 0; a != nil && a.Type == html.ElementNode && up < 4; a, up = a.Parent, up+1 {
		before := previous(a)
		if before == nil {
			continue
		}
		label, ok := labelOf(before, noLabel)
		if !ok {
			continue
		}
		css := fmt.Sprintf("%s:contains(%s) + %s", before.Data, label, a.Data)
		cost := costLabel + costStep*float64(up)
		found = append(found, cssPath{css, cost})
		if up > 0 {
			for _, o := range own {
				found = append(found, cssPath{css + " " + o.css, cost + o.cost/4})
			}
		}
	}
	if first := firstElement(n); first != nil {
		if label, ok := labelOf(first, noLabel); ok && strings.HasPrefix(Text(n, false), Text(first, false)) {
			found = append(found, cssPath{fmt.Sprintf("%s:haschild(%s:contains(%s))", n.Data, first.Data, label), costLabel + costStep})
		}
	}
	if before, _, cut := strings.Cut(Text(n, false), ":"); cut {
		if label, ok := quoteLabel(before+":", noLabel); ok {
			found = append(found, cssPath{fmt.Sprintf("%s:containsOwn(%s)", n.Data, label), costLabel + 2*costStep})
		}
	}
	return found
}

func previous(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; n = n.PrevSibling {
	}
	return n
}

func firstElement(n *html.Node) *html.Node {
	for n = n.FirstChild; n != nil && n.Type != html.ElementNode; n = n.NextSibling {
	}
	return n
}

func labelOf(n *html.Node, noLabel func(string) bool) (quoted string, ok bool) {
	inner := 0
	for d := n; d != nil; d = next(d, n) {
		if d.Type == html.ElementNode {
			inner++
		}
		if d.DataAtom == atom.A || inner > maxInner {
			return "", false // a menu, for instance
		}
	}
	if hidden(n.DataAtom) {
		return "", false
	}
	return quoteLabel(strings.TrimRight(Text(n, false), " :："), noLabel)
}

// quoteLabel quotes a label for :contains. ok is false if the text cannot be a label.
func quoteLabel(s string, noLabel func(string) bool) (quoted string, ok bool) {
	if s == "" || noLabel(s) || utf8.RuneCountInString(s) > maxLabel || strings.ContainsAny(s, "\"\\\n") || number.MatchString(s) || !wordish.MatchString(s) {
		return "", false
	}
	return `"` + s + `"`, true
}
