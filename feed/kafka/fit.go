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
// more space than there is, the value stays larger.
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
	for most := wire.MaxValue; most >= leastText; most -= most / 16 {
		b.Reset()
		if err := out.Encode(cut(whole, most)); err != nil {
			return nil, err
		}
		if b.Len() <= wire.MaxValue {
			break
		}
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// cut returns a value whose texts have at most the given number of bytes, beside the ellipsis.
func cut(value any, most int) any {
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
		list := make([]any, len(value))
		for i, v := range value {
			list[i] = cut(v, most)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(value))
		for name, v := range value {
			object[name] = cut(v, most)
		}
		return object
	}
	return value
}
