// Package training learns models from graded lists of links. It has the lists and their files, four learners, measures of
// an order, cross-validation by topic, and the card that describes a model.
package training

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// The grades of a link (de Groc & Tannier, section 3.3).
const (
	// Neither is the grade of a link whose target is not relevant and does not lead to a relevant page. The grades are those of de Groc &
	// Tannier, section 3.3.
	Neither = 0
	// Tunnel is the grade of a link whose target is not relevant, but leads to a relevant page.
	Tunnel = 1
	// Relevant is the grade of a link whose target is relevant, but does not lead to another relevant page.
	Relevant = 2
	// Hub is the grade of a link whose target is relevant, and leads to another relevant page.
	Hub = 3

	// MaxGrade is the largest grade. Only lists that others have made, such as the LETOR collections, have it.
	MaxGrade = 4
)

// Grade returns the grade of a link, from whether its target is relevant and whether it leads to a relevant page.
func Grade(relevant, leads bool) uint8 {
	switch {
	case relevant && leads:
		return Hub
	case relevant:
		return Relevant
	case leads:
		return Tunnel
	}
	return Neither
}

// Single converts a vector to float32, the type in which lists store it.
func Single(x []float64) []float32 {
	values := make([]float32, len(x))
	for i := range x {
		values[i] = float32(x[i])
	}
	return values
}

// Row is one link with its grade and its features.
type Row struct {
	Grade uint8     // 0 to MaxGrade; ours are 0 to 3
	X     []float32 // one value a feature, finite
	Note  string    // the target's URL; one line
}

// List has the links that one crawl had to put in order. In the terms of learning to rank it is one query.
type List struct {
	Topic string
	Rows  []Row
}

// Set has training lists whose rows all have the same features.
type Set struct {
	Schema string   // of the features, such as links/1
	Names  []string // of the features
	Lists  []List
}

// Rows returns the number of rows in all lists.
func (s *Set) Rows() int {
	n := 0
	for i := range s.Lists {
		n += len(s.Lists[i].Rows)
	}
	return n
}

// Share returns the share of relevant rows among all rows.
func (s *Set) Share() float64 {
	n := 0
	for i := range s.Lists {
		for j := range s.Lists[i].Rows {
			if s.Lists[i].Rows[j].Grade >= Relevant {
				n++
			}
		}
	}
	return float64(n) / max(float64(s.Rows()), 1)
}

// Topics returns the topics in alphabetical order.
func (s *Set) Topics() []string {
	var topics []string
	for i := range s.Lists {
		topics = append(topics, s.Lists[i].Topic)
	}
	slices.Sort(topics)
	return slices.Compact(topics)
}

// Only returns a set with the lists of some topics. It shares the rows with s.
func (s *Set) Only(topics []string) *Set {
	part := &Set{Schema: s.Schema, Names: s.Names}
	for _, list := range s.Lists {
		if slices.Contains(topics, list.Topic) {
			part.Lists = append(part.Lists, list)
		}
	}
	return part
}

// Add adds the lists of another set, which must have the same features.
func (s *Set) Add(other *Set) error {
	if s.Schema != other.Schema {
		return fmt.Errorf("features of schema %q, not %q: annotate the crawls again", other.Schema, s.Schema)
	}
	if !slices.Equal(s.Names, other.Names) {
		return fmt.Errorf("%d features of other names than the %d before: annotate the crawls again", len(other.Names), len(s.Names))
	}
	s.Lists = append(s.Lists, other.Lists...)
	return nil
}

// Checksum returns the SHA-256 of the features' names and of all rows. It is the same for the text and the binary format.
func (s *Set) Checksum() string {
	h := sha256.New()
	_ = s.encode(h) // a hash takes everything
	return hex.EncodeToString(h.Sum(nil))
}

// maxGroup is the length of the longest list that LightGBM gets without cutting. It refuses lists of 10,000 rows, and only up to 1000 rows it
// considers all pairs.
const maxGroup = 1000

