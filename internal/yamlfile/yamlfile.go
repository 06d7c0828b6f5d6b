// Package yamlfile reads all YAML: the files of users (topics, templates, configurations) and those of the program.
// Files of users may be hostile, so size, number of values and depth are bounded, and only Resolve follows aliases.
package yamlfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"gannet/internal/bom"
	"gannet/internal/lazyregexp"
)

// Node is a YAML value with its line in the file.
type Node = yaml.Node

// maxDepth bounds how deep values may be nested. Templates need seven levels.
const maxDepth = 64

// Limits bound the size of a YAML file. Reading takes about 200 bytes of memory for each value, and three times the file's size.
type Limits struct {
	Bytes  int // of the file
	Values int // keys and values, estimated from punctuation, which counts in quotes, too
}

// ReadMapping reads a file with one YAML document that is a mapping, with a Reader for each key. The error for an empty file says what the
// document must contain; contents is the text for that.
func ReadMapping(r io.Reader, l Limits, contents string, readers map[string]Reader) error {
	root, err := Read(r, l)
	if err != nil {
		return err
	}
	if root == nil {
		return fmt.Errorf("needs exactly one YAML document, with %s", contents)
	}
	return Mapping(root, readers)
}

// Decode decodes one of the program's own files into v, a pointer to a struct or map. Unknown keys are errors. There are no limits.
func Decode(data []byte, v any) error {
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	return d.Decode(v)
}

// Read reads the only document of a YAML file, or returns nil for an empty file. An error is one line that names the line of the file and
// says what to do.
func Read(r io.Reader, l Limits) (*Node, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(l.Bytes)+1))
	if err != nil {
		return nil, err
	}
	return Parse(data, l)
}

// Parse reads a YAML file that is in memory, as Read reads one from a stream.
func Parse(data []byte, l Limits) (root *Node, err error) {
	if len(data) > l.Bytes {
		return nil, fmt.Errorf("more than %d bytes: make the file smaller", l.Bytes)
	}
	data = bom.UTF8(data)
	if err := check(data, l.Values); err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, errors.New("not understood: write the YAML more simply")
		}
	}()
	root, err = document(data)
	if err == nil && root != nil {
		err = shallow(root, 1)
	}
	if err != nil {
		return nil, err
	}
	return root, nil
}

// document decodes the first document. A second one is an error.
func document(data []byte) (*Node, error) {
	var first, second Node
	d := yaml.NewDecoder(bytes.NewReader(data))
	switch err := d.Decode(&first); {
	case err == io.EOF:
		return nil, nil
	case err != nil:
		return nil, syntax(err, data)
	}
	switch err := d.Decode(&second); {
	case err == nil:
		return nil, fmt.Errorf("line %d: a second YAML document: keep one", second.Line)
	case err != io.EOF:
		return nil, syntax(err, data)
	}
	return first.Content[0], nil
}

// check refuses files that are not text or have too many values. It counts the characters that precede a value or follow
// a key, in quotes too, so that the count is never too small.
func check(data []byte, values int) error {
	line, n := 1, 0
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		i += size
		last := i == len(data)
		switch {
		case c == '\n':
			line++
		case c == utf8.RuneError && size == 1:
			return fmt.Errorf("line %d: not UTF-8: save the file in UTF-8", line)
		case unicode.IsControl(c) && c != '\t' && c != '\r' && c != '\u0085' || c == '\uFFFE' || c == '\uFFFF':
			return fmt.Errorf("line %d: the control character %U: remove it", line, c)
		case c == ',' || c == '[' || c == '{' || c == ':' && (last || data[i] != '/') || (c == '-' || c == '?') && (last || data[i] <= ' '):
			n++
		}
		if n > values {
			return fmt.Errorf("line %d: more than %d values: make the file smaller", line, values)
		}
	}
	return nil
}

// shallow refuses values that are nested too deep. The parser itself allows 10,000 levels.
func shallow(n *Node, depth int) error {
	if depth > maxDepth {
		return tooDeep(n.Line)
	}
	for _, c := range n.Content {
		if err := shallow(c, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func tooDeep(line int) error {
	return fmt.Errorf("line %d: nested more than %d deep: write it flatter", line, maxDepth)
}

var (
	withLine = lazyregexp.New(`^yaml: (?:line (\d+): )?(?s)(.*)$`)
	byParser = lazyregexp.New(`^did not find expected (?:<|node content|'-' indicator|key|',' or)|document$|directive$|tag handle$`)
)

// syntax rewrites an error of the library in our form. The library omits the line if it is the first. Its parser counts
// lines from zero, and its scanner from one.
func syntax(err error, data []byte) error {
	m := withLine.FindStringSubmatch(err.Error())
	if m == nil {
		return fmt.Errorf("%s: correct the YAML", oneLine(err.Error()))
	}
	line, _ := strconv.Atoi(m[1])
	if byParser.MatchString(m[2]) || line == 0 {
		line++
	}
	line = min(line, 1+bytes.Count(bytes.TrimRight(data, "\r\n"), []byte("\n"))) // at the end of the file the library reports one line more
	if strings.HasPrefix(m[2], "exceeded max depth") {
		return tooDeep(line)
	}
	return fmt.Errorf("line %d: %s: correct the YAML there", line, oneLine(m[2]))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
