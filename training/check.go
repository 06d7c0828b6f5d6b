package training

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// check returns an error that says what is wrong with a set. Files and learners get only sets that were checked.
func (s *Set) check() error {
	if !oneLine(s.Schema) {
		return fmt.Errorf("schema %q is not one line of UTF-8", s.Schema)
	}
	for i, name := range s.Names {
		if !oneLine(name) || name == "" || slices.Index(s.Names, name) != i {
			return fmt.Errorf("feature %d is called %q: names differ and are one line", i+1, name)
		}
	}
	for i := range s.Lists {
		list := &s.Lists[i]
		if !oneLine(list.Topic) {
			return fmt.Errorf("topic %q is not one line of UTF-8", list.Topic)
		}
		for j := range list.Rows {
			if err := s.checkRow(&list.Rows[j]); err != nil {
				return fmt.Errorf("topic %s, row %d of list %d: %w", list.Topic, j+1, i+1, err)
			}
		}
	}
	return nil
}

func (s *Set) checkRow(r *Row) error {
	if r.Grade > MaxGrade {
		return fmt.Errorf("grade %d: use 0 to %d", r.Grade, MaxGrade)
	}
	if len(r.X) != len(s.Names) {
		return fmt.Errorf("%d values for %d features", len(r.X), len(s.Names))
	}
	for i, x := range r.X {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return fmt.Errorf("%s is %v", s.Names[i], x)
		}
	}
	if !oneLine(r.Note) {
		return fmt.Errorf("note %q is not one line of UTF-8", r.Note)
	}
	return nil
}

func oneLine(text string) bool { return utf8.ValidString(text) && !strings.ContainsAny(text, "\r\n") }
