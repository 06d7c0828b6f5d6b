package schemaorg

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func jsonValues(text []byte) []any {
	left := maxValues
	return parseJSON(text, &left)
}

func TestLenientJSON(t *testing.T) {
	want := `[map[a:x b:[1 y]]]`
	for name, text := range map[string]string{
		"plain":                  `{"a": "x", "b": [1, "y"]}`,
		"byte order mark":        "\xef\xbb\xbf" + `{"a": "x", "b": [1, "y"]}`,
		"trailing commas":        `{"a": "x", "b": [1, "y",],}`,
		"double commas":          `{"a": "x",, "b": [1,, "y"]}`,
		"missing comma":          "{\"a\": \"x\"\n \"b\": [1, \"y\"]}",
		"HTML comment":           "<!-- {\"a\": \"x\", \"b\": [1, \"y\"]} -->",
		"CDATA":                  "//<![CDATA[\n{\"a\": \"x\", \"b\": [1, \"y\"]}\n//]]>",
		"comments":               "/* c */ {\"a\": \"x\", // c\n \"b\": [1, /* c */ \"y\"]}",
		"semicolon":              `{"a": "x", "b": [1, "y"]};`,
		"assignment":             `var data = {"a": "x", "b": [1, "y"]};`,
		"names without quotes":   `{a: "x", b: [1, "y"]}`,
		"single quotes":          `{'a': 'x', 'b': [1, 'y']}`,
		"escaped as HTML":        `{&quot;a&quot;: &quot;x&quot;, &quot;b&quot;: [1, &quot;y&quot;]}`,
		"cut off":                `{"a": "x", "b": [1, "y"`,
		"cut off in a string":    `{"a": "x", "b": [1, "y`,
		"wrong brackets":         `{"a": "x", "b": [1, "y"}]`,
		"non-breaking space":     "{\u00a0\"a\": \"x\", \"b\": [1, \"y\"]}",
		"null beside a value":    `{"a": "x", "a": null, "b": [1, "y"]}`,
		"Python's None":          `{"a": "x", "c": "", "b": [1, "y"]}`,
		"control characters too": "{\"a\": \"x\",\r\n\t\"b\": [1, \"y\"]}\x00",
	} {
		got := fmt.Sprint(jsonValues([]byte(text)))
		if strings.Replace(got, " c:", "", 1) != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestLongJSONIsReadInPart: values take some hundred times as much memory as the text that they may be written in.
func TestLongJSONIsReadInPart(t *testing.T) {
	for _, text := range []string{"[" + strings.Repeat("0,", maxValues*2), strings.Repeat("{a:0}", maxValues), strings.Repeat("[[],{}]", maxValues)} {
		left := maxValues
		if values := parseJSON([]byte(text), &left); left > 0 || countValues(values) > maxValues+2 {
			t.Errorf("%.10s...: %d values, %d more were allowed", text, countValues(values), left)
		}
	}
	one := `<script type="application/ld+json">{"@type":"JobPosting","title":"Baker `
	if got := Read(parse(t, one+strings.Join(numbers(maxPostings+10), `"}</script>`+one)+`"}</script>`), address, now); len(got) != maxPostings {
		t.Errorf("%d postings", len(got))
	}
}

func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i)
	}
	return list
}

func countValues(v any) int {
	n := 1
	switch v := v.(type) {
	case []any:
		for _, v := range v {
			n += countValues(v)
		}
	case map[string]any:
		for _, v := range v {
			n += countValues(v)
		}
	}
	return n
}

func TestLenientStrings(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"a": "x\"y"}`, `x"y`}, {`{"a": "x \_ y"}`, `x _ y`}, {"{\"a\": \"x\ny\"}", "x\ny"}, {"{\"a\": \"x\ty\"}", "x\ty"}, {`{"a": "\u00e9\ud83d\ude00"}`, "é😀"}, {`{"a": "\ud83d x"}`, "\ufffd x"},
		{`{"a": "\u00zz"}`, "u00zz"}, {`{"a": "\x41"}`, "A"}, {`{"a": "she said "yes" twice", "b": "c"}`, `she said "yes" twice`}, {`{"a": "she said "yes", twice", "b": "c"}`, `she said "yes", twice`}, {`{"a": "it's"}`, "it's"},
		{`{"a": "x\/y"}`, "x/y"}, {`{"a": "x\`, "x"}, {"{\"a\": \"x\xffy\"}", "x\ufffdy"}, {`{"a": "href=\"b\""}`, `href="b"`},
	} {
		values := jsonValues([]byte(test.text))
		if len(values) != 1 {
			t.Errorf("%q: %d values", test.text, len(values))
			continue
		}
		m, _ := values[0].(map[string]any)
		if m["a"] != test.want {
			t.Errorf("%q: %q, want %q", test.text, m["a"], test.want)
		}
	}
}

// Whatever is JSON reads as encoding/json reads it.
func TestJSONAgainstStandard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := anyValue(3).Draw(t, "value")
		if _, isMap := value.(map[string]any); !isMap {
			value = []any{value}
		}
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if got := jsonValues(text); len(got) != 1 || !reflect.DeepEqual(got[0], value) {
			t.Fatalf("%s: %#v, want %#v", text, got, value)
		}
	})
}

// anyValue draws values of strings, lists and maps.
func anyValue(depth int) *rapid.Generator[any] {
	// Carriage returns and other controls become white space on purpose.
	text := rapid.StringMatching(`["\\/:,{}\[\]a-zé<>&;'\n 0-9]{0,12}`)
	leaf := rapid.Map(text, func(s string) any { return s })
	if depth == 0 {
		return leaf
	}
	inner := rapid.Deferred(func() *rapid.Generator[any] { return anyValue(depth - 1) })
	return rapid.OneOf(leaf,
		rapid.Map(rapid.SliceOfN(inner, 0, 4), func(l []any) any { return l }),
		rapid.Map(rapid.MapOfN(rapid.StringMatching(`[a-z@:]{1,6}`), inner, 0, 4), func(m map[string]any) any { return m }))
}
