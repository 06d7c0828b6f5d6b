package lists

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gannet/store/postings"
)

// window is among how many numbers matches are looked for at a time, so that a search can be cut.
const window = 200_000

// These are variables for tests.
var (
	// If at most this many rows match, they are sorted. Otherwise the search walks through the rows in their order and looks for matches.
	sortedMatches = 2000
	// chunk is how many rows of an order are read at a time.
	chunk = 4000
)

// table names the tables of a list, and the column by which rows belong together.
type table struct{ rows, terms, group string }

// search is a search of an index for candidates.
type search struct {
	table
	ix     *index
	match  string // of the terms; "": all rows
	also   string // a condition on other columns, "" for none
	args   []any  // of also
	sort   string // a column, or "number"
	up     bool   // the smallest comes first
	at     position
	newest uint64
	until  time.Time // when the search is cut
	ctx    context.Context
	// take receives a candidate and says whether the search should continue.
	take func(number, group uint64) (more bool, err error)
}

// position is a row in an order.
type position struct {
	key    any // of the column; nil before the first row
	number uint64
}

// String returns the position as the text of a cursor, which a client sends back to get the next part of a list.
func (p position) String() string {
	text, err := json.Marshal([]any{p.key, p.number})
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// readPosition reads a cursor.
func readPosition(cursor string) (p position, err error) {
	if cursor == "" {
		return p, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return p, ErrCursor
	}
	parts := []any{&p.key, &p.number}
	if json.Unmarshal(text, &parts) != nil || p.number == 0 || p.key == nil {
		return p, ErrCursor
	}
	return p, nil
}

// matchOf returns the condition of FTS5 for wanted terms, "" for none.
func matchOf(wanted []postings.AnyOf) string {
	var all [][][]string
	for _, one := range wanted {
		var any [][]string
		for _, list := range one {
			terms := make([]string, len(list))
			for i, term := range list {
				terms[i] = quoted(term)
			}
			any = append(any, terms)
		}
		all = append(all, any)
	}
	return condition(all)
}

// condition returns the condition of FTS5 for one list of terms, at least, of each element.
func condition(all [][][]string) string {
	var elements []string
	for _, any := range all {
		var alternatives []string
		for _, terms := range any {
			if text := "(" + strings.Join(terms, " AND ") + ")"; !slices.Contains(alternatives, text) {
				alternatives = append(alternatives, text)
			}
		}
		elements = append(elements, "("+strings.Join(alternatives, " OR ")+")")
	}
	return strings.Join(elements, " AND ")
}

func quoted(term string) string { return `"` + term + `"` }

// Reasons why a search stops early.
var (
	errEnough = errors.New("the list is full")
	errCut    = errors.New("the search took too long")
	errSlow   = errors.New("the search took too long to begin: give fewer words")
)

// run passes candidates in their order to take, until there are no more, take has enough, or the time is over. Afterwards at is the last row that it
// has examined.
func (s *search) run() error {
	switch {
	case s.match == "":
		return s.inOrder()
	case s.sort == "number":
		return s.byNumber()
	}
	few, err := s.isFew()
	switch {
	case err != nil:
		return err
	case few:
		return s.sorted()
	}
	return s.inChunks()
}

// isFew reports whether few rows match.
func (s *search) isFew() (bool, error) {
	n := 0
	query := fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s WHERE %[1]s MATCH ? LIMIT %d)", s.terms, sortedMatches)
	err := s.ix.db.QueryRowContext(s.ctx, query, s.match).Scan(&n)
	return n < sortedMatches, err
}

// order returns the words of SQL for the order.
func (s *search) order() (order, beyond string) {
	if s.up {
		return "ASC", ">"
	}
	return "DESC", "<"
}

// inOrder walks through the rows in their order.
func (s *search) inOrder() error {
	order, _ := s.order()
	by := ""
	if s.sort != "number" {
		by = fmt.Sprintf("INDEXED BY %s_%s", s.rows, s.sort)
	}
	beyond, at := s.beyond()
	query := fmt.Sprintf("SELECT number, %s, %s, %s FROM %s %s WHERE %s ORDER BY %[1]s %[7]s, number %[7]s",
		s.sort, s.group, cmp.Or(s.also, "1"), s.rows, by, beyond, order)
	return s.each(query, slices.Concat(s.args, at))
}

// beyond returns the condition of rows behind the position.
func (s *search) beyond() (condition string, args []any) {
	_, beyond := s.order()
	switch {
	case s.at.key == nil:
		return "1", nil
	case s.sort == "number":
		return "number " + beyond + " ?", []any{s.at.number}
	}
	return fmt.Sprintf("(%s, number) %s (?, ?)", s.sort, beyond), []any{s.at.key, s.at.number}
}

// sorted sorts all matches.
func (s *search) sorted() error {
	order, _ := s.order()
	beyond, at := s.beyond()
	query := fmt.Sprintf("SELECT number, %s, %s, %s FROM %s AS t CROSS JOIN %s ON number = t.rowid WHERE t.%[4]s MATCH ? AND %[6]s ORDER BY %[1]s %[7]s, number %[7]s",
		s.sort, s.group, cmp.Or(s.also, "1"), s.terms, s.rows, beyond, order)
	return s.each(query, slices.Concat(s.args, []any{s.match}, at))
}

// byNumber gives matches in the order of their numbers, from windows of them.
func (s *search) byNumber() error {
	for low, high := s.window(); ; low, high = s.window() { // both without their bounds
		if err := s.inWindow(low, high); err != nil {
			return err
		}
		switch {
		case s.up && high > s.newest, !s.up && low == 0:
			return nil
		case s.up:
			s.at = position{high - 1, high - 1}
		default:
			s.at = position{low + 1, low + 1}
		}
		if time.Now().After(s.until) {
			return errCut
		}
	}
}

// window returns the bounds of the numbers behind the position.
func (s *search) window() (low, high uint64) {
	if s.up {
		return s.at.number, s.at.number + window
	}
	high = s.newest + 1
	if s.at.key != nil {
		high = s.at.number
	}
	return high - min(high, window), high
}

// inWindow gives matches between two numbers.
func (s *search) inWindow(low, high uint64) error {
	order, _ := s.order()
	query := fmt.Sprintf("SELECT number, number, %s, %s FROM %s AS t CROSS JOIN %s ON number = t.rowid WHERE t.%[3]s MATCH ? AND t.rowid > ? AND t.rowid < ? ORDER BY t.rowid %[5]s",
		s.group, cmp.Or(s.also, "1"), s.terms, s.rows, order)
	return s.each(query, slices.Concat(s.args, []any{s.match, low, high}))
}

// each gives the candidates of a query, and moves the position on.
func (s *search) each(query string, args []any) error {
	rows, err := s.ix.db.QueryContext(s.ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var at position
		var group uint64
		var matches bool
		if err := rows.Scan(&at.number, &at.key, &group, &matches); err != nil {
			return err
		}
		s.at = at
		if matches {
			if more, err := s.take(at.number, group); err != nil {
				return err
			} else if !more {
				return errEnough
			}
		}
		if time.Now().After(s.until) {
			return errCut
		}
	}
	return rows.Err()
}