// Cut returns the set with lists of at most maxGroup rows. Longer lists are shuffled and cut into equal parts. Without the shuffling all
// links of a page would be in one part, and features that are equal for them would say nothing there.
func (s *Set) Cut(seed uint64) *Set {
	cut := &Set{Schema: s.Schema, Names: s.Names}
	rnd := rand.New(rand.NewPCG(seed, 1))
	for _, list := range s.Lists {
		if len(list.Rows) <= maxGroup {
			cut.Lists = append(cut.Lists, list)
			continue
		}
		rows := slices.Clone(list.Rows)
		rnd.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		parts := (len(rows) + maxGroup - 1) / maxGroup
		for p := range parts {
			part := rows[p*len(rows)/parts : (p+1)*len(rows)/parts]
			cut.Lists = append(cut.Lists, List{Topic: list.Topic, Rows: part})
		}
	}
	return cut
}

// Binary returns the set with only two grades, for relevant and not relevant.
func (s *Set) Binary() *Set {
	return s.each(func(r Row) Row {
		if r.Grade >= Relevant {
			r.Grade = Relevant
		} else {
			r.Grade = Neither
		}
		return r
	})
}

// Without returns the set without the features for which drop is true.
func (s *Set) Without(drop func(name string) bool) *Set {
	var kept []int
	var names []string
	for i, name := range s.Names {
		if !drop(name) {
			kept = append(kept, i)
			names = append(names, name)
		}
	}
	part := s.each(func(r Row) Row {
		x := make([]float32, len(kept))
		for i, k := range kept {
			x[i] = r.X[k]
		}
		r.X = x
		return r
	})
	part.Names = names
	return part
}

// each returns the set with change applied to every row.
func (s *Set) each(change func(Row) Row) *Set {
	changed := &Set{Schema: s.Schema, Names: s.Names, Lists: make([]List, len(s.Lists))}
	for i, list := range s.Lists {
		rows := make([]Row, len(list.Rows))
		for j, row := range list.Rows {
			rows[j] = change(row)
		}
		changed.Lists[i] = List{Topic: list.Topic, Rows: rows}
	}
	return changed
}

// Balance removes random links from every list until the given share of the rest is relevant, because how well a list can be ordered
// depends much on this share. Lists with only relevant or only other links are left out.
func (s *Set) Balance(share float64, seed uint64) *Set {
	rnd := rand.New(rand.NewPCG(seed, 3))
	part := &Set{Schema: s.Schema, Names: s.Names}
	for _, list := range s.Lists {
		var kinds [2][]int
		for _, i := range rnd.Perm(len(list.Rows)) {
			kind := 0
			if list.Rows[i].Grade >= Relevant {
				kind = 1
			}
			kinds[kind] = append(kinds[kind], i)
		}
		others, relevant := float64(len(kinds[0])), float64(len(kinds[1]))
		others, relevant = min(others, math.Round(relevant*(1-share)/share)), min(relevant, math.Round(others*share/(1-share)))
		if others < 1 || relevant < 1 {
			continue
		}
		kept := append(kinds[0][:int(others)], kinds[1][:int(relevant)]...)
		slices.Sort(kept) // the crawl's order
		rows := make([]Row, len(kept))
		for i, k := range kept {
			rows[i] = list.Rows[k]
		}
		part.Lists = append(part.Lists, List{Topic: list.Topic, Rows: rows})
	}
	return part
}

// Sample returns a random sample of at most n rows, from every list in proportion to its length, but at least one row of each list that has
// any.
func (s *Set) Sample(n int, seed uint64) *Set {
	all := s.Rows()
	if all <= n {
		return s
	}
	rnd := rand.New(rand.NewPCG(seed, 2))
	part := &Set{Schema: s.Schema, Names: s.Names}
	for _, list := range s.Lists {
		rows := make([]Row, 0, len(list.Rows)*n/all+1)
		for _, i := range rnd.Perm(len(list.Rows))[:min(len(list.Rows), cmp.Or(len(list.Rows)*n/all, 1))] {
			rows = append(rows, list.Rows[i])
		}
		part.Lists = append(part.Lists, List{Topic: list.Topic, Rows: rows})
	}
	return part
}
