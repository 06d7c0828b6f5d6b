package training

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// # The text format
//
// The format of SVMrank and the LETOR collections. A line "grade qid:N 1:v 2:v … # note" is a row, and the rows of a list
// follow each other. Comment lines hold what that format has no place for. A file without them is read as well:
//
//	# schema: links/1
//	# feature 1: url_depth
//	# topic 1: beekeeping
//
// Here topic 1 belongs to qid:1. A feature that a row does not name is 0. If there are no names, features are called f1,
// f2, …; if there are no topics, a list's topic is its qid.

const (
	schemaComment  = "# schema: "
	featureComment = "# feature "
	topicComment   = "# topic "
	maxLine        = 1 << 20
	maxFeatures    = 1 << 12
)

// WriteLETOR writes the set as text.
func WriteLETOR(w io.Writer, s *Set) error {
	if err := s.check(); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "%s%s\n", schemaComment, s.Schema)
	for i, name := range s.Names {
		fmt.Fprintf(out, "%s%d: %s\n", featureComment, i+1, name)
	}
	for i := range s.Lists {
		fmt.Fprintf(out, "%s%d: %s\n", topicComment, i+1, s.Lists[i].Topic)
	}
	var line []byte
	for i := range s.Lists {
		for j := range s.Lists[i].Rows {
			line = appendRow(line[:0], &s.Lists[i].Rows[j], i+1)
			_, _ = out.Write(line) // Flush gives the error
		}
	}
	return out.Flush()
}

func appendRow(line []byte, r *Row, query int) []byte {
	line = append(line, '0'+r.Grade)
	line = append(line, " qid:"...)
	line = strconv.AppendInt(line, int64(query), 10)
	for i, x := range r.X {
		if x != 0 {
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(i+1), 10)
			line = append(line, ':')
			line = strconv.AppendFloat(line, float64(x), 'g', -1, 32)
		}
	}
	if r.Note != "" {
		line = append(append(line, " # "...), r.Note...)
	}
	return append(line, '\n')
}

// ReadLETOR reads a set as text. An error names the line.
func ReadLETOR(r io.Reader) (*Set, error) {
	p := &letor{topics: map[string]string{}, seen: map[string]bool{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	n := 0
	for lines.Scan() {
		n++
		if err := p.line(lines.Bytes()); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return p.finish()
}

// letor reads a text.
type letor struct {
	set    Set
	topics map[string]string // by qid
	seen   map[string]bool   // qids
	query  string            // of the last list
	width  int               // the highest number of a feature
}

func (p *letor) line(line []byte) error {
	line = bytes.TrimSuffix(line, []byte("\r"))
	switch {
	case len(bytes.TrimSpace(line)) == 0:
		return nil
	case line[0] == '#':
		return p.comment(string(line))
	}
	fields, note, _ := bytes.Cut(line, []byte("#"))
	row := Row{Note: string(bytes.TrimPrefix(note, []byte(" ")))}
	words := bytes.Fields(fields)
	if len(words) < 2 || !bytes.HasPrefix(words[1], []byte("qid:")) {
		return fmt.Errorf("no row: one begins with a grade and qid:N")
	}
	grade, err := strconv.ParseUint(string(words[0]), 10, 8)
	if err != nil || grade > Hub {
		return fmt.Errorf("grade %q: use 0 to 3", words[0])
	}
	row.Grade = uint8(grade)
	if row.X, err = values(words[2:], p.width); err != nil {
		return err
	}
	p.width = max(p.width, len(row.X))
	return p.addRow(string(words[1][len("qid:"):]), row)
}

// comment reads our own comment lines and ignores others.
func (p *letor) comment(line string) error {
	if schema, ok := strings.CutPrefix(line, schemaComment); ok {
		p.set.Schema = schema
		return nil
	}
	if rest, ok := strings.CutPrefix(line, featureComment); ok {
		number, name, ok := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); !ok || err != nil || n != len(p.set.Names)+1 || n > maxFeatures {
			return fmt.Errorf("feature %q: the next is number %d", rest, len(p.set.Names)+1)
		}
		p.set.Names = append(p.set.Names, name)
	}
	if rest, ok := strings.CutPrefix(line, topicComment); ok {
		query, topic, ok := strings.Cut(rest, ": ")
		if _, twice := p.topics[query]; !ok || twice || query == "" {
			return fmt.Errorf("topic %q: say \"N: name\" once for every qid", rest)
		}
		p.topics[query] = topic
	}
	return nil
}

// addRow appends a row to its list.
func (p *letor) addRow(query string, row Row) error {
	lists := p.set.Lists
	if len(lists) == 0 || query != p.query {
		if p.seen[query] {
			return fmt.Errorf("qid:%s again: the rows of a list stand together", query)
		}
		topic, named := p.topics[query]
		if !named {
			topic = query
		}
		p.query, p.seen[query] = query, true
		lists = append(lists, List{Topic: topic})
	}
	last := &lists[len(lists)-1]
	last.Rows = append(last.Rows, row)
	p.set.Lists = lists
	return nil
}

// finish makes all rows equally long.
func (p *letor) finish() (*Set, error) {
	if len(p.set.Names) == 0 {
		for i := range p.width {
			p.set.Names = append(p.set.Names, fmt.Sprintf("f%d", i+1))
		}
	}
	if p.width > len(p.set.Names) {
		return nil, fmt.Errorf("a row has feature %d, but %d are named", p.width, len(p.set.Names))
	}
	for i := range p.set.Lists {
		for j := range p.set.Lists[i].Rows {
			row := &p.set.Lists[i].Rows[j]
			row.X = append(row.X, make([]float32, len(p.set.Names)-len(row.X))...)
		}
	}
	return &p.set, p.set.check()
}

// values reads the "number:value" words of a row.
func values(words [][]byte, width int) ([]float32, error) {
	x := make([]float32, 0, max(width, len(words)))
	for _, word := range words {
		number, value, ok := strings.Cut(string(word), ":")
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			return nil, fmt.Errorf("%q is not number:value", word)
		}
		if n <= len(x) || n > maxFeatures {
			return nil, fmt.Errorf("feature %d: numbers rise from 1 to at most %d", n, maxFeatures)
		}
		v, err := strconv.ParseFloat(value, 32)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("feature %d: %q is no finite number", n, value)
		}
		x = append(append(x, make([]float32, n-1-len(x))...), float32(v))
	}
	return x, nil
}
