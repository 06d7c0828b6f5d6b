package embedded

// leastPairs is the smallest number of parts of a posting in a list of pairs.
const leastPairs = 3

// withPairs returns a value in which lists of pairs of a name and a value became records, if the names are those of parts of a posting.
func withPairs(v any) any {
	switch v := v.(type) {
	case []any:
		o, parts := map[string]any{}, map[role]bool{}
		for i, inner := range v {
			if pair, ok := inner.(map[string]any); ok && len(pair) <= 4 {
				if name, value := pairOf(pair); name != "" && o[name] == nil {
					o[name], parts[known.read(name).role] = value, true
				}
			}
			v[i] = withPairs(inner)
		}
		if delete(parts, none); len(o) == len(v) && len(parts) >= leastPairs {
			return o
		}
	case map[string]any:
		for key, inner := range v {
			v[key] = withPairs(inner)
		}
	}
	return v
}

// pairOf returns the name and the value of a record that is a pair of them.
func pairOf(o map[string]any) (name string, value any) {
	for _, key := range []string{"name", "key", "field", "fieldName", "label", "code", "id"} {
		if s, ok := o[key].(string); ok && s != "" {
			name = s
			break
		}
	}
	for _, key := range []string{"value", "content", "text", "values"} {
		if o[key] != nil {
			return name, o[key]
		}
	}
	return "", nil
}
