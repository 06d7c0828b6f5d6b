// Package occupation codes postings by the International Standard Classification of Occupations, ISCO-08: a code of four digits says the unit group,
// its first three, two and one digits the wider groups. The model is linear in the words of title and text, so that each word's share in a
// decision is exact.
package occupation

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// Model computes the probability of each occupation (unit group of ISCO-08) for a posting. Title and text are each represented by a vector:
// the sum of the table rows of their features, divided by the square root of the number of features. The score of an occupation is a
// weighted sum of the numbers in both vectors. The model follows Joulin et al., Bag of Tricks for Efficient Text Classification, EACL 2017.
// It is safe for concurrent use.
type Model struct {
	groups []string // codes of unit groups, ascending
	dim    int      // numbers of a row
	table  []int8   // rows of titles and texts, of dim each
	scales []float32
	out    []float32 // dim of each group
	bias   []float32
}

// magic begins a file of a model.
const magic = "gannet occupations 1\n"

// mostGroups and mostNumbers limit the sizes that a file may declare.
const mostGroups, mostNumbers = 1000, 256

// NewModel returns a model with the given weights. table has a row of dim numbers for each feature of titles and texts, out has a row of
// dim numbers for each group, and bias has one number for each group. The rows of table are rounded to 8 bits.
func NewModel(groups []string, dim int, table, out, bias []float32) *Model {
	m := &Model{groups: groups, dim: dim, table: make([]int8, len(table)), scales: make([]float32, len(table)/dim), out: out, bias: bias}
	for r := range m.scales {
		row := table[r*dim : (r+1)*dim]
		var most float32
		for _, x := range row {
			most = max(most, x, -x)
		}
		if m.scales[r] = short(most / math.MaxInt8); m.scales[r] == 0 {
			continue
		}
		for k, x := range row {
			m.table[r*dim+k] = int8(max(-math.MaxInt8, min(math.MaxInt8, math.Round(float64(x/m.scales[r])))))
		}
	}
	return m
}

// short keeps the upper 16 bits of a number, so that it takes half of the bytes in a file.
func short(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ 0xffff) }

// Rows returns the number of rows in the table of features of a Model.
func Rows() int { return titleRows + textRows }

// Write writes the model, compressed, in the format that Read reads.
func (m *Model) Write(w io.Writer) error {
	z, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(magic)
	numbers := []any{uint16(len(m.groups)), uint16(m.dim)}
	for _, g := range m.groups {
		numbers = append(numbers, []byte(g))
	}
	for _, n := range append(numbers, m.out, m.bias, m.scales, m.table) {
		if err := binary.Write(&b, binary.LittleEndian, n); err != nil {
			return err
		}
	}
	_, err = z.Write(b.Bytes())
	return errors.Join(err, z.Close())
}

// Read reads a model that Write has written.
func Read(r io.Reader) (*Model, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	head := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(z, head); err != nil {
		return nil, fmt.Errorf("a model of occupations: %w", err)
	}
	groups, dim := int(binary.LittleEndian.Uint16(head[len(magic):])), int(binary.LittleEndian.Uint16(head[len(magic)+2:]))
	if string(head[:len(magic)]) != magic || groups > mostGroups || dim > mostNumbers {
		return nil, errors.New("no model of occupations of this version")
	}
	m := &Model{dim: dim, groups: make([]string, groups), out: make([]float32, groups*dim), bias: make([]float32, groups),
		scales: make([]float32, Rows()), table: make([]int8, Rows()*dim)}
	for i := range m.groups {
		var code [4]byte
		if _, err := io.ReadFull(z, code[:]); err != nil {
			return nil, fmt.Errorf("a model of occupations: %w", err)
		}
		m.groups[i] = string(code[:])
	}
	for _, numbers := range []any{m.out, m.bias, m.scales, m.table} {
		if err := binary.Read(z, binary.LittleEndian, numbers); err != nil {
			return nil, fmt.Errorf("a model of occupations: %w", err)
		}
	}
	return m, nil
}

// Code is the predicted occupation of a posting, with its probabilities.
type Code struct {
	Group       string  // the likeliest unit group of ISCO-08, four digits
	Probability float64 // that it is right
	Major       float64 // the probability that its first digit is right
}

// LeastMajor is the least probability of the major group (the first digit of the code). If it is lower, the occupation counts as unknown.
const LeastMajor = .5

// Code predicts the occupation of a posting from its title and text. ok is false if the prediction is too uncertain.
func (m *Model) Code(title, text string) (c Code, ok bool) {
	p := m.Probabilities(title, text)
	if p == nil {
		return Code{}, false
	}
	best := 0
	for g := range p {
		if p[g] > p[best] {
			best = g
		}
	}
	c = Code{Group: m.groups[best], Probability: float64(p[best])}
	for g, code := range m.groups {
		if code[0] == c.Group[0] {
			c.Major += float64(p[g])
		}
	}
	return c, c.Major >= LeastMajor
}

// Groups returns the ISCO-08 codes of the unit groups that the model knows, in ascending order.
func (m *Model) Groups() []string { return slices.Clone(m.groups) }

// Probabilities returns the probability of each group, in the order of Groups. It returns nil if title and text have no words.
func (m *Model) Probabilities(title, text string) []float32 {
	sum := make([]float32, m.dim)
	var rows []uint32
	for _, w := range Words(title) {
		rows = append(rows, w.Rows...)
	}
	words := TextRows(text)
	if len(rows)+len(words) == 0 {
		return nil
	}
	m.add(rows, len(rows), sum)
	m.add(words, len(words), sum)
	p := make([]float32, len(m.groups))
	most := float32(math.Inf(-1))
	for g := range p {
		p[g] = m.score(g, sum) + m.bias[g]
		most = max(most, p[g])
	}
	var all float32
	for g := range p {
		p[g] = float32(math.Exp(float64(p[g] - most)))
		all += p[g]
	}
	for g := range p {
		p[g] /= all
	}
	return p
}

// add adds rows, divided by the root of n, to sum.
func (m *Model) add(rows []uint32, n int, sum []float32) {
	if n == 0 {
		return
	}
	share, dim := float32(1/math.Sqrt(float64(n))), m.dim
	sum = sum[:dim] // as long as a row, so that the loop has no checks of bounds
	for _, r := range rows {
		row, scale := m.table[int(r)*dim:][:dim], share*m.scales[r]
		for k, x := range row {
			sum[k] += scale * float32(x)
		}
	}
}

// score is the score of a group for a sum of rows.
func (m *Model) score(group int, sum []float32) (s float32) {
	for k, x := range m.out[group*m.dim:][:m.dim] {
		s += x * sum[k]
	}
	return s
}
