package topic

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// wrong is an error at a node's line.
func wrong(n ast.Node, format string, args ...any) error {
	line := 0
	if tk := n.GetToken(); tk != nil && tk.Position != nil {
		line = tk.Position.Line
	}
	return fmt.Errorf("read topic: line %d: "+format, append([]any{line}, args...)...)
}

// mapping hands each value of a mapping to its key's reader; other keys and keys given twice are errors.
func mapping(n ast.Node, readers map[string]func(ast.Node) error) error {
	m, ok := n.(ast.MapNode)
	if !ok {
		return wrong(n, "found a %s: write lines of the form 'key: value'", strings.ToLower(n.Type().String()))
	}
	seen := map[string]bool{}
	for it := m.MapRange(); it.Next(); {
		key := it.Key().String()
		read, ok := readers[key]
		if !ok {
			known := strings.Join(slices.Sorted(maps.Keys(readers)), ", ")
			return wrong(it.Key(), "unknown key %q: remove it or use one of %s", key, known)
		}
		if seen[key] {
			return wrong(it.Key(), "key %q stands twice: keep one", key)
		}
		seen[key] = true
		if err := read(it.Value()); err != nil {
			return err
		}
	}
	return nil
}

// sequence hands each entry of a list to read; an empty value is an empty list.
func sequence(n ast.Node, read func(ast.Node) error) error {
	if _, ok := n.(*ast.NullNode); ok {
		return nil
	}
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return wrong(n, "found a %s: write a list, one line '- value' for each entry", strings.ToLower(n.Type().String()))
	}
	for _, entry := range s.Values {
		if err := read(entry); err != nil {
			return err
		}
	}
	return nil
}

// text reads a string. Numbers and the like, written without quotes, are taken as written: the country NO is no
// boolean.
func text(to *string) func(ast.Node) error {
	return func(n ast.Node) error {
		switch v := n.(type) {
		case *ast.StringNode:
			*to = v.Value
		case *ast.LiteralNode:
			*to = v.Value.Value
		case *ast.NullNode:
			*to = ""
		case *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode:
			*to = n.GetToken().Value
		default:
			return wrong(n, "found a %s: write plain text", strings.ToLower(n.Type().String()))
		}
		return nil
	}
}

var (
	plainText = regexp.MustCompile(`^[\p{L}][\p{L}\p{N} _./+&'()-]*$`)
	plainURL  = regexp.MustCompile(`^https?://[A-Za-z0-9._~/?=&%+:@-]+[A-Za-z0-9/=]$`)
)

// quote gives a value as YAML: plain where that is safe, else in double quotes.
func quote(s string) string {
	if plainURL.MatchString(s) {
		return s
	}
	if plainText.MatchString(s) && strings.TrimSpace(s) == s && !reserved[strings.ToLower(s)] {
		return s
	}
	return strconv.Quote(s)
}

// reserved are the words that YAML readers may take for something else than text.
var reserved = map[string]bool{
	"null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true,
}
