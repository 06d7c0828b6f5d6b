package template

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
)

const head = "name: a\nhosts: [a.test]\n"

func TestErrorsAreOneLineWithTheLineAndARemedy(t *testing.T) {
	for _, c := range []struct{ in, line, says string }{
		{"", "", "exactly one"},
		{"name: a\n", "", "hosts"},
		{"hosts: a.test\nfields: {title: h1}", "", "name"},
		{head, "", "fields"},
		{"[]", "line 1", "key: value"},
		{"name: [", "line 1", "correct"},
		{"name: A b\n", "line 1", "lower-case"},
		{"name: a\nhosts: 'http://x/'\n", "line 2", "host name"},
		{head + "language: German\n", "line 3", "ISO 639-1"},
		{head + "kinds: {detail: '('}\n", "line 3", "RE2"},
		{head + "kinds: {jobs: x}\n", "line 3", "detail, listing, other"},
		{head + "fields:\n  titel: h1\n", "line 4", "title"},
		{head + "fields:\n  title: h1[\n", "line 4", "CSS"},
		{head + "fields:\n  title: ''\n", "line 4", "selector"},
		{head + "fields:\n  title: {all: true}\n", "line 4", "select"},
		{head + "fields:\n  title: {select: h1, value: x}\n", "line 4", "either"},
		{head + "fields:\n  title: {select: h1, all: maybe}\n", "line 4", "true or false"},
		{head + "fields:\n  title: {select: h1, attribute: 'a b'}\n", "line 4", "attribute"},
		{head + "fields:\n  title:\n    select: h1\n    post:\n      - match: '['\n", "line 7", "RE2"},
		{head + "fields:\n  title:\n    select: h1\n    post:\n      - {match: 'a', group: 1}\n", "line 7", "group 1"},
		{head + "fields:\n  title:\n    select: h1\n    post:\n      - {match: a, replace: b}\n", "line 7", "two entries"},
		{head + "fields:\n  title:\n    select: h1\n    post:\n      - {trim_prefix: a, with: b}\n", "line 7", "replace"},
		{head + "fields:\n  title:\n    select: h1\n    post:\n      - {with: b}\n", "line 7", "does nothing"},
		{head + "fields:\n  title:\n    select: h1\n    post:\n      - {date: dd.mm.yyyy}\n", "line 7", "02.01.2006"},
		{head + "name: b\n", "", "name"},
		{head + "fields: {title: " + strings.Repeat("a ", 2000) + "}\n", "line 3", "2000"},
		{strings.Repeat("[", 100_000), "line 1", "make the file smaller"},
		{head + "fields: " + strings.Repeat("[", 100) + strings.Repeat("]", 100), "line 3", "write it flatter"},
	} {
		_, err := Load(fstest.MapFS{"bad.yaml": {Data: []byte(c.in)}})
		if err == nil {
			t.Errorf("%q: no error", c.in)
			continue
		}
		got := err.Error()
		if strings.ContainsAny(got, "\n\r") || !strings.Contains(got, "bad.yaml") || !strings.Contains(got, c.line) || !strings.Contains(got, c.says) {
			t.Errorf("%q: %q: want one line with %q and %q", c.in, got, c.line, c.says)
		}
	}
}

func TestWriteIsReadBack(t *testing.T) {
	first := read(t, keeper)
	var file bytes.Buffer
	if err := first.Write(&file); err != nil {
		t.Fatal(err)
	}
	second, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, file.Bytes())
	}
	if a, b := first.Extract(parsed(t, page), "u", noon), second.Extract(parsed(t, page), "u", noon); a.Title != b.Title ||
		a.Company != b.Company || a.Location != b.Location || !a.Posted.Equal(b.Posted) || a.ID != b.ID || a.Description != b.Description {
		t.Errorf("%+v, then %+v", a, b)
	}
	var again bytes.Buffer
	if err := second.Write(&again); err != nil {
		t.Fatal(err)
	}
	if again.String() != file.String() {
		t.Errorf("written\n%s\nread and written again\n%s", file.Bytes(), again.Bytes())
	}
}

// FuzzTemplate holds that no file and no page makes the reader or the extraction panic, that errors are of one line, and
// that what was read can be written and read again.
func FuzzTemplate(f *testing.F) {
	f.Add([]byte(keeper), page)
	f.Add([]byte(head+"fields: {title: [h1, 'a:nth-child(2n+1)', ':has(b) ~ i, *'], place: {select: p, all: true}}"), "<p>a<p>b<h1>c")
	f.Add([]byte("name: a\nhosts: '*'\nfields:\n  title: {value: \"\\x00\\u2028\"}\n"), "")
	f.Add([]byte("name: &a a\nhosts: *a\nfields: {title: {select: h1, post: [{replace: '(.)', with: '$1$2'}]}}"), "<h1>x")
	f.Add([]byte("{name: a, hosts: [a], fields: {title: ':not(:not(:contains(\"\\\"\")))'}}"), "<a>")
	f.Fuzz(func(t *testing.T, file []byte, page string) {
		if len(file) > 5000 || len(page) > 5000 {
			return
		}
		first, err := Read(bytes.NewReader(file))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q is not one line", err)
			}
			return
		}
		doc := parsed(t, page)
		got := first.Extract(doc, "http://a.test/", noon)
		for _, m := range first.Explain(doc, noon) { // which asks every selector everywhere
			if m.Used != (got != nil && Has(got, m.Field)) && (m.Used || len(first.Fields[m.Field]) == 1) {
				t.Fatalf("Explain %+v, Extract %+v", m, got)
			}
		}
		var out, again bytes.Buffer
		if err := first.Write(&out); err != nil {
			t.Fatal(err)
		}
		second, err := Read(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, out.Bytes())
		}
		if err := second.Write(&again); err != nil {
			t.Fatal(err)
		}
		if out.String() != again.String() {
			t.Fatalf("written\n%q\nread and written again\n%q", out.Bytes(), again.Bytes())
		}
	})
}
