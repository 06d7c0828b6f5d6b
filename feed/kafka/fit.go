package kafka

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"gannet/feed/kafka/wire"
)

// leastText is the length in bytes under which no text is cut, so that only descriptions are.
const leastText = 10_000

// fitted returns a JSON value with at most wire.MaxValue bytes, because a broker refuses the whole update for one record that is too large. It cuts
// all texts that are longer than a bound, and lowers the bound until the value fits. Each cut is marked by an ellipsis. If the short texts need
// more space than there is, it also cuts lists.
func fitted(value []byte) ([]byte, error) {
	if len(value) <= wire.MaxValue {
		return value, nil
	}
	var whole any
	in := json.NewDecoder(bytes.NewReader(value))
	in.UseNumber() // keeps all digits
	if err := in.Decode(&whole); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	most, items := wire.MaxValue, mostItems
	for {
		b.Reset()
		if err := out.Encode(cut(whole, most, items)); err != nil {
			return nil, err
		}
		switch {
		case b.Len() <= wire.MaxValue || items == 0:
			return bytes.TrimSpace(b.Bytes()), nil
		case most-most/16 >= leastText:
			most -= most / 16
		default:
			items /= 2
		}
	}
}

// mostItems is more than the items of any list of a row.
const mostItems = 1 << 14

// cut returns a value whose texts have at most the given number of bytes, beside the ellipsis, and whose lists have at most so many items.
func cut(value any, most, items int) any {
	switch value := value.(type) {
	case string:
		if len(value) <= most {
			return value
		}
		for !utf8.RuneStart(value[most]) {
			most--
		}
		return strings.TrimSpace(value[:most]) + "…"
	case []any:
		list := make([]any, min(len(value), items))
		for i := range list {
			list[i] = cut(value[i], most, items)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(value))
		for name, v := range value {
			object[name] = cut(v, most, items)
		}
		return object
	}
	return value
}
