package template_test

import (
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/features/records"
	"gannet/job"
	"gannet/job/embedded"
	"gannet/job/template"
)

var answerDay = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

func treeOf(t *testing.T, body string) any {
	t.Helper()
	made, err := records.Page("http://port.test/api/rows", []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	p, err := features.NewReader().Read("http://port.test/api/rows", made)
	if err != nil {
		t.Fatal(err)
	}
	tree, _ := embedded.Tree(p)
	return tree
}

// learnAnswer learns a template from an answer of which the titles and places of two postings are known.
func learnAnswer(t *testing.T, body string) *template.Template {
	t.Helper()
	answer := template.NewAnswer(treeOf(t, body))
	var examples []template.Example
	for _, want := range []job.Posting{{Title: "Net mender", Location: "Brest"}, {Title: "Ship cook", Location: "Gdynia"}} {
		examples = append(examples, template.Example{URL: "http://port.test/api/rows?from=20", Answer: answer, Want: &want, Now: answerDay})
	}
	learned, err := template.Learn(examples)
	if err != nil {
		t.Fatal(err)
	}
	if c := learned.Evaluate(examples); c[job.Title].Right != 2 || c[job.Location].Right != 2 {
		t.Errorf("%v", c)
	}
	return learned
}

// TestTemplatesOfAnswers learns a template from an answer, writes and reads it, and applies it to another answer of the same form.
func TestTemplatesOfAnswers(t *testing.T) {
	for _, test := range []struct {
		name, known, other, want string
		records                  string
	}{
		{
			"a list beside others",
			`{"menu":[{"x":"Ship cook","y":"News"}],"found":{"rows":[{"x":{"n":"Net mender"},"y":"Brest"},{"x":{"n":"Ship cook"},"y":"Gdynia"}]}}`,
			`{"menu":[{"x":"Port","y":"News"}],"found":{"rows":[{"x":{"n":"Harbour pilot"},"y":"Vigo"},{"x":{"n":"Lamp keeper"},"y":"Kiel"},{"y":"Oban"}]}}`,
			"/found/rows/0 Harbour pilot, Vigo; /found/rows/1 Lamp keeper, Kiel; /found/rows/2 , Oban", "/found/rows/*",
		},
		{
			"objects by their ids",
			`{"a1":{"x":{"n":"Net mender"},"y":"Brest"},"b2":{"x":{"n":"Ship cook"},"y":"Gdynia"}}`,
			`{"c3":{"x":{"n":"Harbour pilot"},"y":"Vigo"},"d4":{"x":{"n":"Lamp keeper"},"y":"Kiel"}}`,
			"/c3 Harbour pilot, Vigo; /d4 Lamp keeper, Kiel", "/*",
		},
		{
			"places in a list",
			`[{"x":"Net mender","y":[{"q":"Brest"},{"q":"Oban"}]},{"x":"Ship cook","y":[{"q":"Gdynia"}]}]`,
			`[{"x":"Harbour pilot","y":[{"q":"Vigo"}]}]`,
			"/0 Harbour pilot, Vigo", "/*",
		},
		{
			"XML, in the end with one element",
			`<?xml version="1.0"?><list><row k="1"><x>Net mender</x><y>Brest</y></row><row k="2"><x>Ship cook</x><y>Gdynia</y></row></list>`,
			`<?xml version="1.0"?><list><row k="3"><x>Harbour pilot</x><y>Vigo</y></row></list>`,
			"/list/row Harbour pilot, Vigo", "/list/row/*",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var file strings.Builder
			if err := learnAnswer(t, test.known).Write(&file); err != nil {
				t.Fatal(err)
			}
			read, err := template.Read(strings.NewReader(file.String()))
			if err != nil {
				t.Fatalf("%v\n%s", err, file.String())
			}
			if read.Records.String() != test.records {
				t.Errorf("records %s, want %s", read.Records, test.records)
			}
			if !read.IsFor("http://port.test/api/rows?from=40") || read.IsFor("http://port.test/api/news") {
				t.Errorf("answers of other URLs than %v are read", read.Listing)
			}
			var all []string
			for _, r := range read.RecordsOf(treeOf(t, test.other)) {
				p := read.ReadRecord(r.Object, "", answerDay)
				all = append(all, r.At+" "+p.Title+", "+p.Location)
			}
			if got := strings.Join(all, "; "); got != test.want {
				t.Errorf("%s\nwant %s\n%s", got, test.want, file.String())
			}
		})
	}
}

// TestPointers are the examples of RFC 6901, section 5, that lead to texts.
func TestPointers(t *testing.T) {
	const document = `{"foo":["bar","baz"],"":"0","a/b":"1","c%d":"2","e^f":"3","g|h":"4","i\\j":"5","k\"l":"6"," ":"7","m~n":"8"}`
	root := template.Record{Object: treeOf(t, document).(map[string]any)}
	for pointer, want := range map[string]string{
		"/foo/0": "bar", "/": "0", "/a~1b": "1", "/c%d": "2", "/e^f": "3", "/g|h": "4", "/i\\j": "5", `/k"l`: "6", "/ ": "7", "/m~0n": "8",
		"/foo/2": "", "/bar": "", "/foo/*": "bar", "/*/1": "baz",
	} {
		read, err := template.Read(strings.NewReader("name: all\nhosts: '*'\nrecords: ''\nfields:\n  id:\n    - select: '" + pointer + "'\n"))
		if err != nil {
			t.Fatal(pointer, err)
		}
		got := ""
		if p := read.ReadRecord(root.Object, "", answerDay); p != nil {
			got = p.ID
		}
		if got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	for _, wrong := range []string{"records: jobs\nfields:\n  title: /x", "records: /*\nfields:\n  title: h1", "fields:\n  title: /x"} {
		if _, err := template.Read(strings.NewReader("name: bad\nhosts: '*'\n" + wrong + "\n")); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
