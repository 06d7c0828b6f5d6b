package template_test

import (
	"strings"
	"testing"

	"gannet/job"
	"gannet/job/template"
)

// TestURLsOfRecords learns from two postings how their URLs follow from their records, and applies the rule to a third.
func TestURLsOfRecords(t *testing.T) {
	const answer = "http://port.test/api/rows"
	for _, test := range []struct{ name, rows, first, second, rule, third string }{
		{
			"a part of the path", `{"x":"Net mender","y":"Brest","s":"net-mender"},{"x":"Ship cook","y":"Gdynia","s":"ship-cook"},{"x":"Diver","s":"diver 2"}`,
			"http://port.test/jobs/net-mender", "http://port.test/jobs/ship-cook", "http://port.test/jobs/{/s}", "http://port.test/jobs/diver%202",
		},
		{
			"a relative URL", `{"x":"Net mender","y":"Brest","s":{"at":"/j/1"}},{"x":"Ship cook","y":"Gdynia","s":{"at":"/j/2"}},{"x":"Diver","s":{"at":"/j/3"}}`,
			"http://port.test/j/1", "http://port.test/j/2", "{/s/at}", "http://port.test/j/3",
		},
		{
			"two values", `{"x":"Net mender","y":"Brest","n":1,"t":"deck"},{"x":"Ship cook","y":"Gdynia","n":2,"t":"galley"},{"x":"Diver","n":3,"t":"sea"}`,
			"http://port.test/deck/1.html", "http://port.test/galley/2.html", "http://port.test/{/t}/{/n}.html", "http://port.test/sea/3.html",
		},
		{
			"a query", `{"x":"Net mender","y":"Brest"},{"x":"Ship cook","y":"Gdynia"},{"x":"Diver & pilot"}`,
			"http://port.test/j?of=Net+mender", "http://port.test/j?of=Ship+cook", "http://port.test/j?of={/x}", "http://port.test/j?of=Diver+%26+pilot",
		},
		{
			"no value", `{"x":"Net mender","y":"Brest"},{"x":"Ship cook","y":"Gdynia"},{"x":"Diver"}`, "http://port.test/7", "http://port.test/8", "", "",
		},
		{
			"one URL", `{"x":"Net mender","y":"Brest"},{"x":"Ship cook","y":"Gdynia"},{"x":"Diver"}`, "http://port.test/Brest", "http://port.test/Brest", "", "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := treeOf(t, "["+test.rows+"]")
			known := template.NewAnswer(tree)
			learned, err := template.Learn([]template.Example{
				{URL: answer, Answer: known, Want: &job.Posting{Title: "Net mender", Location: "Brest", URL: test.first}, Now: answerDay},
				{URL: answer, Answer: known, Want: &job.Posting{Title: "Ship cook", Location: "Gdynia", URL: test.second}, Now: answerDay},
			})
			if err != nil {
				t.Fatal(err)
			}
			var file strings.Builder
			if err := learned.Write(&file); err != nil {
				t.Fatal(err)
			}
			read, err := template.Read(strings.NewReader(file.String()))
			if err != nil {
				t.Fatalf("%v\n%s", err, file.String())
			}
			rule := ""
			if read.RecordURL != nil {
				rule = read.RecordURL.String()
			}
			if got := read.URLOf(read.RecordsOf(tree)[2].Object, answer); rule != test.rule || got != test.third {
				t.Errorf("%q gives %q, want %q and %q", rule, got, test.rule, test.third)
			}
		})
	}
	for _, wrong := range []string{"records: /*\nurl: http://port.test/x", "records: /*\nurl: /{id}", "records: /*\nurl: /{/id", "url: /{/id}"} {
		if _, err := template.Read(strings.NewReader("name: bad\nhosts: '*'\n" + wrong + "\nfields:\n  company:\n    - value: Port\n")); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
