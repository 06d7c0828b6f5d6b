package yamlfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Reader reads a value into somewhere.
type Reader = func(*Node) error

// Wrong is an error at a value's line.
func Wrong(n *Node, format string, args ...any) error {
	return fmt.Errorf("line %d: "+format, append([]any{n.Line}, args...)...)
}

// Mapping hands each value of a mapping to its key's reader; other keys and keys given twice are errors.
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

// Pairs hands the keys and values of a mapping on; a key given twice is an error.
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

// Sequence hands each entry of a list to read; an empty value is an empty list.
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

// OneOrMore hands the entries of a list to read, or a single value that is no list.
func OneOrMore(read Reader) Reader {
	return func(n *Node) error {
		if IsNull(n) || IsSequence(n) {
			return Sequence(n, read)
		}
		return read(n)
	}
}

// Text reads a string. Numbers and the like, written without quotes, are taken as written: the country NO is no
// boolean.
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

// Checked reads a string and hands it to use, whose error is put at the value's line.
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

// Resolve gives the value that an alias (*name) stands for, and any other value itself.
func Resolve(n *Node) *Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// IsMapping says whether a value has keys.
func IsMapping(n *Node) bool { return n.Kind == yaml.MappingNode }

// IsSequence says whether a value is a list.
func IsSequence(n *Node) bool { return n.Kind == yaml.SequenceNode }

// IsNull says whether a key has no value, or null.
func IsNull(n *Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// kind names what a value is.
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
