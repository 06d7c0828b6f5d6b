package records

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Start makes a page of the beginning of a response that Page cannot read as a whole, because it was cut off or has too many values. The page has the
// whole records of a list, up to the first that is not whole. The error is ErrBroken if the syntax is wrong before the end, or if there is no whole record.
func Start(url string, body []byte) ([]byte, error) {
	text := string(trimStart(body))
	s := &splitter{first: map[string]int{}, undivided: true, left: maxValues, in: &boundedReader{in: strings.NewReader(text), limit: math.MaxInt64}}
	var err error
	if strings.HasPrefix(text, "<") {
		err = s.startXML()
	} else {
		err = s.readJSON(json.NewDecoder(s.in))
	}
	switch {
	case err != nil && !errors.Is(err, ErrTooLarge) && !endsEarly(err):
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	case !hasRecords(s.root):
		return nil, fmt.Errorf("%w: no record is whole", ErrBroken)
	}
	page, err := write(url, Part{}, withRecords(s.root))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return page, nil
}

// startXML reads an XML document up to the first record that is not whole. Of the elements that are open there, those that are one of several
// are not whole records.
func (s *splitter) startXML() error {
	var around []*element
	root, _, err := readElements(s.in, &s.left, func(open []*element, _ string, _ int64) error { around = open; return nil })
	if s.root = root; err == nil || len(around) == 0 {
		return err
	}
	for i, e := range around[1:] {
		if around[i].fields[e.name] != nil {
			break
		}
		around[i].fields[e.name] = e.fields
	}
	s.root = around[0].fields
	return err
}

// endsEarly reports whether an error of reading says that a response ends before it should.
func endsEarly(err error) bool {
	var syntax *xml.SyntaxError
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) && syntax.Msg == io.ErrUnexpectedEOF.Error()
}

// hasRecords reports whether a value contains a list of records or of rows.
func hasRecords(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(inner any) bool { return !isScalar(inner) })
	case map[string]any:
		for _, inner := range v {
			if hasRecords(inner) {
				return true
			}
		}
	}
	return false
}
