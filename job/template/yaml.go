package template

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// wrong is an error at a node's line.
func wrong(n ast.Node, format string, args ...any) error {
	line := 0
	if tk := n.GetToken(); tk != nil && tk.Position != nil {
		line = tk.Position.Line
	}
	return fmt.Errorf("line %d: "+format, append([]any{line}, args...)...)
}

// reader reads a node into somewhere.
type reader = func(ast.Node) error

// mapping hands each value of a mapping to its key's reader; other keys and keys given twice are errors.
func mapping(n ast.Node, readers map[string]reader) error {
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

// oneOrMore hands the entries of a list to read, or a single value that is no list.
func oneOrMore(read reader) reader {
	return func(n ast.Node) error {
		switch v := n.(type) {
		case *ast.NullNode:
			return nil
		case *ast.SequenceNode:
			for _, entry := range v.Values {
				if err := read(entry); err != nil {
					return err
				}
			}
			return nil
		}
		return read(n)
	}
}

// plain reads a string; numbers and the like, written without quotes, are taken as written.
func plain(to *string) reader {
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

// checked reads a string and hands it to use, whose error is put at the node's line.
func checked(use func(string) error) reader {
	return func(n ast.Node) error {
		var s string
		if err := plain(&s)(n); err != nil {
			return err
		}
		if err := use(s); err != nil {
			return wrong(n, "%w", err)
		}
		return nil
	}
}
