package records

import (
	"maps"
	"slices"
	"strings"
)

// leastColumns is the smallest number of names that a header has.
const leastColumns = 3

// withRecords returns a tree in which the rows of tables are records. A table is a list of rows that are lists of one length. Its names stand in another list
// of that length beside tables, as texts or as records with a name, or else in the table's first row.
func withRecords(tree any) any {
	h := headers{}
	h.find(tree, anyList)
	return h.rowsToRecords(tree)
}

// headers are the likeliest names of the columns of tables, by their number.
type headers map[int]header

type header struct {
	names []string
	sure  int
}

// How surely a list has the names of columns.
const (
	firstRow  = iota + 1 // it is the first row of a table, whose other rows look different
	anyList              // it stands beside tables
	namedList            // its key says so
)

// find looks for names of columns in a tree. sure is how surely a list there has them. Of several lists with one length the surest holds, and then the first.
func (h headers) find(v any, sure int) {
	switch v := v.(type) {
	case []any:
		if width(v) > 0 {
			if row := v[0].([]any); isHeaderOf(row, v[1:]) {
				h.add(namesOf(row), firstRow)
			}
			return
		}
		h.add(namesOf(v), sure)
		for _, inner := range v {
			h.find(inner, anyList)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			sure := anyList
			if isHeaderKey(key) {
				sure = namedList
			}
			h.find(v[key], sure)
		}
	}
}

// isHeaderKey reports whether a key says that the names of columns stand under it.
func isHeaderKey(key string) bool {
	return slices.Contains([]string{"columns", "fields", "header", "headers", "schema", "cols", "names"}, strings.ToLower(key))
}

func (h headers) add(names []string, sure int) {
	if names != nil && sure > h[len(names)].sure {
		h[len(names)] = header{names, sure}
	}
}

// isHeaderOf reports whether a table's first row names its columns: in some column it has a text without a number, and all other rows have a number or no text.
func isHeaderOf(row []any, rest []any) bool {
	isName := func(v any) bool {
		s, ok := v.(string)
		return ok && !strings.ContainsAny(s, "0123456789")
	}
	for c, v := range row {
		if isName(v) && len(rest) > 0 && !slices.ContainsFunc(rest, func(other any) bool { return isName(other.([]any)[c]) }) {
			return true
		}
	}
	return false
}

// namesOf returns a list's texts, or the names of its records, if all are different and look like names of columns. It returns nil otherwise.
func namesOf(list []any) []string {
	if len(list) < leastColumns {
		return nil
	}
	seen := map[string]bool{}
	names := make([]string, len(list))
	for i, v := range list {
		name, ok := v.(string)
		if o, isRecord := v.(map[string]any); isRecord {
			for _, key := range []string{"fieldName", "name", "field", "id", "key"} {
				if name, ok = o[key].(string); ok {
					break
				}
			}
		}
		if !ok || name == "" || len(name) > 60 || seen[name] {
			return nil
		}
		seen[name], names[i] = true, name
	}
	return names
}

// rowsToRecords replaces each row of a table by a record.
func (h headers) rowsToRecords(v any) any {
	switch v := v.(type) {
	case []any:
		names := h[width(v)].names
		if row, ok := first(v).([]any); ok && names != nil && slices.Equal(namesOf(row), names) { // it may stand in the table, too
			v = v[1:]
		}
		for i := range v {
			row, ok := v[i].([]any)
			if !ok || names == nil {
				v[i] = h.rowsToRecords(v[i])
				continue
			}
			record := make(map[string]any, len(names))
			for c, name := range names {
				record[name] = h.rowsToRecords(row[c])
			}
			v[i] = record
		}
		return v
	case map[string]any:
		for key, inner := range v {
			v[key] = h.rowsToRecords(inner)
		}
	}
	return v
}

// width returns the length of the rows of a table, and 0 for any other list, such as one of points.
func width(list []any) int {
	row, _ := first(list).([]any)
	for _, v := range list {
		if other, ok := v.([]any); !ok || len(other) != len(row) || !slices.ContainsFunc(other, isText) {
			return 0
		}
	}
	return len(row)
}

func first(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}
