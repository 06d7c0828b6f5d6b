package records

import (
	"maps"
	"slices"
)

// leastColumns is the smallest number of names that a header has.
const leastColumns = 3

// withRecords returns a tree in which the rows of tables are records. A table is a list of rows that are lists of one length. Its names stand in another list
// of that length anywhere in the tree, as texts or as records with a name, or in the table's first row.
func withRecords(tree any) any {
	headers := map[int][]string{}
	findHeaders(tree, headers)
	return rowsToRecords(tree, headers)
}

// findHeaders finds lists of different names by their lengths. Of several with one length the first found holds.
func findHeaders(v any, headers map[int][]string) {
	switch v := v.(type) {
	case []any:
		if names := namesOf(v); names != nil && headers[len(names)] == nil {
			headers[len(names)] = names
		}
		for _, inner := range v {
			findHeaders(inner, headers)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			findHeaders(v[key], headers)
		}
	}
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
func rowsToRecords(v any, headers map[int][]string) any {
	switch v := v.(type) {
	case []any:
		names := headers[width(v)]
		if row, ok := first(v).([]any); ok && names != nil && slices.Equal(namesOf(row), names) {
			v = v[1:]
		}
		for i := range v {
			row, ok := v[i].([]any)
			if !ok || names == nil {
				v[i] = rowsToRecords(v[i], headers)
				continue
			}
			record := make(map[string]any, len(names))
			for c, name := range names {
				record[name] = rowsToRecords(row[c], headers)
			}
			v[i] = record
		}
		return v
	case map[string]any:
		for key, inner := range v {
			v[key] = rowsToRecords(inner, headers)
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
