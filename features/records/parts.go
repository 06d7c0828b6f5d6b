package records

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gannet/features"
	"gannet/internal/jsonpointer"
)

// partBytes is the size of a response's part, from which on its page is made. A part has at least one record, of at most MaxBytes.
const partBytes = 512 << 10

// Part says which part of a large JSON or XML answer a page has: it begins with the record of number First of the list at a JSON Pointer (RFC
// 6901). The zero value stands for the first part, and for a whole response.
type Part struct {
	First int
	List  string
}

// scriptType returns the type of the script with the records of a part.
func (p Part) scriptType() string {
	if p.First == 0 {
		return Type
	}
	return Type + partFirst + strconv.Itoa(p.First) + partList + p.List
}

// The parameters of Type for a part.
const (
	partFirst = "; first="
	partList  = "; list="
)

// PartOf returns which part of a JSON or XML answer a page has.
func PartOf(p *features.Page) Part {
	if len(p.Data) == 0 {
		return Part{}
	}
	rest, ok := strings.CutPrefix(p.Data[0].Type, Type+partFirst)
	number, list, _ := strings.Cut(rest, partList)
	first, err := strconv.Atoi(number)
	if !ok || err != nil || first < 0 {
		return Part{}
	}
	return Part{first, list}
}

// Pages calls use with the page of a response, which Page makes, or with several if the response is too large for one page. Each of several has a part of
// the records of a list, and the texts around the list. Other lists are in the part in which they were read. The answer is read once, and what is held
// of it is bounded by MaxBytes, however large it is: a record of more bytes is ErrTooLarge, and so are an object of so many bytes without
// a list. The answer is in UTF-8. An error in its syntax is found after use was called with the parts before it.
func Pages(url string, answer io.Reader, use func(page []byte) error) error {
	start, err := io.ReadAll(io.LimitReader(answer, MaxBytes+1))
	if err != nil {
		return err
	}
	page, err := Page(url, start)
	if err == nil {
		return use(page)
	}
	if !errors.Is(err, ErrTooLarge) && len(start) <= MaxBytes {
		return err
	}
	start = trimStart(start)
	s := &splitter{url: url, use: use, first: map[string]int{}, in: &boundedReader{in: io.MultiReader(bytes.NewReader(start), answer)}}
	s.begin(0)
	if bytes.HasPrefix(start, []byte("<")) {
		return s.splitXML()
	}
	return s.splitJSON()
}

// boundedReader fails if it is read beyond a limit. It gives few bytes at once, so that decoders hardly read ahead.
type boundedReader struct {
	in          io.Reader
	read, limit int64
}

const readAhead = 64 << 10

func (r *boundedReader) Read(p []byte) (int, error) {
	if r.read > r.limit {
		return 0, ErrTooLarge
	}
	n, err := r.in.Read(p[:min(len(p), readAhead)])
	r.read += int64(n)
	return n, err
}

// splitter makes the pages of a large response.
type splitter struct {
	url    string
	use    func(page []byte) error
	in     *boundedReader
	from   int64          // where the part begins
	left   int            // values that it may still have
	root   any            // the part as far as it was read
	first  map[string]int // the number of the next record of each list that was split, by its JSON Pointer
	last   string         // the list that was split last
	failed error          // of use

	undivided bool // there is one part, which is never full
}

// begin begins a part at an offset.
func (s *splitter) begin(offset int64) {
	s.from, s.left = offset, maxValues
	s.in.limit = offset + partBytes + MaxBytes + readAhead
}

// isFull reports whether a part that has been read up to an offset is large enough.
func (s *splitter) isFull(offset int64) bool {
	return !s.undivided && (offset-s.from >= partBytes || s.left < maxValues/2)
}

// flush makes a page of the part that was read up to an offset. It ends with so many records of a list.
func (s *splitter) flush(list string, records int, offset int64) error {
	page, err := write(s.url, Part{s.first[list], list}, withRecords(s.root))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	s.first[list] += records
	s.last = list
	s.root = withoutLists(s.root)
	if sizeOf(s.root) > partBytes {
		return ErrTooLarge
	}
	s.begin(offset)
	s.failed = s.use(page)
	return s.failed
}

// withoutLists returns what a part leaves to the next one: all but lists with records or rows in them, unless they name columns. It changes v.
func withoutLists(v any) any {
	switch v := v.(type) {
	case []any:
		if slices.ContainsFunc(v, func(inner any) bool { return !isScalar(inner) }) {
			return nil
		}
	case map[string]any:
		for key, inner := range v {
			if list, ok := inner.([]any); ok && isHeaderKey(key) && len(list) <= mostNames && namesOf(list) != nil {
				continue
			}
			if v[key] = withoutLists(inner); v[key] == nil {
				delete(v, key)
			}
		}
	}
	return v
}

