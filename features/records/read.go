package records

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// readJSON returns the value of a JSON text. If several values follow one another, it returns the list of them.
func readJSON(body []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var all []any
	for {
		var v any
		err := d.Decode(&v)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBroken, err)
		}
		all = append(all, v)
	}
	left := maxValues
	if !within(all, &left, 0) {
		return nil, ErrTooLarge
	}
	switch len(all) {
	case 0:
		return nil, ErrEmpty
	case 1:
		return all[0], nil
	}
	return all, nil
}

// within reports whether a value keeps to the bounds. It subtracts the number of its values from left.
func within(v any, left *int, depth int) bool {
	if *left--; *left < 0 || depth > maxDepth {
		return false
	}
	switch v := v.(type) {
	case []any:
		for _, inner := range v {
			if !within(inner, left, depth+1) {
				return false
			}
		}
	case map[string]any:
		for _, inner := range v {
			if !within(inner, left, depth+1) {
				return false
			}
		}
	}
	return true
}

// element is an XML element that is being read: its attributes and children by their local names, and its own text.
type element struct {
	name   string
	fields map[string]any
	text   strings.Builder
	nested bool // it has children
}

// readXML returns the root of a document as a record. Neighbouring elements of the same name become a list. An element that contains only text, and
// no attribute with a fact of its own, becomes that text, and a link with only an address becomes that address.
func readXML(body []byte) (any, error) {
	left := maxValues
	root, _, err := readElements(bytes.NewReader(body), &left, nil)
	return root, err
}

// readElements returns the root of a document and where its reading ended. It subtracts the number of values from left. At the end of each element it calls
// closed, if that is not nil, with the elements around it, its name and where it ends.
func readElements(in io.Reader, left *int, closed func(open []*element, name string, offset int64) error) (root any, offset int64, err error) {
	d := xml.NewDecoder(in)
	defer func() { offset = d.InputOffset() }()
	d.Strict, d.Entity = false, xml.HTMLEntity
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 already
	open := []*element{{fields: map[string]any{}}}
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, 0, broken(err)
		}
		top := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if *left -= 1 + len(t.Attr); *left < 0 || len(open) > maxDepth {
				return nil, 0, ErrTooLarge
			}
			top.nested = true
			open = append(open, newElement(t))
		case xml.CharData:
			top.text.Write(t)
		case xml.EndElement:
			if len(open) == 1 || top.name != t.Name.Local {
				return nil, 0, fmt.Errorf("%w: </%s> ends nothing", ErrBroken, t.Name.Local)
			}
			open = open[:len(open)-1]
			open[len(open)-1].add(top.name, top.value())
			if closed == nil {
				continue
			}
			if err := closed(open, top.name, d.InputOffset()); err != nil {
				return nil, 0, err
			}
		}
	}
	if len(open) > 1 {
		return nil, 0, fmt.Errorf("%w: <%s> does not end: %w", ErrBroken, open[len(open)-1].name, io.ErrUnexpectedEOF)
	}
	if len(open[0].fields) == 0 {
		return nil, 0, ErrEmpty
	}
	return open[0].fields, 0, nil
}

// broken returns an error of a decoder of XML as one of this package, if it is about the syntax.
func broken(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return err
}

func newElement(t xml.StartElement) *element {
	e := &element{name: t.Name.Local, fields: map[string]any{}}
	for _, a := range t.Attr {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
			e.add(a.Name.Local, a.Value)
		}
	}
	return e
}

// add adds a value under a name. Several of one name become a list.
func (e *element) add(name string, v any) {
	switch held := e.fields[name].(type) {
	case nil:
		e.fields[name] = v
	case []any:
		e.fields[name] = append(held, v)
	default:
		e.fields[name] = []any{held, v}
	}
}

// hasFacts reports whether an attribute says more than the form of the element's text, its language or its namespace.
func (e *element) hasFacts() bool {
	for name := range e.fields {
		switch name {
		case "lang", "space", "base", "type", "format", "encoding", "scheme", "mode", "nil", "class", "style", "href", "rel", "src":
		default:
			return true
		}
	}
	return false
}

// value returns what an element is.
func (e *element) value() any {
	text := strings.TrimSpace(e.text.String())
	href, _ := e.fields["href"].(string)
	switch {
	case !e.nested && text != "" && !e.hasFacts():
		return text
	case !e.nested && text == "" && href != "" && (e.fields["rel"] == nil || e.fields["rel"] == "alternate"):
		return href
	case len(e.fields) == 0:
		return nil
	case text != "":
		e.add("text", text)
	}
	return e.fields
}
