package template

import (
	"regexp"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/job"
)

// maxValues bounds the nodes that a rule with All joins.
const maxValues = 500

// Rule is one way to find the value of a field: in the nodes that a CSS selector matches, or as a constant.
type Rule struct {
	Select    string // CSS selector (cascadia's: CSS 3 with :contains, :has, :matches), or a Pointer from the record of a response; "" for a constant
	Attribute string // that holds the value; "" for the node's text, or the content of a meta element
	All       bool   // join all nodes' values, instead of taking the first that is not empty
	Join      string // between them; "" for ", ", a newline for descriptions
	Value     string // the constant, such as the company of an employer's own site
	Post      []Step // steps applied to each node's value, in order

	matcher goquery.Matcher
}

// Operation names what a Step of a rule does with a value.
type Operation string

// These are the operations that a step of a rule can apply to the value that the rule has found.
const (
	Keep       Operation = "match"       // keeps what the pattern matches: its first group, or else all of it; no match gives no value
	Replace    Operation = "replace"     // replaces every match of the pattern by With, in which $1 is the first group
	TrimPrefix Operation = "trim_prefix" // removes a text at the beginning
	TrimSuffix Operation = "trim_suffix" // removes a text at the end
	Date       Operation = "date"        // parses by a layout of package time, such as 02.01.2006; no match gives no value
)

// Step is one step of processing the value that a rule has found.
type Step struct {
	Do    Operation
	Arg   string // the pattern (RE2), text or layout
	With  string // the replacement of Replace
	Group int    // the group that Keep keeps; 0 for the first, or for all if there is none

	pattern *regexp.Regexp
}

// String returns the rule's selector and attribute, or its constant.
func (r *Rule) String() string {
	switch {
	case r.Select == "":
		return "= " + r.Value
	case r.Attribute != "":
		return r.Select + " @" + r.Attribute
	}
	return r.Select
}

// nodes returns all elements below doc that the rule selects.
func (r *Rule) nodes(doc *html.Node) []*html.Node {
	if r.matcher == nil {
		return nil
	}
	return goquery.NewDocumentFromNode(doc).FindMatcher(r.matcher).Nodes
}

// firstNode returns the first element below doc that the rule selects, or nil.
func (r *Rule) firstNode(doc *html.Node) *html.Node {
	found := goquery.NewDocumentFromNode(doc).FindMatcher(goquery.SingleMatcher(r.matcher))
	if found.Length() == 0 {
		return nil
	}
	return found.Get(0)
}

// valuesIn returns the values of all nodes that the rule selects, without empty ones.
func (r *Rule) valuesIn(doc *html.Node, field job.Field) []string {
	if r.matcher == nil {
		return []string{r.Value}
	}
	var values []string
	for _, n := range r.nodes(doc) {
		if v := r.value(n, field); v != "" && len(values) < maxValues {
			values = append(values, v)
		}
	}
	return values
}

// value returns a node's value after post-processing, or "".
func (r *Rule) value(n *html.Node, field job.Field) string {
	return r.process(rawValue(n, r.Attribute, field == job.Description))
}

// rawValue returns a node's attribute or text with collapsed white space.
func rawValue(n *html.Node, attribute string, lines bool) string {
	if attribute == "" && n.DataAtom == atom.Meta {
		attribute = "content"
	}
	if attribute == "" {
		return Text(n, lines)
	}
	for _, a := range n.Attr {
		if a.Key == attribute {
			return strings.Join(strings.Fields(a.Val), " ")
		}
	}
	return ""
}

func (r *Rule) process(v string) string {
	for i := range r.Post {
		if v == "" {
			return ""
		}
		v = strings.TrimSpace(r.Post[i].apply(v))
	}
	return v
}

func (s *Step) apply(v string) string {
	switch s.Do {
	case Keep:
		m := s.pattern.FindStringSubmatch(v)
		if m == nil {
			return ""
		}
		group := s.Group
		if group == 0 && len(m) > 1 {
			group = 1
		}
		return m[group]
	case Replace:
		return s.pattern.ReplaceAllString(v, s.With)
	case TrimPrefix:
		return strings.TrimPrefix(v, s.Arg)
	case TrimSuffix:
		return strings.TrimSuffix(v, s.Arg)
	case Date:
		when, err := time.Parse(s.Arg, v)
		if err != nil {
			return ""
		}
		return when.UTC().Format(time.RFC3339)
	}
	return v
}

// joined joins the values of the nodes into one. If the rule is a constant, it returns the constant.
func (r *Rule) joined(field job.Field, values []string) string {
	if len(values) == 0 {
		return ""
	}
	if !r.All {
		return values[0]
	}
	join := r.Join
	if join == "" {
		join = ", "
		if field == job.Description {
			join = "\n"
		}
	}
	return strings.Join(values, join)
}