func isScalar(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return false
	}
	return true
}

// mostNames bounds the columns of a table whose names are kept.
const mostNames = 200

// sizeOf returns about how many bytes a value has.
func sizeOf(v any) (n int) {
	switch v := v.(type) {
	case string:
		return len(v)
	case []any:
		for _, inner := range v {
			n += 1 + sizeOf(inner)
		}
	case map[string]any:
		for key, inner := range v {
			n += 1 + len(key) + sizeOf(inner)
		}
	}
	return n
}

// finish makes a page of what is left at the end of the response. err is how its reading ended.
func (s *splitter) finish(err error, offset int64) error {
	var syntax *json.SyntaxError
	var syntaxXML *xml.SyntaxError
	switch {
	case s.failed != nil:
		return s.failed
	case errors.As(err, &syntax) || errors.As(err, &syntaxXML) || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %w", ErrBroken, err)
	case err != nil:
		return err
	}
	return s.flush(s.last, 0, offset)
}

// splitJSON splits a JSON text, or several that follow one another.
func (s *splitter) splitJSON() error {
	d := json.NewDecoder(s.in)
	err := s.readJSON(d)
	return s.finish(err, d.InputOffset())
}

// readJSON reads a JSON text, or several that follow one another, into root.
func (s *splitter) readJSON(d *json.Decoder) error {
	d.UseNumber()
	err := s.value(d, nil, func(v any) { s.root = v })
	if err == nil && d.More() {
		err = s.list(d, []any{s.root}, nil, func(v any) { s.root = v })
	}
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			err = nil
		}
	}
	return err
}

// value reads a value, and gives it to set before and after its members are read. at is where it lies.
func (s *splitter) value(d *json.Decoder, at []string, set func(any)) error {
	token, err := d.Token()
	if err != nil {
		return noEnd(err)
	}
	if s.left--; s.left < 0 || len(at) > maxDepth {
		return ErrTooLarge
	}
	switch token {
	case json.Delim('['):
		if err := s.list(d, nil, at, set); err != nil {
			return err
		}
	case json.Delim('{'):
		o := map[string]any{}
		set(o)
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return noEnd(err)
			}
			name := key.(string) // that of a member, by the decoder
			if err := s.value(d, append(slices.Clip(at), name), func(v any) { o[name] = v }); err != nil {
				return err
			}
		}
	default:
		set(token)
		return nil
	}
	_, err = d.Token()
	return noEnd(err)
}

// noEnd returns an error at the end of a response in which something is still open.
func noEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// list reads the items of a list, some of which were read before, up to its end. Each time that a part is full it makes a page.
func (s *splitter) list(d *json.Decoder, items []any, at []string, set func(any)) error {
	list := jsonpointer.Format(at)
	var header []any // the first row of a table, if it names the columns
	for d.More() {
		var v any
		err := d.Decode(&v)
		if err == nil && !within(v, &s.left, len(at)+1) {
			err = ErrTooLarge
		}
		if err != nil {
			set(items)
			return noEnd(err)
		}
		items = append(items, v)
		if !s.isFull(d.InputOffset()) || !d.More() {
			continue
		}
		if row, ok := items[0].([]any); ok && s.first[list] == 0 && width(items) > 0 && isHeaderOf(row, items[1:]) {
			header = items[:1:1]
		}
		set(items)
		if err := s.flush(list, len(items)-len(header), d.InputOffset()); err != nil {
			return err
		}
		items = header
	}
	set(items)
	if s.first[list] == 0 {
		return nil
	}
	return s.flush(list, len(items)-len(header), d.InputOffset())
}

// splitXML splits an XML document.
func (s *splitter) splitXML() error {
	root, offset, err := readElements(s.in, &s.left, s.closed)
	s.root = root
	return s.finish(err, offset)
}

// closed makes a page when the part is full at the end of an element that is one of several. open are the elements around it.
func (s *splitter) closed(open []*element, name string, offset int64) error {
	around := open[len(open)-1]
	items, ok := around.fields[name].([]any)
	if !ok || !s.isFull(offset) {
		return nil
	}
	at := make([]string, 0, len(open))
	for i, e := range open[1:] {
		if open[i].fields[e.name] != nil {
			return nil // it lies in an element that is itself one of several
		}
		at = append(at, e.name)
	}
	for i, e := range open[1:] {
		open[i].fields[e.name] = e.fields
	}
	s.root = open[0].fields
	if err := s.flush(jsonpointer.Format(append(at, name)), len(items), offset); err != nil {
		return err
	}
	for i, e := range open[1:] {
		delete(open[i].fields, e.name)
	}
	around.fields[name] = []any{}
	return nil
}
