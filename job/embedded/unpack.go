package embedded

import (
	"strconv"
	"strings"

	"gannet/job/schemaorg"
)

// rows reads what scripts pushed: one JSON text, or lines of a number, a colon and a value. A value of a letter and a length
// before a comma is a text of so many bytes. Texts "$1" stand for the row of that number.
func (f *finder) rows(text string) (values []any) {
	if text[0] == '[' || text[0] == '{' {
		return schemaorg.ParseJSON(text, &f.left)
	}
	byName := map[string]any{}
	var order []string
	for text != "" && f.left > 0 {
		name, rest, ok := strings.Cut(text, ":")
		if !ok || len(name) > 8 || strings.Trim(name, "0123456789abcdef") != "" {
			_, text, _ = strings.Cut(text, "\n")
			continue
		}
		value, n := f.row(rest)
		text = strings.TrimLeft(rest[n:], "\n")
		byName["$"+name] = value
		order = append(order, name)
	}
	for _, name := range order {
		values = append(values, f.replacedRows(byName["$"+name], byName, 0))
	}
	return values
}

// row reads the value of a row and returns its length.
func (f *finder) row(rest string) (any, int) {
	if rest != "" && rest[0] == 'T' {
		size, _, ok := strings.Cut(rest[1:], ",")
		if n, err := strconv.ParseInt(size, 16, 32); ok && err == nil {
			start := 1 + len(size) + 1
			end := min(start+int(n), len(rest))
			return strings.ToValidUTF8(rest[start:end], ""), end
		}
	}
	end := strings.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	line := rest[:end]
	if i := strings.IndexAny(line, "[{"); i >= 0 && i <= 2 {
		v, _ := schemaorg.ParseValue(line[i:], &f.left)
		return v, end
	}
	return strings.Trim(line, `"`), end
}

// replacedRows returns v with texts that name a row replaced by a row that is a text, or by another's value once.
func (f *finder) replacedRows(v any, rows map[string]any, depth int) any {
	if f.left--; depth > maxDepth || f.left < 0 {
		return nil
	}
	switch v := v.(type) {
	case string:
		name := strings.Replace(v, "$L", "$", 1)
		if to, ok := rows[name]; ok && v != "" && v[0] == '$' {
			if text, isText := to.(string); isText {
				return text
			}
			delete(rows, name) // each is read once, so that circles end
			return f.replacedRows(to, rows, depth+1)
		}
	case []any:
		for i := range v {
			v[i] = f.replacedRows(v[i], rows, depth+1)
		}
	case map[string]any:
		for _, key := range sortedKeys(v) {
			v[key] = f.replacedRows(v[key], rows, depth+1)
		}
	}
	return v
}

// unpack resolves the references in a value: of an array whose objects have numbers of other entries in place of values, and of
// objects that name another object of the same map.
func (f *finder) unpack(v any) any {
	switch v := v.(type) {
	case []any:
		if isTable(v) {
			t := &table{finder: f, entries: v, open: map[int]bool{}}
			return t.entry(0, 0)
		}
	case map[string]any:
		return f.joined(f.related(v, nil, 0), v, 0)
	}
	return v
}

// isTable reports whether the entries of an array refer to each other by number.
func isTable(list []any) bool {
	if len(list) < 6 {
		return false
	}
	refs, other := 0, 0
	for _, v := range list {
		o, ok := v.(map[string]any)
		if !ok {
			continue
		}
		for _, value := range o {
			if s, ok := value.(string); ok && isIndex(s, len(list)) {
				refs++
			} else {
				other++
			}
		}
	}
	return refs > 3 && other == 0
}

func isIndex(s string, size int) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n < size && n >= -9
}

// table is an array whose entries refer to each other.
type table struct {
	*finder
	entries []any
	open    map[int]bool // entries that are being resolved, so that circles end
}

func (t *table) entry(i, depth int) any {
	if t.left--; i < 0 || i >= len(t.entries) || depth > maxDepth || t.left < 0 || t.open[i] {
		return nil
	}
	t.open[i] = true
	defer delete(t.open, i)
	switch v := t.entries[i].(type) {
	case map[string]any:
		o := make(map[string]any, len(v))
		for _, key := range sortedKeys(v) {
			name := key
			if n, err := strconv.Atoi(strings.TrimPrefix(key, "_")); err == nil && strings.HasPrefix(key, "_") {
				name, _ = t.entry(n, depth+1).(string)
			}
			o[name] = t.reference(v[key], depth)
		}
		return o
	case []any:
		if kind, ok := firstText(v); ok { // ["Reactive", 1], ["Date", "2026-02-03"]
			if s, ok := v[1].(string); ok && isIndex(s, len(t.entries)) && kind != "Date" && kind != "D" {
				return t.reference(s, depth)
			}
			return v[1]
		}
		list := make([]any, len(v))
		for j := range v {
			list[j] = t.reference(v[j], depth)
		}
		return list
	default:
		return v
	}
}

// firstText returns the name of a kind that stands before a value.
func firstText(list []any) (string, bool) {
	if len(list) < 2 {
		return "", false
	}
	s, ok := list[0].(string)
	return s, ok && s != "" && s[0] >= 'A' && s[0] <= 'Z'
}

func (t *table) reference(v any, depth int) any {
	s, ok := v.(string)
	if !ok {
		return v
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return v
	}
	return t.entry(n, depth+1)
}

// joined replaces objects that only name an entry of a map by that entry: {"__ref": "Company:7"}. A value in a pair with a number
// before it, as programs mark its kind, is taken out of the pair.
func (f *finder) joined(v any, root map[string]any, depth int) any {
	if f.left--; depth > maxDepth || f.left < 0 {
		return nil
	}
	switch v := v.(type) {
	case []any:
		if len(v) == 2 && depth > 0 && (v[0] == "0" || v[0] == "1" || v[0] == "3" && dateIn(v[1]) != "") {
			return f.joined(v[1], root, depth+1)
		}
		for i := range v {
			v[i] = f.joined(v[i], root, depth+1)
		}
	case map[string]any:
		for _, key := range []string{"__ref", "$ref", "id"} {
			name, ok := v[key].(string)
			if to, known := root[strings.TrimPrefix(name, "#/")].(map[string]any); ok && known && depth > 1 && len(v) <= 3 {
				return f.copied(to, 0)
			}
		}
		for _, key := range sortedKeys(v) {
			v[key] = f.joined(v[key], root, depth+1)
		}
	}
	return v
}

// copied returns a copy, so that what refers to itself ends.
func (f *finder) copied(v any, depth int) any {
	if f.left--; depth > maxDepth || f.left < 0 {
		return nil
	}
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = f.copied(v[i], depth+1)
		}
		return list
	case map[string]any:
		o := make(map[string]any, len(v))
		for _, key := range sortedKeys(v) {
			o[key] = f.copied(v[key], depth+1)
		}
		return o
	}
	return v
}
