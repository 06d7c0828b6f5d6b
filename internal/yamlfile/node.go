package yamlfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Reader reads a value into a variable of its caller.
type Reader = func(*Node) error

// Wrong returns an error that names a value's line.
func Wrong(n *Node, format string, args ...any) error {
	return fmt.Errorf("line %d: "+format, append([]any{n.Line}, args...)...)
}

// Mapping calls each key's reader with its value. Unknown and repeated keys are errors.
func Mapping(n *Node, readers map[string]Reader) error {
	return Pairs(n, func(key, value *Node) error {
		read, ok := readers[key.Value]
		if !ok {
			known := strings.Join(slices.Sorted(maps.Keys(readers)), ", ")
			return Wrong(key, "unknown key %q: remove it or use one of %s", key.Value, known)
		}
		return read(value)
	})
}

// Pairs calls read for each key and value of a mapping. A repeated key is an error.
func Pairs(n *Node, read func(key, value *Node) error) error {
	if n.Kind != yaml.MappingNode {
		return Wrong(n, "found %s: write lines of the form 'key: value'", kind(n))
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			return Wrong(key, "found %s for a key: write a word", kind(key))
		}
		if seen[key.Value] {
			return Wrong(key, "key %q stands twice: keep one", key.Value)
		}
		seen[key.Value] = true
		if err := read(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// Sequence calls read for each entry of a list. A key without a value is an empty list.
func Sequence(n *Node, read Reader) error {
	if IsNull(n) {
		return nil
	}
	if !IsSequence(n) {
		return Wrong(n, "found %s: write a list, one line '- value' for each entry", kind(n))
	}
	for _, entry := range n.Content {
		if err := read(entry); err != nil {
			return err
		}
	}
	return nil
}

// OneOrMore calls read for each entry of a list, or for a single value.
func OneOrMore(read Reader) Reader {
	return func(n *Node) error {
		if IsNull(n) || IsSequence(n) {
			return Sequence(n, read)
		}
		return read(n)
	}
}

// Text reads a string. A plain value without quotes is taken as written: NO is a country here, not a boolean.
func Text(to *string) Reader {
	return func(n *Node) error {
		switch {
		case IsNull(n):
			*to = ""
		case n.Kind == yaml.ScalarNode:
			*to = n.Value
		default:
			return Wrong(n, "found %s: write plain text", kind(n))
		}
		return nil
	}
}

// Checked reads a string and calls use with it. An error of use gets the value's line.
func Checked(use func(string) error) Reader {
	return func(n *Node) error {
		var s string
		if err := Text(&s)(n); err != nil {
			return err
		}
		if err := use(s); err != nil {
			return Wrong(n, "%w", err)
		}
		return nil
	}
}

// Resolve returns the value that an alias (*name) stands for, and any other value itself.
func Resolve(n *Node) *Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// IsMapping reports whether a value has keys.
func IsMapping(n *Node) bool { return n.Kind == yaml.MappingNode }

// IsSequence reports whether a value is a list.
func IsSequence(n *Node) bool { return n.Kind == yaml.SequenceNode }

// IsNull reports whether a key has no value, or null.
func IsNull(n *Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// kind names the kind of a value in error messages.
func kind(n *Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a sequence"
	case yaml.AliasNode:
		return "an alias"
	}
	switch n.ShortTag() {
	case "!!str":
		return "a string"
	case "!!null":
		return "nothing"
	}
	return "a plain value"
}
