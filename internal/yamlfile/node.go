package yamlfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"gannet/internal/lazyregexp"
)

// Reader reads a YAML value into a variable that the Reader knows.
type Reader = func(*Node) error

// Wrong returns an error that names the line of a value. If one of args is an error made by Wrong, its line is named instead.
func Wrong(n *Node, format string, args ...any) error {
	line := n.Line
	args = slices.Clone(args)
	for i, arg := range args {
		if inner, ok := arg.(*lineError); ok {
			line, args[i] = inner.line, inner.error
		}
	}
	return &lineError{fmt.Errorf(format, args...), line}
}

// lineError is an error at a line.
type lineError struct {
	error
	line int
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.error) }

func (e *lineError) Unwrap() error { return e.error }

// Mapping calls the Reader for each key of a mapping with the key's value. Unknown keys and repeated keys are errors.
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

// Pairs calls read with each key of a mapping and its value. A repeated key is an error.
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

// Sequence calls read with each element of a list. A missing value is an empty list.
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

// OneOrMore returns a Reader of a list, like Sequence, that also accepts a single value in place of the list.
func OneOrMore(read Reader) Reader {
	return func(n *Node) error {
		if IsNull(n) || IsSequence(n) {
			return Sequence(n, read)
		}
		return read(n)
	}
}

// Text returns a Reader that stores a string in *to. A number or a word such as NO becomes the text as it is written, so that the code of
// Norway does not become false.
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

// Checked returns a Reader that calls use with a string. An error of use is reported with the line of the value.
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

// Append returns a Reader that parses a string and appends the result to a list.
func Append[T any](to *[]T, parse func(string) (T, error)) Reader {
	return Checked(func(s string) error {
		v, err := parse(s)
		if err == nil {
			*to = append(*to, v)
		}
		return err
	})
}

var goodName = lazyregexp.New(`^[a-z0-9][a-z0-9_-]{0,63}$`)

// Name returns a Reader for the short name of a file's subject, which may be used in paths and keys.
func Name(to *string) Reader {
	return Checked(func(s string) error {
		if !goodName.MatchString(s) {
			return fmt.Errorf("name %q: use up to 64 lower-case letters, digits, '-' and '_'", s)
		}
		*to = s
		return nil
	})
}

// Resolve returns the value to which an alias (*name) refers. Any other value is returned unchanged.
func Resolve(n *Node) *Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// IsMapping reports whether a value is a mapping, that is, has keys.
func IsMapping(n *Node) bool { return n.Kind == yaml.MappingNode }

// IsSequence reports whether a value is a list.
func IsSequence(n *Node) bool { return n.Kind == yaml.SequenceNode }

// IsNull reports whether a value is null or missing after its key.
func IsNull(n *Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// kind names the kind of a value for errors.
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
