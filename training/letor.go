package training

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// # The text format
//
// The format of SVMrank and the LETOR collections. A line "grade qid:N 1:v 2:v … # note" is a row, and the rows of a list
// follow each other. What that format has no place for is JSON in a comment, which is the first line: XGBoost reads comments
// further down as rows. A file without it is read as well:
//
//	# gannet {"schema":"links/1","features":["url_depth"],"topics":[{"topic":"beekeeping","lists":2}]}
//
// Here qid:1 and qid:2 are of beekeeping. A feature that a row does not name is 0. If there are no names, features are called
// f1, f2, …; if there are no topics, a list's topic is its qid. Earlier versions wrote a comment line for the schema, each feature
// and each topic, which is read, too.

const (
	headComment    = "# gannet "
	schemaComment  = "# schema: "
	featureComment = "# feature "
	topicComment   = "# topic "
	maxLine        = 16 << 20
	maxFeatures    = 1 << 12
	maxLists       = 1 << 20
)

// letorHead is the first line.
type letorHead struct {
	Schema   string      `json:"schema"`
	Features []string    `json:"features"`
	Topics   []topicRuns `json:"topics"` // of the lists, in their order
}

// topicRuns is the number of successive lists that belong to a topic.
type topicRuns struct {
	Topic string `json:"topic"`
	Lists int    `json:"lists"`
}

// WriteLETOR writes the set in the text format of the LETOR collections.
func WriteLETOR(w io.Writer, s *Set) error {
	if err := s.check(); err != nil {
		return err
	}
	head := letorHead{Schema: s.Schema, Features: s.Names}
	for i := range s.Lists {
		last := len(head.Topics) - 1
		if topic := s.Lists[i].Topic; last < 0 || head.Topics[last].Topic != topic {
			head.Topics = append(head.Topics, topicRuns{Topic: topic})
			last++
		}
		head.Topics[last].Lists++
	}
	first, err := json.Marshal(head)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "%s%s\n", headComment, first)
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

// ReadLETOR reads a set in the text format of the LETOR collections. An error names the line.
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
	grade, err := strconv.ParseFloat(string(words[0]), 64) // some programs write 1.0
	if err != nil || !(grade >= 0 && grade <= MaxGrade) || grade != math.Trunc(grade) {
		return fmt.Errorf("grade %q: use 0 to %d", words[0], MaxGrade)
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
	if head, ok := strings.CutPrefix(line, headComment); ok {
		return p.head(head)
	}
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

// head reads the first line.
func (p *letor) head(line string) error {
	var h letorHead
	if err := json.Unmarshal([]byte(line), &h); err != nil {
		return fmt.Errorf("the comment %.40q holds no JSON: %w", line, err)
	}
	if len(h.Features) > maxFeatures {
		return fmt.Errorf("%d features: use at most %d", len(h.Features), maxFeatures)
	}
	p.set.Schema, p.set.Names = h.Schema, h.Features
	n := 0
	for _, run := range h.Topics {
		if run.Lists < 1 || run.Lists > maxLists-n {
			return fmt.Errorf("topic %q has %d lists", run.Topic, run.Lists)
		}
		for range run.Lists {
			n++
			p.topics[strconv.Itoa(n)] = run.Topic
		}
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
